"""Delivers events of the core in the window's thread, and the counts of the index at intervals."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from search.errors import KnownError
from search.events import Event, FilesChanged, Notice, Progress
from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.status import Activity, IndexReport, IndexStatus, RootStatus, Speed
from ui.controllers.jobs import Jobs

REFRESH_MS = 250
"""Counts are asked for at most four times a second, however many files change."""


EMBEDDING = "meaning"
"""Step of the indexer that makes vectors."""


class IndexController(QObject):
    """Owns the subscription to the core's events.

    Attributes:
        embedding_rate: chunks a second, as last seen; 0 before.

    Signals:
        statusChanged: the newest `IndexStatus`.
        activityChanged: the newest `Activity`; an empty step means that nothing is left to do.
        filesChanged: `FilesChanged`; what is shown may be out of date.
        settled: nothing is left to do, dependencies neither.
        noticed: a `Notice` that a person should see once.
        failed: a `KnownError` of something that was asked for here.
        indexed: the `IndexReport` of folders that were added here.
        visibleFound: the `AccessView` that was asked for.
        repositoriesListed: folders that are to be added, and the git repositories inside them.
    """

    statusChanged = Signal(object)
    activityChanged = Signal(object)
    filesChanged = Signal(object)
    settled = Signal()
    noticed = Signal(object)
    failed = Signal(object)
    indexed = Signal(object)
    visibleFound = Signal(object)
    repositoriesListed = Signal(object, object)
    _eventReceived = Signal(object)

    def __init__(
        self, jobs: Jobs, long_jobs: Jobs, parent: QObject | None = None, *, access: Access = OWNER
    ) -> None:
        super().__init__(parent)
        self._jobs, self._long_jobs, self._access = jobs, long_jobs, access
        self._core: SearchCore | None = None
        self._stop_listening: Callable[[], None] | None = None
        self._asking = self._ask_again = self._unsettled = False
        self.status: IndexStatus | None = None
        self.embedding_rate = 0.0
        self._eventReceived.connect(self._take_event, Qt.ConnectionType.QueuedConnection)
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self.ask_status)

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def attach(self, core: SearchCore) -> None:
        """Listen to this core."""
        self.detach()
        self._core = core
        self._stop_listening = core.subscribe(self._eventReceived.emit)
        self.ask_status()

    def detach(self) -> None:
        """Stop listening."""
        if self._stop_listening is not None:
            self._stop_listening()
            self._stop_listening = None

    def ask_status(self) -> None:
        """Request the counts; during a request, request them once more after it."""
        core = self._core
        self._ask_again = self._asking
        if core is None or self._asking:
            return
        self._asking = True
        self._jobs.run(lambda: core.status(self._access), self._take_status, self._lose_status)

    def ask_visible(self, limit: int) -> None:
        """Ask what can be seen with these rights; ``visibleFound`` tells, of at most ``limit`` files."""
        core, access = self._core, self._access
        if core is not None:
            self._jobs.run(lambda: core.visible(access, limit), self.visibleFound.emit, self.failed.emit)

    def list_repositories(self, paths: Sequence[str]) -> None:
        """Look for git repositories inside folders; ``repositoriesListed`` has them."""
        core = self._core
        if core is not None and paths:
            self._jobs.run(
                lambda: tuple(name for path in paths for name in core.repositories_in(path)),
                lambda names: self.repositoriesListed.emit(tuple(paths), names),
                self.failed.emit,
            )

    def add_folders(self, paths: Sequence[str], *, single: bool | None = None) -> None:
        """Index these folders; ``indexed`` comes when they are ready, events tell how far it is.

        ``single`` keeps the repositories inside a folder in it, or makes each a folder of its own.
        """
        core = self._core
        if core is not None and paths:
            self._long_jobs.run(
                lambda: core.index(tuple(paths), single=single), self._take_report, self.failed.emit
            )
            self._refresh.start()

    def move_folder(self, path: str, target: str) -> None:
        """Point a folder that was moved to where it is now."""
        core = self._core
        if core is not None:
            self._long_jobs.run(lambda: core.move(path, target), self._take_forgotten, self.failed.emit)

    def search_by_meaning(self, path: str) -> None:
        """Have a folder that was indexed by word only searched by meaning too."""
        core = self._core
        if core is not None:
            self._long_jobs.run(lambda: core.index((path,), semantic=True), self._take_report, self.failed.emit)
            self._refresh.start()

    def add_branch(self, path: str, branch: str) -> None:
        """Index a branch of a folder that is not checked out; ``failed`` says where there is no such branch."""
        core = self._core
        if core is not None:
            self._long_jobs.run(
                lambda: core.index((path,), branches=(branch,)), self._take_report, self.failed.emit
            )
            self._refresh.start()

    def forget_folder(self, root: str) -> None:
        """Remove a folder and everything indexed of it; the folder itself is not touched."""
        core = self._core
        if core is not None:
            self._long_jobs.run(lambda: core.forget(root), self._take_forgotten, self.failed.emit)

    def pause(self, *, paused: bool) -> None:
        """Stop or continue background indexing."""
        core = self._core
        if core is not None:
            self._jobs.run(lambda: core.pause(paused=paused), lambda _none: self.ask_status(), self.failed.emit)

    def set_speed(self, speed: Speed) -> None:
        """Let background indexing take more or less of the machine."""
        core = self._core
        if core is not None:
            self._jobs.run(lambda: core.set_speed(speed), lambda _none: self.ask_status(), self.failed.emit)

    def _take_event(self, event: Event) -> None:
        if isinstance(event, Progress):
            if event.activity.step == EMBEDDING and event.activity.rate > 0:
                self.embedding_rate = event.activity.rate
            self._show_activity(event.activity)
        elif isinstance(event, FilesChanged):
            self._unsettled = True
            self.filesChanged.emit(event)
        elif isinstance(event, Notice):
            self.noticed.emit(event)
        if not self._refresh.isActive():
            self._refresh.start()

    def _show_activity(self, activity: Activity) -> None:
        before, self._unsettled = self._unsettled, bool(activity.step)
        self.activityChanged.emit(activity)
        if before and not self._unsettled:
            self.settled.emit()

    def _take_status(self, status: IndexStatus) -> None:
        self._asking = False
        self.status = status
        self.statusChanged.emit(status)
        self._show_activity(status.activity)
        if self._ask_again:
            self.ask_status()

    def _lose_status(self, error: KnownError) -> None:
        self._asking = False
        self.failed.emit(error)

    def _take_report(self, report: IndexReport) -> None:
        self.indexed.emit(report)
        self.ask_status()

    def _take_forgotten(self, _root: RootStatus) -> None:
        self.filesChanged.emit(FilesChanged((), ()))
        self.ask_status()


def offline_folders(status: IndexStatus) -> frozenset[str]:
    """Return the watched folders that cannot be reached."""
    return frozenset(root.root.folder for root in status.roots if root.offline and root.root.folder)


def root_folders(status: IndexStatus | None) -> dict[str, str]:
    """Return where the folders are, by the ``repository@branch`` that identifiers of their files begin with."""
    roots = (each.root for each in status.roots) if status is not None else ()
    return {f"{root.repository}@{root.branch}": root.folder for root in roots if root.folder}
