"""How many shards, how long a question and how much memory an index of a billion chunks takes: a simulation.

``python tests/benchmarks/scale_simulation.py [--chunks 1000000000] [--shard 500000] [--rate 25]``

A shard is one Dowse index. What a question costs in one shard is measured here and now, in milliseconds of a
processor, on shards of ``--sample`` chunks and of a quarter of them. The rest is computed from that and from the
assumptions that stand below: postings and the scan of vectors grow along a line, a shard with an index over its
vectors probes a fixed share of them, and a question over several shards waits for the slowest of them, drawn at
random from what was measured. Nothing here speaks to a network.
"""

import argparse
import heapq
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from source_chunks import quick, source_chunks
from vector_rows import grown, unit

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.analysis.terms import joined_terms, query_terms
from search.retrieval.bm25 import LexicalIndex

DIMENSION = 384
QUERIES = ("where is the lease renewed", "parse configuration file", "JWT token validation", "close the pool")
PROBED = 0.05
"""Share of the vectors that a search with an index looks at: 50 lists of the thousand that half a million have."""
IN_MEMORY = 150_000
"""Vectors that a reader keeps in memory and scans whole."""
NETWORK_MS = 2.0
"""Assumed for a question and its answer between two machines of one data centre."""
STORED_BYTES = 8_000
"""On object storage for each chunk: text, vectors, terms, facts, graph. Three indexes of public repositories had
5,200 to 11,300, older versions of their tables included."""
CATALOGUE_BYTES = 400
"""In memory for each chunk beside its mapped postings: identifiers, a share of catalogue and graph; estimated."""
READER_BASE_MB = 400
"""Of a reader before the first chunk: interpreter, model, libraries."""
HOST_MB = 60_000
"""Memory of a host that serves readers, less what its system takes."""
FAN_OUTS = (1, 10, 100, 1_000)


@dataclass(frozen=True)
class Sample:
    """What was measured on one shard of ``chunks``."""

    chunks: int
    words_ms: np.ndarray
    scan_ms: np.ndarray
    postings_bytes: float


def measured(chunks: int, rounds: int) -> Sample:
    """Build a shard in memory and ask it."""
    texts = source_chunks(chunks)
    documents = [(f"c{at}", joined_terms(text)) for at, text in enumerate(texts)]
    size = len(texts)
    with tempfile.TemporaryDirectory() as folder:
        index = LexicalIndex.build(documents).save(Path(folder), "1")
        stored = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        return _sample(index, size, stored / size, rounds)


def _sample(index: LexicalIndex, size: int, postings_bytes: float, rounds: int) -> Sample:
    random = np.random.default_rng(3)
    rows = grown(unit(random.standard_normal((1_000, DIMENSION), np.float32)), size).astype(np.float32)
    words, scans = [], []
    for number in range(rounds):
        began = time.process_time()
        index.top(query_terms(QUERIES[number % len(QUERIES)]), None, None, 200)
        worded = time.process_time()
        np.argpartition(-(rows @ rows[number]), 200)
        words.append((worded - began) * 1000)
        scans.append((time.process_time() - worded) * 1000)
    return Sample(size, np.array(words), np.array(scans), postings_bytes)


def in_a_shard(small: Sample, large: Sample, shard: int) -> np.ndarray:
    """Return milliseconds of questions in a shard of this size, along the line through the two measured ones."""
    share = PROBED if shard > IN_MEMORY else 1.0
    words = _along(small.chunks, small.words_ms, large.chunks, large.words_ms, shard)
    return words + _along(small.chunks, small.scan_ms, large.chunks, large.scan_ms, int(shard * share))


def _along(few: int, small: np.ndarray, many: int, large: np.ndarray, wanted: int) -> np.ndarray:
    """Return the spread of the larger sample around what the line through both medians has at ``wanted``."""
    slope = max(0.0, float(np.median(large) - np.median(small)) / (many - few))
    middle = float(np.median(large)) + slope * (wanted - many)
    return large / np.median(large) * middle


def merged_ms(shards: int) -> float:
    """Return milliseconds of merging so many ranked lists of ten."""
    random = np.random.default_rng(5)
    lists = [sorted(random.random(10).tolist()) for _ in range(shards)]
    began = time.perf_counter()
    list(zip(heapq.merge(*lists), range(10), strict=False))
    return (time.perf_counter() - began) * 1000


def fanned_out(per_shard: np.ndarray, shards: int) -> tuple[float, float]:
    """Return p50 and p95, in milliseconds, of questions that wait for the slowest of so many shards."""
    random = np.random.default_rng(9)
    slowest = random.choice(per_shard, (2_000, shards)).max(axis=1) + NETWORK_MS + merged_ms(shards)
    return float(np.percentile(slowest, 50)), float(np.percentile(slowest, 95))


def main() -> None:
    """Measure, compute, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=1_000_000_000)
    parser.add_argument("--shard", type=int, default=500_000, help="chunks of one shard")
    parser.add_argument(
        "--sample", type=int, default=5_000 if quick() else 20_000, help="chunks of the measured one"
    )
    parser.add_argument("--rate", type=float, default=25.0, help="chunks that a core embeds in a second")
    options = parser.parse_args()
    small, sample = measured(options.sample // 4, 100), measured(options.sample, 100)
    shards = -(-options.chunks // options.shard)
    per_shard = in_a_shard(small, sample, options.shard)
    memory_mb = READER_BASE_MB + options.shard * (sample.postings_bytes + CATALOGUE_BYTES) / 1e6
    print(f"measured: {sample.chunks:,} chunks; words p50 {np.median(sample.words_ms):.2f} ms,", end=" ")
    print(f"scan p50 {np.median(sample.scan_ms):.2f} ms, {sample.postings_bytes:,.0f} bytes of postings a chunk")
    print(f"{options.chunks:,} chunks in shards of {options.shard:,}: {shards:,} shards")
    print(
        f"object storage          {options.chunks * STORED_BYTES / 1e12:10.2f} TB ({STORED_BYTES:,} bytes a chunk)"
    )
    print(f"memory of a reader      {memory_mb:10.0f} MB (vectors stay on its disk: they are probed)")
    print(f"readers on a host       {int(HOST_MB // memory_mb):10,} of {HOST_MB / 1000:.0f} GB")
    print(f"hosts for all shards    {-(-shards // max(1, int(HOST_MB // memory_mb))):10,}")
    hours = options.chunks / options.rate / 3600
    print(f"core-hours to embed     {hours:10,.0f} at {options.rate:g} chunks/s a core")
    for request in (item for item in (*FAN_OUTS, shards) if item <= shards):
        p50, p95 = fanned_out(per_shard, request)
        print(f"question over {request:6,} shards: p50 {p50:8.1f} ms  p95 {p95:8.1f} ms")


if __name__ == "__main__":
    main()
