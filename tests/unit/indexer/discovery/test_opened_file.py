"""Between its listing and its reading a file may become anything: nothing else is read in its place."""

import os
from pathlib import Path

import pytest

from indexer.discovery.opened_file import MOST_GROWTH_BYTES, content_of
from indexer.discovery.walk import discover
from indexer.types import FoundFile, Skip

SECRET = "the vault code is 4711"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.py").write_text(SECRET)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.py").write_text(SECRET)
    folder = tmp_path / "root"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub/a.py").write_text("a = 1\n")
    return folder


def listed(root: Path) -> FoundFile:
    (file,) = discover(root)
    return file


def test_a_listed_file_is_read(root: Path) -> None:
    assert content_of(listed(root)) == b"a = 1\n"


def test_a_root_that_is_a_link_itself_is_read(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert content_of(listed(tmp_path / "link")) == b"a = 1\n"


def test_a_link_in_the_place_of_a_file_is_not_followed(root: Path, tmp_path: Path) -> None:
    file = listed(root)
    file.absolute.unlink()
    file.absolute.symlink_to(tmp_path / "secret.py")
    assert content_of(file) == Skip("link")


def test_a_link_in_the_place_of_a_folder_is_not_followed(root: Path, tmp_path: Path) -> None:
    file = listed(root)
    (root / "sub").rename(tmp_path / "moved")
    (root / "sub").symlink_to(tmp_path / "outside")
    assert content_of(file) == Skip("link")


def test_a_link_is_followed_where_the_person_wants_that(root: Path, tmp_path: Path) -> None:
    file = listed(root)
    file.absolute.unlink()
    file.absolute.symlink_to(tmp_path / "outside/a.py")
    assert content_of(file, follow_links=True) == SECRET.encode()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
@pytest.mark.parametrize("follow_links", [False, True])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(root: Path, follow_links: bool) -> None:
    file = listed(root)
    file.absolute.unlink()
    os.mkfifo(file.absolute)
    assert content_of(file, follow_links=follow_links) == Skip("special")


def test_a_folder_in_the_place_of_a_file_is_no_file(root: Path) -> None:
    file = listed(root)
    file.absolute.unlink()
    file.absolute.mkdir()
    assert content_of(file) == Skip("special")


def test_a_file_that_grew_without_measure_is_left_to_the_next_listing(root: Path) -> None:
    file = listed(root)
    os.truncate(file.absolute, 1_000_000_000_000)
    assert content_of(file) == Skip("size", "it grew while it was read")


def test_a_file_that_grew_a_little_is_read_whole(root: Path) -> None:
    file = listed(root)
    os.truncate(file.absolute, MOST_GROWTH_BYTES // 2)
    content = content_of(file)
    assert not isinstance(content, Skip)
    assert len(content) == MOST_GROWTH_BYTES // 2


def test_a_file_that_vanished_is_told_as_gone(root: Path) -> None:
    file = listed(root)
    file.absolute.unlink()
    with pytest.raises(FileNotFoundError):
        content_of(file)
