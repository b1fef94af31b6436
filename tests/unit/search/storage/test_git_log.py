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
    first = change("Add a lease", "src/lease.py")
    head = change(
        "Renew before it ends\n\nThe server closes late ones.\n\nSigned-off-by: A <a@x>", "a b.py", "ü\n.md"
    )
    assert head_of(tmp_path) == head
    newest, oldest = commits_of(tmp_path, head)
    assert newest == Commit(
        "Renew before it ends", "The server closes late ones.", ("a b.py", "ü\n.md"), head, newest.time
    )
    assert oldest == Commit("Add a lease", "", ("src/lease.py",), first, oldest.time)
    assert newest.time >= oldest.time > 1_700_000_000


def test_a_folder_in_a_repository_has_the_commits_that_changed_it(tmp_path: Path, change: Change):
    change("Above", "top.py")
    head = change("Within and above", "src/lease.py", "top.py")
    (commit,) = commits_of(tmp_path / "src", head)
    assert (commit.subject, commit.paths) == ("Within and above", ("lease.py",))


def test_a_renamed_file_has_the_commits_of_its_earlier_names(tmp_path: Path, change: Change):
    change("Add a lease", "lease.py")
    (tmp_path / "lease.py").rename(tmp_path / "rent.py")
    change("Call it rent")
    (tmp_path / "rent.py").rename(tmp_path / "hire.py")
    head = change("Call it hire")
    assert [item.paths for item in commits_of(tmp_path, head)] == [("hire.py",)] * 3


def test_a_new_file_with_the_name_of_a_renamed_one_has_commits_of_its_own(tmp_path: Path, change: Change):
    change("Add a lease", "lease.py")
    (tmp_path / "lease.py").rename(tmp_path / "rent.py")
    change("Call it rent")
    head = change("Another kind of lease", "lease.py")
    assert [item.paths for item in commits_of(tmp_path, head)] == [("lease.py",), ("rent.py",), ("rent.py",)]


def test_renames_in_a_commit_of_many_files_are_followed(tmp_path: Path, change: Change):
    change("Add a lease", "old/lease.py")
    change("Others", *(f"old/{n}.py" for n in range(MOST_FILES)))
    (tmp_path / "old").rename(tmp_path / "new")
    head = change("Move everything")
    assert [item.paths for item in commits_of(tmp_path, head)][-1] == ("new/lease.py",)


def test_without_the_contents_of_old_files_commits_are_read_without_renames(tmp_path: Path, change: Change):
    change("Add a lease", "lease.py")
    blob = subprocess.run(
        ["git", "rev-parse", "HEAD:lease.py"], cwd=tmp_path, check=True, capture_output=True, text=True
    ).stdout.strip()
    (tmp_path / "lease.py").unlink()
    head = change("Call it rent, and change it", "rent.py")
    (tmp_path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert [item.paths for item in commits_of(tmp_path, head)] == [("lease.py", "rent.py"), ("lease.py",)]


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
