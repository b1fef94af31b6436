"""The palette: strict matching, and names of the whole index."""

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.window_fixture import core, empty_window, window  # noqa: F401 -- fixtures
from ui.popups.palette_items import matched_letters
from ui.window.commands import open_palette
from ui.window.main_window import MainWindow


@pytest.mark.parametrize(
    ("typed", "text", "expected"),
    [
        ("theme", "Path from the tree's root", None),
        ("theme", "Switch theme", (7, 8, 9, 10, 11)),
        ("gtd", "Go to the definition", (0, 3, 10)),
        ("gtf", "Go to the definition", None),
        ("gotdef", "Go to definition", (0, 1, 3, 6, 7, 8)),
        ("cartadd", "CartAddLine", (0, 1, 2, 3, 4, 5, 6)),
        ("cal", "CartAddLine", (0, 1, 7)),
        ("sr", "Search", None),
    ],
)
def test_letters_match_in_one_piece_or_at_the_beginnings_of_words(typed, text, expected):
    assert matched_letters(typed, text) == expected


def test_the_palette_finds_names_of_files_that_are_not_among_the_results(
    window: MainWindow,  # noqa: F811 -- the fixture
    qtbot: QtBot,
):
    workbench = window.workbench
    assert workbench.answers.shown is None
    palette = open_palette(workbench)
    palette.field.setText("back")
    qtbot.waitUntil(lambda: any(item.text == "backoff" for item in palette.rows.items))
    item = next(item for item in palette.rows.items if item.text == "backoff")
    item.run()
    assert workbench.search.text == "sym:backoff"
