"""Tests only or none, files by date, and what can be copied from menus."""

from msgspec import structs
from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from tests.ui.pane_samples import chunk_hit, file_hit, some_files
from tests.ui.window_fixture import core, empty_window, search, shown_paths, window  # noqa: F401 -- fixtures
from ui.panels.filters.facets import Choice, choice_of_tests, cleared, is_set, with_tests
from ui.panels.preview.menu import source_menu
from ui.panels.results.menu import excerpt_of
from ui.panels.results.sorting import SortBy, sorted_files
from ui.window.main_window import MainWindow


def test_only_tests_or_none_are_shown_as_the_person_chooses(
    window: MainWindow,  # noqa: F811 -- the fixture
    qtbot: QtBot,
):
    search(qtbot, window, "lease")
    workbench = window.workbench
    tests = workbench.filters.widget.tests
    assert tests.isVisible()
    assert tests.current == Choice.NONE.name
    for choice, query in ((Choice.EXCLUDED, "lease -is:test"), (Choice.INCLUDED, "lease is:test")):
        tests.button(choice.name).click()
        qtbot.waitUntil(lambda query=query: workbench.search.text == query)
        assert tests.current == choice.name
    tests.button(Choice.NONE.name).click()
    qtbot.waitUntil(lambda: workbench.search.text == "lease")


def test_the_choice_of_tests_and_the_query_are_one_thing():
    text = with_tests("lease is:stale", Choice.INCLUDED)
    assert choice_of_tests(text) is Choice.INCLUDED
    assert is_set(text)
    assert choice_of_tests(with_tests(text, Choice.EXCLUDED)) is Choice.EXCLUDED
    assert with_tests(text, Choice.NONE) == "lease is:stale"
    assert cleared("lease -is:test lang:python") == "lease"


def test_files_are_sorted_by_date_and_those_without_one_come_last():
    dates = (30, 0, 10, 20)
    files = [structs.replace(file, mtime_ns=date) for file, date in zip(some_files(4, 0), dates, strict=True)]
    assert [file.mtime_ns for file in sorted_files(files, SortBy.NEWEST)] == [30, 20, 10, 0]
    assert [file.mtime_ns for file in sorted_files(files, SortBy.OLDEST)] == [10, 20, 30, 0]


def test_files_are_sorted_by_size():
    sizes = (30, 5, 20)
    files = [structs.replace(file, size_bytes=size) for file, size in zip(some_files(3, 0), sizes, strict=True)]
    assert [file.size_bytes for file in sorted_files(files, SortBy.LARGEST)] == [30, 20, 5]
    assert [file.size_bytes for file in sorted_files(files, SortBy.SMALLEST)] == [5, 20, 30]


def test_a_filter_by_size_narrows_the_list_and_its_counts(
    window: MainWindow,  # noqa: F811 -- the fixture
    qtbot: QtBot,
):
    every = search(qtbot, window, "lease")
    small = search(qtbot, window, "lease size:<50")
    large = search(qtbot, window, "lease -size:<50")
    assert set(small) | set(large) == set(every)
    assert small
    assert large
    assert window.workbench.answers.shown.total_files == len(large)


def test_a_result_is_copied_as_path_and_line_and_as_markdown():
    file = file_hit(1, "relay/worker/lease.py", 1)
    chunk = chunk_hit("relay/worker/lease.py", 0, 9, 11, text="async def renew(self):\n    pass\n")
    assert excerpt_of(file, chunk).location == "relay/worker/lease.py:9"
    assert excerpt_of(file, chunk).markdown == (
        "`relay/worker/lease.py:9`\n\n```python\nasync def renew(self):\n    pass\n```\n"
    )
    fenced = structs.replace(chunk, text="```sh\nls\n```")
    assert "\n````python\n" in excerpt_of(file, fenced).markdown
    assert excerpt_of(file, None).markdown == "`relay/worker/lease.py:1`\n"


def test_the_menu_of_the_source_copies_the_line_and_has_the_commands_of_the_palette(
    window: MainWindow,  # noqa: F811 -- the fixture
    qtbot: QtBot,
):
    workbench = window.workbench
    preview = workbench.preview.widget
    with qtbot.waitSignal(preview.textShown):
        search(qtbot, window, "beat")
    code = preview.code
    code.setTextCursor(QTextCursor(code.document().findBlockByNumber(1)))
    menu = source_menu(preview, workbench.context)
    actions = {action.text(): action for action in menu.actions()}
    assert workbench.actions.action("definition") in menu.actions()
    actions["Copy as path:line"].trigger()
    assert QGuiApplication.clipboard().text() == f"{preview.spot.path}:2"
    actions["Copy as Markdown"].trigger()
    line = code.toPlainText().split("\n")[1]
    assert line in QGuiApplication.clipboard().text()
    menu.deleteLater()
