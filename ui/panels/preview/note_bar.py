"""The person's note on the shown file, in one line above the preview."""

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout

from ui.i18n.language import translate
from ui.painting.shapes import draw_icon
from ui.painting.text import TextStyle, baseline_for, draw, elided_right
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.widgets.bar import Bar
from ui.widgets.buttons import WordButton
from ui.widgets.tips import plain_tip

_HEIGHT = 36
_NOTE = TextStyle(12, 500)


class NoteBar(Bar):
    """Shows a note; ``changeWanted`` comes from its link."""

    changeWanted = Signal()

    def __init__(self) -> None:
        super().__init__(_HEIGHT, ground="sunken")
        self._note = ""
        self.change = WordButton(translate("Change"), kind="link")
        self.change.setAccessibleName(translate("Change the note"))
        self.change.clicked.connect(self.changeWanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 1, sizes.PANE_PADDING, 2)
        row.addStretch(1)
        row.addWidget(self.change)

    def set_note(self, note: str) -> None:
        """Show another note, with its lines one after the other."""
        self._note = " ".join(note.split())
        self.setAccessibleName(f"{translate('Note')}: {self._note}")
        self.setToolTip(plain_tip(note))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, icon and note."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle, left = self.height() / 2, scaled(sizes.PANE_PADDING)
            draw_icon(painter, "quote", "text2", QPointF(left + 7, middle), 14)
            x = left + scaled(22)
            room = self.change.x() - x - scaled(12)
            draw(painter, _NOTE, x, baseline_for(_NOTE, middle), elided_right(_NOTE, self._note, room))
