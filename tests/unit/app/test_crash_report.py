"""A report of a crash: once for each error, on this machine only, without anything of a person's files."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from app.installation import crash_report
from app.installation.crash_report import reports, write_report

SECRET = "the vault code is 4711"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(crash_report, "reports_folder", lambda: tmp_path / "crashes")
    return tmp_path / "crashes"


def crash(text: str) -> Exception:
    try:
        try:
            int(text)
        except ValueError as error:
            raise RuntimeError(text) from error
    except RuntimeError as error:
        return error


def test_a_report_says_where_and_not_what() -> None:
    file = write_report(crash(SECRET), "search")
    assert file is not None
    text = file.read_text("utf-8")
    assert SECRET not in text
    assert "builtins.ValueError" in text
    assert "builtins.RuntimeError" in text
    assert "test_crash_report.py" in text
    assert "process  search" in text


def test_the_same_error_is_reported_once_whatever_it_worked_on() -> None:
    assert write_report(crash("one"), "search") is not None
    assert write_report(crash("two"), "engine") is None
    assert len(reports()) == 1


def test_a_folder_that_cannot_be_written_is_no_second_error(folder: Path) -> None:
    folder.write_text("a file in its place")
    assert write_report(crash("one"), "search") is None


def test_paths_outside_of_the_program_are_not_named() -> None:
    code = compile("1 / 0", "/home/person/secret-project/x.py", "exec")
    with pytest.raises(ZeroDivisionError) as caught:
        exec(code)
    file = write_report(caught.value, "search")
    assert file is not None
    assert "secret-project" not in file.read_text("utf-8")


def test_of_bytecode_that_was_compiled_elsewhere_the_module_is_named() -> None:
    code = compile("1 / 0", "/home/builder/env/lib/python3.11/site-packages/mcp/server.py", "exec")
    with pytest.raises(ZeroDivisionError) as caught:
        exec(code)
    file = write_report(caught.value, "search")
    assert file is not None
    assert "  mcp/server.py:1 in" in file.read_text("utf-8")
    assert "builder" not in file.read_text("utf-8")


def test_a_command_that_crashes_names_the_report_once(tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import app.cli.main as program
        def fail(_options):
            raise RuntimeError("the vault code is 4711")
        program._run = fail
        program.main(["roots"])
    """)
    environment = {"XDG_STATE_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": str(Path(__file__).parents[3])}
    outcomes = [
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False, env=environment
        )
        for _ in range(2)
    ]
    (file,) = tmp_path.rglob("*.txt")
    assert [done.returncode for done in outcomes] == [1, 1]
    assert str(file) in outcomes[0].stderr
    assert str(file) not in outcomes[1].stderr
