from pathlib import Path

from app.staleness import is_stale


def test_a_file_is_stale_when_it_changed_or_is_missing_but_not_when_its_root_is_away(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    indexed = file.stat().st_mtime_ns
    assert not is_stale(str(tmp_path), "a.py", indexed)
    assert is_stale(str(tmp_path), "a.py", indexed - 1)
    assert is_stale(str(tmp_path), "gone.py", indexed)
    assert not is_stale(str(tmp_path / "unmounted"), "a.py", indexed)
