"""Questions about a name are answered from the dependency graph first, with the reason."""

from collections.abc import Iterator

import pytest

from app.core.local_core import LocalCore
from search.types.filters import OWNER, Access
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from tests.contracts.service_parts import core_on, written

FILES = {
    ".dowse.toml": 'tenant = "acme"\n[[rules]]\nglob = "vault/**"\ngroups = ["board"]\n',
    "shop/lease.py": (
        "class LeaseService:\n    def renew(self, job):\n        return job\n\n\ndef retry(job):\n    return job\n"
    ),
    "shop/worker.py": (
        "from shop.lease import LeaseService\n\n\ndef work(job):\n    service = LeaseService()\n"
        "    return service.renew(job)\n"
    ),
    "shop/notes.py": '"""LeaseService LeaseService: who calls renew, calls calls renew LeaseService."""\n',
    "shop/pay.py": "from shop.lease import retry\n\n\ndef pay(order):\n    return retry(order)\n",
    "tests/test_lease.py": (
        "from shop.lease import LeaseService\n\n\ndef test_renew():\n    assert LeaseService().renew(1)\n"
    ),
    "tests/test_words.py": "def test_words():\n    assert 'LeaseService'\n",
    "vault/hidden.py": "from shop.lease import retry\n\n\ndef hide(order):\n    return retry(order)\n",
    "db/orders.sql": "CREATE TABLE dbo.Orders (Id INT);\n",
    "db/read.sql": "CREATE VIEW dbo.OpenOrders AS SELECT Id FROM dbo.Orders;\n",
}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCore]:
    root = written(tmp_path_factory.mktemp("shop"), FILES)
    with core_on(tmp_path_factory.mktemp("index"), root, semantic=False) as made:
        yield made


def answers(core: LocalCore, text: str, access: Access = OWNER, *, structure: bool = True) -> list[FileHit]:
    ranking = RankSettings(mode=Mode.KEYWORD, structure=structure)
    return list(core.search(SearchQuery(text, ranking, access=access)).files)


def graph_reasons(files: list[FileHit]) -> list[tuple[str, str]]:
    """Return path and reason of the files that the graph gave, which have to stand first."""
    signals = [{signal.name: signal.detail for signal in file.why.signals} for file in files]
    reasons = [details.get("graph", "") for details in signals]
    count = len([reason for reason in reasons if reason])
    assert all(reasons[:count])
    return [(file.path, reason) for file, reason in zip(files, reasons, strict=True)][:count]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("who calls retry", {"shop/pay.py": "calls retry, line 5", "vault/hidden.py": "calls retry, line 5"}),
        ("callers of LeaseService.renew()", {"shop/worker.py": "line 6", "tests/test_lease.py": "line 5"}),
        ("where is LeaseService defined", {"shop/lease.py": "defines LeaseService, line 1"}),
        ("what does pay depend on", {"shop/lease.py": "retry is called by pay, shop/pay.py line 5"}),
        ("tests for LeaseService", {"tests/test_lease.py": "calls", "tests/test_words.py": "mentions"}),
        ("what reads dbo.Orders", {"db/read.sql": "reads Orders, line 1"}),
        ("who calls rettry", {"shop/pay.py": "calls retry, line 5", "vault/hidden.py": "calls retry, line 5"}),
    ],
)  # fmt: skip
def test_the_files_of_the_graph_come_first_with_a_reason(
    core: LocalCore, text: str, expected: dict[str, str]
) -> None:
    reasons = dict(graph_reasons(answers(core, text)))
    assert reasons.keys() == expected.keys()
    assert all(reason in reasons[path] for path, reason in expected.items())


def test_the_ordinary_ranking_follows(core: LocalCore) -> None:
    paths = [file.path for file in answers(core, "what uses LeaseService")]
    assert set(paths[:2]) == {"shop/worker.py", "tests/test_lease.py"}
    assert "shop/notes.py" in paths[2:]


def test_the_chunk_with_the_evidence_supports_the_file(core: LocalCore) -> None:
    first = answers(core, "who calls retry")[0]
    assert first.chunks[0].start_line <= 5 <= first.chunks[0].end_line


@pytest.mark.parametrize("text", ["who calls nothing_like_it", "what uses leases", "who calls the bank"])
def test_a_name_that_stands_for_nothing_is_searched_in_the_ordinary_way(core: LocalCore, text: str) -> None:
    assert graph_reasons(answers(core, text)) == []


def test_without_structure_the_plain_formulas_hold(core: LocalCore) -> None:
    assert graph_reasons(answers(core, "who calls retry", structure=False)) == []


def test_filters_narrow_what_the_graph_gives(core: LocalCore) -> None:
    assert [path for path, _ in graph_reasons(answers(core, "who calls retry path:vault"))] == ["vault/hidden.py"]


def test_a_caller_out_of_sight_is_no_answer_and_not_counted(core: LocalCore) -> None:
    assert [path for path, _ in graph_reasons(answers(core, "who calls retry", Access("acme", ())))] == [
        "shop/pay.py"
    ]
