"""The web address of lines of an indexed file, in a real repository."""

import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.errors import BadInputError, NotFoundError
from search.types.filters import OWNER, Access
from search.types.lines import LinesRequest
from tests.fakes.prepared import Prepared
from tests.unit.app.conftest import core_of


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def make_shop(home: Path) -> None:
    """Make a repository and index a folder of it."""
    folder = home / "shop"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "lease.py").write_text("def renew(holder):\n    return holder\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    git(folder, "branch", "next")
    with closing(core_of(home / "index")) as core:
        core.index([str(folder / "src")], semantic=False, branches=["next"])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("shop"), make_shop)


def test_lines_have_an_address_at_the_commit_that_is_checked_out(core: LocalCore, folder: Path) -> None:
    git(folder, "remote", "add", "upstream", "https://example.org/other/shop")
    git(folder, "remote", "add", "origin", "git@github.com:acme/shop.git")
    commit = git(folder, "rev-parse", "HEAD")
    label = core.roots(OWNER)[0].root.repository
    for branch in ("main", "next"):
        address = core.permalink(LinesRequest(f"{label}@{branch}:file:lease.py", 1, 2), OWNER)
        assert address == f"https://github.com/acme/shop/blob/{commit}/src/lease.py#L1-L2"


def test_without_a_remote_the_error_says_so(core: LocalCore) -> None:
    label = core.roots(OWNER)[0].root.repository
    with pytest.raises(BadInputError, match="no remote"):
        core.permalink(LinesRequest(f"{label}@main:file:lease.py"), OWNER)


def test_a_file_that_may_not_be_seen_has_no_address(core: LocalCore) -> None:
    label = core.roots(OWNER)[0].root.repository
    with pytest.raises(NotFoundError):
        core.permalink(LinesRequest(f"{label}@main:file:lease.py"), Access(tenant="another"))
