"""Imports the protocol package without waiting for what one client on standard input never uses.

Most of what the package imports serves HTTP, authorization and clients, and it builds a validator for every
message of every version of the protocol. Here the names of those modules stand in for the real ones, which are
loaded when a name is used, and each validator is built when the first message needs it.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import pydantic
from pydantic import TypeAdapter as _TypeAdapter
from pydantic_core import CoreSchema

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
    with ExitStack() as stack:
        stack.enter_context(_postponed(NOT_FOR_STDIO))
        stack.enter_context(_unbuilt())
        yield


class Later:
    """A name of a module that is not loaded yet; to call it, or to look into it, loads the module."""

    def __init__(self, module: str, name: str) -> None:
        self._module = module
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the real one."""
        return self._real()(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the real one."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._real(), name)

    def __instancecheck__(self, value: object) -> bool:
        """Return whether the value is one of the real class."""
        return isinstance(value, self._real())

    def __getitem__(self, _item: Any) -> "Later":
        """Stay what it is: an annotation with parameters."""
        return self

    def __or__(self, _other: Any) -> "Later":
        """Stay what it is: an annotation with alternatives."""
        return self

    def __get_pydantic_core_schema__(self, _source: Any, handler: pydantic.GetCoreSchemaHandler) -> CoreSchema:
        """Return the schema of the real one."""
        return handler(self._real())

    def _real(self) -> Any:
        with _unbuilt():
            return getattr(import_module(self._module), self._name)


class _PostponedModule(ModuleType):
    """A module whose names are all `Later`."""

    def __getattr__(self, name: str) -> Later:
        if name.startswith("__"):
            raise AttributeError(name)
        later = Later(self.__name__, name)
        setattr(self, name, later)
        return later


class _Postponing(MetaPathFinder, Loader):
    """Finds the modules that are to wait, before the system does."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.given: list[str] = []
        self._modules = modules

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        waits = any(fullname == name or fullname.startswith(name + ".") for name in self._modules)
        return ModuleSpec(fullname, self, is_package=True) if waits else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        self.given.append(spec.name)
        return _PostponedModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Run nothing."""


@contextmanager
def _postponed(modules: Sequence[str]) -> Iterator[None]:
    finder = _Postponing([name for name in modules if name not in sys.modules])
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.given:
            del sys.modules[name]  # so that the first use finds the real one


class _UnbuiltAdapters:
    """Stands in for `pydantic.TypeAdapter`: what it makes while it ``waits`` is built when it is first used."""

    waits = False

    def __getitem__(self, _item: Any) -> "_UnbuiltAdapters":
        return self

    def __call__(self, kind: Any, *, config: pydantic.ConfigDict | None = None) -> _TypeAdapter[Any]:
        chosen = pydantic.ConfigDict(defer_build=True) if self.waits else config
        return _TypeAdapter(kind, config=chosen, _parent_depth=3)


_ADAPTERS = _UnbuiltAdapters()


@contextmanager
def _unbuilt() -> Iterator[None]:
    """Let pydantic build what is defined meanwhile when it is first used; the option is its own."""
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
