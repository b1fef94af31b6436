"""The database library, imported without what an index in a folder or on object storage never uses.

Two thirds of the time that the bare import takes go into the messages of a catalog service, each with a validator,
and into checking, on old versions of Python, that the library's methods override each other as they should.
Everything that starts waits for the import.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from search.lazy_import import lazy_import

SERVICES = (
    "lance_namespace_urllib3_client",
    "lancedb.namespace",
    "lancedb.remote",
    "lancedb.functions",
    "lancedb.embeddings",
)
"""Modules of the library that speak with services, keep functions there or embed; loaded when one is asked for."""


@contextmanager
def _unchecked_overrides() -> Iterator[None]:
    """Let the library define its classes as it does on Python 3.12, where nothing is checked."""
    if "overrides" in sys.modules:
        yield
        return
    plain = ModuleType("overrides")
    plain.__dict__.update(override=lambda method: method, EnforceOverrides=type("EnforceOverrides", (), {}))
    sys.modules["overrides"] = plain
    try:
        yield
    finally:
        del sys.modules["overrides"]


with lazy_import(SERVICES, _unchecked_overrides), _unchecked_overrides():
    import lancedb
    from lancedb.expr import Expr, col, lit

__all__ = ["Expr", "col", "lancedb", "lit"]
