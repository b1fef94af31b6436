"""Shows the source of a file, with gutter, overview ruler, bands and marked words.

Only the visible lines are coloured.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from ui.code.formats import format_ranges, qt_offsets, runs
from ui.code.lexing import MAX_LINE, LexedText
from ui.controllers.spot import Scroll
from ui.i18n.language import translate
from ui.painting.shapes import rounded
from ui.panels.preview.cursor_names import name_at
from ui.panels.preview.gutter import GUTTER_WIDTH, Gutter, first_row_height
from ui.panels.preview.match_position import match_boxes, nearest_match, scrolled_sideways, shown_boxes
from ui.panels.preview.matches import FileMatches, Match
from ui.panels.preview.ruler import RULER_WIDTH, Ruler
from ui.panels.results.snippet import TAB_COLUMNS, Span
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.tokens import c

CODE_PX = 13
LINES_ABOVE = 2
"""Lines that stay visible above a line that was jumped to."""


class CodeView(QPlainTextEdit):
    """Read-only text. Lines are counted from 0; `first_line` is the number of the first one in the gutter.

    A line that was jumped to keeps its position while the view is resized, until the user scrolls.

    Colours are set on blocks when they first become visible: a highlighter over the whole document takes 27 ms for
    5,000 lines, this takes 0.3 ms for a screen. After a change they are set once before the next repaint, because
    words are often marked right after the text was lexed.

    Signals:
        copyPathWanted: Ctrl+C without a selection.
        nameClicked: a name was clicked with Ctrl.
        menuWanted: the position on the screen at which a context menu should open.
    """

    copyPathWanted = Signal()
    nameClicked = Signal(str)
    menuWanted = Signal(QPoint)
    _recolourRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # code runs from left to right in every language
        self.first_line = 1
        self.matches = FileMatches()
        self.chunks: tuple[Span, ...] = ()
        self.reason_chunks: tuple[Span, ...] = ()
        self._by_line: dict[int, list[Match]] = {}
        self._lexed: LexedText | None = None
        self._formatted: set[int] = set()
        self._recolour_pending = False
        self._current: Match | None = None
        self._followed_line: int | None = None
        self.gutter = Gutter(self, self)
        self.ruler = Ruler(self, self)
        self._recolourRequested.connect(self._format_again, Qt.ConnectionType.QueuedConnection)
        self._set_up()
        self.updateRequest.connect(self._update_gutter)
        self.verticalScrollBar().rangeChanged.connect(self._place_margins)
        self.verticalScrollBar().valueChanged.connect(self._format_visible)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.actionTriggered.connect(self._stop_following)
        self.ruler.lineWanted.connect(self.jump_to)

    def show_text(self, text: str, first_line: int) -> None:
        """Show another text, without colours at first."""
        self._lexed, self._current = None, None
        self._formatted.clear()
        self.first_line = first_line
        self.gutter.set_changed(frozenset())
        self.set_matches(FileMatches(), ())
        self.setPlainText(text)

    def set_matches(self, matches: FileMatches, chunks: Sequence[Span]) -> None:
        """Mark matched words; ``chunks`` are first and last lines from 0, both inclusive."""
        self.matches, self.chunks = matches, tuple(chunks)
        self._by_line = matches.by_line()
        self._current = None
        self._recolour()
        self._show_reason()

    @property
    def follows(self) -> bool:
        """Whether the line that was jumped to is kept in view: the person has not scrolled since."""
        return self._followed_line is not None

    @property
    def wrapped(self) -> bool:
        """Whether long lines are wrapped at the right edge."""
        return self.lineWrapMode() is not QPlainTextEdit.LineWrapMode.NoWrap

    def set_wrapped(self, *, on: bool) -> None:
        """Wrap long lines, or let them run on to the right; the line that was jumped to stays in view."""
        if on == self.wrapped:
            return
        modes = QPlainTextEdit.LineWrapMode
        self.setLineWrapMode(modes.WidgetWidth if on else modes.NoWrap)
        policies = Qt.ScrollBarPolicy  # a blank at the end of a row is wider than the view and needs no bar
        self.setHorizontalScrollBarPolicy(policies.ScrollBarAlwaysOff if on else policies.ScrollBarAsNeeded)
        self._follow()

    def set_lexed(self, lexed: LexedText | None) -> None:
        """Colour the text."""
        self._lexed = lexed
        self._recolour()

    def is_hit(self, line: int) -> bool:
        """Return whether a line has a band."""
        return line in self.matches.hit_lines

    def in_chunk(self, line: int) -> bool:
        """Return whether a line belongs to a supporting chunk."""
        return any(first <= line <= last for first, last in self.chunks)

    def jump_to(self, line: int) -> None:
        """Scroll so that ``line`` is two lines below the top, and put the cursor there."""
        block = self._block(line)
        self.setTextCursor(QTextCursor(block))
        self._followed_line = block.blockNumber()
        self._follow()

    def scroll_back(self, scroll: Scroll) -> None:
        """Put the cursor and the text where they were."""
        block, top = self._block(scroll.line - self.first_line), self._block(scroll.top - self.first_line)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(scroll.column, block.length() - 1))
        self.setTextCursor(cursor)
        self._followed_line = None
        self.verticalScrollBar().setValue(top.firstLineNumber() + scroll.rows)
        self.horizontalScrollBar().setValue(scroll.across)

    def _block(self, line: int) -> QTextBlock:
        return self.document().findBlockByNumber(max(0, min(line, self.blockCount() - 1)))

    def show_match(self, index: int) -> None:
        """Make a match current, and scroll in both directions until it can be seen."""
        match = self.matches.all[index]
        self._current, self._followed_line = match, None
        block = self.document().findBlockByNumber(match.line)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + qt_offsets(block.text())(match.start))
        scrolled = self.horizontalScrollBar().value()
        self.setTextCursor(cursor)
        self.horizontalScrollBar().setValue(scrolled)
        self._scroll_to(match)
        self.viewport().update()

    def match_box(self, match: Match) -> QRectF | None:
        """Return the rectangle of a match in the viewport, or None while its line is outside of it."""
        for block, box in self.visible_blocks():
            if block.blockNumber() == match.line:
                return next(match_boxes(block, box, match), None)
        return None

    def matches_in_view(self) -> set[Match]:
        """Return the matches that can be seen as a whole; of one that is wrapped, a whole row is enough."""
        view = QRectF(self.viewport().rect())
        shown = (pair for block, box in self.visible_blocks() for pair in self._shown_boxes(block, box))
        return {match for match, part in shown if view.contains(part)}

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Report a name that was clicked with Ctrl."""
        super().mouseReleaseEvent(event)
        with_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if with_ctrl and event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            name = name_at(self.cursorForPosition(event.position().toPoint()))
            if name:
                self.nameClicked.emit(name)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the name under the mouse."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            cursor = self.cursorForPosition(event.pos())
            self.setTextCursor(cursor)
        self.menuWanted.emit(event.globalPos())

    def visible_lines(self) -> int:
        """Return how many lines fit into the view."""
        return max(1, int(self.viewport().height() / self.line_height()))

    def line_height(self) -> float:
        """Return the height of a line."""
        block = self.firstVisibleBlock()
        return first_row_height(block, self.blockBoundingRect(block)) or QFontMetricsF(self.font()).height()

    def visible_blocks(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        """Yield the visible blocks with their rectangles in the viewport."""
        block = self.firstVisibleBlock()
        offset = self.contentOffset()
        top = self.blockBoundingGeometry(block).translated(offset).top()
        while block.isValid() and top <= self.viewport().height():
            height = self.blockBoundingRect(block).height()
            yield block, QRectF(offset.x(), top, self.viewport().width(), height)
            top += height
            block = block.next()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bands and marks, then the text, then underlines."""
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            shown = list(self.visible_blocks())
            for block, box in shown:
                self._paint_under(painter, block, box)
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            for block, box in shown:
                self._paint_over(painter, block, box)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move gutter and ruler, and colour the lines that became visible."""
        super().resizeEvent(event)
        self._place_margins()
        self._follow()
        self._format_visible()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, and no longer keep the line that was jumped to."""
        self._followed_line = None
        super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Use the fonts and colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "ruler"):
            self._restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll with the arrow keys; copy the path on Ctrl+C without a selection."""
        self._followed_line = None
        scroll = self.verticalScrollBar()
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier  # which all arrows of macOS have
        if event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
            self.copyPathWanted.emit()
        elif event.key() in steps and not modifiers:
            scroll.setValue(scroll.value() + steps[Qt.Key(event.key())])
        elif event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End} and not modifiers:
            scroll.setValue(scroll.minimum() if event.key() == Qt.Key.Key_Home else scroll.maximum())
        else:
            super().keyPressEvent(event)

    def _set_up(self) -> None:
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName(translate("Preview"))
        self.setCornerWidget(QWidget())
        flags = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.setTextInteractionFlags(flags)
        self._restyle()

    def _restyle(self) -> None:
        self.setFont(font(CODE_PX, mono=True))
        self.setTabStopDistance(TAB_COLUMNS * QFontMetricsF(self.font()).horizontalAdvance(" "))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, c("surface"))
        palette.setColor(QPalette.ColorRole.Text, c("text"))
        palette.setColor(QPalette.ColorRole.Highlight, c("accent_soft"))
        palette.setColor(QPalette.ColorRole.HighlightedText, c("text"))
        self.setPalette(palette)
        self.document().setDocumentMargin(0)
        self._place_margins()
        self._recolour()

    def _place_margins(self) -> None:
        gutter = sizes.scaled(GUTTER_WIDTH)
        self.setViewportMargins(gutter, 0, RULER_WIDTH, 0)
        inner = self.contentsRect()
        viewport = self.viewport().geometry()
        self.gutter.setGeometry(QRect(inner.left(), viewport.top(), gutter, viewport.height()))
        self.ruler.setGeometry(QRect(viewport.right() + 1, viewport.top(), RULER_WIDTH, viewport.height()))
        self.ruler.raise_()

    def _stop_following(self) -> None:
        self._followed_line = None

    def _follow(self) -> None:
        """Scroll to the line that was jumped to, and to the match for which it is shown."""
        if self._followed_line is not None:
            block = self.document().findBlockByNumber(self._followed_line)
            self.verticalScrollBar().setValue(max(0, block.firstLineNumber() - LINES_ABOVE))
            self.horizontalScrollBar().setValue(0)
            self._show_reason()

    def _show_reason(self) -> None:
        """Have a match of the shown chunk in view: it may be far below its first line, or far to the right."""
        if self._followed_line is None or not self.matches.all:
            return
        reasons = nearest_match(self.matches, self._followed_line, self.reason_chunks)
        if reasons and self.matches_in_view().isdisjoint(reasons):
            self._scroll_to(reasons[0])

    def _scroll_to(self, match: Match) -> None:
        box = self.match_box(match)
        height = self.viewport().height()
        if box is None or box.top() < 0 or box.bottom() > height:
            block = self.document().findBlockByNumber(match.line)
            self.verticalScrollBar().setValue(max(0, block.firstLineNumber() - self.visible_lines() // 3))
            box = self.match_box(match)
        if box is None:
            return
        if box.bottom() > height:  # far down in a wrapped line
            scroll = self.verticalScrollBar()
            scroll.setValue(scroll.value() + int((box.bottom() - height / 2) / self.line_height()))
        if not self.wrapped:
            side = self.horizontalScrollBar()
            column = QFontMetricsF(self.font()).horizontalAdvance("0")
            side.setValue(scrolled_sideways(side.value(), self.viewport().width(), box, column))

    def _update_gutter(self) -> None:
        self.gutter.update()

    def _recolour(self) -> None:
        self._formatted.clear()
        if not self._recolour_pending:
            self._recolour_pending = True
            self._recolourRequested.emit()
        for part in (self.viewport(), self.gutter, self.ruler):
            part.update()

    def _format_again(self) -> None:
        self._recolour_pending = False
        self._format_visible()

    def _format_visible(self) -> None:
        if self._recolour_pending or (self._lexed is None and not self.matches.hit_lines):
            return
        changed: list[QTextBlock] = []
        for block, _ in self.visible_blocks():
            line = block.blockNumber()
            if line not in self._formatted:
                self._formatted.add(line)
                changed += [block] if self._format(block, line) else []
        if changed:
            first, last = changed[0].position(), changed[-1].position() + changed[-1].length()
            self.document().markContentsDirty(first, last - first)

    def _format(self, block: QTextBlock, line: int) -> bool:
        """Set the colours of a line; return whether they have changed."""
        text = block.text()
        spans = self._lexed.line(line) if self._lexed is not None else ()
        marked = self._by_line.get(line, []) if self.is_hit(line) and len(text) <= MAX_LINE else []
        coloured = runs(len(text), spans, [(match.start, match.end) for match in marked])
        if not coloured and not block.layout().formats():
            return False
        block.layout().setFormats(format_ranges(text, coloured))
        return True

    def _paint_under(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        line = block.blockNumber()
        if not self.is_hit(line):
            return
        painter.fillRect(QRectF(0, box.top(), self.viewport().width(), box.height()), c("line_hit"))
        for _, part in self._shown_boxes(block, box):
            rounded(painter, part.adjusted(-1, 1, 1, -1), sizes.RADIUS_MARK, c("mark"))

    def _paint_over(self, painter: QPainter, block: QTextBlock, box: QRectF) -> None:
        line = block.blockNumber()
        for match, part in self._shown_boxes(block, box):
            if not self.is_hit(line):
                painter.fillRect(QRectF(part.left(), part.bottom() - 2, part.width(), 1), c("kw"))
            if match == self._current:
                painter.setPen(QPen(c("accent"), 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(part.adjusted(-2, 0, 2, -1), 3, 3)

    def _shown_boxes(self, block: QTextBlock, box: QRectF) -> Iterator[tuple[Match, QRectF]]:
        matches = self._by_line.get(block.blockNumber())
        return shown_boxes(block, box, matches, QRectF(self.viewport().rect())) if matches else iter(())
