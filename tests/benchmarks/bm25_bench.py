"""The keyword index against rank_bm25 on the same chunks: build, query, update, load and memory.

Goal: a query at least 100 times as fast at 100,000 chunks, with the same scores to the last bit. ``QUICK=1`` takes
10,000. Also prints how fast text becomes index terms; goal: 2 MB a second.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
from rank_bm25 import BM25Okapi
from source_chunks import quick, source_chunks

from search.analysis.terms import joined_terms, query_terms
from search.retrieval.bm25 import LexicalIndex

QUERIES = [
    "where is the connection pool closed after a timeout",
    "parse configuration file with environment variables",
    "JWT token validation",
    "convert numpy array to float16 tensor",
    "raise an error when the schema does not match",
]


def milliseconds(action: Callable[[], object], rounds: int) -> float:
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        action()
        seconds.append((time.perf_counter() - began) * 1000)
    return statistics.median(seconds)


def resident_mb() -> float:
    return psutil.Process().memory_info().rss / 1e6


def built(documents: list[tuple[str, str]]) -> LexicalIndex:
    began = time.perf_counter()
    index = LexicalIndex.build(documents)
    seconds = time.perf_counter() - began
    print(f"build                 {seconds:8.1f} s   {len(documents) / seconds:,.0f} chunks/s")
    return index


def analysed(chunks: list[str]) -> list[tuple[str, str]]:
    began = time.perf_counter()
    documents = [
        (f"bench@main:chunk:packages/{at}.py#part/{at}", joined_terms(text)) for at, text in enumerate(chunks)
    ]
    seconds = time.perf_counter() - began
    print(f"analysis              {sum(map(len, chunks)) / 1e6 / seconds:8.1f} MB/s of text to terms")
    return documents


def compare(index: LexicalIndex, documents: list[tuple[str, str]]) -> None:
    queries = [query_terms(text) for text in QUERIES]
    before = resident_mb()
    began = time.perf_counter()
    plain = BM25Okapi([terms.split() for _, terms in documents])
    print(f"rank_bm25             {time.perf_counter() - began:8.1f} s to build, {resident_mb() - before:,.0f} MB")
    equal = all(np.array_equal(index.okapi().get_scores(query), plain.get_scores(query)) for query in queries)
    for query in queries:
        terms = len(query)
        slow = milliseconds(lambda query=query: plain.get_scores(query), 2)
        fast = milliseconds(lambda query=query: index.okapi().get_scores(query), 20)
        print(
            f"query of {terms} terms      {slow:8.1f} ms rank_bm25   {fast:.2f} ms here   ratio {slow / fast:,.0f}"
        )
    print(f"scores equal to the last bit: {'yes' if equal else 'NO'}")


def saved_and_loaded(index: LexicalIndex, folder: Path) -> LexicalIndex:
    save = milliseconds(lambda: index.save(folder, "1"), 1)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    before = resident_mb()
    began = time.perf_counter()
    loaded = LexicalIndex.load(folder)
    loaded.top(query_terms(QUERIES[0]), None, None, 100)
    seconds = time.perf_counter() - began
    print(f"save                  {save:8.0f} ms, {size / 1e6:,.0f} MB on disk")
    print(f"load and first answer {seconds * 1000:8.0f} ms, {resident_mb() - before:,.0f} MB more resident memory")
    return loaded


def updated(index: LexicalIndex, documents: list[tuple[str, str]]) -> None:
    some = documents[:: len(documents) // 40][:40]
    add = milliseconds(lambda: index.replace([], [(f"new {name}", terms) for name, terms in some]), 5)
    swap = milliseconds(lambda: index.replace([name for name, _ in some], some), 5)
    print(f"add 40 chunks         {add:8.1f} ms      replace 40 chunks {swap:.1f} ms")
    visible = np.zeros(index.slot_count, np.bool_)
    visible[::3] = True
    query = query_terms(QUERIES[0])
    top = milliseconds(lambda: index.top(query, None, None, 200), 20)
    masked = milliseconds(lambda: index.top(query, visible, visible, 200), 20)
    (wrong,) = query_terms("conection")
    typo = milliseconds(lambda: index.terms_like(wrong), 3)
    print(f"best 200              {top:8.2f} ms      of a third that is visible {masked:.2f} ms")
    print(f"similar terms         {typo:8.1f} ms      {[item.term for item in index.terms_like(wrong)[:3]]}")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000 if quick() else 100_000
    chunks = source_chunks(count)
    print(f"{len(chunks):,} chunks of 1,000 characters of Python source")
    documents = analysed(chunks)
    del chunks
    index = built(documents)
    with tempfile.TemporaryDirectory() as folder:
        loaded = saved_and_loaded(index, Path(folder))
        updated(loaded, documents)
        compare(loaded, documents)


if __name__ == "__main__":
    main()
