"""Vector search of Dowse against flat numpy and flat LanceDB: milliseconds, recall@10, growth, memory and disk.

Sizes: 10,000 and 70,000 chunks with ``QUICK=1``, else up to 500,000 (``SIZES=10000,1000000`` names others). Goals:
recall@10 at least 0.97 against an exact scan once the index is built; query time grows less than the number of
chunks does; a filter that few rows pass finds all of them. Vectors: see `vector_rows`.
"""

import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import lancedb
import numpy as np
import psutil
import pyarrow as pa
from results import Results
from source_chunks import quick
from vector_rows import grown, query_vectors, real_vectors

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.retrieval.vector_memory import MOST_VECTORS, VectorMemory
from search.storage.maintenance import build_indexes
from search.storage.schema import CHUNKS, chunks_schema
from search.storage.storage import Storage
from search.types.filters import Condition, Operator, RowFilter

QUESTIONS = 20 if quick() else 60
TOP = 10
RARE = 40
"""Rows of the repository that a filter asks for: fewer than any index probes."""

NO_CARDS = RowFilter((Condition("kind", Operator.NOT_IN, ("card",)),))
ONLY_RARE = NO_CARDS.and_(Condition("repository", Operator.IN, ("rare",)))


@dataclass(frozen=True)
class Measured:
    """Of one size: median milliseconds, and the share of the true nearest that was found."""

    dowse_ms: float
    numpy_ms: float
    flat_ms: float
    recall: float


def sizes() -> list[int]:
    named = os.environ.get("SIZES", "")
    if named:
        return [int(part) for part in named.split(",")]
    return [10_000, 70_000] if quick() else [10_000, 100_000, 500_000]


def filled(folder: Path, rows: np.ndarray) -> Storage:
    """Return an index whose chunks have these vectors; one in many belongs to a repository of its own."""
    storage = Storage(folder)
    schema = chunks_schema(rows.shape[1])
    step = max(1, len(rows) // RARE)

    def batches():
        for start in range(0, len(rows), 50_000):
            yield _batch(schema, rows[start : start + 50_000], start, step)

    storage.database.write(CHUNKS, lambda table: table.add(pa.RecordBatchReader.from_batches(schema, batches())))
    return storage


def _batch(schema: pa.Schema, rows: np.ndarray, start: int, step: int) -> pa.RecordBatch:
    numbers = range(start, start + len(rows))
    vectors = pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1])
    arguments = {
        "id": pa.array([f"c{number:08}" for number in numbers]),
        "repository": pa.array(["rare" if number % step == 0 else "shop" for number in numbers]),
        "kind": pa.array(["text"] * len(rows)),
        "vector": vectors,
    }
    columns = [arguments.get(field.name, pa.nulls(len(rows), field.type)) for field in schema]
    return pa.RecordBatch.from_arrays(
        [column.cast(f.type) for column, f in zip(columns, schema, strict=True)], schema=schema
    )


def milliseconds(action, questions) -> float:
    seconds = []
    for question in questions:
        began = time.perf_counter()
        action(question)
        seconds.append((time.perf_counter() - began) * 1000)
    return statistics.median(seconds)


def scanned(rows: np.ndarray, questions: np.ndarray) -> tuple[list[np.ndarray], float]:
    """Return the nearest rows of each question, and the milliseconds of a scan that finds them."""
    truth = [np.argsort(-(rows @ question), kind="stable")[:TOP] for question in questions]
    return truth, milliseconds(lambda question: np.argpartition(-(rows @ question), TOP)[:TOP], questions)


def measured(rows: np.ndarray, questions: np.ndarray, folder: Path, results: Results) -> Measured:
    storage = filled(folder, rows)
    name = f"{len(rows):,} chunks"
    flat = lancedb.connect(folder / "lance").open_table(CHUNKS)

    def by_flat(question):
        result = flat.search(question, vector_column_name="vector").distance_type("cosine").bypass_vector_index()
        return result.limit(TOP).select(["id", "_distance"]).to_arrow().column("id").to_pylist()

    flat_ms = milliseconds(by_flat, questions)
    began = time.perf_counter()
    built = build_indexes(storage.database)
    built_s = time.perf_counter() - began
    truth, numpy_ms = scanned(rows.astype(np.float32), questions)
    before = psutil.Process().memory_info().rss
    dowse = _dowse(storage, len(rows))
    dowse(questions[0])
    dowse_ms = milliseconds(dowse, questions)
    by_index = [storage.chunks.nearest_shown(question, TOP)[0] for question in questions]
    recall = _recall(by_index, truth)
    results.row(name, "Dowse, p50 ms", dowse_ms)
    results.row(name, "flat numpy (float32), p50 ms", numpy_ms, ratio=numpy_ms / dowse_ms)
    results.row(name, "LanceDB flat, p50 ms", flat_ms, ratio=flat_ms / dowse_ms)
    results.row(name, "recall@10 of the index against exact", recall, goal=0.97, met=recall >= 0.97)
    results.row(name, "indexes built in the background, s", built_s if built else 0.0)
    results.row(name, "memory for Dowse's search, MB", (psutil.Process().memory_info().rss - before) / 1e6)
    results.row(name, "disk, bytes a chunk", sum(storage.bytes_by_part().values()) / len(rows))
    result = storage.chunks.nearest(questions[0], ONLY_RARE, 1_000)[0]
    expected = storage.database.count(CHUNKS, "repository = 'rare'")
    results.row(name, f"found of {expected} rows that pass a filter", len(result), met=len(result) == expected)
    storage.close()
    return Measured(dowse_ms, numpy_ms, flat_ms, recall)


def _dowse(storage: Storage, count: int):
    """Return what a query asks: the vectors in memory where they fit, else the database's index."""
    if count > MOST_VECTORS:
        return lambda question: storage.chunks.nearest_shown(question, TOP)
    memory = VectorMemory(storage.chunks)
    memory.load()
    loaded = memory.now()
    assert loaded is not None
    return lambda question: loaded.shown.nearest(question, TOP)


def _recall(result, truth) -> float:
    shares = [
        len({int(item[1:]) for item in ids} & set(true.tolist())) / TOP
        for ids, true in zip(result, truth, strict=True)
    ]
    return statistics.mean(shares)


def main() -> None:
    """Measure each size, then print how time grows with it."""
    results = Results("vectors")
    real, source = real_vectors(max(sizes()))
    print(f"{source}; further rows are those with noise; {QUESTIONS} questions")
    questions = query_vectors(real, QUESTIONS)
    seconds: dict[int, float] = {}
    for count in sizes():
        with tempfile.TemporaryDirectory() as folder:
            seconds[count] = measured(grown(real, count), questions, Path(folder), results).dowse_ms
    least, most = min(seconds), max(seconds)
    growth = seconds[most] / seconds[least]
    results.row("growth", f"time, {most / least:.0f} times as many chunks", growth, met=growth < most / least)


if __name__ == "__main__":
    main()
