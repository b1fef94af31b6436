"""A commit that speaks for a file is shown with its message and its changes, from a real repository."""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.errors import BadInputError, NotFoundError
from search.types.commits import CommitRequest
from search.types.filters import OWNER, Access
from tests.fakes.prepared import Prepared
from tests.unit.app.conftest import core_of


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=A. Writer", "-c", "user.email=a@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def make_shop(home: Path) -> None:
    """Make a repository and index a folder of it."""
    folder = home / "shop"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "lease.py").write_text("def renew(holder):\n    return holder\n")
    (folder / "notes.txt").write_text("outside of what is indexed\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    (folder / "src" / "lease.py").write_text("def renew(holder):\n    return holder.lease\n")
    (folder / "notes.txt").write_text("changed outside\n")
    git(folder, "commit", "-qam", "Renew the lease\n\nIt was the holder that came back.")
    with closing(core_of(home / "index")) as core:
        core.index([str(folder / "src")], semantic=False)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("shop"), make_shop)


def request(core: LocalCore, commit: str) -> CommitRequest:
    return CommitRequest(f"{core.roots(OWNER)[0].root.repository}@main:file:lease.py", commit)


def test_a_commit_has_its_message_and_the_changes_below_the_folder(core: LocalCore, folder: Path) -> None:
    name = git(folder, "rev-parse", "HEAD")
    commit = core.commit(request(core, name[:8]), OWNER)
    assert (commit.hash, commit.author, commit.subject) == (name, "A. Writer", "Renew the lease")
    assert commit.message.endswith("came back.")
    assert commit.paths == ("lease.py",)
    assert "+    return holder.lease" in commit.changes
    assert "outside" not in commit.changes
    assert not commit.is_cut


@pytest.mark.parametrize("name", ["--output=x", "HEAD", "", "zz12"])
def test_what_is_no_hash_is_no_commit(core: LocalCore, name: str) -> None:
    with pytest.raises(NotFoundError):
        core.commit(request(core, name), OWNER)


def test_a_hash_that_the_repository_lacks_is_refused_in_one_line(core: LocalCore) -> None:
    with pytest.raises(BadInputError):
        core.commit(request(core, "deadbeefdeadbeef"), OWNER)


def test_a_client_that_sees_a_part_of_a_folder_reads_no_commit(core: LocalCore, folder: Path) -> None:
    with pytest.raises(NotFoundError):
        core.commit(request(core, git(folder, "rev-parse", "HEAD")), Access(tenant="local", groups=("a",)))
