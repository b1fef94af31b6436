"""Imports the database library without the parts that a local or object-storage index never uses.

Two thirds of the plain import go into the messages of a catalog service, each with a validator, and into checking
method overrides on old versions of Python. Every start of the program waits for this import.
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
"""Modules of the library for remote services and embedding; loaded on first use."""


@contextmanager
def _unchecked_overrides() -> Iterator[None]:
    """Let the library define its classes without checking overrides, as on Python 3.12."""
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
    from lancedb.background_loop import LOOP
    from lancedb.expr import Expr, col, lit

__all__ = ["LOOP", "Expr", "col", "lancedb", "lit"]
