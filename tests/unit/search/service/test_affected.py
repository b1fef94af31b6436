"""A question what has to change finds what uses the thing, and what was changed with the places that answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.local_core import LocalCore
from search.storage.git.log import Commit
from search.storage.histories import History
from search.types.filters import OWNER, Access
from search.types.query import Mode, RankSettings, SearchQuery
from tests.contracts.service_parts import core_on, written

FILES = {
    ".dowse.toml": 'tenant = "acme"\n[[rules]]\nglob = "vault/**"\ngroups = ["board"]\n',
    "shop/lease.py": "class LeaseService:\n    def renew(self, job):\n        return job\n",
    "shop/worker.py": (
        "from shop.lease import LeaseService\n\n\ndef work(job):\n    return LeaseService().renew(job)\n"
    ),
    "shop/notes.py": '"""LeaseService and its method, told once more."""\n',
    "shop/pay.py": '"""Pays for a method."""\n',
    "shop/bill.py": '"""Bills for a method."""\n',
    "vault/hidden.py": (
        "from shop.lease import LeaseService\n\n\ndef hide(job):\n    return LeaseService().renew(job)\n"
    ),
}
QUESTION = "what must follow when LeaseService gets another method"
OUTSIDER = Access("acme", ())


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        storage = made._parts.storage
        commits = [Commit("Grow", "", ("shop/lease.py", "shop/pay.py"))]
        storage.histories.put(storage.roots.all()[0].id, History("1", commits))
        yield made


def signal_details(
    core: LocalCore, text: str, access: Access = OWNER, *, structure: bool = True
) -> dict[str, dict[str, str]]:
    """Return for each file found the details of its signals by their names."""
    ranking = RankSettings(mode=Mode.KEYWORD, structure=structure)
    files = core.search(SearchQuery(text, ranking, top=100, access=access)).files
    return {file.path: {signal.name: signal.detail for signal in file.why.signals} for file in files}


def test_what_uses_the_thing_is_raised_and_says_how(core: LocalCore) -> None:
    details = signal_details(core, QUESTION)
    assert "LeaseService" in details["shop/worker.py"]["uses_named"]
    assert "uses_named" not in details["shop/notes.py"]
    paths = list(details)
    assert paths.index("shop/worker.py") < paths.index("shop/notes.py")


def test_what_was_changed_with_the_best_is_raised_and_says_with_what(core: LocalCore) -> None:
    details = signal_details(core, QUESTION)
    assert details["shop/pay.py"]["changed_together"] == "shop/lease.py"
    paths = list(details)
    assert paths.index("shop/pay.py") < paths.index("shop/bill.py")


def test_nothing_is_put_before_the_others_by_it(core: LocalCore) -> None:
    files = core.search(SearchQuery(QUESTION, RankSettings(mode=Mode.KEYWORD))).files
    assert not any(file.pinned for file in files)


@pytest.mark.parametrize("text", ["method of LeaseService", "how is a lease renewed"])
def test_other_questions_are_answered_without_it(core: LocalCore, text: str) -> None:
    names = {name for signals in signal_details(core, text).values() for name in signals}
    assert names.isdisjoint({"uses_named", "changed_together"})


def test_without_structure_the_plain_formulas_hold(core: LocalCore) -> None:
    names = {name for signals in signal_details(core, QUESTION, structure=False).values() for name in signals}
    assert names.isdisjoint({"uses_named", "changed_together"})


def test_who_sees_a_part_learns_nothing_from_commits_nor_of_hidden_users(core: LocalCore) -> None:
    details = signal_details(core, QUESTION, OUTSIDER)
    assert "uses_named" in details["shop/worker.py"]
    assert "vault/hidden.py" not in details
    assert not any("changed_together" in signals for signals in details.values())


def test_all_of_many_that_use_the_thing_are_raised(tmp_path: Path) -> None:
    many = {f"shop/worker{number:02}.py": _user(number) for number in range(60)}
    root = written(tmp_path / "shop", {"shop/lease.py": FILES["shop/lease.py"], **many})
    with core_on(tmp_path / "index", root, semantic=False) as core:
        details = signal_details(core, QUESTION)
    assert {path for path in details if "uses_named" in details[path]} == many.keys()


def _user(number: int) -> str:
    """Return a file that uses the service and is unlike all others."""
    words = " ".join(f"thing{number}x{count}" for count in range(40))
    code = "from shop.lease import LeaseService\n\n\ndef work():\n    LeaseService().renew(1)\n"
    return f'"""{words}"""\n{code}'
