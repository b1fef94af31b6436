"""What ``dowse --version`` says."""

import re
import subprocess
from pathlib import Path

import pytest

from app.cli.main import main
from app.installation.version import VERSION, commit


def _git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_an_installation_knows_the_commit_it_was_built_from(tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "commit.txt").write_text("0123456789ab\n")
    assert commit(tmp_path) == "0123456789ab"


def test_a_folder_that_is_no_checkout_has_no_commit(tmp_path: Path) -> None:
    assert commit(tmp_path) == ""


def test_a_checkout_names_its_commit_and_whether_files_were_changed(tmp_path: Path) -> None:
    _git(tmp_path, "init", "-q")
    (tmp_path / "file").write_text("one")
    _git(tmp_path, "add", "file")
    _git(tmp_path, "commit", "-q", "-m", "one")
    clean = commit(tmp_path)
    (tmp_path / "file").write_text("two")
    assert re.fullmatch("[0-9a-f]{12}", clean)
    assert commit(tmp_path) == f"{clean}+"


def test_the_command_prints_version_and_commit(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(rf"dowse {re.escape(VERSION)}( \([0-9a-f]{{12}}\+?\))?\n", capsys.readouterr().out)
