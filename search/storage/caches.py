"""The tables ``facts`` and ``vectors``: caches by content, so that nothing is parsed or embedded twice."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.storage.database import Database
from search.storage.expressions import one_of
from search.storage.schema import FACTS, FACTS_SCHEMA, VECTORS, vectors_schema
from search.storage.table_rows import put_rows, select
from search.storage.vectors import matrix_of, vector_column

FACTS_AT_ONCE = 1_000
"""Ids in one ``IN`` condition on facts; a row can be large."""


class FactsCache:
    """Encoded facts by `search.storage.keys.facts_key`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get_many(self, keys: Sequence[str], /) -> dict[str, bytes]:
        """Return the stored facts by key."""
        facts: dict[str, bytes] = {}
        unique = list(dict.fromkeys(keys))
        for start in range(0, len(unique), FACTS_AT_ONCE):
            wanted = one_of("id", unique[start : start + FACTS_AT_ONCE])
            facts.update(self._rows(wanted))
        return facts

    def _rows(self, wanted: Any) -> list[tuple[str, bytes]]:
        rows = self._database.read(FACTS, lambda table: select(table, ["id", "data"], wanted))
        return list(zip(rows.column("id").to_pylist(), rows.column("data").to_pylist(), strict=True))

    def missing(self, keys: Sequence[str], /) -> list[str]:
        """Return the keys that are not stored, in their order."""
        stored = self._keys()
        return [key for key in dict.fromkeys(keys) if key not in stored]

    def _keys(self) -> set[str]:
        stored = self._database.read(FACTS, lambda table: select(table, ["id"]))
        return set(stored.column("id").to_pylist())

    def put_many(self, facts: Mapping[str, bytes], /) -> None:
        """Store facts in one commit.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        if not facts:
            return
        keys, data = pa.array(list(facts), pa.string()), pa.array(list(facts.values()), pa.large_binary())
        rows = pa.Table.from_arrays([keys, data], schema=FACTS_SCHEMA)

        self._database.write(FACTS, lambda table: put_rows(table, rows))

    def keep_only(self, keys: Sequence[str], /) -> int:
        """Delete all other facts and return how many; for idle time."""
        obsolete = sorted(self._keys() - set(keys))
        for start in range(0, len(obsolete), FACTS_AT_ONCE):
            self._delete(obsolete[start : start + FACTS_AT_ONCE])
        return len(obsolete)

    def _delete(self, keys: list[str]) -> None:
        self._database.write(FACTS, lambda table: table.delete(one_of("id", keys)))


VECTORS_AT_ONCE = 2_000
"""Ids in one ``IN`` condition on vectors."""


class VectorCache:
    """Vectors by content hash and model."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get_many(self, model: str, hashes: Sequence[str], /) -> dict[str, npt.NDArray[np.float32]]:
        """Return the stored vectors by content hash; float32 of shape (dimension,)."""
        vectors: dict[str, npt.NDArray[np.float32]] = {}
        unique = list(dict.fromkeys(hashes)) if hashes and self.count() else []
        for start in range(0, len(unique), VECTORS_AT_ONCE):
            part = unique[start : start + VECTORS_AT_ONCE]
            vectors |= self._get([vector_key(model, content) for content in part], len(model) + 1)
        return vectors

    def _get(self, keys: list[str], skip: int) -> dict[str, npt.NDArray[np.float32]]:
        wanted = one_of("id", keys)
        rows = self._database.read(VECTORS, lambda table: select(table, ["id", "vector"], wanted))
        valid = rows.filter(rows.column("vector").is_valid())
        matrix = matrix_of(valid.column("vector"), self._database.dimension)
        return dict(zip((key[skip:] for key in valid.column("id").to_pylist()), matrix, strict=True))

    def put_many(self, model: str, vectors: Mapping[str, npt.NDArray[np.float32]], /) -> None:
        """Store vectors by content hash, in one commit.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        if not vectors:
            return
        dimension = self._database.dimension
        keys = pa.array([vector_key(model, content) for content in vectors], pa.string())
        models = pa.array([model] * len(vectors), pa.string())
        column = vector_column(list(vectors.values()), dimension)
        rows = pa.Table.from_arrays([keys, models, column], schema=vectors_schema(dimension))

        self._database.write(VECTORS, lambda table: put_rows(table, rows))

    def count(self) -> int:
        """Return the number of vectors."""
        return self._database.count(VECTORS)


def vector_key(model: str, content: str) -> str:
    """Return the key of a model's vector for the text with this hash."""
    return f"{model}|{content}"
