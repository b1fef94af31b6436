"""Where a change is to be made, on the command line and through the core, over a real index of a repository."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.composition import Role, make_core
from app.core.local_core import LocalCore
from search import messages
from search.config.settings import Settings
from search.errors import BadInputError, QueryError
from search.messages import Message
from search.ranking.constants import DOCUMENT_MOST_FOR_REPORT
from search.types.filters import Access
from search.types.locations import ChangeLocations, EvidenceKind, LocatedFile, LocateRequest
from search.types.query import SearchQuery

FILES = {
    "src/lease.py": (
        "class Lease:\n"
        "    def renew(self, number):\n"
        "        if self.over:\n"
        '            raise ValueError(f"lease {number} lost for good")\n'
        "        return number\n"
        "\n\n"
        "def colour():\n"
        "    return 'blue'\n"
    ),
    "src/worker.py": (
        "from lease import Lease\n\n\ndef run_worker(job):\n    lease = Lease()\n    return lease.renew(job)\n"
    ),
    "src/secret/vault.py": "from lease import Lease\n\n\ndef open_vault(key):\n    return Lease().renew(key)\n",
    "src/paint.py": "def paint_the_door(colour):\n    return colour\n",
    "tests/test_lease.py": "from lease import Lease\n\n\ndef test_renewal():\n    assert Lease().renew(1) == 1\n",
    "tests/test_worker.py": (
        "from worker import run_worker\n\n\ndef test_a_run():\n    assert run_worker(1) == 1\n"
    ),
    "docs/lease.md": "# The lease\n\nA lease that is renewed late is lost.\n",
    ".dowse.toml": '[[rules]]\nglob = "src/secret/**"\ngroups = ["writers"]\n',
}
TRACE = """Jobs end early

Traceback (most recent call last):
  File "/opt/venv/site-packages/pool/api.py", line 9, in submit
    run()
  File "/home/me/shop/src/worker.py", line 6, in run_worker
    return lease.renew(job)
