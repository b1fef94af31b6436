"""Colours are those of the text that is shown."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from ui.code.pool import LexPool

BEFORE, AFTER = "def renew():\n    return 1\n", "# def renew():\n#    return 1\n"


@pytest.fixture
def pool(qapp: object) -> Iterator[LexPool]:
    pool = LexPool()
    yield pool
    pool.shutdown()


def coloured(qtbot: QtBot, pool: LexPool, text: str) -> list[tuple[object, ...]]:
    with qtbot.waitSignal(pool.ready):
        pool.request("a.py", text, "a.py", "python")
    lexed = pool.lexed("a.py")
    assert lexed is not None
    return [tuple(lexed.line(number)) for number in range(2)]


def test_a_text_that_changed_has_colours_of_its_own(qtbot: QtBot, pool: LexPool) -> None:
    before = coloured(qtbot, pool, BEFORE)
    assert coloured(qtbot, pool, AFTER) != before
    assert coloured(qtbot, pool, BEFORE) == before


def test_until_it_is_lexed_a_changed_text_has_no_colours(qtbot: QtBot, pool: LexPool) -> None:
    coloured(qtbot, pool, BEFORE)
    with qtbot.waitSignal(pool.ready):
        pool.request("a.py", AFTER, "a.py", "python")
        assert pool.lexed("a.py") is None


def test_a_text_that_is_known_is_not_lexed_again(qtbot: QtBot, pool: LexPool) -> None:
    coloured(qtbot, pool, BEFORE)
    with qtbot.assertNotEmitted(pool.ready, wait=200):
        pool.request("a.py", BEFORE, "a.py", "python")
    assert pool.lexed("a.py") is not None
