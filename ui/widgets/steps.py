"""Runs long work in small steps, so that the window stays responsive."""

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer

STEP_MS = 8
"""Longest time of work without a pause."""


class Steps(QTimer):
    """Runs the steps of ``work`` after `start`, as many at once as fit into `STEP_MS`."""

    def __init__(self, work: Iterator[object], parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[object] | None = work
        self.timeout.connect(self._go_on)

    @property
    def done(self) -> bool:
        """Whether all steps are done."""
        return self._work is None

    def finish(self) -> None:
        """Run all remaining steps at once."""
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
