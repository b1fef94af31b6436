"""``dowse index --dry-run`` says what would be read, and leaves no trace."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.installation.locations import INDEX_VARIABLE

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv(INDEX_VARIABLE, str(tmp_path / "index"))
    code = tmp_path / "code"
    files = {"notes.md": 10, "shop/src/cart/a.py": 300, "shop/src/b.py": 200, "shop/.env": 5, "shop/empty.py": 0}
    for path, count in files.items():
        (code / path).parent.mkdir(parents=True, exist_ok=True)
        (code / path).write_text("x" * count)
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=code / "shop", check=True)
    return code


def preview(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert main(["index", "--dry-run", "--json", *arguments]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_each_folder_is_counted_with_what_is_left_out_and_why(code: Path, capsys: Capture) -> None:
    answer = preview(capsys, str(code))
    assert (answer["files"], answer["size_bytes"]) == (3, 510)
    assert answer["left_out"]["secret"] == 1
    assert answer["left_out"]["empty"] == 1
    assert [(each["repository"], each["branch"], each["files"]) for each in answer["folders"]] == [
        ("code", "-", 1),
        ("shop", "main", 2),
    ]


def test_the_largest_folders_come_first(code: Path, capsys: Capture) -> None:
    largest = [(each["path"], each["size_bytes"]) for each in preview(capsys, str(code))["largest"]]
    assert largest == [(f"{code}/shop/src/cart", 300), (f"{code}/shop/src", 200), (str(code), 10)]


def test_a_single_folder_is_counted_as_one(code: Path, capsys: Capture) -> None:
    assert [each["files"] for each in preview(capsys, str(code), "--single")["folders"]] == [3]


def test_nothing_is_indexed(code: Path, capsys: Capture) -> None:
    assert main(["index", "--dry-run", str(code)]) == 0
    assert "Would read 3 files, 510 B:" in capsys.readouterr().out
    assert not code.with_name("index").exists()


def test_a_folder_that_is_not_there_is_refused(code: Path, capsys: Capture) -> None:
    assert main(["index", "--dry-run", str(code / "none")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_folders_have_the_labels_that_the_index_gives_them(code: Path, capsys: Capture) -> None:
    git = ("git", "-c", "user.name=A", "-c", "user.email=a@example.org")
    for command in (("commit", "-qm", "Begin", "--allow-empty"), ("worktree", "add", "-q", "-b", "b", "../till")):
        subprocess.run([*git, *command], cwd=code / "shop", check=True)
    (code / "bank").mkdir()
    (code / "bank" / ".dowse.toml").write_text('repository = "money"\n')
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=code / "bank", check=True)
    before = [each["repository"] for each in preview(capsys, str(code))["folders"]]
    assert before == ["code", "money", "shop", "shop+2"]
    assert main(["index", str(code), "--no-semantic", "--json"]) == 0
    capsys.readouterr()
    assert main(["roots", "--json"]) == 0
    roots = json.loads(capsys.readouterr().out)
    assert [each["repository"] for each in preview(capsys, str(code / "till"))["folders"]] == ["shop+2"]
    assert before == [each["repository"] for each in roots]
