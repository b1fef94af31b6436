"""Hundreds of small roots: what is written for each of them is written for many at once."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.pipeline import graph_building
from indexer.pipeline.listed_roots import WRITTEN_AT_ONCE
from indexer.pipeline.rows_ahead import RowsAhead
from indexer.resolve.build import resolve
from search.events import FilesChanged, Notice
from search.storage.schema import CHUNKS, EDGES, FACTS, FILES, NODES, VECTORS
from search.types.files import FileRecord, FileState, Root
from search.types.ids import RootId
from tests.unit.indexer.pipeline.conftest import Bench

MANY = 30


def small_roots(bench: Bench, count: int = MANY) -> list[Root]:
    roots = []
    for number in range(count):
        folder = bench.folder / f"project{number:02}"
        folder.mkdir()
        (folder / "README.md").write_text(f"# Project {number}\n\nIt counts to {number}.\n")
        (folder / "base.py").write_text(f"def base{number}():\n    return {number}\n")
        (folder / "main.py").write_text(f"from base import base{number}\n\n\ndef run():\n    base{number}()\n")
        roots.append(bench.storage.roots.add(folder))
    return roots


def rows_of(bench: Bench, root: RootId) -> dict[str, FileRecord]:
    return {path: replace(row, indexed_at=0.0) for path, row in bench.storage.files.of_root(root).items()}


def graph_of(bench: Bench, root: RootId) -> tuple[set[str], set[str]]:
    graph = bench.storage.graph
    return {node.id for node in graph.stream_nodes([root])}, {repr(edge) for edge in graph.stream_edges([root])}


def test_names_words_graphs_and_vectors_of_many_small_roots_are_written_in_a_few_commits(bench: Bench) -> None:
    bench.indexer.use_encoder(bench.encoder)
    before = Counter(bench.storage.database.writes)
    report = bench.indexer.index_roots(small_roots(bench))
    assert (report.files, report.embedded > MANY) == (3 * MANY, True)
    writes = bench.storage.database.writes - before
    most = {NODES: 2, EDGES: 2, CHUNKS: 8, FACTS: 4, VECTORS: 4, FILES: 14}
    assert {name: count for name, count in writes.items() if count > most[name]} == {}


def test_an_index_is_the_same_whether_its_roots_are_read_together_or_one_by_one(
    bench: Bench, make_bench, tmp_path: Path
) -> None:
    bench.indexer.use_encoder(bench.encoder)
    roots = small_roots(bench, 5)
    bench.indexer.index_roots(roots)
    (tmp_path / "alone").mkdir()
    alone = Bench(tmp_path / "alone")
    try:
        alone.indexer.use_encoder(alone.encoder)
        for root in roots:
            alone.indexer.index_roots([alone.storage.roots.add(Path(root.path))])
        for root in roots:
            assert rows_of(alone, root.id) == rows_of(bench, root.id)
            assert graph_of(alone, root.id) == graph_of(bench, root.id)
            assert alone.indexer.has_graph(root.id)
            assert bench.indexer.has_graph(root.id)
        assert alone.storage.current_graphs(graph_building.GRAPH_VERSION) == {root.id for root in roots}
        assert bench.storage.current_graphs(graph_building.GRAPH_VERSION) == {root.id for root in roots}
    finally:
        alone.indexer.close()


def test_each_root_reports_its_own_files_after_a_commit_of_many(bench: Bench) -> None:
    roots = small_roots(bench, 4)
    bench.indexer.index_roots(roots, semantic=False)
    changed = {event.root: set(event.paths) for event in bench.events_of(FilesChanged)}
    assert changed == {root.name: {"README.md", "base.py", "main.py"} for root in roots}


def test_a_comparison_of_many_unchanged_roots_writes_nothing(bench: Bench) -> None:
    roots = small_roots(bench)
    bench.indexer.index_roots(roots, semantic=False)
    before = bench.storage.database.commits
    assert bench.indexer.compare(*roots) == 0
    assert bench.storage.database.commits == before


def test_a_root_that_is_forgotten_after_it_was_compared_is_left_out(bench: Bench) -> None:
    roots = small_roots(bench, 4)
    listing = bench.indexer._reconciler.listing
    compare = listing._compare

    def forget_the_second(root: Root, *others: object) -> object:
        if root.id == roots[2].id:
            bench.indexer.forget(roots[1])
        return compare(root, *others)

    listing._compare = forget_the_second
    bench.indexer.index_roots(roots, semantic=False)
    assert rows_of(bench, roots[1].id) == {}
    assert all(len(rows_of(bench, root.id)) == 3 for root in (roots[0], *roots[2:]))


def test_a_graph_that_cannot_be_built_leaves_those_of_other_roots_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail_for_one(facts, scope, *others):
        if scope.repository == "project02":
            raise ArithmeticError
        return resolve(facts, scope, *others)

    monkeypatch.setattr(graph_building, "resolve", fail_for_one)
    roots = small_roots(bench, 4)
    bench.indexer.index_roots(roots, semantic=False)
    assert [bench.indexer.has_graph(root.id) for root in roots] == [True, True, False, True]
    faults = [event.message.code for event in bench.events_of(Notice)]
    assert faults == ["indexing.graph_faulty"]


def test_vectors_of_urgent_files_are_looked_for_in_their_own_roots_only(bench: Bench) -> None:
    roots = small_roots(bench, 3)
    bench.indexer.index_roots(roots, semantic=False)
    files = [row.id for row in rows_of(bench, roots[1].id).values()]
    assert bench.indexer._scheduler.embedding_stage.roots_of(files) == {roots[1].id}


def test_names_of_a_large_root_are_written_before_the_next_one_is_compared(bench: Bench) -> None:
    large, small = bench.folder / "large", bench.folder / "small"
    for folder, count in ((large, WRITTEN_AT_ONCE), (small, 1)):
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").write_text(f"{number}\n")
    roots = [bench.storage.roots.add(folder) for folder in (large, small)]
    listing = bench.indexer._reconciler.listing
    compare, rows = listing._compare, list[int]()

    def counted(*parts: object) -> object:
        rows.append(bench.storage.files.count())
        return compare(*parts)

    listing._compare = counted
    bench.indexer.index_roots(roots, semantic=False)
    assert rows == [0, WRITTEN_AT_ONCE]
    assert {row.state for row in rows_of(bench, roots[0].id).values()} == {FileState.INDEXED}


def test_rows_of_roots_are_read_ahead_and_again_after_a_commit(bench: Bench) -> None:
    roots = small_roots(bench, 6)
    bench.indexer.index_roots(roots, semantic=False)
    ahead = RowsAhead(bench.indexer._context, roots)
    known = {root.id: bench.storage.files.of_root(root.id) for root in roots}
    assert ahead.of(roots[0]) == known[roots[0].id]
    bench.storage.files.remove([known[roots[1].id]["main.py"].id])
    assert set(ahead.of(roots[1])) == {"README.md", "base.py"}
    assert ahead.of(replace(roots[2], branch="other")) == {}
    assert [ahead.of(root) for root in roots[3:]] == [known[root.id] for root in roots[3:]]


def test_comparing_unchanged_roots_reads_the_manifest_a_few_times(bench: Bench) -> None:
    roots = small_roots(bench)
    bench.indexer.index_roots(roots, semantic=False)
    files, reads = bench.storage.files, list[object]()
    read = files._read

    def counted(*parts: object) -> object:
        reads.append(parts)
        return read(*parts)

    files._read = counted
    assert bench.indexer.compare(*roots) == 0
    assert len(reads) <= 5
