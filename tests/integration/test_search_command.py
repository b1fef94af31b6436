"""``dowse search`` as a person uses it: examples, explanations, groups, copies, questions for the graph."""

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.main import main
from app.installation.locations import INDEX_VARIABLE

Run = Callable[..., tuple[int, str, str]]

LEASE = "def renew_lease(job):\n    job.until = job.clock.now() + job.period\n    return job.until\n"
FILES = {
    "src/lease.py": LEASE,
    "src/copied/lease.py": LEASE,
    "src/worker.py": "from src.lease import renew_lease\n\n\ndef work(job):\n    return renew_lease(job)\n",
    "tests/test_lease.py": "from src.lease import renew_lease\n\n\ndef test_lease(job):\n    renew_lease(job)\n",
    "src/notice.py": """# Copyright of the roastery.
# Permission to use this is granted.
# No warranty is given.
# See the file LICENSE.

PERIOD = 3


def extend(job):
    # an expired voucher is prolonged
    return job
""",
    "src/bill.py": """def total(bill):
    \"\"\"Add up.\"\"\"
    amount = 0
    for each in bill:
        amount += each
    return round(amount)  # what is rounded
""",
    "docs/lease.md": "# Lease\n\nA worker renews the lease of a job before its period ends.\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("search")
    for path, text in FILES.items():
        (home / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (home / "shop" / path).write_text(text)
    assert main(["index", str(home / "shop"), "--no-semantic", "--index", str(home / "index"), "--json"]) == 0
    return home / "index"


@pytest.fixture
def run(index: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv(INDEX_VARIABLE, str(index))

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main(["search", "--mode", "keyword", *arguments])
        return status, *capsys.readouterr()

    return call


def answer_of(run: Run, *arguments: str) -> dict[str, Any]:
    status, out, _ = run(*arguments, "--json")
    assert status == 0
    return dict(json.loads(out))


def test_a_slip_is_mended_and_told(run: Run) -> None:
    result = answer_of(run, "renew_leese")
    assert result["searched"] == "renew_lease"
    assert result["corrections"] == [{"typed": "renew_leese", "searched": "renew_lease"}]
    assert result["files"][0]["path"] == "src/lease.py"
    assert "renew_lease instead of renew_leese" in run("renew_leese")[2]
    assert "renew_lease instead of renew_leese" in result["notes"][0]


def test_a_passage_is_shown_from_the_first_line_that_has_the_words(run: Run) -> None:
    _, out, _ = run("prolong", "a", "voucher")
    heading, *shown = out.splitlines()[1:4]
    assert heading.endswith("src/notice.py:10  extend")
    assert [text.strip() for text in shown] == ["# an expired voucher is prolonged", "return job"]


def test_a_passage_is_shown_from_its_start_if_that_has_the_words(run: Run) -> None:
    _, out, _ = run("warranty", "of", "the", "roastery")
    assert out.splitlines()[1].endswith("src/notice.py:1  PERIOD")


def test_a_line_inside_of_the_definition_of_its_passage_has_its_name(run: Run) -> None:
    _, out, _ = run("bill", "is", "rounded")
    assert out.splitlines()[1].endswith("src/bill.py:4  total")


def test_each_file_says_whether_it_changed_since_and_whether_its_folder_is_there(run: Run, index: Path) -> None:
    def standing() -> dict[str, tuple[bool, bool]]:
        return {file["path"]: (file["stale"], file["offline"]) for file in answer_of(run, "renew_lease")["files"]}

    assert set(standing().values()) == {(False, False)}
    lease = index.parent / "shop" / "src" / "lease.py"
    before = lease.stat()
    os.utime(lease, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert standing()["src/lease.py"] == (True, False)
    os.utime(lease, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_callers_are_shown_with_their_line(run: Run) -> None:
    status, out, _ = run("who calls renew_lease")
    assert status == 0
    assert "src/worker.py" in out.splitlines()[0]
    assert out.splitlines()[1].strip() == "calls renew_lease, line 5"


def test_copies_are_named_behind_the_file_that_stands_for_them(run: Run) -> None:
    assert "and 1 near-identical file: src/copied/lease.py" in run("renew_lease")[1]
    [first, *_] = answer_of(run, "renew_lease")["files"]
    assert [copy["path"] for copy in first["duplicates"]] == ["src/copied/lease.py"]
    paths = {file["path"] for file in answer_of(run, "renew_lease", "--all-copies")["files"]}
    assert paths >= {"src/lease.py", "src/copied/lease.py"}


def test_an_explanation_adds_up_line_by_line(run: Run) -> None:
    lines = [line.strip() for line in run("renew_lease", "--explain")[1].splitlines()]
    lowered = [line for line in lines if line.startswith("=0.")]
    assert any(line.endswith("as a document, and code answers better") for line in lowered)
    assert any(line.endswith("as a test, which was not asked for") for line in lowered)
    explanation = answer_of(run, "lease job", "--explain")["files"][0]["explanation"]
    assert explanation["total"] == pytest.approx(sum(part["share"] for part in explanation["parts"]))


def test_groups_are_headed_and_labelled(run: Run) -> None:
    lines = run("lease", "--group", "--top", "1")[1].splitlines()
    assert lines[0] == "Code"
    assert "docs/lease.md" in lines[lines.index("Documents") + 1]
    assert {file["group"] for file in answer_of(run, "lease", "--group", "--top", "1")["files"]} == {
        "code",
        "document",
    }


def test_an_example_stands_for_the_question(run: Run, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = [file["path"] for file in answer_of(run, "--like", "src/lease.py:2", "--all-copies")["files"]]
    assert named[0] == "src/copied/lease.py"
    assert "src/lease.py" not in named
    on_disk = index.parent / "shop" / "src" / "lease.py"
    assert [file["path"] for file in answer_of(run, "--like", f"{on_disk}:2", "--all-copies")["files"]] == named
    pasted = io.TextIOWrapper(io.BytesIO(b"a worker renews before the period ends"))
    monkeypatch.setattr("sys.stdin", pasted)
    assert answer_of(run, "--like", "-")["files"][0]["path"] == "docs/lease.md"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--like", "src/nothing.py"), "is not indexed"),
        (("--like", "lease.py"), "2 files are called"),
        (("--like", "src/lease.py:99"), "no indexed text at line 99"),
        ((), "The query is empty"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_line(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_quotation_mark_that_is_not_closed_is_named(run: Run) -> None:
    _, _, err = run('lease "renew the')
    assert "The quotation mark before renew the is not closed." in err
    assert "not closed" not in run('"renew the" lease')[2]


def test_nothing_on_standard_input_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" \n")))
    assert run("--like", "-")[0] == 2


def test_what_to_pipe_is_told_for_what_was_typed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def advice(*arguments: str) -> str:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
        return run(*arguments)[2]

    assert advice("--like", "-") == "error: standard input is empty. Pipe a text into dowse search --like -.\n"
    assert advice("-") == "error: standard input is empty. Pipe a text into dowse search -.\n"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("-",), b"renew the lease\n" * 70_000),
        (("--like", "-"), b"renew " * 200_000),
    ],
)
def test_too_much_standard_input_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], text: bytes
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    status, out, err = run(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("error: standard input has more than 1,000,000 bytes")


@pytest.mark.parametrize("text", [b"renew " * 160_000, b"renew the lease\n" * 60_000])
def test_a_long_text_on_standard_input_is_searched(run: Run, monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run("-")[0] == 0


@pytest.mark.parametrize("options", [(), ("--exact",), ("--json",), ("--like", "src/lease.py")])
def test_a_query_with_broken_bytes_is_refused_as_a_query(run: Run, options: tuple[str, ...]) -> None:
    status, out, err = run("gr\udcfc\udcdfe", *options)
    assert (status, out) == (2, "")
    assert err.startswith(r"error: the query gr\xfc\xdfe is not valid UTF-8. Type it again in a terminal ")
    assert err.count("\n") == 1
