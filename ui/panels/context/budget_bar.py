"""A bar that shows how much of the token budget each chunk takes."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent

from ui.i18n.language import number, translate
from ui.theme.tokens import c
from ui.widgets.progress import PaintedBar

HEIGHT = 8
STRONGEST, FAINTEST = 1.0, 0.3
"""Opacity of the segments of the first and the last chunk."""


class BudgetBar(PaintedBar):
    """One segment for each chunk, in order; segments beyond the budget are red. Its value is in tokens."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[int, ...] = ()
        self._budget = 1
        self.setFixedHeight(HEIGHT)

    def set_parts(self, parts: Sequence[int], budget: int) -> None:
        """Show one segment for each number of tokens."""
        self._parts, self._budget = tuple(parts), max(1, budget)
        self.setRange(0, self._budget)
        self.setValue(min(sum(parts), self._budget))
        self.setAccessibleName(
            translate("{used} of {budget} tokens used").format(used=number(sum(parts)), budget=number(budget))
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the segments, 1 pixel apart."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shape = QPainterPath()
            shape.addRoundedRect(QRectF(self.rect()), HEIGHT / 2, HEIGHT / 2)
            painter.setClipPath(shape)
            painter.fillRect(self.rect(), c("track"))
            scale = self.width() / max(self._budget, sum(self._parts))
            x = 0.0
            for index, tokens in enumerate(self._parts):
                painter.fillRect(QRectF(x, 0, max(1.0, tokens * scale - 1), HEIGHT), self._colour(index))
                x += tokens * scale
            limit = self._budget * scale
            if x > limit:
                painter.fillRect(QRectF(limit, 0, x - limit, HEIGHT), c("danger"))

    def _colour(self, index: int) -> QColor:
        steps = max(1, len(self._parts) - 1)
        colour = QColor(c("accent"))
        colour.setAlphaF(STRONGEST - (STRONGEST - FAINTEST) * index / steps)
        return colour
