"""What a person sees of a file that two work trees of a repository have."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.cli.main import main
from app.core.local_core import LocalCore
from search.types.query import SearchQuery
from tests.fakes.prepared import Prepared
from tests.unit.app.conftest import core_of

LEASE = "def renew_lease(holder):\n    return holder.lease\n\n\ndef end_lease(holder):\n    holder.lease = None\n"
ORDERS = "".join(f"def order_{number}(cart):\n    return cart.total * {number}\n\n\n" for number in range(20))


def make_trees(home: Path) -> None:
    """Make the work trees ``shop`` and ``fix``, and an index of both."""
    shop, fix = home / "shop", home / "fix"
    shop.mkdir()
    (shop / "lease.py").write_text(LEASE)
    (shop / "orders.py").write_text(ORDERS)
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "first"],
        ["worktree", "add", "-q", "-b", "fix", str(fix)],
    ):
        subprocess.run(["git", *command], cwd=shop, check=True, capture_output=True)
    (fix / "lease.py").write_text(LEASE.replace("return holder.lease", "return holder.last_lease"))
    (fix / "orders.py").write_text(f"{ORDERS}def refund_of(cart):\n    return cart.refund\n")
    with closing(core_of(home / "index")) as core:
        core.index([str(shop), str(fix)], semantic=False)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("trees"), make_trees)


@pytest.fixture
def trees(prepared: Prepared) -> Path:
    """Return the folder of the work trees ``shop`` and ``fix``."""
    return prepared.restored()


@pytest.fixture
def core(trees: Path) -> Iterator[LocalCore]:
    with closing(core_of(trees / "index")) as made:
        yield made


def seen(core: LocalCore, text: str) -> list[tuple[str, str, list[str]]]:
    files = core.search(SearchQuery(text)).files
    return [(file.repository, file.path, [copy.repository for copy in file.duplicates]) for file in files]


def test_a_file_that_answers_alike_in_two_work_trees_is_one_result_of_the_first(core: LocalCore) -> None:
    assert seen(core, "end lease holder") == [("shop", "lease.py", ["shop+2"])]


def test_an_equal_file_is_one_result_of_the_first(core: LocalCore, trees: Path) -> None:
    (trees / "fix" / "lease.py").write_text(LEASE)
    core.index([str(trees / "fix")], semantic=False)
    assert seen(core, "end lease holder") == [("shop", "lease.py", ["shop+2"])]


def test_what_one_work_tree_alone_has_is_found_there(core: LocalCore) -> None:
    assert seen(core, "refund_of")[0][:2] == ("shop+2", "orders.py")


def test_each_branch_that_is_named_shows_its_own(core: LocalCore) -> None:
    assert seen(core, "end lease branch:fix") == [("shop+2", "lease.py", [])]
    assert sorted(seen(core, "end lease branch:fix,main")) == [
        ("shop", "lease.py", []),
        ("shop+2", "lease.py", []),
    ]


def test_the_command_says_in_which_work_tree_a_copy_is(
    core: LocalCore, trees: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    core.close()
    assert main(["search", "end lease holder", "--index", str(trees / "index")]) == 0
    assert "lease.py (shop+2@fix)" in capsys.readouterr().out
