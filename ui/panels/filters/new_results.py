"""Runs saved searches again, so that the Saved tab can show new results."""

from PySide6.QtCore import QObject, QTimer

from search.ports import SearchCore
from search.types.filters import OWNER, Access
from search.types.query import RankSettings, Rerank, SearchQuery
from search.types.results import SearchResult
from ui.controllers.jobs import Jobs
from ui.panels.filters.pane import FiltersPane

QUIET_MS = 5_000
"""Pause after the last change until saved searches are run, so that they delay nothing else."""

MOST_SEARCHES = 20
"""Saved searches that are run again; each costs the engine some 20 ms."""

MOST_FILES = 200


class SavedController(QObject):
    """Runs the saved searches one after the other, a while after files changed."""

    def __init__(
        self, jobs: Jobs, filters: FiltersPane, parent: QObject | None = None, *, access: Access = OWNER
    ) -> None:
        super().__init__(parent)
        self._jobs, self._filters, self._access = jobs, filters, access
        self._core: SearchCore | None = None
        self._waiting: list[str] = []
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self.look_now)

    def set_access(self, access: Access) -> None:
        """Ask with these rights from now on."""
        self._access = access

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers, and look once."""
        self._core = core
        self.look_later()

    def look_later(self) -> None:
        """Files changed: look again when nothing changes any more."""
        self._quiet.start()

    def look_now(self) -> None:
        """Run the saved searches."""
        idle = not self._waiting
        self._waiting = list(self._filters.saved_texts()[:MOST_SEARCHES])
        if idle:
            self._next()

    def _next(self) -> None:
        core = self._core
        if core is None or not self._waiting:
            return
        text = self._waiting[0]
        ranking = RankSettings(rerank=Rerank.NONE)  # which files there are, not their order, is compared
        query = SearchQuery(text, ranking, top=MOST_FILES, access=self._access, explain=False)

        def take(result: SearchResult) -> None:
            self._filters.note_background(text, [file.file_id for file in result.files])
            self._go_on()

        self._jobs.run(lambda: core.search(query), take, lambda _error: self._go_on())

    def _go_on(self) -> None:
        del self._waiting[:1]
        self._next()
