"""Pages of a mapped file are found and let go, whatever else the process has mapped."""

import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from search.embedding import mapped_pages
from search.embedding.mapped_pages import let_go, read_only_ranges

LINUX = sys.platform == "linux"
BYTES = 4 * mmap.PAGESIZE


@contextmanager
def mapped(path: Path) -> Iterator[mmap.mmap]:
    """Map a file of some pages that hold the letter x."""
    with path.open("w+b") as file:
        file.write(b"x" * BYTES)
        file.flush()
        with mmap.mmap(file.fileno(), BYTES, access=mmap.ACCESS_READ) as there:
            yield there


def test_a_file_is_found_where_it_is_mapped_and_nowhere_else(tmp_path: Path) -> None:
    path = tmp_path / "the weights"
    assert read_only_ranges(Path(tmp_path / "weights")) == set()
    with mapped(path):
        lengths = [end - start for start, end in read_only_ranges(path)]
    assert lengths == ([BYTES] if LINUX else [])
    assert read_only_ranges(path) == set()


def test_what_was_let_go_is_read_again_when_it_is_used(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    with mapped(path) as there:
        let_go(path, read_only_ranges(path))
        assert there[:] == b"x" * BYTES


@pytest.mark.parametrize("name", ["weights", os.fsdecode(b"gewicht\xe4")])
def test_files_whose_names_are_no_unicode_stop_nothing(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    try:
        with mapped(path), mapped(tmp_path / os.fsdecode(b"andere-\xe4")):
            result = read_only_ranges(path)
    except OSError:
        assert not LINUX  # a file system that takes Unicode alone
    else:
        assert len(result) == int(LINUX)


def test_where_the_system_does_not_tell_nothing_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights"
    with mapped(path) as there:
        known = read_only_ranges(path)
        monkeypatch.setattr(mapped_pages, "_MAPS", tmp_path / "no such file")
        assert read_only_ranges(path) == set()
        let_go(path, known)
        assert there[:] == b"x" * BYTES
