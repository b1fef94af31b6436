import errno
import os
from pathlib import Path

import pytest

from app.core.staleness import is_stale


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.txt").write_text("a\n")
    return folder


def test_a_file_is_stale_when_it_changed_or_is_gone(root):
    known = (root / "a.txt").stat().st_mtime_ns
    assert not is_stale(str(root), "a.txt", known)
    assert is_stale(str(root), "a.txt", known - 1)
    (root / "a.txt").unlink()
    assert is_stale(str(root), "a.txt", known)


def test_no_file_of_a_folder_that_is_not_there_is_stale(root):
    known = (root / "a.txt").stat().st_mtime_ns
    root.rename(root.with_name("away"))
    assert not is_stale(str(root), "a.txt", known)


def test_no_file_is_stale_where_the_connection_was_lost(root, monkeypatch):
    real = os.stat

    def lost(path, *rest, **named):
        if str(path).startswith(str(root)):
            raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN), str(path))
        return real(path, *rest, **named)

    monkeypatch.setattr(os, "stat", lost)
    assert not is_stale(str(root), "a.txt", 1)
    monkeypatch.undo()
