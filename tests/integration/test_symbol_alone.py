"""A name typed alone: what defines it, then what uses or contains it, then what resembles it; counted apart."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.main import main
from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search.config.settings import Settings
from search.ranking.rerank import rerank
from search.types.filters import Access
from search.types.query import RankSettings, SearchQuery
from search.types.results import SearchResult

FILES = {
    "src/lease.py": "def renew_lease(number):\n    return number\n",
    "src/worker.py": "from lease import renew_lease\n\n\ndef work():\n    return renew_lease(1)\n",
    "src/secret.py": "from lease import renew_lease\n\n\ndef hide():\n    return renew_lease(2)\n",
    "tests/test_lease.py": "from lease import renew_lease\n\n\ndef test_it():\n    assert renew_lease(1)\n",
    "src/notes.py": "# renew_lease renew_lease renew_lease: renew the lease\nRENEW = 'renew lease'\n",
    "docs/lease.md": "# renew_lease\n\nCall renew_lease to renew a lease.\n",
    "src/other.py": "RENEW = 'renew the lease'\n\n\ndef renew_leases(numbers):\n    return numbers\n",
    ".dowse.toml": '[[rules]]\nglob = "src/secret.py"\ngroups = ["writers"]\n',
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    shop = tmp_path_factory.mktemp("symbol") / "shop"
    for path, text in FILES.items():
        (shop / path).parent.mkdir(parents=True, exist_ok=True)
        (shop / path).write_text(text, "utf-8")
    return shop


@pytest.fixture(scope="module")
def core(shop: Path) -> Iterator[LocalCore]:
    core = make_core(shop.parent / "index", Settings(), Role(follows=False))
    core.index([str(shop)], semantic=False)
    yield core
    core.close(save=False)


def answer(core: LocalCore, text: str, access: Access | None = None, **settings: object) -> SearchResult:
    return core.search(SearchQuery(text, RankSettings(**settings), access=access or Access()))


def test_the_definition_comes_first_then_uses_and_those_in_tests_and_documents_last(core: LocalCore) -> None:
    paths = [file.path for file in answer(core, "renew_lease").files]
    assert paths[0] == "src/lease.py"
    assert set(paths[1:4]) == {"src/worker.py", "src/secret.py", "src/notes.py"}
    assert set(paths[4:6]) == {"tests/test_lease.py", "docs/lease.md"}
    assert paths[6:] == ["src/other.py"]


def test_exact_files_are_counted_apart_from_those_that_resemble(core: LocalCore) -> None:
    result = answer(core, "renew_lease")
    assert (result.exact_files, result.total_files) == (6, 7)
    assert [file.exact for file in result.files] == [True] * 6 + [False]
    assert [file.pinned for file in result.files] == [True] + [False] * 6


def test_each_use_says_which_one_it_is(core: LocalCore) -> None:
    result = answer(core, "renew_lease")
    worker = next(file for file in result.files if file.path == "src/worker.py")
    assert [signal.detail for signal in worker.why.signals if signal.name == "graph"] == [
        "calls renew_lease, line 5"
    ]


def test_a_file_that_contains_the_name_says_so(core: LocalCore) -> None:
    files = {file.path: file for file in answer(core, "renew_lease").files}
    for path in ("src/notes.py", "docs/lease.md"):
        assert [signal.detail for signal in files[path].why.signals if signal.name == "graph"] == [
            "mentions renew_lease"
        ]


def test_a_name_in_other_case_counts_only_where_none_has_the_typed_one(core: LocalCore) -> None:
    assert answer(core, "renew_Lease").exact_files == 6


def test_scores_never_rise_from_one_rank_to_the_next(core: LocalCore) -> None:
    scores = [file.rank_score for file in answer(core, "renew_lease").files]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_the_slider_keeps_definitions_and_uses_in_front(core: LocalCore, weight: float) -> None:
    result = core.search(SearchQuery("renew_lease", RankSettings(weight=0.3), all_candidates=True))
    files = rerank(result, replace(result.ranking, weight=weight))
    assert files[0].path == "src/lease.py"
    assert all(file.exact for file in files[:6])
    assert not any(file.exact for file in files[6:])


def test_uses_out_of_sight_are_neither_listed_nor_counted(core: LocalCore) -> None:
    result = answer(core, "renew_lease", Access(tenant="local", groups=("readers",)))
    assert "src/secret.py" not in {file.path for file in result.files}
    assert result.exact_files == 5


def test_a_question_has_no_exact_files(core: LocalCore) -> None:
    assert answer(core, "where is the lease renewed").exact_files == 0


def test_a_name_that_nothing_defines_has_no_exact_files(core: LocalCore) -> None:
    assert answer(core, "renewLeases").exact_files == 0


def test_without_structure_nothing_is_exact(core: LocalCore) -> None:
    assert answer(core, "renew_lease", structure=False).exact_files == 0


def test_sym_finds_definitions_only(core: LocalCore) -> None:
    result = answer(core, "sym:renew_lease")
    assert [file.path for file in result.files] == ["src/lease.py"]


def test_the_command_counts_both_and_draws_a_line_between_them(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index = str(shop.parent / "printed")
    core = make_core(Path(index), Settings(), Role(follows=False))
    core.index([str(shop)], semantic=False)
    core.close()
    assert main(["search", "renew_lease", "--index", index]) == 0
    printed = capsys.readouterr()
    before, _, after = printed.out.partition("By word\n")  # no file has vectors
    assert "tests/test_lease.py" in before
    assert "src/other.py" in after
    assert "6 exact and 1 more by word" in printed.err
    assert main(["search", "renew_lease", "--index", index, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["exact_files"], result["total_files"]) == (6, 7)
    assert [file["exact"] for file in result["files"]] == [True] * 6 + [False]
