"""Shows the index in the window: folders, progress, notices, and the page of the first start."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from search.errors import KnownError
from search.events import Notice, Pausing
from search.messages import NOTHING, Message
from search.progress import progress_line
from search.types.status import Activity, IndexStatus
from ui.controllers.index_controller import IndexController
from ui.controllers.jobs import Jobs
from ui.controllers.query_completion import QueryCompletion
from ui.i18n.device_words import device_words
from ui.i18n.folder_words import words_under_way
from ui.i18n.language import counted, message_text, translate
from ui.shell.git_folders import git_folders
from ui.theme import sizes
from ui.window.layout import WindowLayout

MANY_FILES = 200
"""A step over this many items is worth a banner; fewer are done before anybody has read it."""


_BY_WORD = translate("The folders are indexed by word only")


class IndexPresenter(QObject):
    """Shows status and activity.

    Signals:
        ready: the first folder is there; results may be shown.
        activityShown: the newest `Activity`.
        meaningLost: semantic search does not work any more.
        meaningWanted: it is about to work again.
        modelWanted: the person wants to see to the model.
    """

    ready = Signal()
    activityShown = Signal(object)
    meaningLost = Signal()
    meaningWanted = Signal()
    modelWanted = Signal()

    def __init__(
        self, layout: WindowLayout, index: IndexController, completion: QueryCompletion, jobs: Jobs
    ) -> None:
        super().__init__(layout)
        self._layout, self._banners = layout, layout.banners
        self._index, self._completion, self._jobs = index, completion, jobs
        self._folders: frozenset[str] | None = None
        self._activity = Activity()
        self._first, self._meaning = True, True
        self._model_waits = self._preparing = self._by_word = False
        self._standing = NOTHING
        self._shown_codes: set[str] = set()
        index.statusChanged.connect(self.show_status)
        index.activityChanged.connect(self.show_activity)
        index.noticed.connect(self.show_notice)
        index.failed.connect(self.show_failure)
        layout.status.pauseRequested.connect(self._pause)

    @property
    def has_folders(self) -> bool:
        """Whether there is anything to search, or will be soon."""
        return self._folders is None or bool(self._folders) or bool(self._activity.step)

    def show_status(self, status: IndexStatus) -> None:
        """Show counts and folders; without any folder the first-run page."""
        roots, bar = status.roots, self._layout.status
        on_disk = [root for root in roots if root.root.folder]
        bar.set_folders(
            len(on_disk),
            sum(root.offline for root in on_disk),
            sum(root.watching != "off" for root in on_disk),
            indexing=bool(status.activity.step),
        )
        bar.set_counts(status.files, status.chunks)
        bar.set_device(device_words(status.device))
        self._follow_meaning(by_word=bool(roots) and not any(root.root.semantic for root in roots))
        if status.device:
            self._layout.top.set_meaning(on=not self._by_word, why=_BY_WORD)
            self._end_preparing()
        self._completion.set_repositories({root.root.repository: root.files for root in on_disk})
        folders = frozenset(root.root.path for root in roots)
        if self._folders and not folders:
            self._activity = status.activity  # an index that was deleted reports no end of its last step
        if not folders and self._folders != folders and not self._activity.step:
            self.show_first_run()
        elif folders and self._layout.pages.currentWidget() is self._layout.first_run:
            self.ready.emit()
        self._folders = folders
        self._meaning = status.ready.semantic >= 1.0 or not status.files
        self._hide_outdated(status.notices)
        self._say_of_index(status.notices)
        if not self._activity.step:
            self._show_idle(paused=status.activity.paused)

    def show_activity(self, activity: Activity) -> None:
        """Show a step of indexing, or that nothing is left to do."""
        self._activity = activity
        layout = self._layout
        self.activityShown.emit(activity)
        if not activity.step:
            self._show_idle(paused=activity.paused)
            self._banners.progress.hide()
            self._first = self._first and not self._folders
            return
        layout.status.show_activity(activity)
        layout.status.fit(sizes.room_at_100(layout.width()))
        figures = message_text(progress_line(activity, says_paused=False))
        self._banners.progress.show_progress(self._title(), figures, activity.share)
        self._banners.progress.setVisible(self._first or activity.total >= MANY_FILES)

    def expect_folders(self) -> None:
        """Folders were just added: say so before the first event comes."""
        self._first = True
        self._banners.progress.show_progress(translate("Indexing"), translate("Looking for files"), 0.0)
        self._banners.progress.show()

    def show_notice(self, notice: Notice) -> None:
        """Show a notice once; without semantic search the window searches by word."""
        if notice.meaning_off:
            self._preparing = False
            self.meaningLost.emit()
            self._layout.top.set_meaning(on=False)
            body = translate("Keyword search still works.")
            words = f"{message_text(notice.message)}. {message_text(notice.remedy)} {body}"
            action, act = translate("Choose a model"), self.modelWanted.emit
            self._model_waits = notice.pausing is Pausing.BEGINS
            if self._model_waits:
                action, act = translate("Go on"), self._go_on
            self._banners.say(translate("Semantic search is off"), words, action, act=act, persistent=True)
        elif notice.pausing is Pausing.STOPS:
            self._preparing = True
            words, body = message_text(notice.message), message_text(notice.remedy)
            stop = translate("Stop")
            self._banners.say(words, body, stop, act=lambda: self._index.pause(paused=True), quiet=True)
        else:
            self._standing = notice.message if notice.standing else NOTHING
            self._banners.say(message_text(notice.message), message_text(notice.remedy), unexpected=True)

    def _say_of_index(self, notices: Sequence[Message]) -> None:
        """Say once what became of the index when it was opened, which may be before the window was there."""
        for message in notices:
            if message.code.startswith("index.") and message.code not in self._shown_codes:
                self._shown_codes.add(message.code)
                self._banners.say(message_text(message), message_text(message.remedy()), unexpected=True)

    def _hide_outdated(self, standing: Sequence[Message]) -> None:
        """Hide the notice that is shown when it is no longer true."""
        shown = self._standing
        if shown.code and shown.code not in {message.code for message in standing}:
            self._standing = NOTHING
            self._banners.hide_titled(message_text(shown))

    def _follow_meaning(self, *, by_word: bool) -> None:
        """Search by word while no folder has meaning, and as before when one has it."""
        before, self._by_word = self._by_word, by_word
        if before == by_word:
            return
        self._layout.top.set_meaning(on=not by_word, why=_BY_WORD)
        (self.meaningLost if by_word else self.meaningWanted).emit()

    def _show_idle(self, *, paused: bool) -> None:
        bar, watching = self._layout.status, bool(self._folders)
        waiting = message_text(progress_line(self._activity)) if self._activity.waiting else ""
        bar.show_idle(
            watching=watching, meaning=self._meaning, paused=paused, preparing=self._preparing, waiting=waiting
        )

    def _end_preparing(self) -> None:
        """Remove the note if its button would stop more than the model by now."""
        if self._preparing:
            self._preparing = False
            self._banners.hide()

    def _pause(self, paused: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        if self._model_waits and not paused:
            self._go_on()
        else:
            self._index.pause(paused=paused)

    def _go_on(self) -> None:
        """Prepare the model after all, and search by meaning as before."""
        self._model_waits = False
        self._banners.hide(persistent=True)
        self._layout.top.set_meaning(on=True)
        self.meaningWanted.emit()
        self._index.pause(paused=False)

    def show_failure(self, error: KnownError) -> None:
        """Say what could not be done."""
        self._banners.progress.hide()
        self._banners.say(message_text(error.message), message_text(error.remedy))

    def show_first_run(self) -> None:
        """Show the page that asks for folders, and look for some to offer."""
        layout = self._layout
        layout.show_tuning(shown=False)
        layout.advanced.open_at_once(opened=False)
        layout.top.field.set_tools(shown=False)
        layout.pages.setCurrentWidget(layout.first_run)
        self._jobs.run(lambda: git_folders(Path.home()), layout.first_run.offer)

    def _title(self) -> str:
        if self._activity.paused:
            return translate("Indexing is paused")
        status = self._index.status
        roots = status.roots if status is not None else ()
        count = sum(bool(words_under_way(root, self._activity)) for root in roots)
        return counted(count, "Indexing {n} folder", "Indexing {n} folders") if count else translate("Indexing")
