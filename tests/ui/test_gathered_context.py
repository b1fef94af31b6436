"""The Context tab gives what `dowse context` gives, asks only when it is needed, and says how it stands."""

import threading
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.cli.open_core import Opening, opened_core
from app.core.evidence import context_text
from app.desktop.start import count_tokens
from resources.locate import resource
from search.errors import EngineError, QueryError
from search.events import FilesChanged
from search.ports import SearchCore
from search.types.context import ContextRequest
from tests.fakes.window_core import WindowCore
from tests.ui.window_fixture import search
from ui.application.builder import make_window
from ui.panels.context.panel import ContextPanel
from ui.services import Services
from ui.window.main_window import MainWindow

QUERIES = ("which job runs first", "sign a delivery", "which job sends reminders path:roastery_worker/main.py")
BUDGETS = (700, 1500, 4000)
FORMATS = ("markdown", "xml", "plain")


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchCore]:
    with opened_core(tmp_path_factory.mktemp("index"), Opening(make=True)) as core:
        core.index([str(resource("sample", "worker"))], semantic=False)
        yield core


@pytest.fixture
def filled(qtbot: QtBot, tmp_path: Path, themed: object, sample: SearchCore) -> Iterator[MainWindow]:
    """A window on the sample corpus that counts tokens as the command does."""
    app = QGuiApplication.instance()
    window = make_window(app, Services(tmp_path, tmp_path / "person", count_tokens))  # type: ignore[arg-type]
    qtbot.addWidget(window)
    window.show()
    window.workbench.attach(sample)
    yield window
    window.close()


def copied(qtbot: QtBot, window: MainWindow) -> str:
    """Press the key and return what is on the clipboard then."""
    QGuiApplication.clipboard().clear()
    with qtbot.waitSignal(window.workbench.panel(ContextPanel).widget.copyRequested):
        window.workbench.actions.action("copy-context").trigger()
    return QGuiApplication.clipboard().text()


def shown_pieces(window: MainWindow) -> list[str]:
    return [row.entry.file.path for row in window.workbench.panel(ContextPanel).widget.model.rows]


def test_the_copied_text_is_that_of_the_command(filled: MainWindow, sample: SearchCore, qtbot: QtBot):
    pane = filled.workbench.panel(ContextPanel).widget
    partly = 0
    for query, budget in product(QUERIES, BUDGETS):
        filled.workbench.query.run(query)
        pane.budget.setValue(budget)
        answer = sample.context(ContextRequest(query, budget))
        for form in FORMATS:
            pane._format.chosen.emit(form)
            wanted = context_text(answer, form)
            assert wanted.text
            assert copied(qtbot, filled) == wanted.text
            assert pane.model.tokens == wanted.tokens
            partly += bool(wanted.left_out)
    assert 0 < partly < len(QUERIES) * len(BUDGETS) * len(FORMATS)


