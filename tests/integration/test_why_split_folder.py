"""``dowse why`` in a folder whose repositories are roots of their own: the innermost root decides."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.installation.locations import INDEX_VARIABLE

MISSING = "There is no such file, and none is in the index"

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """Index a folder with a repository in it, and work in that folder."""
    for name in ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    code = tmp_path / "code"
    (code / "restic").mkdir(parents=True)
    (code / "notes.md").write_text("# Notes\n")
    (code / "restic" / "main.go").write_text("package main\n")
    (code / "restic" / "node_modules").mkdir()
    (code / "restic" / "node_modules" / "a.js").write_text("a()\n")
    (code / "restic" / ".git").mkdir()
    (code / "restic" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert main(["index", str(code), "--no-semantic", "--json"]) == 0
    monkeypatch.chdir(code)
    capsys.readouterr()
    return code


def _why(capsys: Capture, path: str, status: int) -> Any:
    assert main(["why", path, "--json"]) == status
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("is_absolute", [False, True])
def test_a_file_that_does_not_exist_is_said_to_be_missing(code: Path, capsys: Capture, is_absolute: bool) -> None:
    answer = _why(capsys, str(code / "restic" / "nonexist.go") if is_absolute else "restic/nonexist.go", 1)
    assert answer["state"] == "unknown"
    assert answer["lines"][0].startswith("There is no")
    assert "other-root" not in " ".join(answer["lines"])
    if is_absolute:
        assert f"In the watched folder {code / 'restic'} " in answer["lines"][1]


@pytest.mark.parametrize("path", ["restic", "restic/"])
def test_a_root_is_said_to_be_one(code: Path, capsys: Capture, path: str) -> None:
    answer = _why(capsys, path, 0)
    assert answer["state"] == "folder"
    assert f"In the watched folder {code / 'restic'} " in answer["lines"][0]
    assert "It is a watched folder itself" in answer["lines"]


def test_a_new_file_that_will_never_be_indexed_is_said_to_be_left_out_by_its_rule(
    code: Path, capsys: Capture
) -> None:
    (code / "restic" / ".gitignore").write_text("*.log\n")
    (code / "restic" / "run.log").write_text("ended\n")
    (code / "node_modules").mkdir()
    (code / "node_modules" / "new.js").write_text("b()\n")
    for path, rule in (("node_modules/new.js", "node_modules"), ("restic/run.log", ".gitignore:1")):
        last = _why(capsys, str(code / path), 1)["lines"][-1]
        assert last.startswith("It will not be indexed: ignored, by the rule at "), last
        assert rule in last


def test_a_repository_that_was_removed_is_said_to_come_back_with_a_command(code: Path, capsys: Capture) -> None:
    assert main(["forget", str(code / "restic")]) == 0
    capsys.readouterr()
    lines = _why(capsys, str(code / "restic" / "main.go"), 0)["lines"]
    assert any(line.endswith(f"dowse index {code / 'restic'}") for line in lines), lines
