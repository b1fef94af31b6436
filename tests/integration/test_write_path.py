"""From a save on disk to the row in the table: watcher, indexer and storage together."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.core.graph_cache import GraphCache
from indexer.discovery.finder import FileFinder
from indexer.pipeline import graph_building, reading_pool, reading_process
from indexer.pipeline.indexer import Indexer
from indexer.pipeline.reading import Reader
from indexer.watching.watcher import Watcher
from search.events import FilesChanged
from search.storage.storage import Storage
from search.types.files import FileState
from search.types.filters import RowFilter
from tests.fakes.encoder import BagOfWordsEncoder
from tests.fakes.listener import NoListener
from tests.fakes.readers import CrashingReader, DocumentsEndReader, HangingReader

WAIT_SECONDS = 100


class Following:
    """A watched root with an index that follows it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "root"
        self.folder.mkdir()
        self.storage = Storage(folder / "index")
        self.events: list[object] = []
        self.condition = threading.Condition()
        finder = FileFinder()
        self.indexer = Indexer(self.storage, finder, Reader(), self.emit, NoListener())
        self.watcher = Watcher(self.indexer.apply, self.emit, finder.entering)
        self.root = self.storage.roots.add(self.folder)

    def emit(self, event: object) -> None:
        with self.condition:
            self.events.append(event)
            self.condition.notify_all()

    def wait_for(self, what) -> bool:
        with self.condition:
            return self.condition.wait_for(what, WAIT_SECONDS)

    def is_told(self, path: str, *, removed: bool = False) -> bool:
        changed = [event for event in self.events if isinstance(event, FilesChanged)]
        return any(path in (event.removed if removed else event.paths) for event in changed)

    def text(self) -> str:
        rows = self.storage.files.matching(RowFilter())
        return "\n".join(chunk.text for chunk in self.storage.chunks.of_files([row.id for row in rows]))

    def close(self) -> None:
        self.watcher.close()
        self.indexer.close()


@pytest.fixture
def following(tmp_path: Path):
    made = Following(tmp_path)
    yield made
    made.close()


def test_a_saved_file_is_found_a_moved_one_moves_and_a_deleted_one_goes(following):
    following.indexer.use_encoder(BagOfWordsEncoder())
    following.indexer.index_roots([following.root])
    following.watcher.watch(following.root)
    (following.folder / "a.py").write_text("class Voucher:\n    pass\n")
    assert following.wait_for(lambda: following.is_told("a.py"))
    assert "class Voucher" in following.text()
    (following.folder / "a.py").rename(following.folder / "b.py")
    assert following.wait_for(lambda: following.is_told("b.py") and following.is_told("a.py", removed=True))
    (following.folder / "b.py").unlink()
    assert following.wait_for(lambda: following.is_told("b.py", removed=True))
    assert following.text() == ""
    assert following.storage.chunks.count() == 0


def test_a_checkout_of_many_files_is_one_comparison_and_loses_none(following):
    following.indexer.index_roots([following.root])
    following.watcher.watch(following.root)
    for number in range(1_200):
        folder = following.folder / str(number % 7)
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.txt").write_text(f"text of file {number}")

    def all_there() -> bool:
        counts = dict(following.storage.files.state_counts())
        return counts.get(FileState.INDEXED.value) == 1_200

    assert following.wait_for(all_there)


def test_files_read_in_other_processes_give_the_same_rows(tmp_path, monkeypatch):
    folder = tmp_path / "root"
    folder.mkdir()
    for number in range(70):
        (folder / f"{number}.py").write_text(f"class C{number}:\n    def run(self):\n        return {number}\n")

    def indexed(name: str) -> list[tuple[str, str]]:
        storage = Storage(tmp_path / name)
        indexer = Indexer(storage, FileFinder(), Reader(), lambda _: None, NoListener())
        report = indexer.index_roots([storage.roots.add(folder)], semantic=False)
        indexer.close()
        assert (report.files, report.failed) == (70, 0)
        rows = storage.files.matching(RowFilter())
        return [(chunk.id, chunk.text) for chunk in storage.chunks.of_files([row.id for row in rows])]

    here = indexed("here")
    monkeypatch.setattr(reading_pool, "POOL_ABOVE_BYTES", 0)
    assert indexed("apart") == here


def test_a_parser_that_crashes_fails_one_file_only(tmp_path, monkeypatch):
    monkeypatch.setattr(reading_pool, "POOL_ABOVE_BYTES", 0)
    folder = tmp_path / "root"
    folder.mkdir()
    for number in range(70):
        file = folder / f"{number}.py"
        file.write_text(f"class C{number}:\n    pass\n")
    for number in range(32):
        os.utime(folder / f"{number}.py", (2_000_000_000, 2_000_000_000))
    storage = Storage(tmp_path / "index")
    indexer = Indexer(storage, FileFinder(), CrashingReader(), lambda _: None, NoListener())
    report = indexer.index_roots([storage.roots.add(folder)], semantic=False)
    indexer.close()
    assert (report.files, report.failed) == (69, 1)
    assert [path for path, _ in report.failures] == ["40.py"]


def test_a_parser_that_hangs_fails_one_file_only_and_is_not_asked_again(tmp_path, monkeypatch):
    monkeypatch.setattr(reading_process, "HANG_SECONDS", 0.2)
    folder = tmp_path / "root"
    folder.mkdir()
    for name in ("a.py", "b.pdf", "c.py"):
        (folder / name).write_text("lease = 1\n")
    storage = Storage(tmp_path / "index")
    indexer = Indexer(storage, FileFinder(), HangingReader(), lambda _: None, NoListener())
    root = storage.roots.add(folder)
    first, second = (indexer.index_roots([root], semantic=False) for _ in range(2))
    indexer.close()
    assert (first.files, first.failed, second.failed) == (2, 1, 1)
    assert [path for path, _ in first.failures] == ["b.pdf"]
    assert second.failures == ()


