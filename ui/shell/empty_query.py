"""The page of an empty query: the last searches, saved searches, and what changed a moment ago."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QSizePolicy, QVBoxLayout

from ui.i18n.language import translate
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle
from ui.theme import sizes
from ui.theme.icons import pixmap
from ui.theme.tokens import c
from ui.widgets.ground import Ground
from ui.widgets.text import Text

_TITLE = TextStyle(13, 500)
_HINT = TextStyle(12, 400, "text3", tnum=True)
_ROW = 32


@dataclass(frozen=True, slots=True)
class Entry:
    """One row: the query it stands for, how it is shown, a hint at the right.

    Attributes:
        mode: names of the buttons of exact search that are to be on; None to leave them as they are.
    """

    text: str
    shown: str
    hint: str
    icon_name: str
    mode: tuple[str, ...] | None = None


class EmptyQueryPage(QScrollArea):
    """Emits ``queryChosen(text, mode)``; `show_groups` fills it."""

    queryChosen = Signal(str, object)
    leftUpwards = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(translate("Recent searches"))
        self.rows: list[EntryButton] = []
        self.show_groups(())

    def show_groups(self, groups: Sequence[tuple[str, Sequence[Entry]]]) -> None:
        """Show titled groups; empty ones are left out."""
        page = Ground()
        column = QVBoxLayout(page)
        column.setContentsMargins(48, 48, 48, 32)
        column.setSpacing(2)
        self.rows = []
        filled = [(title, entries) for title, entries in groups if entries]
        if not filled:
            heading = Text(translate("Type words, a name or a sentence"), 20, 600)
            sentence = Text(
                translate("Names and phrases are found by word, descriptions by meaning."), 13, 400, "text2"
            )
            for text in (heading, sentence):
                text.setWordWrap(True)
                column.addWidget(text)
                column.addSpacing(6)
        for title, entries in filled:
            column.addWidget(Text(title, 12, 600, "text2"))
            column.addSpacing(6)
            for entry in entries:
                button = EntryButton(entry)
                button.clicked.connect(
                    lambda _checked=False, entry=entry: self.queryChosen.emit(entry.text, entry.mode)
                )
                self.rows.append(button)
                column.addWidget(button)
            column.addSpacing(20)
        column.addStretch(1)
        self.setWidget(page)

    def focus_first(self) -> None:
        """Focus the first row."""
        if self.rows:
            self.rows[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from row to row, Enter takes one."""
        position = next((number for number, row in enumerate(self.rows) if row.hasFocus()), -1)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and position >= 0:
            self.rows[position].click()
        elif event.key() == Qt.Key.Key_Down and position + 1 < len(self.rows):
            self.rows[position + 1].setFocus(Qt.FocusReason.OtherFocusReason)
        elif event.key() == Qt.Key.Key_Up and position > 0:
            self.rows[position - 1].setFocus(Qt.FocusReason.OtherFocusReason)
        elif event.key() == Qt.Key.Key_Up:
            self.leftUpwards.emit()
        else:
            super().keyPressEvent(event)


class EntryButton(QAbstractButton):
    """One row of the page."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self._entry = entry
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{entry.shown}, {entry.hint}" if entry.hint else entry.shown)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(sizes.scaled(560))

    def sizeHint(self) -> QSize:
        """Return the height of a row."""
        return QSize(sizes.scaled(240), sizes.scaled(_ROW))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 -- drawn whole
        """Draw icon, query and hint."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box, middle = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self.height() / 2
            if self.underMouse() or self.hasFocus():
                painter.setPen(QPen(c("accent"), 1) if self.hasFocus() else Qt.PenStyle.NoPen)
                painter.setBrush(c("hover"))
                painter.drawRoundedRect(box, sizes.RADIUS_CARD, sizes.RADIUS_CARD)
            mark = pixmap(self._entry.icon_name, "text3", 16, self.devicePixelRatioF())
            painter.drawPixmap(8, round(middle) - 8, mark)
            right = draw_right(painter, _HINT, self.width() - 10, baseline_for(_HINT, middle), self._entry.hint)
            shown = elided_middle(_TITLE, self._entry.shown, right - 48)
            draw(painter, _TITLE, 34, baseline_for(_TITLE, middle), shown)
