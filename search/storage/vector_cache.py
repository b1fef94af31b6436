"""The ``vectors`` table: what was embedded once is never embedded again."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.storage.database import Database
from search.storage.expressions import one_of
from search.storage.inserting import put_rows
from search.storage.lance import col, lit
from search.storage.schema import VECTORS, vectors_schema
from search.storage.vectors import matrix_of, vector_column

READ_AT_ONCE = 2_000
"""Identifiers of one ``IN``."""


class VectorCache:
    """Vectors by content hash and model."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get_many(self, model: str, hashes: Sequence[str], /) -> dict[str, npt.NDArray[np.float32]]:
        """Return the vectors that are there, by content hash; float32 of shape (dimension,)."""
        found: dict[str, npt.NDArray[np.float32]] = {}
        unique = list(dict.fromkeys(hashes)) if hashes and self.count() else []
        for start in range(0, len(unique), READ_AT_ONCE):
            part = unique[start : start + READ_AT_ONCE]
            found |= self._get([vector_key(model, content) for content in part], len(model) + 1)
        return found

    def _get(self, keys: list[str], skip: int) -> dict[str, npt.NDArray[np.float32]]:
        wanted = one_of("id", keys)
        rows = self._database.read(
            VECTORS, lambda table: table.search().where(wanted).select(["id", "vector"]).to_arrow()
        )
        valid = rows.filter(rows.column("vector").is_valid())
        matrix = matrix_of(valid.column("vector"), self._database.dimension)
        return dict(zip((key[skip:] for key in valid.column("id").to_pylist()), matrix, strict=True))

    def put_many(self, model: str, vectors: Mapping[str, npt.NDArray[np.float32]], /) -> None:
        """Keep these vectors by content hash, in one commit.

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

    def drop_other_models(self, model: str, /) -> None:
        """Delete the vectors of all other models."""
        self._database.write(VECTORS, lambda table: table.delete(col("model") != lit(model)))

    def count(self) -> int:
        """Return the number of vectors."""
        return self._database.count(VECTORS)


def vector_key(model: str, content: str) -> str:
    """Return the key of the vector that a model gave to a text with this hash."""
    return f"{model}|{content}"
