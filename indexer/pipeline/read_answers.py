"""Answers of a process that reads strange files: only rows are made of them, whatever that process sends.

Pickled bytes may name any function of the program. A library that a file has taken over could have one of them run
here, where nothing is confined.
"""

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any, Protocol

ROWS = frozenset({"indexer.pipeline.ports", "search.types.chunks", "search.types.files"})
"""Modules whose dataclasses and enumerations an answer may contain."""


class Answers(Protocol):
    """A connection that answers arrive on; Windows has another class for it."""

    def recv_bytes(self) -> bytes:
        """Return the next message.

        Raises:
            EOFError: the other end closed.
            OSError: the connection is lost.
        """


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class of the rows, or what makes a member of an enumeration.

        Raises:
            UnpicklingError: it is neither.
        """
        if (module, name) == ("builtins", "getattr"):
            return _member
        kind = getattr(import_module(module), name, None) if module in ROWS else None
        if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum)):
            return kind
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")


def _member(kind: object, name: object) -> Enum:
    """Return a member by its name; Python 3.11.0 to 3.11.3, as in Debian 12, pickle members with `getattr`."""
    if isinstance(kind, type) and issubclass(kind, Enum) and isinstance(name, str) and name in kind.__members__:
        return kind.__members__[name]
    raise pickle.UnpicklingError(f"{name} is no member of {kind}")


def received(connection: Answers) -> object:
    """Return the next answer.

    Raises:
        EOFError: the process has ended.
        OSError: the connection is lost.
        UnpicklingError: it sent something else than rows.
    """
    answer = _Unpickler(io.BytesIO(connection.recv_bytes()))
    try:
        return answer.load()
    except Exception as error:
        raise pickle.UnpicklingError(f"no answer: {error}") from error
