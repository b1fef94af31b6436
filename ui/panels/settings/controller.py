"""Reads and changes the settings file, and the entry in the menu, in a thread."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from search.errors import KnownError
from ui.controllers.jobs import Jobs
from ui.services import MenuEntryState, ModelCard, Program

if TYPE_CHECKING:
    from search.config.settings import Settings  # pydantic: not before a settings page is opened

APPLY_AFTER_MS = 700
"""Pause after the last change until the engine restarts: a spin box is pressed several times."""


class SettingsController(QObject):
    """Owns the settings that the window shows.

    Signals:
        loaded: the `Settings` that hold, or will hold in a moment.
        applied: the engine works with them.
        failed: the `KnownError` of reading or writing.
        counted: how many files the given ignore patterns hide.
        modelsFound: tuple of `ModelCard`.
        graphicsFound: tuple of names of GPUs.
        menuFound: `MenuEntryState`, on Linux.

    Attributes:
        models: the models found last; None before.
        graphics: the same of GPUs.
        menu: the state of the entry in the menu, likewise.
    """

    loaded = Signal(object)
    applied = Signal()
    failed = Signal(object)
    counted = Signal(int)
    modelsFound = Signal(tuple)
    graphicsFound = Signal(tuple)
    menuFound = Signal(object)

    def __init__(self, jobs: Jobs, program: Program, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._program = jobs, program
        self._settings: Settings | None = None
        self.models: tuple[ModelCard, ...] | None = None
        self.graphics: tuple[str, ...] | None = None
        self.menu: MenuEntryState | None = None
        self._count_generation = 0
        self._apply = QTimer(self)
        self._apply.setSingleShot(True)
        self._apply.setInterval(APPLY_AFTER_MS)
        self._apply.timeout.connect(self._write)

    @property
    def waiting(self) -> bool:
        """Whether a change is not written yet."""
        return self._apply.isActive()

    @property
    def settings(self) -> "Settings | None":
        """The settings that hold, or will hold in a moment; None until they were read."""
        return self._settings

    @property
    def model(self) -> str:
        """Key of the model that is set; empty while the settings are read."""
        return self._settings.embeddings.model if self._settings is not None else ""

    def load(self) -> None:
        """Read the settings, the models, the GPUs and the entry in the menu."""
        self._jobs.run(self._program.settings, self._take, self.failed.emit)
        self._jobs.run(self._program.graphics, self._take_graphics)
        if sys.platform == "linux":
            self._jobs.run(self._program.menu_entry, self._take_menu)

    def change(self, section: str, name: str, value: object) -> None:
        """Change one setting; it is written after a short pause, together with what changes meanwhile."""
        if self._settings is None:
            return
        part = getattr(self._settings, section)
        self._settings = self._settings.model_copy(update={section: part.model_copy(update={name: value})})
        self._apply.start()

    def set_menu_entry(self, *, on: bool) -> None:
        """Make or remove the entry in the menu of applications."""

        def state_after() -> MenuEntryState:
            self._program.set_menu_entry(on=on)
            return self._program.menu_entry()

        def refuse(error: KnownError) -> None:
            self.failed.emit(error)
            self._jobs.run(self._program.menu_entry, self._take_menu)

        self._jobs.run(state_after, self._take_menu, refuse)

    def flush(self) -> None:
        """Write pending changes now."""
        if self._apply.isActive():
            self._apply.stop()
            self._write()

    def count(self, patterns: tuple[str, ...]) -> None:
        """Count the files that these patterns hide; an older answer that comes late is dropped."""
        self._count_generation += 1
        generation = self._count_generation

        def take(files: int) -> None:
            if generation == self._count_generation:
                self.counted.emit(files)

        self._jobs.run(lambda: self._program.hidden_by(patterns), take)

    def _write(self) -> None:
        settings = self._settings
        if settings is not None:
            done: Callable[[None], None] = lambda _none: self.applied.emit()  # noqa: E731 -- typed for Jobs.run
            self._jobs.run(lambda: self._program.change(settings), done, self._refuse)

    def _take(self, settings: "Settings") -> None:
        self._settings = settings
        self.loaded.emit(settings)
        self._jobs.run(self._program.models, self._take_models)

    def _take_models(self, models: tuple[ModelCard, ...]) -> None:
        self.models = models
        self.modelsFound.emit(models)

    def _take_graphics(self, names: tuple[str, ...]) -> None:
        self.graphics = names
        self.graphicsFound.emit(names)

    def _take_menu(self, state: MenuEntryState) -> None:
        self.menu = state
        self.menuFound.emit(state)

    def _refuse(self, error: KnownError) -> None:
        self.failed.emit(error)
        self._jobs.run(self._program.settings, self._take, lambda _error: None)
