"""The line in which a query is typed: plain text, with chips painted behind its filters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolTip

from ui.i18n.language import message_text
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.tokens import c
from ui.widgets.drop_zone import folders_from_elsewhere, take_to_look_at
from ui.widgets.tips import plain_tip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from search.query.parse import ParsedQuery
    from ui.widgets.query_format import Chip, QueryHighlighter

_CHIP_REACH = 5
"""Pixels by which a chip extends beyond its text at both sides."""
_CHIP_ROOM = 100
"""Pixels that chips and margins may take in addition to the text."""
MOST_LINES = 5
"""Lines of a pasted text that the field shows at once."""
LINE = 20
"""Height in pixels of each further line at a text scale of 100 %."""
_MARGIN = 6
"""Document margin: room for the chips above and below the line, and for the first chip at the left."""
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_LISTED = {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}
"""Keys that an open list below the field handles."""


class QueryEdit(QPlainTextEdit):
    """The query text: one line as typed, several where a text was pasted.

    ``edited(text)`` is emitted for each change by the user, ``submitted`` on Enter, ``leftDownwards`` on Down,
    ``copyRequested`` on the copy keys while nothing is selected, ``focusMoved(bool)`` with the focus,
    ``linesChanged(int)`` with the number of lines that are shown.
    While `list_open` is true, the keys of the list are emitted as ``listKey(key)`` instead.
    """

    edited = Signal(str)
    submitted = Signal()
    leftDownwards = Signal()
    copyRequested = Signal()
    focusMoved = Signal(bool)
    listKey = Signal(int)
    linesChanged = Signal(int)

    def __init__(self, placeholder: str, name: str) -> None:
        super().__init__()
        self.list_open = False
        self._silent, self._composing = False, False
        self._last_text = ""
        self._lines = 1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabChangesFocus(True)
        self._placeholder = placeholder
        self.setAccessibleName(name)
        self.setStyleSheet("QPlainTextEdit { background: transparent; border: 0; }")
        self.document().setDocumentMargin(_MARGIN)
        self._highlighter: QueryHighlighter | None = None
        self.textChanged.connect(self._changed)
        self._restyle()

    @property
    def parsed(self) -> ParsedQuery:
        """The parsed query."""
        return self.understand().parsed

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The tokens that are not plain words."""
        return self.understand().chips

    def understand(self) -> QueryHighlighter:
        """Colour the text from now on.

        This is done late, because the field is painted before everything else: the first access to the viewport
        makes PySide create the classes of all types that it could have.
        """
        if self._highlighter is None:
            from ui.widgets.query_format import QueryHighlighter

            self.viewport().setAutoFillBackground(False)
            self._highlighter = QueryHighlighter(self.document())
            self._highlighter.rehighlight()
        return self._highlighter

    def text(self) -> str:
        """Return the query text."""
        return self.toPlainText()

    def set_text(self, text: str) -> None:
        """Replace the text without a signal, and a word that is being composed; undo restores the old text."""
        self._silent = True
        if self._composing:
            QGuiApplication.inputMethod().reset()
            self.inputMethodEvent(QInputMethodEvent())
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(_as_query(text))
        self.setTextCursor(cursor)
        self._silent = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit signals for Enter, Down and copy without a selection; other keys edit the text."""
        if self.list_open and event.key() in _LISTED:
            self.listKey.emit(event.key())
        elif event.key() in _ENTER:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()
            else:
                self.submitted.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.leftDownwards.emit()
        elif event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
            self.copyRequested.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Hide the placeholder while a word is composed, which Qt would draw over it."""
        super().inputMethodEvent(event)
        self._composing = bool(event.preeditString())
        self._show_placeholder()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 -- Qt's own signature
        """Choose a row of an open list on Tab; without a list leave the field."""
        if next and self.list_open:
            self.listKey.emit(Qt.Key.Key_Tab)
            return True
        return super().focusNextPrevChild(next)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste a text of several lines as it is, any other as one line."""
        self.textCursor().insertText(_as_query(source.text()))
        self.ensureCursorVisible()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave folders to the window, which adds them, and take every other text."""
        if folders_from_elsewhere(event):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Insert a text as a copy: a text that was selected in an editor stays there."""
        super().dropEvent(event)
        if event.source() is not self.viewport():
            take_to_look_at(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring of the frame."""
        super().focusInEvent(event)
        self.focusMoved.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring of the frame."""
        super().focusOutEvent(event)
        self.focusMoved.emit(False)

    def event(self, event: QEvent) -> bool:
        """Show the error of an invalid filter in a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), plain_tip(self._problem_at(event)), self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Use font and colours of the new theme, and the layout direction of the window."""
        super().changeEvent(event)
        if not hasattr(self, "_highlighter"):
            return
        if event.type() == QEvent.Type.StyleChange:
            self._restyle()
        elif event.type() == QEvent.Type.LayoutDirectionChange:
            self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether the text fits now."""
        super().resizeEvent(event)
        self._turn()
        self._show_placeholder()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chips, then the text over them."""
        chips = self._highlighter.chips if self._highlighter is not None else ()
        if chips:
            self._paint_grounds(chips)
        super().paintEvent(event)

    def _paint_grounds(self, chips: Sequence[Chip]) -> None:
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            middle = self.cursorRect().center().y() + 0.5
            for chip in chips:
                if chip.ground:
                    painter.setBrush(c(chip.ground))
                    painter.drawRoundedRect(self._ground(chip, middle), sizes.RADIUS_CHIP, sizes.RADIUS_CHIP)

    def x_of(self, offset: int) -> int:
        """Return the position of a character in pixels of the viewport."""
        cursor = self.textCursor()
        cursor.setPosition(offset)
        return self.cursorRect(cursor).left()

    def _ground(self, chip: Chip, middle: float) -> QRectF:
        left, right = sorted((self.x_of(chip.start), self.x_of(chip.end)))
        height = sizes.scaled(sizes.CHIP)
        return QRectF(left - _CHIP_REACH, middle - height / 2, right - left + 2 * _CHIP_REACH, height)

    def _problem_at(self, event: QHelpEvent) -> str:
        offset = self.cursorForPosition(event.pos()).position()
        faulty = [chip for chip in self.chips if chip.faulty]
        for chip, problem in zip(faulty, self.parsed.problems, strict=True):
            if chip.start <= offset <= chip.end:
                return f"{message_text(problem.message)}. {message_text(problem.message.remedy())}"
        return ""

    def _changed(self) -> None:
        self._turn()
        self._take_lines()
        text = self.text()
        if text == self._last_text:  # of a word that is being composed, nothing is part of the text yet
            return
        self._last_text = text
        if not self._silent:
            self.edited.emit(text)

    def _turn(self) -> None:
        """Align the text with the layout direction of the window; the words keep their own direction.

        A text that is too long is aligned to the left, because Qt scrolls no other.
        """
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft and self._fits()
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        option = self.document().defaultTextOption()
        if option.alignment() != side:
            option.setAlignment(side)
            self.document().setDefaultTextOption(option)

    def _show_placeholder(self) -> None:
        room = self.viewport().width() - 2 * _MARGIN
        wanted = "" if self._composing else self._placeholder
        elided = self.fontMetrics().elidedText(wanted, Qt.TextElideMode.ElideRight, room)
        if elided != self.placeholderText():
            self.setPlaceholderText(elided)

    def _fits(self) -> bool:
        return self.fontMetrics().horizontalAdvance(self.text()) + _CHIP_ROOM < self.width()

    def _restyle(self) -> None:
        self._turn()
        self.setFont(font(15))
        self._show_placeholder()
        self._take_height()
        self.document().setDocumentMargin(_MARGIN)
        self._centre_line()
        if self._highlighter is not None:
            self._highlighter.rehighlight()

    def _take_lines(self) -> None:
        lines = min(MOST_LINES, self.blockCount())
        if lines == self._lines:
            return
        self._lines = lines
        self._take_height()
        self._centre_line()
        self.linesChanged.emit(lines)
        if self._highlighter is not None:
            self._highlighter.rehighlight()

    def _take_height(self) -> None:
        self.setFixedHeight(sizes.scaled(sizes.SEARCH_FIELD + (self._lines - 1) * LINE) - 4)

    def _centre_line(self) -> None:
        line = self.fontMetrics().height()
        above = max(0, round((sizes.scaled(sizes.SEARCH_FIELD) - 4 - line) / 2) - _MARGIN)
        self.setViewportMargins(0, above, 0, 0)


def _as_query(text: str) -> str:
    """Return a text of several lines without blank ends, any other text as one line."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        return text.strip()
    return " ".join(text.split()) if any(sign in text for sign in "\r\n\u2028\u2029\t") else text
