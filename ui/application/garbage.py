"""Garbage is collected in the window's thread only."""

import gc

from PySide6.QtCore import QObject, QTimer, SignalInstance

PAUSE_MS = 250
"""Time between two checks: short beside the life of garbage, long beside a collection."""


_TAKEN = "collected"
"""Property of an object that has a collector; to look for one among its children would make a class of each."""


def collect_in(owner: QObject) -> None:
    """Have garbage collected in this thread for as long as ``owner`` lives; once is enough."""
    if not owner.property(_TAKEN):
        owner.setProperty(_TAKEN, True)
        Collector(owner)


def spare(until: SignalInstance) -> None:
    """Exclude the present objects from every collection until the signal comes: going through them takes long."""
    gc.freeze()
    until.connect(gc.unfreeze)


class Collector(QObject):
    """Takes over from Python's own collector, which runs in whichever thread happens to allocate.

    A Qt object in a reference cycle is destroyed by the collector. Destroying a widget or a running timer outside
    its thread leaves the event loop with pointers to what is gone, and the program ends with a segmentation fault.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due by Python's own thresholds, and those younger than it."""
        due = [age for age, limit in enumerate(gc.get_threshold()) if gc.get_count()[age] > limit > 0]
        if due:
            gc.collect(due[-1])
