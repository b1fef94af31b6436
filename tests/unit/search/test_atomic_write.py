"""A file gets its new content whole, also where the system keeps it from another name for a moment."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from search import atomic_write as module
from search.atomic_write import atomic_write


class Reader:
    """Stands for a process of Windows that has a file open: as often as it says, no other file gets its name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, refusals: int, system: str = "win32") -> None:
        self.left = refusals
        replace = Path.replace

        def replaced(draft: Path, target: Path) -> Path:
            if self.left:
                self.left -= 1
                raise PermissionError(13, "Access is denied", str(target))
            return replace(draft, target)

        monkeypatch.setattr(Path, "replace", replaced)
        monkeypatch.setattr(module, "sys", SimpleNamespace(platform=system))


def test_on_windows_a_file_that_is_being_read_gets_its_content_when_the_reader_is_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "engine.json"
    file.write_text("old")
    reader = Reader(monkeypatch, refusals=3)
    atomic_write(file, b"new", fsync=False)
    assert reader.left == 0
    assert file.read_bytes() == b"new"


def test_a_file_that_is_read_for_long_keeps_its_content_and_no_draft_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "engine.json"
    file.write_text("old")
    Reader(monkeypatch, refusals=1_000_000)
    monkeypatch.setattr(module, "PATIENCE_S", 0.05)
    with pytest.raises(PermissionError):
        atomic_write(file, b"new", fsync=False)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_elsewhere_a_missing_permission_is_an_error_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reader = Reader(monkeypatch, refusals=2, system="linux")
    with pytest.raises(PermissionError):
        atomic_write(tmp_path / "engine.json", b"new", fsync=False)
    assert reader.left == 1
