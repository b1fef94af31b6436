"""What is read of a repository's commits, on real ones."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from search.errors import BadInputError
from search.storage.git.log import MOST_FILES, Commit, commits_of, head_of

Change = Callable[..., str]


@pytest.fixture
def change(tmp_path: Path) -> Change:
    """Return what writes files below `tmp_path` and commits them with a message."""

    def git(*arguments: str) -> str:
        named = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        return subprocess.run(named, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()

    def commit(message: str, *paths: str) -> str:
        for path in paths:
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(message, "utf-8")
        git("add", "-A")
        git("commit", "-q", "-m", message)
        return git("rev-parse", "HEAD")

    git("init", "-q", "-b", "main")
    return commit


def test_commits_are_told_newest_first_with_what_they_changed(tmp_path: Path, change: Change):
    change("Add a lease", "src/lease.py")
    head = change(
        "Renew before it ends\n\nThe server closes late ones.\n\nSigned-off-by: A <a@x>", "a b.py", "ü\n.md"
    )
    assert head_of(tmp_path) == head
    assert commits_of(tmp_path, head) == [
        Commit("Renew before it ends", "The server closes late ones.", ("a b.py", "ü\n.md")),
        Commit("Add a lease", "", ("src/lease.py",)),
    ]


def test_a_folder_in_a_repository_has_the_commits_that_changed_it(tmp_path: Path, change: Change):
    change("Above", "top.py")
    head = change("Within and above", "src/lease.py", "top.py")
    assert commits_of(tmp_path / "src", head) == [Commit("Within and above", "", ("lease.py",))]


def test_a_commit_of_many_files_says_nothing_of_one(tmp_path: Path, change: Change):
    change("A few", *(f"{n}.py" for n in range(MOST_FILES)))
    head = change("Format everything", *(f"{n}.py" for n in range(MOST_FILES + 1)))
    assert [item.subject for item in commits_of(tmp_path, head)] == ["A few"]


def test_what_a_terminal_would_obey_is_blank(tmp_path: Path, change: Change):
    head = change("Clear \x1b[2J it\n\nand \x1b]0;title\x07 this", "a.py")
    (commit,) = commits_of(tmp_path, head)
    assert commit.subject == "Clear  [2J it"
    assert commit.text == "and  ]0;title  this"


def test_before_the_first_commit_there_is_no_head(tmp_path: Path):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    with pytest.raises(BadInputError, match="git"):
        head_of(tmp_path)