RuntimeError: no time left
"""
SUBJECT = "Open the gate only when a bell rings"


def commit(folder: Path, message: str) -> str:
    named = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run([*named, "add", "-A"], cwd=folder, check=True)
    subprocess.run([*named, "commit", "-q", "-m", message], cwd=folder, check=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder, check=True, capture_output=True, text=True)
    return head.stdout.strip()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("where")
    shop = home / "shop"
    for path, text in FILES.items():
        (shop / path).parent.mkdir(parents=True, exist_ok=True)
        (shop / path).write_text(text, "utf-8")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=shop, check=True)
    commit(shop, "Begin")
    (shop / "src" / "paint.py").write_text("def paint_the_door(colour):\n    return colour or gate\n", "utf-8")
    (home / "hash").write_text(commit(shop, SUBJECT), "utf-8")
    return home


@pytest.fixture(scope="module")
def core(home: Path) -> Iterator[LocalCore]:
    core = make_core(home / "index", Settings(), Role(follows=False))
    core.index([str(home / "shop")], semantic=False)
    yield core
    core.close(save=False)


def located(core: LocalCore, report: str, access: Access | None = None, **counts: int) -> ChangeLocations:
    return core.locate_change(LocateRequest(report, access=access or Access(), **counts))


def evidence(file: LocatedFile) -> dict[EvidenceKind, str]:
    return {each.kind: each.detail for each in file.evidence}


def test_the_file_of_a_frame_comes_first_with_the_function_of_the_frame(core: LocalCore) -> None:
    locations = located(core, TRACE)
    first = locations.files[0]
    assert (first.path, first.definitions[0].name) == ("src/worker.py", "run_worker")
    assert first.definitions[0].evidence[0] is EvidenceKind.FRAME
    assert evidence(first)[EvidenceKind.FRAME] == "worker.py:6 (run_worker)"
    assert first.evidence[0].line == 6
    assert locations.frames == 2


def test_a_frame_of_an_older_version_is_at_the_function_that_it_names(core: LocalCore) -> None:
    first = located(core, TRACE.replace("line 6, in run_worker", "line 60, in run_worker")).files[0]
    assert (first.path, first.evidence[0].kind, first.evidence[0].line) == ("src/worker.py", EvidenceKind.FRAME, 4)


def test_the_file_that_formatted_an_error_message_has_its_literal_and_its_method(core: LocalCore) -> None:
    first = located(core, "ValueError: lease 42 lost for good").files[0]
    assert first.path == "src/lease.py"
    assert evidence(first)[EvidenceKind.MESSAGE] == "lease {number} lost for good"
    assert first.evidence[0].line == 4
    assert first.definitions[0].name == "Lease.renew"
    assert EvidenceKind.MESSAGE in first.definitions[0].evidence


def test_a_similar_commit_is_evidence_with_its_hash(core: LocalCore, home: Path) -> None:
    file = next(file for file in located(core, "the bell rings at the gate").files if file.path == "src/paint.py")
    (similar,) = [each for each in file.evidence if each.kind is EvidenceKind.COMMIT]
    assert similar.detail == SUBJECT
    assert (home / "hash").read_text("utf-8").startswith(similar.commit)
    assert len(similar.commit) == 8


def test_words_are_shown_as_they_were_written(core: LocalCore) -> None:
    file = next(file for file in located(core, "Renewing leases").files if file.path == "src/lease.py")
    assert evidence(file)[EvidenceKind.WORDS] == "leases, Renewing"


def test_tests_and_documents_are_not_among_the_files_to_change(core: LocalCore) -> None:
    paths = {file.path for file in located(core, "a lease that is renewed late is lost").files}
    assert "src/lease.py" in paths
    assert not {path for path in paths if path.startswith(("docs/", "tests/"))}


def test_documents_count_less_below_a_pasted_report(core: LocalCore) -> None:
    def demotion(*, pasted: bool) -> float:
        files = core.search(SearchQuery("a lease that is renewed late is lost", pasted=pasted)).files
        return next(file.demotion for file in files if file.path == "docs/lease.md")

    assert demotion(pasted=True) <= DOCUMENT_MOST_FOR_REPORT < demotion(pasted=False)


def test_a_report_about_the_documentation_leads_to_documents(core: LocalCore) -> None:
    assert located(core, "the documentation of a lost lease is wrong").files[0].path == "docs/lease.md"


def test_a_test_that_uses_the_definition_and_is_named_after_the_file_comes_first(core: LocalCore) -> None:
    tests = located(core, "ValueError: lease 42 lost for good").tests
    assert tests[0].path == "tests/test_lease.py"
    assert set(tests[0].by) == {EvidenceKind.GRAPH, EvidenceKind.NAME}
    assert tests[0].detail.startswith("test_renewal uses Lease")
    assert (tests[0].line, tests[0].root_path) == (4, located(core, "lease").files[0].root_path)
    assert "src/lease.py" in tests[0].covers


def test_a_test_that_reaches_the_definition_through_another_covers_it(core: LocalCore) -> None:
    tests = {test.path: test for test in located(core, "ValueError: lease 42 lost for good", top=1).tests}
    assert tests["tests/test_worker.py"].distance == 2


def test_who_uses_a_located_definition_is_a_neighbour(core: LocalCore) -> None:
    files = {file.path: file for file in located(core, "ValueError: lease 42 lost for good", top=3).files}
    (use,) = [each for each in files["src/worker.py"].evidence if each.kind is EvidenceKind.GRAPH]
    assert use.detail == "calls Lease.renew, line 6"
    assert isinstance(use.reason, Message)
    assert messages.text(use.reason, "de") == "ruft Lease.renew auf, Zeile 6"


@pytest.mark.parametrize("text", ["ValueError: lease 42 lost for good", "open_vault with a key"])
def test_what_a_client_may_not_see_is_neither_file_nor_neighbour(core: LocalCore, text: str) -> None:
    seen = {file.path for file in located(core, text).files}
    assert "src/secret/vault.py" in seen
    outsider = located(core, text, Access(tenant="local", groups=("readers",)))
    assert "src/secret/vault.py" not in {file.path for file in outsider.files}
    assert not any("vault" in each.detail for file in outsider.files for each in file.evidence)


@pytest.mark.parametrize(
    "text",
    [
        "fails with -a and -vv",
        "user: me, tag: x",
        '"renew" the lease',
        "path: is ignored for a lease",
        "(a+)+$ (((((",
        "\x1b[31mlease\x1b[0m lost",
        "lease \0 lost",
        "lease\n" * 10_000,
    ],
)
def test_what_a_person_pastes_is_never_refused(core: LocalCore, text: str) -> None:
    located(core, text)


def test_a_last_line_of_filters_narrows(core: LocalCore) -> None:
    paths = {file.path for file in located(core, "lease lost\npath:src/lease.py").files if file.rank_score}
    assert paths == {"src/lease.py"}


@pytest.mark.parametrize("text", ["", "   ", "\x1b[31m\x1b[0m", "\n\n"])
def test_a_text_without_a_word_is_refused(core: LocalCore, text: str) -> None:
    with pytest.raises(QueryError, match="empty"):
        located(core, text)


def test_a_number_out_of_range_is_refused(core: LocalCore) -> None:
    with pytest.raises(BadInputError, match="top"):
        LocateRequest("lease", top=0)


def test_tests_can_be_left_out(core: LocalCore) -> None:
    assert located(core, "lease lost", tests=0).tests == ()


def command(home: Path, *arguments: str) -> int:
    return main(["where", *arguments, "--index", str(home / "printed")])


@pytest.fixture(scope="module")
def printed(home: Path) -> Path:
    core = make_core(home / "printed", Settings(), Role(follows=False))
    core.index([str(home / "shop")], semantic=False)
    core.close()
    return home


def test_the_command_reads_standard_input_and_prints_files_evidence_and_tests(
    printed: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TRACE.encode())))
    assert command(printed, "-") == 0
    out = capsys.readouterr().out
    assert "1. src/worker.py" in out
    assert "frame    worker.py:6 (run_worker)" in out
    assert "worker.py:4  run_worker" in out
    assert "tests/test_worker.py  graph, name" in out


def test_the_command_prints_json(printed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(printed, "lease 42 lost for good", "--json", "--top", "1") == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert answer["files"][0]["path"] == "src/lease.py"
    assert {each["kind"] for each in answer["files"][0]["evidence"]} >= {"message", "words"}
    assert answer["tests"][0]["path"] == "tests/test_lease.py"


def test_the_exit_status_says_that_nothing_was_found(printed: Path) -> None:
    assert command(printed, "zzyzx qwrtpl") == 1


def test_a_bad_number_is_one_line(printed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(printed, "lease", "--top", "0") == 2
    assert len(capsys.readouterr().err.strip().splitlines()) <= 2
