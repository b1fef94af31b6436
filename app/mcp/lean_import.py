"""Imports the protocol package without the parts that one client on standard input never uses.

Most of what the package imports serves HTTP, authorization and clients, and it builds a validator for every
message of every version of the protocol. Here the names of those modules stand in for the real ones, which are
loaded when a name is used, and each validator is built when the first message needs it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pydantic
from pydantic import TypeAdapter as _TypeAdapter

from search.lazy_import import lazy_import

NOT_FOR_STDIO = (
    "httpx2",
    "mcp.client",
    "mcp.server.auth.handlers",
    "mcp.server.auth.middleware",
    "mcp.server.auth.routes",
    "mcp.server.sse",
    "mcp.server.streamable_http",
    "mcp.server.streamable_http_manager",
    "mcp_types._v2025_11_25",
    "mcp_types._v2026_07_28",
    "sse_starlette",
    "starlette",
    "uvicorn",
)
"""Modules, with all below them, that answer nothing on standard input."""


@contextmanager
def lean_protocol() -> Iterator[None]:
    """Import the protocol package inside this; what was imported before stays as it is."""
    with lazy_import(NOT_FOR_STDIO, _unbuilt), _unbuilt():
        yield


class _UnbuiltAdapters:
    """Replaces `pydantic.TypeAdapter`: an adapter made while it ``waits`` is built at its first use."""

    waits = False

    def __getitem__(self, _item: Any) -> "_UnbuiltAdapters":
        return self

    def __call__(self, kind: Any, *, config: pydantic.ConfigDict | None = None) -> _TypeAdapter[Any]:
        chosen = pydantic.ConfigDict(defer_build=True) if self.waits else config
        return _TypeAdapter(kind, config=chosen, _parent_depth=3)


_ADAPTERS = _UnbuiltAdapters()


@contextmanager
def _unbuilt() -> Iterator[None]:
    """Let pydantic build the types defined meanwhile at their first use; it has an option for that."""
    config = pydantic.BaseModel.model_config
    pydantic.BaseModel.model_config = pydantic.ConfigDict(defer_build=True)
    pydantic.TypeAdapter = _ADAPTERS  # type: ignore[misc, assignment]
    _ADAPTERS.waits = True
    try:
        yield
    finally:
        _ADAPTERS.waits = False
        pydantic.TypeAdapter = _TypeAdapter  # type: ignore[misc]
        pydantic.BaseModel.model_config = config