def test_a_document_is_never_read_in_the_engine_itself(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "40.py").write_text("lease = 1\n")
    (folder / "report.docx").write_bytes(b"no document")
    storage = Storage(tmp_path / "index")
    indexer = Indexer(storage, FileFinder(), DocumentsEndReader(), lambda _: None, NoListener())
    report = indexer.index_roots([storage.roots.add(folder)], semantic=False)
    indexer.close()
    assert (report.files, [path for path, _ in report.failures]) == (1, ["report.docx"])


def test_an_indexer_killed_at_any_moment_goes_on_where_it_was(tmp_path):
    folder = tmp_path / "root"
    for number in range(400):
        part = folder / str(number % 9)
        part.mkdir(parents=True, exist_ok=True)
        (part / f"{number}.py").write_text(f"class C{number}:\n    pass\n" * 5)
    program = f"""
from pathlib import Path
from indexer.discovery.finder import FileFinder
from indexer.pipeline.indexer import Indexer
from tests.fakes.listener import NoListener
from indexer.pipeline.reading import Reader
from search.events import FilesChanged
from search.storage.storage import Storage
storage = Storage(Path({str(tmp_path / "index")!r}))
def emit(event):
    if isinstance(event, FilesChanged):
        print(len(event.paths), flush=True)
indexer = Indexer(storage, FileFinder(), Reader(), emit, NoListener())
indexer.index_roots([storage.roots.add(Path({str(folder)!r}))], semantic=False)
"""
    acknowledged = 0
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()) as killed:
        acknowledged += int(killed.stdout.readline())
        killed.kill()
    storage = Storage(tmp_path / "index")
    indexed = dict(storage.files.state_counts()).get(FileState.INDEXED.value, 0)
    assert indexed >= acknowledged > 0
    indexer = Indexer(storage, FileFinder(), Reader(), lambda _: None, NoListener())
    report = indexer.index_roots([storage.roots.all()[0]], semantic=False)
    indexer.close()
    assert (report.files, report.failed) == (400, 0)
    assert report.changed == 400 - indexed
    rows = storage.files.matching(RowFilter())
    chunks = storage.chunks.of_files([row.id for row in rows])
    assert len(chunks) == storage.chunks.count() == sum(row.chunk_count + 1 for row in rows)


def test_a_graph_built_in_another_process_is_the_same(tmp_path, monkeypatch):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.py").write_text("from b import B\n\n\nclass A(B):\n    pass\n")
    (folder / "b.py").write_text("class B:\n    pass\n")

    def graph(name: str) -> tuple[object, ...]:
        storage = Storage(tmp_path / name)
        indexer = Indexer(storage, FileFinder(), Reader(), lambda _: None, NoListener())
        indexer.index_roots([storage.roots.add(folder)], semantic=False)
        indexer.close()
        referred = {row.path: row.referred_by for row in storage.files.matching(RowFilter())}
        return storage.graph.nodes(RowFilter()), storage.graph.edges(), referred

    here = graph("here")
    monkeypatch.setattr(graph_building, "CHILD_ABOVE_FILES", 0)
    assert graph("apart") == here
    assert here[2] == {"a.py": 0, "b.py": 1}


def test_a_new_graph_of_many_files_is_made_in_another_process_and_what_changes_it_here(tmp_path, monkeypatch):
    resolved_here, resolve = [], graph_building.resolve
    monkeypatch.setattr(
        graph_building, "resolve", lambda *arguments: resolved_here.append(arguments) or resolve(*arguments)
    )
    monkeypatch.setattr(graph_building, "NEW_CHILD_ABOVE_FILES", 1)
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.py").write_text("from b import B\n\n\nclass A(B):\n    pass\n")
    (folder / "b.py").write_text("class B:\n    pass\n")
    storage = Storage(tmp_path / "index")
    indexer = Indexer(storage, FileFinder(), Reader(), lambda _: None, NoListener())
    root = storage.roots.add(folder)
    indexer.index_roots([root], semantic=False)
    assert resolved_here == []
    assert {row.path: row.referred_by for row in storage.files.matching(RowFilter())} == {"a.py": 0, "b.py": 1}
    (folder / "a.py").write_text("class A:\n    pass\n")
    indexer.index_roots([root], semantic=False)
    indexer.close()
    assert len(resolved_here) == 1
    assert {row.path: row.referred_by for row in storage.files.matching(RowFilter())} == {"a.py": 0, "b.py": 0}


def test_a_graph_that_another_process_makes_is_seen_at_once_by_whoever_asked_before(tmp_path, monkeypatch):
    monkeypatch.setattr(graph_building, "NEW_CHILD_ABOVE_FILES", 0)
    storage = Storage(tmp_path / "index")
    indexer = Indexer(storage, FileFinder(), Reader(), lambda _: None, NoListener())
    cache = GraphCache(storage)
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.py").write_text(f"class {name.title()}:\n    pass\n")
        indexer.index_roots([storage.roots.add(folder)], semantic=False)
        assert name.title() in {node.name for node in cache.graph().nodes}
        assert cache.counts() == (len(storage.graph.nodes(RowFilter())), len(storage.graph.edges()))
    indexer.close()
