"""Sign and name of the program at the left of the top bar."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.painting.shapes import draw_icon
from ui.painting.text import TextStyle, baseline_for, draw
from ui.theme import sizes
from ui.theme.sizes import scaled

WIDTH = 112
_NAME = TextStyle(15, 600)
_WORD = "Dowse"
_MARK, _NAME_X = 22, 30


class Brand(QWidget):
    """Painted, so that it grows with the text."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_WORD)
        self._named = True
        self._fit()

    def show_name(self, *, shown: bool) -> None:
        """Show the name beside the logo, or the logo alone if space is scarce."""
        self._named = shown
        self.setToolTip("" if shown else _WORD)
        self._fit()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Take the size of the new text scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw the sign and the name."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle, mark = self.height() / 2, scaled(_MARK)
            if self._named and self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                words = QFontMetricsF(_NAME.font()).horizontalAdvance(_WORD)
                painter.translate(self.width() - scaled(_NAME_X) - words, 0)
            draw_icon(painter, "dowse", "accent", QPointF(mark / 2, middle), _MARK)
            if self._named:
                draw(painter, _NAME, scaled(_NAME_X), baseline_for(_NAME, middle), _WORD)

    def _fit(self) -> None:
        self.setFixedSize(scaled(WIDTH if self._named else _NAME_X), scaled(sizes.TOP_BAR))
