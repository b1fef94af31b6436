"""Small things that the window says are true, and in the words of the person."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from resources.languages import languages
from search.types.query import Rerank
from search.types.results import Facet
from search.types.status import Activity, StepCounts
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import core, empty_window, search, window  # noqa: F401 -- fixtures
from ui.application.builder import Builder
from ui.code.lexing import lex
from ui.controllers import opening
from ui.controllers.line_history import Commit
from ui.panels.filters.facets import GROUPS, Value, values_of
from ui.panels.settings.dialog import SettingsDialog
from ui.services import Services
from ui.user_data.window_state import WindowState, save_state
from ui.widgets.popup import open_popup
from ui.widgets.query_examples import examples, use_own_values
from ui.window.main_window import MainWindow

LEVEL = next(group for group in GROUPS if group.column == "level")


def test_a_file_that_no_program_opens_is_not_called_missing(
    window: MainWindow,  # noqa: F811 -- the fixture
    tmp_path,
    monkeypatch: pytest.MonkeyPatch,
):
    file = tmp_path / "Cart.cs"
    file.write_text("class Cart {}")
    monkeypatch.setattr(opening, "command_for", lambda *_: None)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    workbench = window.workbench
    workbench.context.opener.open_path(str(file), 1)
    words = workbench.banners.warning.accessibleName()
    assert "No program opens .cs files" in words
    workbench.banners.act()
    assert isinstance(open_popup(workbench.layout), SettingsDialog)


def test_a_file_that_is_gone_is_called_missing(window: MainWindow, tmp_path):  # noqa: F811 -- the fixture
    window.workbench.context.opener.open_path(str(tmp_path / "gone.cs"), 1)
    assert "is not there any more" in window.workbench.banners.warning.accessibleName()


def test_resetting_the_ranking_takes_away_what_was_said_of_the_reranking(
    window: MainWindow,  # noqa: F811 -- the fixture
    qtbot: QtBot,
):
    workbench = window.workbench
    search(qtbot, window, "lease")
    workbench.layout.advanced.rerank.chosen.emit(Rerank.KEYWORD.value)
    qtbot.waitUntil(lambda: workbench.answers.shown.ranking.rerank is Rerank.KEYWORD and workbench.is_idle)
    workbench.banners.say("Reranking the first 50 files", "", quiet=True)
    workbench.trigger("reset-ranking")
    qtbot.waitUntil(lambda: workbench.answers.shown.ranking.rerank is Rerank.READER)
    qtbot.waitUntil(workbench.banners.warning.isHidden)


def test_examples_name_what_is_in_the_index(window: MainWindow, qtbot: QtBot):  # noqa: F811 -- the fixture
    search(qtbot, window, "lease lang:sql")
    texts = [text for text, _, _ in examples()]
    assert "repo:gateway" in texts
    assert "lang:sql" in texts
    use_own_values({"language": "python", "repository": "relay"})


def test_a_group_in_which_there_is_nothing_to_choose_is_left_out():
    plain = Facet("level", (("standard", 40),))
    assert values_of(LEVEL, plain, (), {}) == []
    promoted = Facet("level", (("critical", 4), ("standard", 36)))
    assert [value.label for value in values_of(LEVEL, promoted, (), {})] == ["Critical", "Normal"]
    assert Value(LEVEL, "important", 1).label == "Important"


@pytest.mark.parametrize(
    ("path", "language", "text"),
    [
        ("Cart.cshtml", "razor", "<div>@Model.Name</div>"),
        ("App.svelte", "svelte", "<script>let a = 1</script>"),
        ("go.mod", "gomod", "module example.com/shop // the shop"),
        ("schema.prisma", "prisma", "type Cart { id: Int }"),
        ("Shop.csproj", "msbuild", "<Project Sdk='x'></Project>"),
    ],
)
def test_languages_without_a_lexer_of_their_own_are_coloured_as_their_nearest(path, language, text):
    assert language in languages()
    coloured = lex(text, path, language)
    assert coloured is not None
    assert coloured.line(0)


def test_a_paused_index_is_not_called_indexing(window: MainWindow, core: WindowCore, qtbot: QtBot):  # noqa: F811
    core.activity = Activity("meaning", 75, 649, folder="relay", folders=1, paused=True)
    core.steps = {"relay": StepCounts(indexed=649, embedded=75)}
    with qtbot.waitSignal(window.workbench.index.statusChanged):
        window.workbench.index.ask_status()
    window.workbench.indexing.show_activity(core.activity)
    words = window.workbench.banners.progress.accessibleName()
    assert words.startswith("Indexing is paused, relay: meaning 75 of 649 files")


def test_the_query_of_another_index_is_not_shown(themed: QApplication, tmp_path: Path):
    save_state(WindowState(query="lease", query_index="digest-of-one"), tmp_path / "window.json")
    for folder, shown in (("digest-of-one", "lease"), ("digest-of-another", "")):
        front = Builder(themed, Services(tmp_path, tmp_path / folder, len)).front()
        assert front.front.top.field.edit.text() == shown
        front.deleteLater()


def test_the_day_of_a_line_has_the_month_as_a_word():
    line = Commit(1, 9, "ccfb12347aa", "Matthew Holt", 1567512000.0, "Implement health checks")
    assert line.words == "ccfb12347, Matthew Holt, 3 Sep 2019: Implement health checks"


def test_the_line_of_progress_covers_nothing_in_a_narrow_window(window: MainWindow):  # noqa: F811 -- the fixture
    window.resize(1100, 700)
    bar = window.workbench.layout.status
    bar.set_device("CPU, 2 threads, f32")
    window.workbench.indexing.show_activity(
        Activity("meaning", 75, 649, seconds_left=900.0, folder="a-folder-with-a-rather-long-name", folders=1)
    )
    bar.layout().activate()
    parts = [bar.counts, bar.bar, bar.pause, bar.step, bar.device, bar.index]
    shown = [part.geometry() for part in parts if part.isVisible()]
    assert all(left.right() < right.left() for left, right in pairwise(shown))
    assert bar.step.text().endswith("649 files, about 15 min left")
