"""How far each stage is from what the machine can do: memory bandwidth, arithmetic, disk, all measured in one run.

A scan of vectors has to read them once; a chunk of N tokens costs the encoder 2 x weights x N operations and its
attention; postings have to be read once; an index has to be written once. ``QUICK=1`` takes less of each.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from results import Results
from source_chunks import quick, source_chunks

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.analysis.terms import joined_terms, query_terms
from search.embedding.choose import open_encoder
from search.embedding.tokens import PackagedTokenCounter
from search.retrieval.bm25 import LexicalIndex

DIMENSION, LAYERS, INNER = 384, 6, 1536
"""Of the packaged model."""

MOST_TOKENS = 256
ROWS = 50_000 if quick() else 150_000
CHUNKS = 24 if quick() else 96
DOCUMENTS = 5_000 if quick() else 20_000


def best_seconds(action: Callable[[], object], rounds: int = 7) -> float:
    """Return the least of several: what the machine can do, not what it did beside other work."""
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def bandwidth() -> float:
    """Return gigabytes that are read in a second, by the product of a large array with itself."""
    large = np.ones(64_000_000, np.float32)
    return large.nbytes / best_seconds(lambda: large @ large) / 1e9


def arithmetic() -> float:
    """Return 10^9 operations a second of a product of matrices that fit in the caches."""
    left = np.random.default_rng(1).random((1_536, 1_536), np.float32)
    return 2 * 1_536**3 / best_seconds(lambda: left @ left) / 1e9


def disk(folder: Path) -> float:
    """Return megabytes that are written, to the disk, in a second."""
    data = os.urandom(64_000_000)

    def write() -> None:
        with (folder / "data").open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    return len(data) / best_seconds(write, 3) / 1e6


def operations(tokens: int) -> float:
    """Return the operations of encoding a text: the linear layers, and attention between its tokens."""
    linear = 2 * tokens * LAYERS * (4 * DIMENSION**2 + 2 * DIMENSION * INNER)
    return linear + LAYERS * 4 * tokens**2 * DIMENSION


def scan(results: Results, gigabytes: float) -> None:
    rows = np.random.default_rng(2).random((ROWS, DIMENSION), np.float32)
    question = rows[0].copy()
    limit = rows.nbytes / gigabytes / 1e6
    seconds = best_seconds(lambda: rows @ question) * 1000
    case = f"scan of {ROWS:,} vectors"
    results.row(case, "limit by memory bandwidth, ms", limit)
    results.row(case, "taken, ms (ratio: times the limit)", seconds, ratio=seconds / limit)


def encode(results: Results, gigaflops: float) -> None:
    texts, encoder, counter = source_chunks(CHUNKS), open_encoder(), PackagedTokenCounter()
    encoder.encode(texts)
    work = sum(operations(min(MOST_TOKENS, counter.count(text) + 2)) for text in texts)
    limit = CHUNKS / (work / gigaflops / 1e9)
    rate = CHUNKS / best_seconds(lambda: encoder.encode(texts), 3)
    case = f"encoding, {encoder.device}"
    results.row(case, "limit by arithmetic in f32, chunks/s", limit)
    results.row(case, "reached, chunks/s (ratio: limit by it)", rate, ratio=limit / rate)


def words(results: Results, gigabytes: float, megabytes: float) -> None:
    documents = [(f"c{at}", joined_terms(text)) for at, text in enumerate(source_chunks(DOCUMENTS))]
    questions = [
        query_terms(text) for text in ("parse configuration file", "raise an error when the schema does not match")
    ]
    with tempfile.TemporaryDirectory() as scratch:
        index = LexicalIndex.build(documents)
        saving = best_seconds(lambda: index.save(Path(scratch), "1"), 1)
        size = sum(path.stat().st_size for path in Path(scratch).rglob("*") if path.is_file()) / 1e6
        seconds = statistics.median(
            best_seconds(lambda question=question: index.top(question, None, None, 10)) for question in questions
        )
    limit = DOCUMENTS * 8 * 3 / gigabytes / 1e6
    results.row("words of a question", "limit: its scores written and read, ms", limit)
    results.row(
        "words of a question", "taken, ms (ratio: times the limit)", seconds * 1000, ratio=seconds * 1000 / limit
    )
    results.row("postings to disk", "limit by the disk, s", size / megabytes)
    results.row("postings to disk", "taken, s (ratio: times the limit)", saving, ratio=saving / (size / megabytes))


def main() -> None:
    """Measure the machine, then each stage beside it."""
    results = Results("limits")
    with tempfile.TemporaryDirectory() as scratch:
        megabytes = disk(Path(scratch))
    results.row("machine", "memory, GB/s", gigabytes := bandwidth())
    scan(results, gigabytes)
    results.row("machine", "f32, 10^9 operations/s", gigaflops := arithmetic())
    encode(results, gigaflops)
    results.row("machine", "disk, MB/s written", megabytes)
    words(results, gigabytes, megabytes)


if __name__ == "__main__":
    main()
