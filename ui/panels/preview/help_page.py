"""The query syntax, shown in place of a preview when a search has no results."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ui.i18n.language import translate
from ui.painting.text import TextStyle, baseline_for, draw, elided_right
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.query_examples import examples

_CODE = TextStyle(12, 400, mono=True)
_WORDS = TextStyle(13, 400, "text2")
_ABOVE, _ROW = 18, 28


def scrolling_help() -> QScrollArea:
    """Return the examples in an area that scrolls where there is little room."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(HelpPage())
    area.setAccessibleName(translate("What you can type"))
    return area


class HelpPage(QWidget):
    """Paints the examples."""

    def __init__(self) -> None:
        super().__init__()
        self._count = len(examples())
        self._name()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the page with examples from the open index."""
        super().showEvent(event)
        self._name()

    def _name(self) -> None:
        lines = ". ".join(f"{example}: {words}" for example, _, words in examples())
        self.setAccessibleName(translate("What you can type. {lines}").format(lines=lines))

    def minimumSizeHint(self) -> QSize:
        """Return the size of all examples."""
        return QSize(scaled(320), scaled(self._count * _ROW + 2 * _ABOVE))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw one line for each example."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), c("surface"))
            top = scaled(_ABOVE)
            for row, (example, token, words) in enumerate(examples()):
                middle = top + (row + 0.5) * scaled(_ROW)
                draw(painter, _CODE, sizes.PANE_PADDING + 8, baseline_for(_CODE, middle), example, token)
                fitting = elided_right(_WORDS, words, self.width() - scaled(158) - sizes.PANE_PADDING)
                draw(painter, _WORDS, scaled(158), baseline_for(_WORDS, middle), fitting)
