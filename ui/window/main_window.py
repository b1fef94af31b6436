"""The main window: puts widgets and controllers together and decides which page is shown.

It is painted with its search field before the rest is even imported; ``ui.window.filling`` brings that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow

from ui.i18n.core_messages import core_words
from ui.i18n.language import translate
from ui.services import Program, Services
from ui.shell.early_keys import EarlyKeys
from ui.shell.front import Front
from ui.theme.appearance import Appearance
from ui.user_data.window_state import WindowState, WindowStateFile
from ui.widgets.drop_zone import dropped_folders, take_to_look_at
from ui.window.screens import is_on_a_screen

if TYPE_CHECKING:
    from search.errors import KnownError
    from search.ports import SearchCore
    from search.types.query import Mode, RankSettings
    from search.types.results import SearchResult
    from ui.controllers.search_controller import Example
    from ui.panels.results.empty import Suggestion
    from ui.widgets.actions import ActionRegistry
    from ui.widgets.popup import Popup
    from ui.window.choices import Choices
    from ui.window.controllers import WindowControllers
    from ui.window.parts import WindowParts

CHANGED_PAUSE_MS = 600
"""Pause after files changed until the shown search is asked again: a checkout changes many at once."""


class MainWindow(QMainWindow):
    """The window of one index.

    It holds the widgets and controllers and says what can be done with them; ``ui.window.filling`` connects them.
    ``attach`` gives it the core; until then it can be seen and typed in. ``noting`` comes when ``state`` is
    about to be written, so that it is noted there how the window is; ``closed`` comes when it has shut down;
    ``anotherWanted``, ``trayChosen`` and ``hotkeyChosen`` go to whoever owns the windows.

    Attributes:
        hides: whether closing it only hides it, because its icon stays in the tray.
        front: what it shows until it is filled.
        filled: everything is there; see `when_filled`.
    """

    noting = Signal()
    closed = Signal()
    anotherWanted = Signal()
    trayChosen = Signal(bool)
    hotkeyChosen = Signal(str)

    def __init__(self, services: Services, appearance: Appearance) -> None:
        super().__init__()
        self.hides: Callable[[], bool] = bool
        self.setAcceptDrops(True)
        self._kept = WindowStateFile(services.state_folder / "window.json")
        self.appearance = appearance
        self._program = services.program
        self.filled = False
        self._waiting: list[Callable[[], object]] = []
        self._retry: Callable[[], None] | None = None
        self._words_before = ""
        self.front = Front(self.state.splitter)
        self._top = self.front.top
        self._early = EarlyKeys(self._top.field.edit)
        self.setCentralWidget(self.front)
        self.setWindowTitle("Dowse")
        self.resize(self.state.width, self.state.height)
        if is_on_a_screen(self.state.place, self.size()):
            self.move(*self.state.place)
        if self.state.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def take(self, parts: WindowParts, made: WindowControllers, actions: ActionRegistry, choices: Choices) -> None:
        """Take the panes and what works them, which are imported and built after the first paint."""
        self.parts = parts
        self.choices = choices
        self.setCentralWidget(parts)
        self._jobs, self._long_jobs = made.jobs, made.long_jobs
        self.search, self.selection, self.answers = made.search, made.selection, made.answers
        self.index, self.indexing, self.settings = made.index, made.indexing, made.settings
        self.saved, self.marks, self.walks = made.saved, made.marks, made.walks
        self.assist, self.why, self.names = made.assist, made.why, made.names
        self.context = made.context
        self.actions_ = actions
        self._again = _timer(self, CHANGED_PAUSE_MS, self._ask_anew)

    def end_filling(self) -> None:
        """Let those go on who waited until everything was there, and do what was asked for by keys meanwhile."""
        self.filled = True
        for keys in self._early.let_go():
            self.actions_.trigger(keys)
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()

    def when_filled(self, act: Callable[[], object]) -> None:
        """Do something as soon as everything is there: now, or after the first paint."""
        if self.filled:
            act()
        else:
            self._waiting.append(act)

    @property
    def state(self) -> WindowState:
        """What is remembered until the next run."""
        return self._kept.now

    def keep_state(self) -> None:
        """Write down how the window is now, so that also after a sudden end it opens as it was."""
        self.noting.emit()
        self._kept.keep()

    @property
    def shown(self) -> SearchResult | None:
        """The answer on the screen."""
        return self.answers.shown

    @property
    def idle(self) -> bool:
        """Whether nothing was asked that is not answered yet."""
        return self._jobs.idle and self._long_jobs.idle and not self.context.pending

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers everything from now on."""
        self.selection.attach(core)
        self.index.attach(core)
        self.saved.attach(core)
        self.why.attach(core)
        self.walks.attach(core)
        self.search.attach(core)
        self.context.attach(core)

    def run_query(self, text: str) -> None:
        """Put a query into the field and ask at once; an example is forgotten."""
        self.search.forget_example()
        self.parts.top.field.edit.set_text(text)
        self.parts.filters.set_query(text)
        self.search.search_for(text)

    def find_like(self, example: Example | None) -> None:
        """Look for what resembles an example; None goes back to the words that were searched before."""
        if example is None:
            self.run_query(self._words_before)
            return
        if self.search.example is None:
            self._words_before = self.search.text
        self.parts.top.field.edit.set_text("")
        self.parts.filters.set_query("")
        self.search.set_text("")
        self.search.search_like(example)

    def focus_search(self) -> None:
        """Go to the search field and select everything in it."""
        self._top.field.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._top.field.edit.selectAll()

    @property
    def popup(self) -> Popup | None:
        """What lies over everything else."""
        if not self.filled:
            return None
        from ui.widgets.popup import open_popup

        return open_popup(self.parts)

    def uncover(self) -> None:
        """Close what lies over everything else, so that what is done below is seen."""
        if (popup := self.popup) is not None:
            popup.dismiss()

    def escape(self) -> None:
        """Close what lies on top, else clear the query, else go to the search field."""
        edit, finding = self.parts.top.field.edit, self.parts.preview.finding
        if (popup := self.popup) is not None:
            popup.topmost().dismiss()
        elif self.parts.choices.isVisible():
            self.assist.close()
        elif finding.isAncestorOf(self.focusWidget() or edit):
            finding.closed.emit()
        elif not self.parts.close_overlay() and edit.hasFocus() and edit.text():
            self.parts.top.field.clear()
        else:
            self.focus_search()

    def show_timings(self) -> None:
        """Say where the time of the last answer went."""
        if self.shown is not None:
            self.parts.status.show_timings(self.shown.timings)

    def browse(self) -> None:
        """Let the person choose a folder to add."""
        folder = QFileDialog.getExistingDirectory(self, translate("Add folder"), str(Path.home()))
        if folder:
            self.add_folders((folder,))

    def add_folders(self, paths: tuple[str, ...]) -> None:
        """Index folders and show the results page at once: what is ready can be searched."""
        self.index.add_folders(paths)
        self.show_main()
        self.indexing.expect_folders()
        self.focus_search()

    def show_error(self, error: KnownError, *, details: str = "", retry: Callable[[], None] | None = None) -> None:
        """Show a full page that says what went wrong."""
        page = self.parts.error
        words, remedy = core_words(str(error)), core_words(error.remedy)
        page.say(words, remedy, action=translate("Try again") if retry else "", details=details)
        self._retry = retry
        self.parts.pages.setCurrentWidget(page)

    def show_damaged(self, error: KnownError, retry: Callable[[], None]) -> None:
        """Show that the index cannot be used, with the way to make it anew; ``retry`` follows that."""
        program = self._program
        if program is None:
            self.show_error(error, retry=retry)
            return
        page = self.parts.error
        details = f"{type(error).__name__}: {error}"
        words, remedy = core_words(str(error)), core_words(error.remedy)
        page.say(words, remedy, action=translate("Rebuild the index"), details=details, can_go_on=False)
        self._retry = lambda: self._rebuild(program, retry)
        self.parts.status.show_unknown(translate("The index is damaged"), damaged=True)
        self.parts.pages.setCurrentWidget(page)

    def _rebuild(self, program: Program, retry: Callable[[], None]) -> None:
        self.parts.status.show_unknown(translate("Opening the index"))
        self._long_jobs.run(program.rebuild, lambda _none: retry(), self.show_error)

    def show_tab(self, place: int) -> None:
        """Bring a part of the right pane to the front and into the window."""
        self.set_right(shown=True)
        self.parts.right.show_tab(place)

    def set_right(self, *, shown: bool) -> None:
        """Show or hide the right pane."""
        self.state.right_shown = shown
        if shown and self.parts.crowded:
            self.set_advanced(opened=False)
        self.parts.show_right(shown=shown)

    def set_split(self, *, split: bool) -> None:
        """Split the right pane, or show one part at a time; the choice is kept."""
        self.state.right_split = split
        self.parts.right.set_split(split=split)
        self.parts.dependencies.set_compact(on=split)

    def set_advanced(self, *, opened: bool) -> None:
        """Open or fold the advanced row."""
        self.state.advanced_open = opened
        self.parts.tuning.advanced.setChecked(opened)
        if self.isVisible():
            self.parts.advanced.fold(opened=opened)
        else:
            self.parts.advanced.open_at_once(opened=opened)
        self.parts.show_right(shown=self.state.right_shown)

    def copy(self, text: str) -> None:
        """Put a text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A slash that nobody typed goes to the search field."""
        if event.text() == "/":
            self.focus_search()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take folders that are dragged in."""
        if self.filled and dropped_folders(event.mimeData()):
            take_to_look_at(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Index the folders that were let go here."""
        folders = dropped_folders(event.mimeData())
        if folders:
            take_to_look_at(event)
            self.add_folders(folders)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the rules for narrow windows."""
        super().resizeEvent(event)
        if self.filled:
            self.parts.fit(self.width())

    def changeEvent(self, event: QEvent) -> None:
        """Show which theme is on."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_top"):
            self._top.show_theme()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window and let go of everything; a window that hides is only hidden."""
        if not self.filled:
            super().closeEvent(event)
            self.closed.emit()
            return
        self.keep_state()
        if self.hides() and event.spontaneous():
            event.ignore()
            self.hide()
            return
        self.index.detach()
        self._jobs.shutdown()
        self._long_jobs.shutdown()
        self.parts.preview.shutdown()
        self.parts.lexing.shutdown()
        super().closeEvent(event)
        self.closed.emit()

    def set_ranking(self, settings: RankSettings) -> None:
        """Take ranking settings from any of their controls."""
        self.parts.tuning.show_settings(settings)
        self.parts.advanced.show_settings(settings)
        self.parts.tuning.set_advanced(self.parts.advanced.label(), changed=self.parts.advanced.is_changed())
        self.parts.top.mode.set_current(settings.mode.value)
        self.search.set_settings(settings)

    def set_mode(self, mode: Mode) -> None:
        """Search by word, by meaning, or by both."""
        self.set_ranking(replace(self.search.settings, mode=mode))

    def save_search(self) -> None:
        """Keep the present query under Saved."""
        self.parts.filters.save(self.search.text)

    def take_suggestion(self, suggestion: Suggestion) -> None:
        """Search as a suggestion says."""
        from search.types.query import Mode

        settings = self.search.settings
        if suggestion.min_score is not None:
            settings = replace(settings, min_score=suggestion.min_score)
        if suggestion.mode:
            settings = replace(settings, mode=Mode(suggestion.mode))
        self.set_ranking(settings)
        self.run_query(suggestion.text)

    def ask_again(self) -> None:
        """Files changed: ask for what is shown again, once it is quiet."""
        if self.search.text.strip():
            self._again.start()

    def _ask_anew(self) -> None:
        self.search.search_now()
        self.context.invalidate()

    def show_main(self) -> None:
        """Show the page with the results."""
        self.parts.pages.setCurrentWidget(self.parts.splitter)
        self.parts.show_tuning(shown=True)
        self.parts.advanced.open_at_once(opened=self.state.advanced_open)
        self.parts.top.field.set_tools(shown=True)

    def act_on_error(self) -> None:
        """Do what the error page offers."""
        self.show_main()
        if self._retry is not None:
            self._retry()


def _timer(window: MainWindow, interval_ms: int, slot: Callable[[], object]) -> QTimer:
    timer = QTimer(window)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    timer.timeout.connect(slot)
    return timer
