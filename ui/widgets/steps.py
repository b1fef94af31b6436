"""Work that is done a little at a time, so that the window lives meanwhile."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

STEP_MS = 8
"""How long is worked without a pause."""


class Steps(QTimer):
    """Takes the steps of ``work`` from `start` on, as many at once as fit into `STEP_MS`."""

    def __init__(self, work: Iterator[object], parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[object] | None = work
        self.timeout.connect(self._go_on)

    @property
    def done(self) -> bool:
        """Whether no step is left."""
        return self._work is None

    def finish(self) -> None:
        """Take all steps that are left at once."""
        while self._work is not None:
            self._step(self._work)

    def _go_on(self) -> None:
        until = time.perf_counter() + STEP_MS / 1000
        while self._work is not None and time.perf_counter() < until:
            self._step(self._work)

    def _step(self, work: Iterator[object]) -> None:
        try:
            next(work)
        except StopIteration:
            self._work = None
            self.stop()
