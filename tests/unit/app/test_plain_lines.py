"""Progress in a pipe: a line when a step begins, the newest one now and then, and none twice in a row at once."""

from app.cli.progress import PlainLines
from search.types.status import Activity

READING = Activity("words", 3, 9, folder="shop", folders=1)


def _lines() -> tuple[list[str], PlainLines]:
    written: list[str] = []
    return written, PlainLines(written.append)


def test_a_step_that_goes_on_is_written_when_it_begins_and_at_each_repeat() -> None:
    written, lines = _lines()
    lines.show(READING)
    lines.show(Activity("words", 4, 9, folder="shop", folders=1))
    lines.repeat()
    lines.repeat()
    assert written == ["shop: words 3 of 9 files", *["shop: words 4 of 9 files"] * 2]


def test_what_was_just_written_is_not_repeated_until_the_next_time() -> None:
    written, lines = _lines()
    lines.show(READING)
    lines.repeat()
    assert written == ["shop: words 3 of 9 files"]
    lines.repeat()
    assert written == ["shop: words 3 of 9 files"] * 2


def test_another_step_that_reads_the_same_is_not_written() -> None:
    written, lines = _lines()
    lines.show(Activity("", waiting=0))
    lines.show(Activity("", waiting=0, paused=False, folders=1))
    assert written == ["Up to date"]
