"""What commits say is kept with the root, and follows the head."""

import shutil
import subprocess

import pytest

from indexer.pipeline import history_stage
from search.errors import BadInputError
from search.storage.git.log import Commit


@pytest.fixture
def commit(bench):
    """Return what commits everything in the root's folder; it is a repository with a first commit."""

    def git(*arguments: str) -> None:
        named = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        subprocess.run(named, cwd=bench.root_folder, check=True, capture_output=True)

    def make(message: str) -> None:
        git("add", "-A")
        git("commit", "-q", "--allow-empty", "-m", message)

    git("init", "-q", "-b", "main")
    bench.write("lease.py", "def renew(holder):\n    return holder\n")
    make("Renew a lease")
    return make


def stored_history(bench):
    history = bench.storage.histories.get(bench.root().id)
    return None if history is None else [commit.subject for commit in history.commits]


def test_indexing_a_repository_keeps_what_its_commits_say(bench, commit):
    bench.index()
    history = bench.storage.histories.get(bench.root().id)
    (only,) = history.commits
    assert only == Commit("Renew a lease", "", ("lease.py",), history.head, only.time)


def test_a_commit_that_changed_no_file_on_disk_is_read_with_the_next_comparison(bench, commit):
    bench.index()
    bench.write("clock.py", "def tick():\n    pass\n")
    bench.index()
    commit("Tick")
    bench.index()
    assert stored_history(bench) == ["Tick", "Renew a lease"]


def test_a_history_is_not_read_again_while_the_head_stays(bench, commit):
    bench.index()
    version = bench.storage.histories.version(bench.root().id)
    bench.write("clock.py", "def tick():\n    pass\n")
    bench.index()
    assert bench.storage.histories.version(bench.root().id) == version


def test_a_folder_that_is_a_repository_no_more_has_no_history(bench, commit):
    bench.index()
    shutil.rmtree(bench.root_folder / ".git")
    bench.index()
    assert stored_history(bench) is None


def test_a_folder_outside_of_git_is_indexed_without_one(bench):
    bench.write("lease.py", "def renew(holder):\n    return holder\n")
    assert bench.index().files == 1
    assert stored_history(bench) is None


def test_a_history_that_was_cut_short_is_read_again(bench, commit):
    bench.index()
    file = next(bench.storage.layout.histories.glob("*.json"))
    file.write_bytes(file.read_bytes()[:20])
    bench.index()
    assert stored_history(bench) == ["Renew a lease"]


def test_a_repository_that_takes_git_too_long_is_not_asked_again_until_its_head_moves(bench, commit, monkeypatch):
    requests = []

    def too_long(_folder, head):
        requests.append(head)
        raise BadInputError("git takes more than 60 s", remedy="none")

    monkeypatch.setattr(history_stage, "commits_of", too_long)
    bench.index()
    bench.index()
    assert (stored_history(bench), len(requests)) == ([], 1)
    commit("Tick")
    bench.index()
    assert len(set(requests)) == 2


def test_a_root_that_is_forgotten_leaves_no_history(bench, commit):
    bench.index()
    bench.indexer.forget(bench.root())
    assert list(bench.storage.layout.histories.iterdir()) == []
