"""What a terminal is given: the styles of this program, and nothing of a file that a terminal would obey."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest
from rich.console import Console

from app.cli import output
from app.cli.status import work_lines
from search.types.status import Activity, Speed

HOSTILE = "a\x1b]52;c;cm0gLXJm\x07\x9b2J\r\u202egpj.exe\n"
SEEN = r"a\x1b]52;c;cm0gLXJm\x07\x9b2J\r\u202egpj.exe"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = Console(highlight=False, force_terminal=True, color_system="standard", file=io.StringIO())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(output, "console", lambda: coloured)


def test_a_name_that_would_act_on_a_terminal_is_spelt() -> None:
    with redirect_stdout(Terminal()) as out, redirect_stderr(Terminal()) as err:
        output.line(HOSTILE)
        output.remark(HOSTILE)

    assert out.getvalue() == SEEN + "\\n\n"
    assert err.getvalue() == SEEN + "\n\n"


def test_a_styled_name_carries_our_escapes_and_no_other() -> None:
    with redirect_stdout(Terminal()) as out:
        output.line(output.styled(HOSTILE, "bold") + HOSTILE)

    assert out.getvalue() == f"\x1b[1m{SEEN}\\n\x1b[0m{SEEN}\\n\n"


def test_a_text_keeps_its_lines_and_is_spelt_on_a_terminal_only() -> None:
    with redirect_stdout(Terminal()) as seen:
        output.write("# A\n\tb\x1b[2J\n")
    with redirect_stdout(io.StringIO()) as piped:
        output.write("# A\n\tb\x1b[2J\n")

    assert seen.getvalue() == "# A\n\tb\\x1b[2J\n"
    assert piped.getvalue() == "# A\n\tb\x1b[2J\n"


def test_status_says_that_indexing_is_paused_or_goes_at_another_speed() -> None:
    activity = Activity("words", 3, 10, paused=True, speed=Speed.QUIET, folder="docs", folders=1)
    assert list(work_lines(activity)) == [
        "Now: docs: words 3 of 10 files",
        "Indexing is paused: dowse engine resume",
        "Indexing is quiet: dowse engine speed normal",
    ]
    assert list(work_lines(Activity())) == []
