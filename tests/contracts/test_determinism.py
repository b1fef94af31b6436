"""product, "determinism": the same index gives the same bytes in any process, and what the formulas say."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.core.local_core import LocalCore
from resources.locate import resource
from search.embedding.choose import open_encoder
from search.retrieval.memory_backend import MemoryBackend
from search.types.filters import RowFilter
from search.types.query import Fusion, RankSettings, SearchQuery
from search.types.retrieval import SearchRequest, SearchType

CHILD = """
import sys
from app.cli.main import main

index, root = sys.argv[1:3]
main(["index", root, "--index", index, "--no-semantic", "--json"])
for command in (
    ["search", "renew the lease of a job", "--json"],
    ["search", "delivery", "--json", "--fusion", "rrf", "--plain", "--aggregate", "softmax_attn"],
    ["search", "job lease", "--json", "--rerank", "keyword"],
    ["tree", "dbo.Job_RenewLease", "--json", "--direction", "both", "--depth", "4"],
    ["context", "how is a job claimed", "--json"],
    ["status", "--json"],
):
    print(command, main([*command, "--index", index]))
"""
QUESTIONS = (
    "where is the lease renewed?",
    "invoice",
    "how do we authenticate users?",
    "JobRepository",
    "refund token",
)

ASKING = """
import sys
from app.cli.main import main

index, *questions = sys.argv[1:]
for question in questions:
    command = ["search", question, "--index", index, "--json", "--fusion", "rrf", "--plain", "--top", "30"]
    assert main(command) == 0
    print("\\f")
"""
"""Asks each question on the command line; a form feed follows each answer."""


def told_by(seed: str, home: Path) -> bytes:
    """Return what a process with this hash seed indexes and answers, without times, sizes and its own folder."""
    index = home / f"index-{seed}"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "NO_COLOR": "1", "XDG_CONFIG_HOME": str(home / "config")}
    command = [sys.executable, "-c", CHILD, str(index), str(home / "roastery")]
    done = subprocess.run(command, capture_output=True, env=environment, check=True)
    lines = done.stdout.replace(str(index).encode(), b"INDEX").splitlines()
    volatile = (b'"seconds"', b'"took_ms"', b'"disk_bytes"')
    return b"\n".join(line for line in lines if not line.strip().startswith(volatile))


def test_three_processes_index_and_answer_byte_for_byte_alike(tmp_path: Path) -> None:
    for part in ("worker", "database"):
        shutil.copytree(resource("sample") / part, tmp_path / "roastery" / part)
    listed = [told_by(seed, tmp_path) for seed in ("0", "1", "4242")]
    assert listed[0] == listed[1] == listed[2]
    assert listed[0].count(b'"file_id"') > 20


@pytest.fixture(scope="module")
def indexed(
    sample_core: LocalCore, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, list[tuple[str, float]]]]:
    """Copy the index of the sample, and compute by the plainest means what its files score."""
    index = tmp_path_factory.mktemp("oracle") / "index"
    folder = sample_core._parts.storage.layout.folder
    shutil.copytree(folder, index, ignore=shutil.ignore_patterns("engine.*", "logs"))
    return index, {question: oracle(sample_core, question) for question in QUESTIONS}


@pytest.fixture(scope="module")
def answered(indexed) -> dict[str, Any]:
    """Return what one process of the command line prints for each question."""
    command = [sys.executable, "-c", ASKING, str(indexed[0]), *QUESTIONS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(zip(QUESTIONS, map(json.loads, done.stdout.split("\f")[:-1]), strict=True))


def oracle(core: LocalCore, question: str) -> list[tuple[str, float]]:
    """Return (path, score) of every file: the best sum of reciprocal ranks of its chunks, ties by file id."""
    storage = core._parts.storage
    files = [file.id for file in storage.files.matching(RowFilter())]
    chunks = storage.chunks.of_files(files)
    encoder = open_encoder()
    vectors = storage.vectors.get_many(encoder.model, [chunk.embed_hash for chunk in chunks])
    backend = MemoryBackend(chunks, vectors, encoder)
    best: dict[str, float] = {}
    scores: dict[str, float] = {}
    for search_type in (SearchType.SEMANTIC, SearchType.BM25):
        for hit in backend.search(SearchRequest(search_type, question, 300, "roastery", "-")).hits:
            scores[hit.id] = scores.get(hit.id, 0.0) + 1.0 / (60 + hit.rank)
    for chunk in chunks:
        if chunk.id in scores:
            best[chunk.file_id] = max(best.get(chunk.file_id, 0.0), scores[chunk.id])
    paths = {chunk.file_id: chunk.path for chunk in chunks}
    ordered = sorted(best, key=lambda file: (-best[file], file))
    return [(paths[file], best[file] * 61 / 2) for file in ordered]


@pytest.mark.parametrize("question", QUESTIONS)
def test_plain_reciprocal_ranks_on_the_command_line_equal_the_oracle(indexed, answered, question: str) -> None:
    _, expected = indexed
    files = answered[question]["files"]
    assert [file["path"] for file in files] == [path for path, _ in expected[question]][:30]
    assert [file["rank_score"] for file in files] == pytest.approx([score for _, score in expected[question]][:30])


def test_the_same_query_gives_the_same_answer_each_time(sample_core: LocalCore) -> None:
    query = SearchQuery("where is the lease renewed?", RankSettings(fusion=Fusion.RRF), top=50, facets=True)
    answers = {repr((result.files, result.facets)) for result in (sample_core.search(query) for _ in range(3))}
    assert len(answers) == 1
