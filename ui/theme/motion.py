"""What may move, and for how long: as the person's setting and the system say."""

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QApplication

FOLD_MS = 120
FADE_MS = 80


class _Setting:
    reduced = False


def set_reduced(*, reduced: bool) -> None:
    """Leave out what moves without need."""
    _Setting.reduced = reduced


def is_reduced() -> bool:
    """Return whether the person's setting or the system asks for less motion."""
    if _Setting.reduced:
        return True
    from PySide6.QtWidgets import QStyle  # making its many enumerations would hold up the first paint

    style = QApplication.style()
    return style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0


class Motion(QVariantAnimation):
    """Goes from one share (0..1) to another, quickly first; at once where motion is reduced.

    Args:
        moved: told every share on the way, the last one included.
        ended: told when the way is over.
    """

    def __init__(
        self, parent: QObject, duration_ms: int, moved: Callable[[float], object], ended: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self._ms, self._moved = duration_ms, moved
        self.setEasingCurve(QEasingCurve.Type.OutCubic)
        self.valueChanged.connect(moved)
        self.finished.connect(ended)

    @property
    def under_way(self) -> bool:
        """Whether it has begun and is not over."""
        return self.state() is not QVariantAnimation.State.Stopped

    def go(self, start: float, end: float) -> None:
        """Begin; what was under way is left where it is."""
        self.stop()
        if is_reduced():
            self._moved(end)
            self.finished.emit()
            return
        self.setDuration(self._ms)
        self.setStartValue(start)
        self.setEndValue(end)
        self.start()
