"""Asks where the text of the search field asks for a change; only the newest answer is delivered."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from search.errors import KnownError
from search.ports import SearchCore
from search.types.locations import ChangeLocations, LocateRequest
from ui.controllers.jobs import Jobs
from ui.controllers.search_controller import SearchController


class LocateController(QObject):
    """Asks the core in a thread.

    Signals:
        begun: the text that is asked about.
        located: the `ChangeLocations` for it.
        failed: the `KnownError` in place of an answer.
    """

    begun = Signal(str)
    located = Signal(object)
    failed = Signal(object)

    def __init__(self, jobs: Jobs, search: SearchController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._search = jobs, search
        self._core: SearchCore | None = None
        self._generation = 0

    def attach(self, core: SearchCore) -> None:
        """Take the core that answers."""
        self._core = core

    def locate(self) -> None:
        """Ask about the present text."""
        core, search = self._core, self._search
        if core is None:
            return
        self._generation += 1
        generation = self._generation
        request = LocateRequest(search.text, access=search.access, ranking=replace(search.settings, min_score=0.0))
        self.begun.emit(search.text)
        self._jobs.run(
            lambda: core.locate_change(request),
            lambda locations: self._take(generation, locations),
            lambda error: self._refuse(generation, error),
        )

    def stop(self) -> None:
        """Drop the answer that is awaited."""
        self._generation += 1

    def _take(self, generation: int, locations: ChangeLocations) -> None:
        if generation == self._generation:
            self.located.emit(locations)

    def _refuse(self, generation: int, error: KnownError) -> None:
        if generation == self._generation:
            self.failed.emit(error)