def test_evidence_is_asked_for_when_it_is_looked_at_and_not_while_ranking(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease")
    assert core.gathered == []
    window.workbench.show_panel("context")
    qtbot.waitUntil(lambda: bool(shown_pieces(window)))
    with qtbot.waitSignal(window.workbench.search.reranked):
        window.workbench.layout.tuning.set_preset(1.0)
    window.workbench.show_panel("preview")
    window.workbench.show_panel("context")
    assert core.gathered == [ContextRequest("lease")]
    window.workbench.panel(ContextPanel).widget.budget.setValue(3500)
    window.workbench.panel(ContextPanel).widget.budget.setValue(3000)
    qtbot.waitUntil(lambda: len(core.gathered) > 1)
    assert core.gathered[1:] == [ContextRequest("lease", 3000)]


def test_evidence_that_comes_late_never_shows(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.gathering["lease"] = threading.Event()
    window.workbench.show_panel("context")
    search(qtbot, window, "lease")
    qtbot.waitUntil(lambda: bool(core.gathered))
    search(qtbot, window, "delay doubles")
    qtbot.waitUntil(lambda: shown_pieces(window) == ["queue/backoff.py"])
    core.gathering["lease"].set()
    qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert shown_pieces(window) == ["queue/backoff.py"]


def test_a_key_before_the_evidence_is_here_copies_it_then_and_says_so(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    search(qtbot, window, "lease")
    core.gathering["lease"] = threading.Event()
    window.workbench.actions.action("copy-context").trigger()
    assert window.workbench.banners.warning.isVisible()
    assert "Gathering evidence" in window.workbench.banners.warning.accessibleName()
    core.gathering["lease"].set()
    with qtbot.waitSignal(window.workbench.panel(ContextPanel).widget.copyRequested) as message:
        pass
    assert QGuiApplication.clipboard().text() == message.args[0]
    assert "worker/lease.py" in message.args[0]
    assert "Copied" in window.workbench.banners.warning.accessibleName()
    window.workbench.panel(ContextPanel)._controller._read.timeout.emit()
    assert not window.workbench.banners.warning.isVisible()


def test_a_wish_to_copy_does_not_outlive_its_question(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "lease")
    core.gathering["lease"] = threading.Event()
    window.workbench.actions.action("copy-context").trigger()
    search(qtbot, window, "backoff")
    with qtbot.assertNotEmitted(window.workbench.panel(ContextPanel).widget.copyRequested):
        core.gathering["lease"].set()
        qtbot.waitUntil(lambda: window.workbench.is_idle)
    assert not window.workbench.banners.warning.isVisible()


def test_a_refusal_says_why_and_what_to_do(window: MainWindow, core: WindowCore, qtbot: QtBot):
    core.failing["-lease"] = QueryError("negated filters are not taken", remedy="Write it without them.")
    window.workbench.show_panel("context")
    window.workbench.query.run("-lease")
    page = window.workbench.panel(ContextPanel).widget._message
    qtbot.waitUntil(
        lambda: page.accessibleName() == "negated filters are not taken. Write it without them.", timeout=3000
    )
    assert page.isVisible()
    window.workbench.actions.action("copy-context").trigger()
    qtbot.waitUntil(lambda: "negated filters" in window.workbench.banners.warning.accessibleName())


def test_an_engine_that_ended_is_asked_once_more(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "lease")
    core.failing["lease"] = EngineError("the engine has ended", remedy="Try again.")
    window.workbench.show_panel("context")
    qtbot.waitUntil(window.workbench.panel(ContextPanel).widget._message.isVisible)
    qtbot.waitUntil(
        lambda: "the engine has ended" in window.workbench.panel(ContextPanel).widget._message.accessibleName()
    )
    assert len(core.gathered) == 2
    core.failing.clear()
    window.workbench.show_panel("preview")
    window.workbench.show_panel("context")
    qtbot.waitUntil(lambda: "worker/lease.py" in shown_pieces(window))


def test_evidence_follows_files_that_change(window: MainWindow, core: WindowCore, qtbot: QtBot):
    window.workbench.show_panel("context")
    search(qtbot, window, "lease")
    qtbot.waitUntil(lambda: "worker/lease.py" in shown_pieces(window))
    core.files["relay/worker/lease.py"] = "def renew(lease):\n    quite another text\n"
    core.tell(FilesChanged(("worker/lease.py",)))
    qtbot.waitUntil(lambda: "quite another text" in window.workbench.panel(ContextPanel).widget.model.text())


def test_an_empty_query_collects_nothing_and_a_word_that_is_nowhere_says_so(
    window: MainWindow, core: WindowCore, qtbot: QtBot
):
    window.workbench.show_panel("context")
    page = window.workbench.panel(ContextPanel).widget._message
    assert page.accessibleName().startswith("Nothing collected.")
    search(qtbot, window, "xylophone")
    window.workbench.show_panel("context")
    qtbot.waitUntil(lambda: "Nothing found" in page.accessibleName())
    window.workbench.actions.action("copy-context").trigger()
    assert "Nothing to copy" in window.workbench.banners.warning.accessibleName()
    window.workbench.query.run("")
    qtbot.waitUntil(lambda: page.accessibleName().startswith("Nothing collected."))
    assert [request.text for request in core.gathered] == ["xylophone"]


def test_keys_reach_the_pieces_leave_them_out_and_open_them(window: MainWindow, core: WindowCore, qtbot: QtBot):
    search(qtbot, window, "lease")
    window.workbench.show_panel("context")
    qtbot.waitUntil(lambda: bool(shown_pieces(window)))
    window.workbench.actions.action("context").trigger()
    view, first = window.workbench.panel(ContextPanel).widget.view, shown_pieces(window)[0]
    assert view.hasFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Space, Qt.Key.Key_Return):
        qtbot.keyClick(view, key)
    assert not window.workbench.panel(ContextPanel).widget.model.rows[0].included
    qtbot.waitUntil(
        lambda: (
            window.workbench.preview.widget.spot is not None and window.workbench.preview.widget.spot.path == first
        )
    )
