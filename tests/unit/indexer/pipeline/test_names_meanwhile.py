"""Names of several roots are written together, and never over what is newer than their comparison."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from indexer.discovery.finder import FileFinder
from indexer.pipeline import listed_roots
from indexer.pipeline.nested_roots import NestedRoots
from indexer.types import FoundFile
from search.errors import IndexWriteError
from search.types.files import FileState, Root
from tests.unit.indexer.pipeline.conftest import Bench
from tests.unit.indexer.pipeline.test_many_roots import graph_of, small_roots


def two_roots(bench: Bench) -> tuple[Root, Root]:
    folders = bench.folder / "first", bench.folder / "second"
    for folder in folders:
        folder.mkdir()
        (folder / "a.txt").write_text("alpha\n")
        (folder / "b.txt").write_text("beta\n")
    first, second = (bench.storage.roots.add(folder) for folder in folders)
    return first, second


@pytest.fixture
def while_listed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Call actions, one after each of the first files of a root that is listed."""

    def prepare(root: Root, *actions: Callable[[], object]) -> None:
        everything, waiting = FileFinder.everything, list(actions)

        def listed(self: FileFinder, each: Root, /) -> Iterable[FoundFile]:
            for file in everything(self, each):
                yield file
                if each.id == root.id and waiting:
                    waiting.pop(0)()

        monkeypatch.setattr(FileFinder, "everything", listed)

    return prepare


@pytest.mark.parametrize("first_text", [None, ""])
def test_a_file_that_comes_back_while_the_next_root_is_compared_stays_found(
    bench: Bench, while_listed: Callable, first_text: str | None
) -> None:
    first, second = two_roots(bench)
    path = Path(first.path, "back.txt")
    path.write_text("alpha\n")
    bench.indexer.index_roots([first, second])
    if first_text is None:
        path.unlink()
    else:
        path.write_text(first_text)

    def comes_back() -> None:
        path.write_text("alpha again\n")
        bench.indexer.update_paths(first.id, [path.name])

    while_listed(second, comes_back)
    bench.indexer.compare(first, second)
    row = bench.storage.files.of_root(first.id)[path.name]
    assert (row.state, row.chunk_count) == (FileState.INDEXED, 1)
    assert bench.texts(path.name) == "alpha again"


def test_names_are_written_while_a_large_root_is_listed(
    bench: Bench, while_listed: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listed_roots, "WRITTEN_AFTER_S", 3600.0)
    first, second = two_roots(bench)
    seen: list[int] = []

    def look() -> None:
        seen.append(len(bench.storage.files.of_root(first.id)))
        monkeypatch.setattr(listed_roots, "WRITTEN_AFTER_S", 0.0)

    while_listed(second, look, look)
    bench.indexer.index_roots([first, second])
    assert seen == [0, 2]


def test_graphs_of_roots_that_were_read_follow_although_one_of_them_fails_afterwards(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    roots = small_roots(bench, 3)
    bench.indexer.index_roots(roots)
    for root in roots:
        Path(root.path, "main.py").write_text("def renamed():\n    pass\n")

    def full(_self: NestedRoots, _root: Root) -> None:
        raise IndexWriteError("index.file_not_writable", path="files", reason="No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(NestedRoots, "was_read", full)
        with pytest.raises(IndexWriteError):
            bench.indexer.compare(*roots)
    bench.indexer.index_roots(roots)
    for root in roots:
        assert any("renamed" in name for name in graph_of(bench, root.id)[0])
