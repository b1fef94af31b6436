"""Folders that go away and come back, and folders that are somewhere else now."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from indexer.pipeline.ports import Depth, LabelledFile, ReadFile
from indexer.pipeline.reading import Reader
from search.config.settings import Embeddings, Settings
from search.errors import BadInputError
from search.events import Event, FilesChanged, Notice
from search.types.files import Root
from search.types.filters import OWNER
from search.types.query import SearchQuery

PATIENCE_S = 60.0


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    shop = tmp_path / "work" / "shop"
    shop.mkdir(parents=True)
    (shop / "lease.py").write_text("def renew_lease(holder):\n    return holder.lease\n")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=shop, check=True, capture_output=True)
    return shop


@pytest.fixture
def core(tmp_path: Path, shop: Path) -> Iterator[LocalCore]:
    made = make_core(tmp_path / "index", Settings(embeddings=Embeddings(semantic=False)), Role(follows=True))
    made.index([str(shop)])
    yield made
    made.close()


def waited_for(core: LocalCore, code: str) -> Callable[[], bool]:
    """Return a function that waits for a notice with this code."""
    emitted = threading.Event()

    def note(event: Event) -> None:
        if isinstance(event, Notice) and event.message.code == code:
            emitted.set()

    core.subscribe(note)
    return lambda: emitted.wait(PATIENCE_S)


def offline(core: LocalCore) -> tuple[bool, bool]:
    """Return what the list of folders says, and what a result says."""
    [status] = core.roots(OWNER)
    [file] = core.search(SearchQuery("renew lease")).files
    return status.offline, file.offline


def test_a_folder_that_comes_back_is_no_longer_offline_anywhere(core: LocalCore, shop: Path) -> None:
    is_gone, is_back = waited_for(core, "indexing.root_moved"), waited_for(core, "indexing.root_back")
    shop.rename(shop.with_name("away"))
    assert is_gone()
    assert offline(core) == (True, True)
    shop.with_name("away").rename(shop)
    renamed = time.monotonic()
    assert is_back()
    assert time.monotonic() - renamed < 5.0
    assert offline(core) == (False, False)
    assert core.status(OWNER).notices == ()


def test_a_renamed_folder_is_named_with_where_it_is_now(core: LocalCore, shop: Path) -> None:
    renamed = shop.with_name("store")
    shop.rename(renamed)
    [message, remedy] = core.status(OWNER).notices
    assert str(message).startswith(f"{shop} is missing and seems to have moved to {renamed}")
    assert str(remedy) == f"Run: dowse move {shop} {renamed}"


def test_of_a_folder_that_moved_with_all_repositories_in_it_only_the_folder_is_named(
    core: LocalCore, shop: Path, tmp_path: Path
) -> None:
    (shop.parent / "notes.md").write_text("# The lease\n")
    core.index([str(shop.parent)])
    assert len(core.roots(OWNER)) == 2
    is_gone = waited_for(core, "indexing.root_moved")
    emitted: list[str] = []
    core.subscribe(lambda event: emitted.append(str(event.message)) if isinstance(event, Notice) else None)
    shop.parent.rename(tmp_path / "moved")
    assert is_gone()
    message, _remedy = core.status(OWNER).notices
    assert str(message).startswith(f"{shop.parent} is missing and seems to have moved to {tmp_path / 'moved'}")
    core.move(str(shop.parent), str(tmp_path / "moved"))
    assert [each.offline for each in core.roots(OWNER)] == [False, False]
    assert [words for words in emitted if "is missing" in words and f"{shop} " in words] == []


@pytest.mark.parametrize("target", ["moved/shop", "work/inner/shop"])
def test_a_folder_that_moved_with_the_one_above_it_or_into_one_beside_it_is_named(
    core: LocalCore, shop: Path, tmp_path: Path, target: str
) -> None:
    if target.startswith("moved"):
        shop.parent.rename(tmp_path / "moved")
    else:
        (shop.parent / "inner").mkdir()
        shop.rename(tmp_path / target)
    assert f"seems to have moved to {tmp_path / target}" in str(core.status(OWNER).notices[0])


def test_a_deleted_folder_is_named_with_what_can_be_done(core: LocalCore, shop: Path, tmp_path: Path) -> None:
    shop.rename(tmp_path / "elsewhere")
    [message, remedy] = core.status(OWNER).notices
    assert "stay searchable" in str(message)
    assert "dowse forget" in str(remedy)


def test_a_moved_root_keeps_its_label_and_finds_its_files_at_the_new_folder(core: LocalCore, shop: Path) -> None:
    renamed = shop.with_name("store")
    shop.rename(renamed)
    moved = core.move(str(shop), str(renamed))
    assert (moved.root.repository, moved.root.path, moved.offline) == ("shop", str(renamed), False)
    [file] = core.search(SearchQuery("renew lease")).files
    assert (file.repository, file.root_path, file.offline) == ("shop", str(renamed), False)
    assert len(core.roots(OWNER)) == 1


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths of the files that are read from now on."""
    paths: list[str] = []
    really = Reader.read

    def noting(reader: Reader, root: Root, labelled: LabelledFile, known_hash: str, depth: Depth, /) -> ReadFile:
        paths.append(labelled.row.path)
        return really(reader, root, labelled, known_hash, depth)

    monkeypatch.setattr(Reader, "read", noting)
    return paths


