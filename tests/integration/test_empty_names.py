"""An empty name of a folder, as from a variable that is not set, is refused: it is not the working directory."""

from pathlib import Path

import pytest

from app.cli.main import main
from app.installation.locations import INDEX_VARIABLE

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """Index a folder, and work in it."""
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "lease.md").write_text("# Lease\n")
    assert main(["index", str(notes), "--no-semantic", "--json"]) == 0
    monkeypatch.chdir(notes)
    capsys.readouterr()
    return notes


@pytest.mark.parametrize(
    "command",
    [
        ["index", ""],
        ["index", "--dry-run", ""],
        ["forget", ""],
        ["move", "", ".."],
        ["move", "notes", ""],
        ["why", ""],
    ],
)
def test_an_empty_name_is_refused_and_changes_nothing(notes: Path, capsys: Capture, command: list[str]) -> None:
    assert main(command) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "The name of the folder is empty" in output.err
    assert main(["roots"]) == 0
    assert f"{notes}  notes@-  1 file" in capsys.readouterr().out
