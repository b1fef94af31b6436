"""Animations, which follow the user's setting and that of the system for reduced motion."""

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation
from PySide6.QtWidgets import QApplication

FOLD_MS = 120
FADE_MS = 80


class _Setting:
    reduced = False


def set_reduced(*, reduced: bool) -> None:
    """Switch unnecessary animations off or on."""
    _Setting.reduced = reduced


def is_reduced() -> bool:
    """Return whether the user's setting or the system asks for reduced motion."""
    if _Setting.reduced:
        return True
    from PySide6.QtWidgets import QStyle  # creating its many enumerations would delay the first paint

    style = QApplication.style()
    return style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0


class Motion(QVariantAnimation):
    """Animates from one share (0..1) to another, fast at first; at once if motion is reduced.

    Args:
        moved: called with each share, including the last one.
        ended: called at the end.
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
        """Whether the animation is running."""
        return self.state() is not QVariantAnimation.State.Stopped

    def go(self, start: float, end: float) -> None:
        """Start an animation; a running one stops where it is."""
        self.stop()
        if is_reduced():
            self._moved(end)
            self.finished.emit()
            return
        self.setDuration(self._ms)
        self.setStartValue(start)
        self.setEndValue(end)
        self.start()