def test_a_moved_root_keeps_rows_graph_and_vectors_and_no_file_is_read(
    core: LocalCore, shop: Path, read: list[str]
) -> None:
    storage = core._parts.storage
    [before] = core.roots(OWNER)
    rows, graph = storage.files.of_root(before.root.id), storage.graph.counts_by_root()[before.root.id]
    shop.rename(shop.with_name("store"))
    moved = core.move(str(shop), str(shop.with_name("store")))
    assert (read, moved.graphed) == ([], True)
    assert storage.files.of_root(moved.root.id) == rows
    assert storage.graph.counts_by_root()[moved.root.id] == graph


def test_only_what_changed_on_the_way_is_read(core: LocalCore, shop: Path, read: list[str]) -> None:
    (shop / "loan.py").write_text("def renew_loan(holder):\n    return holder.loan\n")
    core.index([str(shop)])
    read.clear()
    shop.rename(shop.with_name("store"))
    (shop.with_name("store") / "loan.py").write_text("def end_loan(holder):\n    holder.loan = None\n")
    core.move(str(shop), str(shop.with_name("store")))
    assert read == ["loan.py"]
    assert [file.path for file in core.search(SearchQuery("end loan")).files][:1] == ["loan.py"]


def test_a_moved_root_is_followed_at_its_new_folder(core: LocalCore, shop: Path) -> None:
    store = shop.with_name("store")
    shop.rename(store)
    moved = core.move(str(shop), str(store))
    assert moved.watching != "off"
    changed = threading.Event()
    core.subscribe(lambda event: changed.set() if isinstance(event, FilesChanged) else None)
    (store / "loan.py").write_text("def renew_loan(holder):\n    return holder.loan\n")
    assert changed.wait(PATIENCE_S)
    assert [file.root_path for file in core.search(SearchQuery("renew loan")).files][:1] == [str(store)]


def test_a_new_folder_at_the_former_path_is_a_root_of_its_own(core: LocalCore, shop: Path) -> None:
    shop.rename(shop.with_name("store"))
    core.move(str(shop), str(shop.with_name("store")))
    shop.mkdir()
    (shop / "loan.py").write_text("def renew_loan(holder):\n    return holder.loan\n")
    core.index([str(shop)])
    roots = [status.root for status in core.roots(OWNER)]
    assert {root.path for root in roots} == {str(shop), str(shop.with_name("store"))}
    assert len({root.id for root in roots}) == len({root.repository for root in roots}) == 2
    files = {file.path: file.root_path for file in core.search(SearchQuery("is:indexed")).files}
    assert files == {"lease.py": str(shop.with_name("store")), "loan.py": str(shop)}


def test_branches_of_a_moved_root_move_with_it_and_are_not_added_twice(
    core: LocalCore, shop: Path, read: list[str]
) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for command in (["add", "-A"], ["commit", "-qm", "lease"], ["branch", "other"]):
        subprocess.run(["git", *identity, *command], cwd=shop, check=True, capture_output=True)
    core.index([str(shop)], branches=["other"])
    read.clear()
    store = shop.with_name("store")
    shop.rename(store)
    core.move(str(shop), str(store))
    assert read == []
    core.index([str(store)], branches=["other"])
    roots = sorted((status.root.path, status.root.from_git) for status in core.roots(OWNER))
    assert roots == [(str(store), ""), (str(store), "other")]


def test_roots_inside_a_moved_folder_move_with_it(core: LocalCore, shop: Path, tmp_path: Path) -> None:
    core.index([str(shop.parent)])
    shop.parent.rename(tmp_path / "code")
    core.move(str(shop.parent), str(tmp_path / "code"))
    paths = {status.root.repository: status.root.path for status in core.roots(OWNER)}
    assert paths == {"shop": str(tmp_path / "code" / "shop"), "work": str(tmp_path / "code")}


def test_a_root_is_not_moved_to_the_folder_of_another(core: LocalCore, shop: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    core.index([str(other)])
    with pytest.raises(BadInputError, match="is already a folder of the index"):
        core.move("shop", str(other))


def test_a_renamed_repository_inside_a_folder_is_no_second_root(core: LocalCore, shop: Path) -> None:
    core.index([str(shop.parent)])
    is_moved = waited_for(core, "indexing.root_moved")
    shop.rename(shop.with_name("store"))
    assert is_moved()
    core.index([str(shop.parent)])
    assert {status.root.repository for status in core.roots(OWNER)} == {"shop", "work"}


def test_a_repository_that_is_moved_into_a_folder_becomes_a_root(
    core: LocalCore, shop: Path, tmp_path: Path
) -> None:
    core.index([str(shop.parent)])
    appeared = waited_for(core, "indexing.repositories_appeared")
    subprocess.run(["git", "init", "-q", str(tmp_path / "bank")], check=True, capture_output=True)
    (tmp_path / "bank").rename(shop.parent / "bank")
    assert appeared()
    assert {status.root.repository for status in core.roots(OWNER)} == {"shop", "work", "bank"}
