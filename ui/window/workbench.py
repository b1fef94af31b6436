"""Everything in the main window but its frame: the panels, the controllers that they share, and the layout.

`PANELS` lists the panels. One folder of `ui.panels` and one line here make a new one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMainWindow, QWidget

from search.errors import KnownError
from search.ports import SearchCore
from search.types.filters import Access
from ui.code.pool import LexPool
from ui.controllers.index_controller import IndexController
from ui.controllers.jobs import Jobs
from ui.controllers.marks_controller import MarksController
from ui.controllers.opening import FileOpener
from ui.controllers.permalinks import PermalinkCopier
from ui.controllers.query_completion import QueryCompletion
from ui.controllers.query_controller import QueryController
from ui.controllers.search_controller import SearchController
from ui.controllers.selection_controller import SelectionController
from ui.controllers.trail import Trail
from ui.i18n.language import message_text, number, translate
from ui.panels.context.panel import ContextPanel
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.filters.panel import FiltersPanel
from ui.panels.panel import Area, Panel, PanelContext, UserFile
from ui.panels.preview.panel import PreviewPanel
from ui.panels.results.panel import ResultsPanel
from ui.panels.settings.panel import SettingsPanel
from ui.popups.repositories_prompt import RepositoriesPrompt
from ui.services import Program, Services
from ui.shell.banners import Banners
from ui.shell.right_pane import RightPane
from ui.shell.top_bar import TopBar
from ui.theme.appearance import Appearance
from ui.user_data.marks import MarkStore
from ui.user_data.names import FolderNames
from ui.user_data.window_state import WindowState, WindowStateFile
from ui.widgets.actions import ActionRegistry
from ui.widgets.popup import open_popup
from ui.window.answer_presenter import AnswerPresenter, AnswerViews
from ui.window.index_presenter import IndexPresenter
from ui.window.index_symbols import IndexSymbols
from ui.window.layout import Columns, WindowLayout
from ui.window.ranking import RankingControls
from ui.window.screen_area import ScreenArea

PANELS: tuple[type[Panel[QWidget]], ...] = (
    FiltersPanel,
    ResultsPanel,
    PreviewPanel,
    DependenciesPanel,
    ContextPanel,
    SettingsPanel,
)
"""The panels of a window; those in the right pane become its tabs in this order."""

SEARCH_THREADS = 4
INDEX_THREADS = 32
"""Each folder that is added has a call of its own until it is indexed, so that none waits for another."""

CHANGED_PAUSE_MS = 600
"""Pause after files changed until the shown search is asked again: a checkout changes many at once."""
REMOVED_PAUSE_MS = 3_000
"""The same after files were only removed: a renamed file is read under its new name meanwhile."""

P = TypeVar("P", bound=Panel[QWidget])


@dataclass(frozen=True, slots=True)
class Frame:
    """The surroundings of a workbench.

    Attributes:
        top: the top bar, which was painted before the workbench was made.
        area: the screen that the window is on.
    """

    window: QMainWindow
    area: ScreenArea
    top: TopBar
    state_file: WindowStateFile
    appearance: Appearance


class Workbench(QObject):
    """The panels of one window, their shared objects, and the actions on the window as a whole.

    Attributes:
        panels: one of each of `PANELS`.
        layout: the central widget.

    Signals:
        stateWanted: the state is about to be written; whoever knows something of it writes it down.
        anotherWanted: another window should open.
        foldersAdded: paths of folders that the person added.
        quitWanted: the program should end.
    """

    stateWanted = Signal()
    anotherWanted = Signal()
    foldersAdded = Signal(tuple)
    quitWanted = Signal()

    def __init__(self, frame: Frame, services: Services) -> None:
        super().__init__(frame.window)
        self.frame, self._program = frame, services.program
        self.state: WindowState = frame.state_file.now
        self._retry: Callable[[], None] | None = None
        self.actions = ActionRegistry(frame.window)
        self.banners = Banners(self)
        self.layout = WindowLayout(frame.top, self.banners)
        self.context = _context(self, frame, services)
        self.search, self.query = self.context.search, self.context.query
        self.selection, self.index = self.context.selection, self.context.index
        self.panels = tuple(make(self.context) for make in PANELS)
        self._right_panels = tuple(panel for panel in self.panels if panel.area is Area.RIGHT)
        self.right = RightPane([(panel.title, panel.widget) for panel in self._right_panels])
        self.filters, self.results = self.panel(FiltersPanel), self.panel(ResultsPanel)
        self.preview, self.settings = self.panel(PreviewPanel), self.panel(SettingsPanel)
        self.layout.arrange(Columns(self.filters, self.results, self.right))
        self.completion = QueryCompletion(frame.top.field, self.layout.choices)
        views = AnswerViews(self.layout, self.right, self.filters, self.results, self.preview)
        self.answers = AnswerPresenter(self.context, views, self.completion)
        self.indexing = IndexPresenter(self.layout, self.index, self.completion, self.context.jobs)
        self.ranking = RankingControls(self.layout, self.search, self.query, self.results.widget, self.state)
        self.trail = Trail(self)
        self.index_symbols = IndexSymbols(self.search, self)
        self._search_soon = QTimer(self)
        self._search_soon.setSingleShot(True)
        self._search_soon.timeout.connect(self._search_again_now)

    def panel(self, kind: type[P]) -> P:
        """Return the panel of a class."""
        return next(panel for panel in self.panels if isinstance(panel, kind))

    @property
    def user_files(self) -> tuple[UserFile, ...]:
        """Files of the person's own, to be read again when another window wrote them."""
        context = self.context
        return (context.names, context.marks, *(file for panel in self.panels for file in panel.user_files))

    @property
    def is_idle(self) -> bool:
        """Whether every question has its answer, and none is about to be asked."""
        jobs_idle = self.context.jobs.idle and self.context.long_jobs.idle
        return jobs_idle and self.selection.is_settled and all(panel.is_idle for panel in self.panels)

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers everything from now on."""
        self.selection.attach(core)
        self.index.attach(core)
        self.search.attach(core)
        self.context.links.attach(core)
        for panel in self.panels:
            panel.attach(core)

    def set_access(self, access: Access) -> None:
        """Have everything ask with these rights from now on."""
        self.search.set_access(access)
        self.index.set_access(access)
        self.selection.set_access(access)
        self.context.links.set_access(access)
        for panel in self.panels:
            panel.set_access(access)
        self.search.search_now()
        self.index.ask_status()

    def shutdown(self) -> None:
        """End every thread: the window closes."""
        self.index.detach()
        self.context.jobs.shutdown()
        self.context.long_jobs.shutdown()
        for panel in self.panels:
            panel.shutdown()
        self.context.lexing.shutdown()

    def keep_state(self) -> None:
        """Write down how the window is now, so that it opens like this even after a crash."""
        self.stateWanted.emit()
        self.frame.state_file.keep()

    def fit(self) -> None:
        """Arrange everything for the width of the window, which the screen may limit."""
        self.layout.fit(self.frame.window.width())
        self.frame.area.check_soon()

    def trigger(self, command: str) -> None:
        """Run a command by its name."""
        self.actions.action(command).trigger()

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def focus_search(self) -> None:
        """Go to the search field and select everything in it; a popup that is open keeps the focus."""
        if open_popup(self.layout) is None:
            self.frame.top.focus_field()

    def escape(self) -> None:
        """Close the topmost popup, else clear the query, else show the results, else focus the search field."""
        edit, find_bar = self.frame.top.field.edit, self.preview.widget.finding
        if (popup := open_popup(self.layout)) is not None:
            popup.topmost().dismiss()
        elif self.layout.choices.isVisible():
            self.completion.close()
        elif find_bar.isAncestorOf(self.frame.window.focusWidget() or edit):
            find_bar.closed.emit()
        elif not self.layout.close_overlay() and edit.hasFocus() and edit.text():
            self.frame.top.field.clear()
        elif edit.hasFocus() or not self.results.widget.leave_where():
            self.focus_search()

    def show_panel(self, name: str) -> None:
        """Bring a panel into view."""
        panel = self._named(name)
        if panel.area is Area.LEFT:
            self.layout.open_filters()
        elif panel.area is Area.RIGHT:
            self.set_right(shown=True)
            self.right.show_panel(panel.widget)

    def go_to_panel(self, name: str) -> None:
        """Bring a panel into view and give it the keyboard focus."""
        self.show_panel(name)
        self._named(name).focus()

    def go_to_right(self) -> None:
        """Give the keyboard focus to the panel in the right pane that was chosen last."""
        self.go_to_panel(self._right_panels[self.right.current].name)

    def is_panel_visible(self, name: str) -> bool:
        """Return whether a panel is in view."""
        return self._named(name).widget.isVisibleTo(self.right)

    def set_panel_count(self, name: str, count: int) -> None:
        """Show a number in the tab of a panel; 0 shows none."""
        self.right.set_count(self._right_panels.index(self._named(name)), number(count) if count else "")

    def note_visible_panels(self) -> None:
        """Let the panels of the right pane know which of them can be seen."""
        for panel in self._right_panels:
            panel.set_visible(visible=panel.widget.isVisibleTo(self.right))

    def set_right(self, *, shown: bool) -> None:
        """Show or hide the right pane."""
        self.state.right_shown = shown
        if shown and self.layout.is_crowded:
            self.set_advanced(opened=False)
        self.layout.show_right(shown=shown)

    def set_split(self, *, split: bool) -> None:
        """Split the right pane, or show one panel at a time; the choice is remembered."""
        self.state.right_split = split
        self.show_split(split=split)

    def show_split(self, *, split: bool) -> None:
        """Split the right pane, or show one panel at a time."""
        self.right.set_split(split=split)
        for panel in self._right_panels:
            panel.set_compact(on=split)

    def set_advanced(self, *, opened: bool) -> None:
        """Open or fold the advanced row."""
        layout = self.layout
        self.state.advanced_open = opened
        layout.tuning.advanced.setChecked(opened)
        if self.frame.window.isVisible():
            layout.advanced.fold(opened=opened)
        else:
            layout.advanced.open_at_once(opened=opened)
        layout.show_right(shown=self.state.right_shown)

    def show_results_page(self) -> None:
        """Show the page with the results."""
        layout = self.layout
        layout.pages.setCurrentWidget(layout.splitter)
        layout.show_tuning(shown=True)
        layout.advanced.open_at_once(opened=self.state.advanced_open)
        layout.top.field.set_tools(shown=True)

    def search_again(self, after_ms: int = CHANGED_PAUSE_MS) -> None:
        """Repeat the shown search once no more files change."""
        if self.search.text.strip():
            self._search_soon.start(after_ms)

    def browse_for_folder(self) -> None:
        """Let the person choose a folder to index."""
        folder = QFileDialog.getExistingDirectory(self.frame.window, translate("Add folder"), str(Path.home()))
        if folder:
            self.add_folders((folder,))

    def add_folders(self, paths: tuple[str, ...]) -> None:
        """Index folders; for those that hold git repositories the person is asked how."""
        self.index.list_repositories(paths)

    def offer_repositories(self, paths: tuple[str, ...], repositories: tuple[str, ...]) -> None:
        """Index folders, after a question if there are git repositories inside."""
        if not repositories:
            self._index_folders(paths, single=None)
            return
        prompt = RepositoriesPrompt(self.layout, ", ".join(paths), repositories)
        prompt.chosen.connect(lambda single: self._index_folders(paths, single=single))
        prompt.open()

    def _index_folders(self, paths: tuple[str, ...], *, single: bool | None) -> None:
        """Index folders and show the results page at once, since finished files can be searched."""
        self.index.add_folders(paths, single=single)
        self.show_results_page()
        self.indexing.expect_folders()
        self.focus_search()
        self.foldersAdded.emit(paths)

    def show_error(self, error: KnownError, *, details: str = "", retry: Callable[[], None] | None = None) -> None:
        """Show a full page that says what went wrong."""
        page, action = self.layout.error, translate("Try again") if retry else ""
        page.say(message_text(error.message), message_text(error.remedy), action=action, details=details)
        self._retry = retry
        self.layout.pages.setCurrentWidget(page)

    def show_damaged(self, error: KnownError, retry: Callable[[], None]) -> None:
        """Show that the index cannot be used, and offer to rebuild it; ``retry`` is called afterwards."""
        program = self._program
        if program is None:
            self.show_error(error, retry=retry)
            return
        page, action = self.layout.error, translate("Rebuild the index")
        details = f"{type(error).__name__}: {error}"
        page.say(
            message_text(error.message),
            message_text(error.remedy),
            action=action,
            details=details,
            can_go_on=False,
        )
        self._retry = lambda: self._rebuild(program, retry)
        self.layout.pages.setCurrentWidget(page)
        self.layout.status.show_unknown(translate("The index is damaged"), damaged=True)

    def act_on_error(self) -> None:
        """Run the action of the error page."""
        self.show_results_page()
        if self._retry is not None:
            self._retry()

    def _rebuild(self, program: Program, retry: Callable[[], None]) -> None:
        self.layout.status.show_unknown(translate("Opening the index"))
        self.context.long_jobs.run(program.rebuild, lambda _none: retry(), self.show_error)

    def _search_again_now(self) -> None:
        self.search.search_now()
        for panel in self.panels:
            panel.invalidate()

    def _named(self, name: str) -> Panel[QWidget]:
        return next(panel for panel in self.panels if panel.name == name)


def _context(workbench: Workbench, frame: Frame, services: Services) -> PanelContext:
    """Create the shared objects of the panels; ``workbench`` is not used yet."""
    jobs, long_jobs = Jobs(SEARCH_THREADS, workbench), Jobs(INDEX_THREADS, workbench)
    search = SearchController(jobs, lambda: services.count_tokens(""), workbench)
    folder = services.person_folder
    return PanelContext(
        owner=frame.window,
        overlay=workbench.layout,
        host=workbench,
        services=services,
        appearance=frame.appearance,
        state=workbench.state,
        jobs=jobs,
        long_jobs=long_jobs,
        lexing=LexPool(workbench.layout),
        actions=workbench.actions,
        banners=workbench.banners,
        search=search,
        query=QueryController(search, workbench),
        selection=SelectionController(jobs, workbench),
        index=IndexController(jobs, long_jobs, workbench),
        marks=MarksController(MarkStore(folder / "marks.json"), workbench),
        names=FolderNames(folder / "names.json", workbench),
        opener=FileOpener(
            workbench.state,
            lambda title, words, action, act: workbench.banners.say(title, words, action, act=act),
            lambda: workbench.settings.open("editor"),
        ),
        links=PermalinkCopier(
            jobs, workbench.copy, lambda title, words: workbench.banners.say(title, words, quiet=True), workbench
        ),
    )
