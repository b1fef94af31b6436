"""Keyword search of Dowse against what a person would pick instead, on the same chunks in one run.

rank_bm25, bm25s, SQLite FTS5 and LanceDB's full text get the terms that Dowse's analysis gives, and ripgrep the
same text as files, for words as they are written. Build, question (p50), memory and disk; ``QUICK=1`` takes 10,000
chunks, else 100,000. Of these rank_bm25 gets at most 20,000: its time grows with them, and is reckoned up.
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import lancedb
import psutil
import pyarrow as pa
from rank_bm25 import BM25Okapi
from results import Results
from source_chunks import quick, source_chunks

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from search.analysis.terms import joined_terms, query_terms
from search.retrieval.bm25 import LexicalIndex

QUESTIONS = (
    "where is the connection pool closed after a timeout",
    "parse configuration file with environment variables",
    "JWT token validation",
    "convert numpy array to float16 tensor",
    "raise an error when the schema does not match",
)
WORDS = ("read_consistency_interval", "BM25Okapi", "TokenValidationError", "as_completed", "qualname")
TOP = 10
ROUNDS = 5 if quick() else 15
MOST_FOR_A_SCAN = 20_000

RetrievalRequest = Callable[[str], object]


def resident_mb() -> float:
    return psutil.Process().memory_info().rss / 1e6


def size_mb(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def p50_ms(ask: RetrievalRequest, questions) -> float:
    seconds = []
    for _ in range(ROUNDS):
        for text in questions:
            began = time.perf_counter()
            ask(text)
            seconds.append((time.perf_counter() - began) * 1000)
    return statistics.median(seconds)


def dowse(documents: list[str], folder: Path) -> RetrievalRequest:
    index = LexicalIndex.build([(f"c@m:chunk:f{at}.py#p/0", terms) for at, terms in enumerate(documents)])
    index = index.save(folder, "1")
    return lambda text: index.top(query_terms(text), None, None, TOP)


def rank_bm25(documents: list[str], _folder: Path) -> RetrievalRequest:
    index = BM25Okapi([terms.split() for terms in documents])
    return lambda text: index.get_scores(query_terms(text)).argpartition(-TOP)[-TOP:]


def bm25s(documents: list[str], folder: Path) -> RetrievalRequest:
    try:
        import bm25s as package
    except ImportError:
        raise SystemExit("bm25s is not installed: make bench installs it") from None
    index = package.BM25()
    index.index([terms.split() for terms in documents], show_progress=False)
    index.save(str(folder))
    return lambda text: index.retrieve([query_terms(text)], k=TOP, show_progress=False)


def sqlite_fts5(documents: list[str], folder: Path) -> RetrievalRequest:
    database = sqlite3.connect(folder / "fts.db")
    database.execute("CREATE VIRTUAL TABLE chunks USING fts5(terms, tokenize='unicode61')")
    database.executemany("INSERT INTO chunks(terms) VALUES (?)", ((terms,) for terms in documents))
    database.commit()

    def ask(text: str) -> object:
        either = " OR ".join(f'"{term}"' for term in query_terms(text))
        wanted = "SELECT rowid FROM chunks WHERE chunks MATCH ? ORDER BY bm25(chunks) LIMIT ?"
        return database.execute(wanted, (either, TOP)).fetchall()

    return ask


def lancedb_text(documents: list[str], folder: Path) -> RetrievalRequest:
    from lancedb.index import FTS

    rows = pa.table({"id": pa.array(range(len(documents))), "terms": documents})
    table = lancedb.connect(folder).create_table("chunks", rows)
    table.create_index("terms", config=FTS(base_tokenizer="whitespace", stem=False, with_position=False))
    return lambda text: (
        table.search(" ".join(query_terms(text)), query_type="fts").limit(TOP).select(["id", "_score"]).to_arrow()
    )


def measured(name: str, make, documents: list[str], results: Results) -> float:
    """Build, ask, print, and return milliseconds of a question."""
    with tempfile.TemporaryDirectory() as folder:
        before, began = resident_mb(), time.perf_counter()
        ask = make(documents, Path(folder))
        built = time.perf_counter() - began
        grown = resident_mb() - before
        seconds = p50_ms(ask, QUESTIONS)
        results.row(name, "build, s", built)
        results.row(name, "memory, MB more", grown)
        results.row(name, "disk, MB", size_mb(Path(folder)))
    return seconds


def exact_words(chunks: list[str], documents: list[str], results: Results) -> None:
    """Compare with ripgrep, for a name as it is written."""
    program = shutil.which("rg")
    if program is None:
        print("ripgrep is not installed: left out")
        return
    with tempfile.TemporaryDirectory() as scratch:
        files = Path(scratch, "files")
        for at, text in enumerate(chunks):
            path = files / str(at // 500)
            path.mkdir(parents=True, exist_ok=True)
            (path / f"{at}.py").write_text(text, "utf-8")
        ours = p50_ms(dowse(documents, Path(scratch, "index")), WORDS)
        command = [program, "--fixed-strings", "--word-regexp", "--files-with-matches"]
        theirs = p50_ms(
            lambda word: subprocess.run([*command, word, str(files)], capture_output=True, check=False), WORDS
        )
    results.row("a word as written", "Dowse, p50 ms", ours)
    results.row("a word as written", "ripgrep over warm files, p50 ms", theirs, ratio=theirs / ours)


def main() -> None:
    """Measure each on the same chunks."""
    results = Results("keyword")
    count = int(os.environ.get("CHUNKS", "10000" if quick() else "100000"))
    chunks = source_chunks(count)
    documents = [joined_terms(text) for text in chunks]
    print(f"{len(documents):,} chunks of 1,000 characters of Python source, {os.cpu_count()} cores")
    ours = measured("Dowse", dowse, documents, results)
    results.row("Dowse", "question, p50 ms", ours)
    others = {"bm25s": bm25s, "SQLite FTS5": sqlite_fts5, "LanceDB full text": lancedb_text}
    for name, make in others.items():
        theirs = measured(name, make, documents, results)
        results.row(name, "question, p50 ms", theirs, ratio=theirs / ours)
    few = documents[:MOST_FOR_A_SCAN]
    theirs = measured("rank_bm25", rank_bm25, few, results) * len(documents) / len(few)
    results.row(
        "rank_bm25",
        "question, p50 ms at all chunks",
        theirs,
        ratio=theirs / ours,
        goal=100,
        met=theirs >= 100 * ours,
    )
    exact_words(chunks[:20_000], documents[:20_000], results)


if __name__ == "__main__":
    main()
