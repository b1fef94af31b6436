"""Where a person was: queries with the place in a file that was shown, to go back to and forward again."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractScrollArea

from ui.controllers.spot import Spot

LONGEST = 200
"""Most stops that are remembered."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A query and the selected spot of its results.

    Attributes:
        spot: None where nothing was selected.
        mode: names of the buttons of exact search that were on.
    """

    query: str
    spot: Spot | None = None
    mode: tuple[str, ...] = ()

    @property
    def search(self) -> tuple[str, tuple[str, ...]]:
        """What was searched for, and how."""
        return self.query, self.mode


class Trail(QObject):
    """Remembers stops in the order in which they were visited.

    Attributes:
        as_left: returns a spot with how its text is scrolled now.

    Signals:
        wanted: the `Stop` to go to.
    """

    wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stops: list[Stop] = []
        self._current = -1
        self._passing = False
        self.as_left: Callable[[Spot], Spot] = lambda spot: spot

    def leave(self) -> None:
        """Remember how the text of the current stop is scrolled: another one is about to be shown."""
        stop = self._stops[self._current] if self._current >= 0 else None
        if stop is not None and stop.spot is not None:
            self._stops[self._current] = replace(stop, spot=self.as_left(stop.spot))

    def visit(self, stop: Stop, *, passing: bool = False) -> None:
        """Add a stop after the current one; what lay ahead is dropped. The same file and line is the same stop.

        A ``passing`` stop, such as the first result of a query that is still being typed, gives way to the next
        one of another query.
        """
        current = self._stops[self._current] if self._current >= 0 else None
        if current is not None and _key(current) == _key(stop):
            self._passing = self._passing and passing
            return
        gives_way = self._passing and current is not None and (passing or current.search != stop.search)
        end = self._current + (0 if gives_way else 1)
        self._stops = [*self._stops[:end], stop][-LONGEST:]
        self._current, self._passing = len(self._stops) - 1, passing

    def back(self) -> None:
        """Go to the stop before the current one."""
        self._go(self._current - 1)

    def forward(self) -> None:
        """Go to the stop after the current one."""
        self._go(self._current + 1)

    def _go(self, index: int) -> None:
        if 0 <= index < len(self._stops):
            self.leave()
            self._current, self._passing = index, False
            self.wanted.emit(self._stops[index])


class SideButtons(QObject):
    """The buttons at the side of a mouse, over lists and texts.

    Signals:
        backPressed, forwardPressed: that button was pressed.
    """

    backPressed = Signal()
    forwardPressed = Signal()

    def __init__(self, views: tuple[QAbstractScrollArea, ...], parent: QObject) -> None:
        super().__init__(parent)
        for view in views:
            view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the two buttons; everything else is passed to the view."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            buttons = Qt.MouseButton
            signals = {buttons.BackButton: self.backPressed, buttons.ForwardButton: self.forwardPressed}
            if event.button() in signals:
                signals[event.button()].emit()
                return True
        return super().eventFilter(watched, event)


def _key(stop: Stop) -> tuple[object, str, int]:
    spot = stop.spot
    return stop.search, spot.file if spot is not None else "", spot.line if spot is not None else 0
