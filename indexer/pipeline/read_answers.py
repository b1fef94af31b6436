"""Answers of a process that reads strange files: only rows are made of them, whatever that process sends.

Pickled bytes may name any function of the program. A library that a file has taken over could have one of them run
here, where nothing is confined.
"""

import io
import pickle
from dataclasses import is_dataclass
from enum import Enum
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

ROWS = frozenset({"indexer.pipeline.ports", "search.types.chunks", "search.types.files"})
"""Modules whose dataclasses and enumerations an answer may contain."""


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class of the rows.

        Raises:
            UnpicklingError: it is none.
        """
        kind = getattr(import_module(module), name, None) if module in ROWS else None
        if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, Enum)):
            return kind
        raise pickle.UnpicklingError(f"{module}.{name} is no part of an answer")


def received(connection: Connection) -> object:
    """Return the next answer.

    Raises:
        EOFError: the process has ended.
        OSError: the connection is lost.
        UnpicklingError: it sent something else than rows.
    """
    return _Unpickler(io.BytesIO(connection.recv_bytes())).load()
