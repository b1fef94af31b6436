"""The states that are pictured: how the window is posed for each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from search.errors import IndexDamagedError
from search.events import FilesChanged, Notice, Pausing
from search.messages import Message
from search.types.query import Aggregate, Rerank
from search.types.results import SearchResult
from search.types.status import Activity, StepCounts
from tests.ui.spoken import APP
from ui.controllers.search_controller import READS_LATER
from ui.i18n.mode_words import REGEX
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.filters.pane import Tab
from ui.shell.git_folders import GitFolder
from ui.theme.icons import forget_icons
from ui.theme.scheme import ThemeChoice
from ui.window.commands import open_keys
from ui.window.first_minutes import open_tour
from ui.window.go_anywhere import open_palette
from ui.window.main_window import MainWindow

QUERY = 'a worker loses its lease "lease" -is:test'
TRACE = """Unhandled exception. System.InvalidOperationException: the lease was lost
   at Roastery.Services.Jobs.LeaseKeeper.Renew(Guid job) in /srv/build/Jobs/LeaseKeeper.cs:line 31
   at Roastery.Services.Jobs.JobRunner.Run() in /srv/build/Jobs/JobRunner.cs:line 52
"""
CALM_MS = 150.0
"""A first list that took longer was given by a busy machine, and is asked for again; reading it takes its time."""
TRIES = 60
LARGE, SMALL, TALL, LEAST = (1440, 900), (1100, 700), (1440, 1040), (960, 600)


def rest(milliseconds: int) -> None:
    """Let the window work; `QTest.qWait` would keep the interpreter lock from the threads that answer."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(window: MainWindow, ready: Callable[[], bool]) -> None:
    """Let the window work until it is ready, and a moment longer for colours and texts."""
    for step in (ready, lambda: window.workbench.is_idle, lambda: window.workbench.is_idle):
        for _ in range(1_200):
            if step():
                break
            rest(50)
        else:
            message = "the window did not get ready"
            raise RuntimeError(message)
        rest(150)
    window.repaint()


def type_query(window: MainWindow, text: str) -> None:
    """Search, however long that takes."""
    window.workbench.query.run(text)
    wait(
        window, lambda: window.workbench.answers.shown is not None and window.workbench.answers.shown.query == text
    )


def searched(window: MainWindow, text: str) -> None:
    """Search, until the machine was quiet enough to give the first list as it does for a person, and read it."""
    search = window.workbench.search
    first_lists: list[SearchResult] = []
    search.answered.connect(first_lists.append)
    type_query(window, text)
    for _ in range(TRIES):
        wait(window, lambda: not search.reranking)
        took_ms = [each.took_ms for each in first_lists if each.reading.code in {READS_LATER, ""}]
        if not took_ms or took_ms[-1] <= CALM_MS:
            search.answered.disconnect(first_lists.append)
            return
        rest(1_000)
        search.search_now()
    message = f"the machine is too busy for pictures: an answer took {took_ms[-1]:.0f} ms"
    raise RuntimeError(message)


def exact_lines(window: MainWindow) -> None:
    """Search for lines with a regular expression, and go to the second one."""
    window.workbench.frame.top.field.toggles.buttons[REGEX].toggle()
    window.workbench.query.run(r"\w*[Ll]ease\w*\(")
    lines = window.workbench.results.widget.lines
    wait(window, lambda: lines.model().rowCount() > 1)
    window.workbench.results.widget.step_line(1)
    wait(window, lambda: True)


def located(window: MainWindow) -> None:
    """List where a stack trace asks for a change."""
    type_query(window, TRACE.strip())
    window.workbench.results.locate_change()
    wait(window, lambda: window.workbench.results.widget.where.located.rowCount() > 1)


def wait_for_results(window: MainWindow) -> None:
    searched(window, QUERY)


