"""Exact search in the window: buttons, list of lines, walking, and the preview that follows."""

# ruff: noqa: F811 - parameters are called like the fixture that is imported

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from search.types.line_columns import MatchingLine
from search.types.lines import LineOptions
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import core, empty_window, search, window  # noqa: F401 - fixtures
from ui.controllers.lines_controller import LineCounts
from ui.controllers.selection_controller import REST_MS
from ui.i18n.mode_words import EXACT, MATCH_CASE, REGEX, WHOLE_WORD
from ui.panels.results.lines.delegate import shown_part
from ui.panels.results.lines.model import LineRow
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow


def find_lines(qtbot: QtBot, window: MainWindow, act: Callable[[], object]) -> LineCounts:
    """Let lines be searched for, and return how many there are when all were found."""
    counts: list[LineCounts] = []

    def complete(_page: object, so_far: LineCounts) -> bool:
        counts.append(so_far)
        return so_far.complete

    with qtbot.waitSignal(window.workbench.search.lines.paged, check_params_cb=complete):
        act()
    return counts[-1]


def rows(window: MainWindow) -> list[tuple[str, int]]:
    """Return path and number of every listed line."""
    model = window.workbench.results.widget.lines.lines
    listed = [model.row_at(model.index(number, 0)) for number in range(model.rowCount())]
    return [(row.file.path, row.line.line) for row in listed if isinstance(row, LineRow)]


def current(window: MainWindow) -> tuple[str, int]:
    row = window.workbench.results.widget.lines.current_row
    assert isinstance(row, LineRow)
    return row.file.path, row.line.line


def test_a_pattern_in_the_query_lists_lines_under_their_files(qtbot: QtBot, window: MainWindow) -> None:
    counts = find_lines(qtbot, window, lambda: window.workbench.query.run("/def \\w+\\(/"))
    QAbstractItemModelTester(window.workbench.results.widget.lines.lines)
    assert (counts.lines, counts.files) == (4, 4)
    assert rows(window) == [
        ("queue/backoff.py", 1),
        ("tests/test_lease.py", 1),
        ("worker/heartbeat.py", 1),
        ("worker/lease.py", 1),
    ]
    assert window.workbench.results.widget.shows_lines


@pytest.mark.parametrize(
    ("name", "key", "options"),
    [
        (EXACT, Qt.Key.Key_X, LineOptions()),
        (MATCH_CASE, Qt.Key.Key_C, LineOptions(match_case=True)),
        (WHOLE_WORD, Qt.Key.Key_W, LineOptions(whole_word=True)),
        (REGEX, Qt.Key.Key_R, LineOptions(regex=True)),
    ],
)
def test_a_button_and_its_key_search_for_lines(
    qtbot: QtBot,
    window: MainWindow,
    core: WindowCore,
    name: str,
    key: Qt.Key,
    options: LineOptions,
) -> None:
    search(qtbot, window, "retry")
    edit = window.workbench.frame.top.field.edit
    find_lines(qtbot, window, lambda: qtbot.keyClick(edit, key, Qt.KeyboardModifier.AltModifier))
    assert window.workbench.frame.top.field.toggles.states()[name]
    assert core.line_queries[-1].options == options
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.frame.top.field.toggles.buttons[name].click()
    assert not window.workbench.results.widget.shows_lines


