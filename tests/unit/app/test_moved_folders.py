"""Folders that go away and come back, and folders that are somewhere else now."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Embeddings, Settings
from search.errors import BadInputError
from search.events import Event, Notice
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
    assert str(message).startswith(f"{shop} is not there, and seems to be {renamed} now")
    assert str(remedy) == f"Run: dowse move {shop} {renamed}"


@pytest.mark.parametrize("target", ["moved/shop", "work/inner/shop"])
def test_a_folder_that_moved_with_the_one_above_it_or_into_one_beside_it_is_named(
    core: LocalCore, shop: Path, tmp_path: Path, target: str
) -> None:
    if target.startswith("moved"):
        shop.parent.rename(tmp_path / "moved")
    else:
        (shop.parent / "inner").mkdir()
        shop.rename(tmp_path / target)
    assert f"seems to be {tmp_path / target} now" in str(core.status(OWNER).notices[0])


def test_a_deleted_folder_is_named_with_what_can_be_done(core: LocalCore, shop: Path, tmp_path: Path) -> None:
    shop.rename(tmp_path / "elsewhere")
    [message, remedy] = core.status(OWNER).notices
    assert "stays searchable" in str(message)
    assert "dowse forget" in str(remedy)


def test_a_moved_root_keeps_its_label_and_finds_its_files_at_the_new_folder(core: LocalCore, shop: Path) -> None:
    renamed = shop.with_name("store")
    shop.rename(renamed)
    moved = core.move(str(shop), str(renamed))
    assert (moved.root.repository, moved.root.path, moved.offline) == ("shop", str(renamed), False)
    [file] = core.search(SearchQuery("renew lease")).files
    assert (file.repository, file.root_path, file.offline) == ("shop", str(renamed), False)
    assert len(core.roots(OWNER)) == 1


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
    with pytest.raises(BadInputError, match="is a folder of the index already"):
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
