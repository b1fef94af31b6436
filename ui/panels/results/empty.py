"""Shown instead of the list when a search has no results: the reason, and searches that would have some."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ui.i18n.language import counted, translate
from ui.painting.shapes import draw_icon, rounded
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_right
from ui.theme import sizes
from ui.theme.icons import pixmap
from ui.theme.sizes import scaled
from ui.theme.tokens import c
from ui.widgets.text import Text

_TITLE = TextStyle(13, 600)
_DETAIL = TextStyle(12, 400, "text3")
_COUNT = TextStyle(12, 600, "ok", tnum=True)

MAX_SUGGESTIONS = 4
_SIDE = 48
"""Pixels beside the suggestions in a wide pane."""

_ROOMY = 480
"""Width of a pane from which on it counts as wide."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A changed search that was tried in the background and has results in ``files`` files.

    Attributes:
        icon: icon for the kind of change: ``languages``, ``funnel``, ``gauge``, ``sparkles``.
        text: the query text.
        min_score: the minimum confidence; None leaves it unchanged.
        mode: the search mode; empty leaves it unchanged.
    """

    title: str
    detail: str
    files: int
    icon: str
    text: str
    min_score: float | None = None
    mode: str = ""


class SuggestionCard(QAbstractButton):
    """One suggestion, as a button."""

    def __init__(self, suggestion: Suggestion) -> None:
        super().__init__()
        self.suggestion = suggestion
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(
            f"{suggestion.title}, {suggestion.detail}, {counted(suggestion.files, '{n} file', '{n} files')}"
        )
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(scaled(520))

    def sizeHint(self) -> QSize:
        """Return the size of two lines of text."""
        return QSize(scaled(320), scaled(54))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the card."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            active = self.hasFocus()
            pen = QPen(c("accent" if active else "border"), 1.5 if active else 1.0)
            rounded(painter, box, sizes.RADIUS_CARD, c("hover" if self.underMouse() else "surface"), pen)
            middle = box.center().y()
            draw_icon(
                painter, self.suggestion.icon, "accent" if active else "text2", QPointF(scaled(24), middle), 16
            )
            draw_icon(painter, "chevron-right", "text2", QPointF(box.right() - scaled(20), middle), 14)
            right = box.right() - scaled(38)
            count = counted(self.suggestion.files, "{n} file", "{n} files")
            room = draw_right(painter, _COUNT, right, baseline_for(_COUNT, middle), count) - scaled(54)
            x = scaled(43)
            title, detail = self.suggestion.title, self.suggestion.detail
            draw(painter, _TITLE, x, baseline_for(_TITLE, middle - scaled(8)), elided_right(_TITLE, title, room))
            draw(
                painter, _DETAIL, x, baseline_for(_DETAIL, middle + scaled(9)), elided_right(_DETAIL, detail, room)
            )


class _Page(QWidget):
    """Paints a white background, because a plain widget in a scroll area shows that of the window."""

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), c("surface"))


class NoResults(QScrollArea):
    """Icon, title, one sentence and up to four suggestions.

    Signals:
        chosen: a `Suggestion`.
        leftUpwards: Up on the first suggestion.
    """

    chosen = Signal(object)
    leftUpwards = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(translate("No results"))
        self._icon = Text("")
        self._sentence = Text("", 13, 400, "text2")
        self._sentence.setWordWrap(True)
        self._note = Text("", 12, 400, "text3")
        self._note.setWordWrap(True)
        self._cards: list[SuggestionCard] = []
        self._suggestions = QVBoxLayout()
        self._suggestions.setSpacing(8)
        self.setWidget(self._page())

    def clear(self) -> None:
        """Remove the suggestions until the next ones arrive."""
        self.show_suggestions("", (), "")

    def show_suggestions(self, sentence: str, suggestions: Sequence[Suggestion], note: str) -> None:
        """Show why there are no results, and searches that have some."""
        self._sentence.setText(
            translate("{sentence} Try one of these.").format(sentence=sentence) if suggestions else sentence
        )
        self._note.setText(note)
        self._icon.setPixmap(pixmap("text-search", "text3", scaled(36), self.devicePixelRatioF()))
        for card in self._cards:
            self._suggestions.removeWidget(card)
            card.deleteLater()
        self._cards = [SuggestionCard(suggestion) for suggestion in suggestions[:MAX_SUGGESTIONS]]
        for card in self._cards:
            card.clicked.connect(lambda _checked=False, card=card: self.chosen.emit(card.suggestion))
            self._suggestions.addWidget(card)

    def focus_first(self) -> None:
        """Focus the first suggestion."""
        if self._cards:
            self._cards[0].setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reduce the side margins of the suggestions in a narrow pane."""
        super().resizeEvent(event)
        side = _SIDE if self.width() >= scaled(_ROOMY) else sizes.PANE_PADDING
        self._column.setContentsMargins(side, 64, side, 32)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move between suggestions on Up and Down, and choose one on Enter."""
        focused = next((at for at, card in enumerate(self._cards) if card.hasFocus()), -1)
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and focused >= 0:
            self._cards[focused].click()
        elif key == Qt.Key.Key_Down and focused + 1 < len(self._cards):
            self._cards[focused + 1].setFocus()
        elif key == Qt.Key.Key_Up and focused > 0:
            self._cards[focused - 1].setFocus()
        elif key == Qt.Key.Key_Up:
            self.leftUpwards.emit()
        else:
            super().keyPressEvent(event)

    def _page(self) -> QWidget:
        page = _Page()
        column = self._column = QVBoxLayout(page)
        column.setSpacing(8)
        column.addWidget(self._icon)
        column.addSpacing(4)
        column.addWidget(Text(translate("No results"), 20, 600))
        column.addWidget(self._sentence)
        column.addSpacing(8)
        column.addLayout(self._suggestions)
        column.addSpacing(12)
        column.addWidget(self._note)
        column.addStretch(1)
        return page
