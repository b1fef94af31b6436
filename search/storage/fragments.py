"""Pieces of tables that other machines write and one commits: a piece that is not committed does not exist."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from search.errors import MissingExtraError
from search.storage.caches import vector_key
from search.storage.maintenance import VECTOR_INDEX_ABOVE_ROWS, needs_vector_index
from search.storage.schema import CHUNKS, FACTS, FACTS_SCHEMA, VECTORS, chunks_schema, rows_of, vectors_schema
from search.storage.storage import Storage
from search.storage.vectors import vector_column
from search.types.chunks import Chunk

Vectors = Mapping[str, npt.NDArray[np.float32]]
"""Unit vectors by ``embed_hash``."""

Fragments = Mapping[str, Sequence[str]]
"""Descriptions of fragments by table, as the database writes them in JSON."""


SAMPLED_A_PARTITION = 256
"""Rows that training wants for each partition of a vector index."""


@dataclass(frozen=True, slots=True)
class FragmentWriter:
    """Writes fragments next to the tables of an index, from any machine that reaches them.

    Attributes:
        tables: folder or address of the tables.
        options: of the object storage.
        dimension: components of a vector.
    """

    tables: str
    dimension: int
    options: Mapping[str, str] = field(default_factory=dict)

    def write(
        self, chunks: Sequence[Chunk], vectors: Vectors, facts: Mapping[str, bytes], model: str
    ) -> Fragments:
        """Write the rows of some files and return the fragments, which no reader sees yet.

        Keys of the caches (vectors, facts) that two tasks write stand there twice, with the same content.

        Raises:
            MissingExtraError: the extra ``cluster`` is not installed on this machine.
        """
        column = vector_column([vectors.get(chunk.embed_hash) for chunk in chunks], self.dimension)
        rows = {
            CHUNKS: rows_of(chunks, chunks_schema(self.dimension), vector=column),
            VECTORS: _cached(vectors, model, self.dimension),
            FACTS: pa.table({"id": list(facts), "data": list(facts.values())}, schema=FACTS_SCHEMA),
        }
        return {name: self._written(name, table) for name, table in rows.items() if table.num_rows}

    def _written(self, name: str, rows: pa.Table) -> list[str]:
        lance = _lance()
        dataset = f"{self.tables}/{name}.lance"
        written = lance.fragment.write_fragments(rows, dataset, storage_options=dict(self.options))
        return [json.dumps(fragment.to_json()) for fragment in written]


def _cached(vectors: Vectors, model: str, dimension: int) -> pa.Table:
    keys = pa.array([vector_key(model, content) for content in vectors], pa.string())
    models = pa.array([model] * len(vectors), pa.string())
    column = vector_column(list(vectors.values()), dimension)
    return pa.Table.from_arrays([keys, models, column], schema=vectors_schema(dimension))


def writer_of(storage: Storage) -> FragmentWriter:
    """Return what writes fragments for this index."""
    return FragmentWriter(storage.location.tables, storage.database.dimension, storage.location.options)


def commit(storage: Storage, fragments: Fragments) -> None:
    """Make fragments part of their tables: one commit a table, the caches first.

    Raises:
        IndexWriteError: the index may not be written.
        IndexLockedError: another job took the right to write.
    """
    for name in (VECTORS, FACTS, CHUNKS):
        if fragments.get(name):
            storage.database.write(name, partial(_append, storage, name, fragments[name]))


def _append(storage: Storage, name: str, fragments: Sequence[str], table: Any) -> None:
    lance = _lance()
    metadata = [lance.FragmentMetadata.from_json(fragment) for fragment in fragments]
    lance.LanceDataset.commit(
        f"{storage.location.tables}/{name}.lance",
        lance.LanceOperation.Append(metadata),
        read_version=int(table.version),
        storage_options=dict(storage.location.options),
    )
    table.checkout_latest()


def index_vectors_on_ray(storage: Storage, workers: int, above_rows: int = VECTOR_INDEX_ABOVE_ROWS) -> bool:
    """Build the vector index of the chunks with the tasks of a running Ray; return whether there are so many.

    Raises:
        IndexWriteError: the index may not be written.
    """
    if needs_vector_index(storage.database, above_rows):
        storage.database.write(CHUNKS, partial(_index_vectors, storage, workers))
        return True
    return False


def _index_vectors(storage: Storage, workers: int, table: Any) -> None:
    import lance_ray

    rows = int(table.count_rows())
    lance_ray.create_index(
        f"{storage.location.tables}/{CHUNKS}.lance",
        column="vector",
        index_type="IVF_SQ",
        metric="cosine",
        num_workers=workers,
        num_partitions=max(1, min(math.isqrt(rows), rows // SAMPLED_A_PARTITION)),
        storage_options=dict(storage.location.options) or None,
    )
    table.checkout_latest()


def _lance() -> Any:
    try:
        import lance
        import lance.fragment
    except ImportError as exc:
        raise MissingExtraError("index.pylance_missing") from exc
    return lance