def test_next_and_previous_walk_the_lines_and_wrap_around(qtbot: QtBot, window: MainWindow) -> None:
    find_lines(qtbot, window, lambda: window.workbench.query.run("/retry|lives/"))
    listed = rows(window)
    edit = window.workbench.frame.top.field.edit
    assert current(window) == listed[0]
    walked = []
    for _ in listed:
        qtbot.keyClick(edit, Qt.Key.Key_F4)
        walked.append(current(window))
    assert walked == [*listed[1:], listed[0]]
    qtbot.keyClick(edit, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert current(window) == listed[-1]


def test_the_preview_goes_to_line_and_column_and_marks_the_matches(
    qtbot: QtBot,
    window: MainWindow,
) -> None:
    find_lines(qtbot, window, lambda: window.workbench.query.run("/backoff while/"))
    preview = window.workbench.preview.widget
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    (match,) = preview.code.matches.all
    assert (match.line, match.start, match.end) == (1, 15, 28)
    assert preview.code.textCursor().blockNumber() == 1
    assert preview.code.textCursor().positionInBlock() == match.start


def test_a_markdown_file_shows_its_source_at_an_exact_match(qtbot: QtBot, window: MainWindow) -> None:
    find_lines(qtbot, window, lambda: window.workbench.query.run("/loses its/"))
    preview = window.workbench.preview.widget
    qtbot.waitUntil(lambda: bool(preview.code.matches.all))
    assert not preview.shows_rendered


def test_names_of_the_whole_index_are_offered_after_sym(qtbot: QtBot, window: MainWindow) -> None:
    edit, choices = window.workbench.frame.top.field.edit, window.workbench.layout.choices
    qtbot.keyClicks(edit, "sym:back")
    qtbot.waitUntil(choices.isVisible)
    qtbot.keyClick(edit, Qt.Key.Key_Down)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert edit.text() == "sym:backoff "


def test_lines_that_do_not_match_say_so(qtbot: QtBot, window: MainWindow) -> None:
    counts = find_lines(qtbot, window, lambda: window.workbench.query.run("/nothing at all/"))
    assert counts == LineCounts(0, 0, counts.took_ms, complete=True)
    assert not window.workbench.results.widget.shows_lines


@pytest.mark.parametrize("before", ["retry", "/retry/"])
def test_a_faulty_pattern_is_said_in_place_of_the_old_results(
    qtbot: QtBot, window: MainWindow, before: str
) -> None:
    if before == "retry":
        search(qtbot, window, before)
    else:
        find_lines(qtbot, window, lambda: window.workbench.query.run(before))
    with qtbot.waitSignal(window.workbench.search.failed) as failed:
        window.workbench.query.run("/(((((/")
    assert "missing )" in str(failed.args[0])
    warning, results = window.workbench.banners.warning, window.workbench.results.widget
    assert warning.isVisible()
    assert "--regex" not in warning.accessibleName()
    assert (results.current_file, results.shows_lines, results.lines.lines.rowCount()) == (None, False, 0)
    assert results.empty.isVisible()
    search(qtbot, window, "retry")
    assert results.current_file is not None
    assert not warning.isVisible()


def test_another_query_ends_the_search_for_lines(qtbot: QtBot, window: MainWindow, core: WindowCore) -> None:
    core.files_of_a_page = 1
    window.workbench.query.run("/e/")
    search(qtbot, window, "retry")
    requested = len(core.line_queries)
    assert requested < len(core.files)
    qtbot.wait(50)
    assert len(core.line_queries) == requested
    assert not window.workbench.results.widget.shows_lines


def test_the_same_search_again_keeps_the_selected_line(qtbot: QtBot, window: MainWindow) -> None:
    find_lines(qtbot, window, lambda: window.workbench.query.run("/retry/"))
    window.workbench.results.widget.lines.step(1)
    selected = current(window)
    find_lines(qtbot, window, window.workbench.search.search_now)
    assert current(window) == selected


@pytest.mark.parametrize(
    ("line", "text", "spans"),
    [
        (MatchingLine(1, 5, "    lease = 1", spans=((4, 9),)), "lease = 1", ((0, 5),)),
        (MatchingLine(1, 1, "\tx", spans=()), "\tx".replace("\t", " "), ()),
        (
            MatchingLine(1, 41, "a" * 40 + "lease" + "b" * 40, spans=((40, 45),)),
            "…aaaaaaleasebbbbbbbbb…",
            ((7, 12),),
        ),
        (MatchingLine(1, 41, "a" * 40 + "lease", spans=((40, 45),)), "…" + "a" * 15 + "lease", ((16, 21),)),
        (MatchingLine(1, 1001, "lease" + "b" * 9, cut=1000, spans=((0, 5),)), "…leasebbbbbbbbb", ((1, 6),)),
    ],
)
def test_the_first_match_of_a_long_line_is_in_view(
    line: MatchingLine, text: str, spans: tuple[tuple[int, int], ...]
) -> None:
    part = shown_part(line, 20)
    assert (part.text, part.spans) == (text, spans)


def on(window: MainWindow) -> list[str]:
    """Return which buttons are pressed."""
    return [name for name, state in window.workbench.frame.top.field.toggles.states().items() if state]


def search_both_ways(qtbot: QtBot, window: MainWindow) -> None:
    """Look at the answer of a plain search, and then at the lines of a regular expression."""
    workbench = window.workbench
    workbench.answers._viewed.setInterval(5 * REST_MS)  # behind the rest of the selection, as in use
    search(qtbot, window, "lease")
    qtbot.waitUntil(lambda: [past.text for past in workbench.filters.widget.recent(5)] == ["lease"])
    buttons = workbench.frame.top.field.toggles.buttons
    workbench.query.run("")
    for name in (REGEX, MATCH_CASE):
        buttons[name].toggle()
    find_lines(qtbot, window, lambda: workbench.query.run("re(try|new)  *"))
    qtbot.waitUntil(lambda: workbench.filters.widget.recent(1)[0].text == "re(try|new)  *")


def test_a_search_for_lines_enters_the_history_with_its_buttons(qtbot: QtBot, window: MainWindow) -> None:
    search_both_ways(qtbot, window)
    past = window.workbench.filters.widget.recent(1)[0]
    assert (past.text, past.files, set(past.mode)) == ("re(try|new)  *", 1, {REGEX, MATCH_CASE})
    model = window.workbench.filters.widget.history.model()
    spoken = [model.data(model.index(number, 0)) for number in range(model.rowCount())]
    assert any(text.startswith("re(try|new)  *, Match case, Regular expression, ") for text in spoken)
    assert any(text.startswith("lease, ") and "expression" not in text for text in spoken)


def test_nothing_enters_the_history_for_lines_that_are_nowhere(qtbot: QtBot, window: MainWindow) -> None:
    search_both_ways(qtbot, window)
    find_lines(qtbot, window, lambda: window.workbench.query.run("qu+agga"))
    qtbot.wait(50)
    assert "qu+agga" not in [past.text for past in window.workbench.filters.widget.recent(9)]


@pytest.mark.parametrize("way", ["history", "palette", "empty"])
def test_an_earlier_search_is_repeated_as_it_was(qtbot: QtBot, window: MainWindow, way: str) -> None:
    def repeat(text: str) -> None:
        if way == "history":
            view = workbench.filters.widget.history
            listed = [view.model().index(number, 0) for number in range(view.model().rowCount())]
            texts = [getattr(view.row_at(index), "text", "") for index in listed]
            view.setCurrentIndex(listed[texts.index(text)])
            qtbot.keyClick(view, Qt.Key.Key_Return)
        elif way == "palette":
            palette = open_palette(workbench)
            next(item for item in palette.rows.items if item.text == text).run()
            palette.dismiss()
        else:
            workbench.query.run("")
            next(row for row in workbench.layout.empty_query.rows if row.accessibleName().startswith(text)).click()

    workbench = window.workbench
    search_both_ways(qtbot, window)
    with qtbot.waitSignal(workbench.search.answered):
        repeat("lease")
    assert on(window) == []
    counts = find_lines(qtbot, window, lambda: repeat("re(try|new)  *"))
    assert counts.files == 1
    assert set(on(window)) == {MATCH_CASE, REGEX}
    assert workbench.frame.top.field.edit.text() == "re(try|new)  *"


def test_the_same_text_is_forgotten_for_one_mode_alone(qtbot: QtBot, window: MainWindow) -> None:
    search_both_ways(qtbot, window)
    pane = window.workbench.filters.widget
    pane.note_search("re(try|new)", [])
    pane.note_lines("re(try|new)", 4, (REGEX,))
    assert [past.mode for past in pane.recent(2)] == [(REGEX,), ()]
    pane.history.setCurrentIndex(pane.history.model().index(1, 0))
    qtbot.keyClick(pane.history, Qt.Key.Key_Delete)
    assert pane.recent(1)[0].text == "re(try|new)"
    assert pane.recent(1)[0].mode == ()


def test_back_repeats_a_search_for_lines_with_its_buttons(qtbot: QtBot, window: MainWindow) -> None:
    search_both_ways(qtbot, window)
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.query.run("lease", ())
    qtbot.waitUntil(lambda: window.workbench.filters.widget.recent(1)[0].text == "lease")
    find_lines(qtbot, window, lambda: window.workbench.trigger("back"))
    assert set(on(window)) == {MATCH_CASE, REGEX}
    assert window.workbench.search.text == "re(try|new)  *"
    with qtbot.waitSignal(window.workbench.search.answered):
        window.workbench.trigger("forward")
    assert on(window) == []