def dragged(window: MainWindow) -> None:
    wait_for_results(window)
    slider = window.workbench.layout.tuning.slider
    points = [QPoint(round(slider.width() * share), slider.height() // 2) for share in (0.6, 0.77)]
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, points[0])
    QTest.mouseMove(slider, points[1])


def advanced(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.set_advanced(opened=True)
    window.workbench.layout.advanced.aggregate.chosen.emit(Aggregate.SOFTMAX_ATTN.value)
    window.workbench.layout.advanced.rerank.chosen.emit(Rerank.KEYWORD.value)
    wait(window, lambda: True)
    window.workbench.results.widget.view.verticalScrollBar().setValue(0)


def deaf(window: MainWindow) -> None:
    """Let nothing that the engine tells undo what is put into the window by hand."""
    window.workbench.index.detach()
    window.workbench.index.statusChanged.disconnect(window.workbench.indexing.show_status)
    window.workbench.index.activityChanged.disconnect(window.workbench.indexing.show_activity)


def indexing(window: MainWindow) -> None:
    wait_for_results(window)
    deaf(window)
    if (status := window.workbench.index.status) is not None:
        steps = StepCounts(indexed=12_418, embedded=3_310)
        window.workbench.index.status = replace(
            status, roots=tuple(replace(root, steps=steps) for root in status.roots)
        )
    window.workbench.indexing.expect_folders()
    activity = Activity("meaning", 3_310, 12_418, 412.0, 240.0, share=0.36, folder="roastery", folders=1)
    window.workbench.indexing.show_activity(activity)


def semantic_off(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.indexing.show_notice(
        Notice(Message("The model file is damaged"), Message("Install Dowse again."), meaning_off=True)
    )
    wait(window, lambda: True)
    window.workbench.results.widget.view.verticalScrollBar().setValue(0)


def preparing(window: MainWindow) -> None:
    wait_for_results(window)
    deaf(window)
    words = "Converting the model all-MiniLM-L6-v2 once for this processor: this takes 10 s to a few minutes"
    window.workbench.indexing.show_notice(Notice(Message(words), pausing=Pausing.STOPS))
    if (status := window.workbench.index.status) is not None:
        window.workbench.indexing.show_status(replace(status, device=""))


def damaged(window: MainWindow) -> None:
    error = IndexDamagedError(
        "The index is damaged", remedy="The files themselves are safe. Rebuild the index to go on."
    )
    window.workbench.show_damaged(error, window.focus_search)


def unreachable(window: MainWindow) -> None:
    wait_for_results(window)
    if (status := window.workbench.index.status) is not None:
        roots = tuple(replace(root, offline=True) for root in status.roots)
        window.workbench.index.statusChanged.emit(replace(status, roots=roots))


def deleted(window: MainWindow) -> None:
    wait_for_results(window)
    if window.workbench.answers.shown is not None:
        window.workbench.results.widget.set_deleted(frozenset({window.workbench.answers.shown.files[1].file_id}))


def tab(panel: str) -> Callable[[MainWindow], None]:
    def pose(window: MainWindow) -> None:
        wait_for_results(window)
        window.workbench.show_panel(panel)
        rest(600)

    return pose


def graph(window: MainWindow) -> None:
    """Draw what the first result depends on, and light the way to a thing."""
    tab("dependencies")(window)
    window.workbench.trigger("graph")
    stage = window.workbench.panel(DependenciesPanel).widget.graph
    wait(window, lambda: stage.is_settled and bool(stage.drawing.cells))
    near = [thing.id for thing in stage.drawing.hood.things if thing.rank == 1 and thing.node.kind == "method"]
    stage.light_way_to(near)
    rest(300)


def split(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.set_split(split=True)
    rest(600)


def palette(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.answers.note_search()
    popup = open_palette(window.workbench)
    QTest.keyClicks(popup.field, "re")


def explained(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.trigger("why-here")
    rest(800)


def nothing_found(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.layout.tuning.relevance.setValue(0.6)
    searched(window, "lease renewal path:worker")
    wait(window, lambda: True)
    window.workbench.results.widget.select_first()


def faulty(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.query.run("reserve lng:python")


def nothing_asked(window: MainWindow) -> None:
    for text in ("renew the lease", "sym:Job_Claim", "price of a roast lang:sql"):
        type_query(window, text)
        window.workbench.answers.note_search()
    window.workbench.filters.widget.save("deprecated lang:csharp")
    window.workbench.filters.widget.show_tab(Tab.FILTERS)
    window.workbench.query.run("")
    window.workbench.answers.note_changed(
        FilesChanged(("docs/glossary.md", "worker/roastery_worker/retry.py"), ())
    )


def settings(page: str) -> Callable[[MainWindow], None]:
    def pose(window: MainWindow) -> None:
        wait_for_results(window)
        window.workbench.settings.open(page)

    return pose


def first_run(window: MainWindow) -> None:
    wait(window, lambda: window.workbench.layout.pages.currentWidget() is window.workbench.layout.first_run)
    folders = (("relay", 1204), ("relay-docs", 318), ("gateway", 866))
    window.workbench.layout.first_run.offer(
        tuple(GitFolder(str(Path.home() / "src" / name), files) for name, files in folders)
    )


def drop(window: MainWindow) -> None:
    first_run(window)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(Path.home()))])
    zone = window.workbench.layout.first_run.zone
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(zone, QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, data, buttons, keys))


def rendered(window: MainWindow) -> None:
    searched(window, "lost lease type:adr")
    rest(1_500)


def contrast(window: MainWindow) -> None:
    window.workbench.settings.choices.set_theme(ThemeChoice.CONTRAST)
    wait_for_results(window)


def from_right_to_left(window: MainWindow) -> None:
    APP.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    forget_icons()
    window.workbench.settings.choices.set_theme(ThemeChoice.DARK)
    window.workbench.settings.choices.set_theme(ThemeChoice.LIGHT)
    wait_for_results(window)


def from_left_to_right() -> None:
    """Undo what one state has changed for all windows."""
    APP.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    forget_icons()


def searching(window: MainWindow) -> None:
    wait_for_results(window)
    window.workbench.layout.top.set_busy(busy=True)


@dataclass(frozen=True)
class State:
    """A picture: how the window is posed, and how it stands in docs/pictures.

    Attributes:
        empty: of an index without folders.
        front: of a window that has its top bar only.
        varies: whether it is also drawn in both themes and every size.
        alone: whether it is drawn by itself, beside the varied pictures.
    """

    pose: Callable[[MainWindow], object]
    dark: bool = False
    size: tuple[int, int] = LARGE
    empty: bool = False
    front: bool = False
    varies: bool = True
    alone: bool = True


STATES = {
    "main-light": State(wait_for_results, varies=False),
    "main-dark": State(wait_for_results, dark=True, varies=False),
    "main": State(wait_for_results, alone=False),
    "first-paint": State(lambda window: None, front=True),
    "searching": State(searching),
    "rendered": State(rendered),
    "pasted-trace": State(lambda window: type_query(window, TRACE.strip())),
    "exact-lines": State(exact_lines, varies=False),
    "where": State(located, varies=False),
    "rerank": State(dragged),
    "advanced": State(advanced, dark=True),
    "indexing": State(indexing, dark=True),
    "preparing-model": State(preparing),
    "semantic-off": State(semantic_off),
    "unreachable": State(unreachable),
    "deleted": State(deleted),
    "no-results": State(nothing_found),
    "faulty-query": State(faulty),
    "error": State(damaged),
    "dependencies": State(tab("dependencies")),
    "graph": State(graph),
    "context": State(tab("context"), dark=True),
    "split": State(split, size=TALL),
    "palette": State(palette, dark=True),
    "why": State(explained),
    "settings": State(settings("folders")),
    "access": State(settings("access")),
    "keys": State(lambda window: open_keys(window.workbench).fill()),
    "empty-query": State(nothing_asked),
    "tour": State(lambda window: open_tour(window.workbench)),
    "first-run": State(first_run, empty=True),
    "first-run-drop": State(drop, empty=True, dark=True),
    "high-contrast": State(contrast, dark=True, varies=False),
    "right-to-left": State(from_right_to_left),
    "small-1100x700": State(wait_for_results, size=SMALL, varies=False),
    "advanced-1100": State(advanced, size=SMALL, varies=False),
    "small-960x600": State(wait_for_results, dark=True, size=LEAST, varies=False),
}
