"""Milliseconds of a query, model included, and of its steps: ``python tests/benchmarks/query_bench.py [FOLDER]``.

Indexes a source folder (a part of this checkout when none is named: `engine_bench` has a large index) and asks
questions by word, by meaning and by both, each new to the caches. The ratio is to a plain scan of the same chunks
in the same run: rank_bm25 and a matrix product over all vectors, which is what a script of a page would do. Memory
is that of the process with the index open.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil
from rank_bm25 import BM25Okapi
from results import Results
from source_chunks import quick

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.composition import hosted_core
from search.analysis.terms import query_terms
from search.embedding.choose import open_encoder
from search.types.query import Mode, RankSettings, SearchQuery

SUBJECTS = (
    "lease",
    "index",
    "window",
    "query",
    "file",
    "graph",
    "vector",
    "session",
    "filter",
    "chunk",
    "watch",
    "tree",
)
VERBS = (
    "where is the {} closed",
    "how do we {} twice",
    "what happens when a {} is missing",
    "who calls the {} first",
)
CHECKOUT = Path(__file__).resolve().parents[2]


def questions() -> list[str]:
    """Return questions that all differ, so that no remembered vector answers."""
    made = [verb.format(subject) for verb in VERBS for subject in SUBJECTS]
    return made[:12] if quick() else made


def percentile(values: list[float], share: float) -> float:
    """Return the value that ``share`` of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


def timed_queries(core, mode: Mode) -> tuple[list[float], dict[str, list[float]]]:
    """Return milliseconds of each question, whole and by step."""
    whole: list[float] = []
    steps: dict[str, list[float]] = {}
    for text in questions():
        began = time.perf_counter()
        result = core.search(SearchQuery(f"{text} {mode.value}", RankSettings(mode=mode)))
        whole.append((time.perf_counter() - began) * 1000)
        for name in ("keyword_ms", "semantic_ms", "ranking_ms", "texts_ms"):
            steps.setdefault(name, []).append(getattr(result.timings, name))
    return whole, steps


def scanned(texts: list[str]) -> list[float]:
    """Return milliseconds of each question in a plain scan of the same texts."""
    encoder = open_encoder()
    vectors = encoder.encode(texts)
    words = BM25Okapi([query_terms(text) for text in texts])
    seconds = []
    for text in questions():
        began = time.perf_counter()
        scores = words.get_scores(query_terms(text)) + vectors @ encoder.encode_query(f"{text} plainly")
        np.argsort(-scores)[:10]
        seconds.append((time.perf_counter() - began) * 1000)
    return seconds


def main() -> None:
    """Index, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=CHECKOUT / "search" / ("ranking" if quick() else "service")
    )
    parser.add_argument("--index", type=Path, help="an index that is there already, in place of a folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        index = options.index or Path(scratch) / "index"
        with hosted_core(index, config=None, serves=False, follows=False) as core:
            if options.index is None:
                core.index([str(options.folder)])
            core.search(SearchQuery("warm the encoder"))
            measured = {mode: timed_queries(core, mode) for mode in Mode}
            memory = psutil.Process().memory_info().rss / 1e6
            texts = [chunk.text for chunk in _chunks(index)]
        plain = scanned(texts) if len(texts) <= 20_000 else []
    results, case = Results("query"), f"{len(texts):,} chunks"
    plain_ms = percentile(plain, 0.5) if plain else 0.0
    results.row(case, "memory, MB", memory)
    for mode, (whole, steps) in measured.items():
        middle = percentile(whole, 0.5)
        results.row(case, f"{mode.value}, p50, ms", middle, ratio=plain_ms / middle if plain else None)
        results.row(case, f"{mode.value}, p95, ms", percentile(whole, 0.95))
        parts = ", ".join(f"{name[:-3]} {statistics.median(values):.1f}" for name, values in steps.items())
        print(f"  {mode.value}: {parts}")
    if plain:
        results.row(case, "plain scan of all, p50, ms", plain_ms)


def _chunks(index: Path):
    from search.storage.storage import Storage

    storage = Storage(index)
    ids = [chunk for batch in storage.chunks.batches() for chunk in batch.ids]
    rows = [row for row in storage.chunks.rows(ids).values() if row.text]
    storage.close()
    return rows


if __name__ == "__main__":
    main()
