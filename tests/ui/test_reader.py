"""The reader in the window: the first list at once, the read order after it, and one switch."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from search.types.query import RankSettings, Rerank
from search.types.results import FileHit
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search, shown_paths
from ui.panels.results.reasons import reasons_of
from ui.window.main_window import MainWindow

QUESTION = "lease retry"


def by_length(file: FileHit) -> float:
    """Return a score that turns the order around: longer paths are better."""
    return min(1.0, len(file.path) / 40)


@pytest.fixture
def reading(core: WindowCore) -> WindowCore:
    """A core whose engine carries a reader."""
    core.reader = by_length
    return core


def first_list(qtbot: QtBot, window: MainWindow, core: WindowCore) -> tuple[str, ...]:
    """Search and return the paths of the first list; reading waits until `read` is called."""
    core.model_reads.clear()
    paths = search(qtbot, window, QUESTION)
    qtbot.waitUntil(lambda: window.workbench.search.reranking)
    return paths


def read(qtbot: QtBot, window: MainWindow, core: WindowCore) -> tuple[str, ...]:
    """Let the reading end and return the paths in the read order."""
    with qtbot.waitSignal(window.workbench.search.answered):
        core.model_reads.set()
    return shown_paths(window)


def test_the_first_list_stands_at_once_and_the_read_order_follows(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    first = first_list(qtbot, window, reading)
    after = read(qtbot, window, reading)
    assert set(after) == set(first)
    assert after != first
    assert not window.workbench.search.reranking
    queries = [query for query in reading.queries if query.all_candidates]
    assert [query.reads_later for query in queries[-2:]] == [True, False]
    assert len({query.series for query in queries}) == 1
    assert queries[-1].series


def test_the_parts_of_a_score_have_the_readers_and_add_up(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    first_list(qtbot, window, reading)
    read(qtbot, window, reading)
    files = window.workbench.answers.shown.files
    for file in files:
        assert file.rank_score == file.parts.total
        assert file.parts.reader == pytest.approx(0.5 * by_length(file))
    score = dict(reasons_of(files[0], window.workbench.search.settings, QUESTION))["Score"]
    assert f"{file_share(files[0])} reader" in score
    assert any("The reader, which read it with the question" in line for line in score)


def file_share(file: FileHit) -> str:
    from ui.panels.results.sentences import parts_shown

    return dict(parts_shown(file))["reader"]


def test_a_row_that_a_person_chose_stays_selected(window: MainWindow, reading: WindowCore, qtbot: QtBot) -> None:
    first = first_list(qtbot, window, reading)
    view = window.workbench.results.widget.view
    view.chosen = True
    view.select_file(window.workbench.answers.shown.files[1].file_id)
    after = read(qtbot, window, reading)
    assert view.current_file.path == first[1]
    assert after.index(first[1]) != 1 or after != first


def test_without_a_choice_the_best_file_of_the_read_order_is_selected(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    first_list(qtbot, window, reading)
    after = read(qtbot, window, reading)
    assert window.workbench.results.widget.view.current_file.path == after[0]


def test_the_slider_blends_from_memory(window: MainWindow, reading: WindowCore, qtbot: QtBot) -> None:
    first_list(qtbot, window, reading)
    read(qtbot, window, reading)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    requests = len(reading.queries)
    settings = window.workbench.search.settings
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.query.set_ranking(replace(settings, weight=0.3))
    files = window.workbench.answers.shown.files
    assert all(file.parts.reader == pytest.approx(0.5 * by_length(file)) for file in files)
    assert all(file.rank_score == file.parts.total for file in files)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert len(reading.queries) == requests


def test_the_slider_moves_the_first_list_while_files_are_read(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    first_list(qtbot, window, reading)
    settings = replace(window.workbench.search.settings, weight=0.4)
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.query.set_ranking(settings)
    assert all(file.parts.reader == 0.0 for file in window.workbench.answers.shown.files)
    read(qtbot, window, reading)
    assert window.workbench.answers.shown.ranking.weight == 0.4
    assert any(file.parts.reader for file in window.workbench.answers.shown.files)


def test_one_switch_gives_the_first_list_and_no_question_is_needed(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    first = first_list(qtbot, window, reading)
    read(qtbot, window, reading)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    requests = len(reading.queries)
    advanced = window.workbench.layout.advanced
    with qtbot.waitSignal(window.workbench.search.reranked):
        advanced.rerank.chosen.emit(Rerank.NONE.value)
    assert shown_paths(window) == first
    with qtbot.waitSignal(window.workbench.search.reranked):
        advanced.rerank.chosen.emit(Rerank.READER.value)
    assert shown_paths(window) != first
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert len(reading.queries) == requests
    advanced.rerank.chosen.emit(Rerank.NONE.value)
    assert search(qtbot, window, QUESTION) == first
    assert not window.workbench.search.reranking


def test_switched_on_later_it_asks_for_what_was_not_read(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    advanced = window.workbench.layout.advanced
    advanced.rerank.chosen.emit(Rerank.NONE.value)
    first = search(qtbot, window, QUESTION)
    advanced.rerank.chosen.emit(Rerank.READER.value)
    qtbot.waitUntil(lambda: set(shown_paths(window)) == set(first) and shown_paths(window) != first)


def test_a_newer_question_drops_the_reading_for_an_older_one(
    window: MainWindow, reading: WindowCore, qtbot: QtBot
) -> None:
    first_list(qtbot, window, reading)
    newer = search(qtbot, window, "backoff")
    reading.model_reads.set()
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert set(shown_paths(window)) == set(newer)
    assert window.workbench.answers.shown.query == "backoff"


def test_without_weights_a_question_is_asked_once(window: MainWindow, core: WindowCore, qtbot: QtBot) -> None:
    search(qtbot, window, QUESTION)
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert sum(query.all_candidates for query in core.queries if query.text == QUESTION) == 1
    assert window.workbench.search.settings == RankSettings()


def test_the_switch_is_remembered(window: MainWindow, reading: WindowCore, qtbot: QtBot) -> None:
    from ui.user_data.window_state import WindowState
    from ui.window.memory import restore, save

    window.workbench.layout.advanced.rerank.chosen.emit(Rerank.NONE.value)
    state = WindowState()
    save(window.workbench, state)
    assert not state.reads
    window.workbench.layout.advanced.rerank.chosen.emit(Rerank.READER.value)
    restore(window.workbench, state)
    assert window.workbench.search.settings.rerank is Rerank.NONE
