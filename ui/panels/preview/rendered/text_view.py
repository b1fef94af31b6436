"""Shows a rendered text, with cards around code, bars beside quotations and marked words.

A click on a link only emits a signal.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget

from ui.code.formats import qt_offsets
from ui.i18n.language import translate
from ui.panels.preview.match_position import nearest_match, scrolled_sideways
from ui.panels.preview.matches import FileMatches, Match
from ui.panels.preview.rendered import looks
from ui.panels.preview.rendered.blocks import Paragraph
from ui.panels.preview.rendered.document import Writer
from ui.panels.preview.rendered.work import Rendered
from ui.panels.results.snippet import Span
from ui.theme import sizes
from ui.theme.fonts import font
from ui.theme.sizes import scaled
from ui.theme.tokens import c

STEP_MS = 6
"""Time spent on writing between two runs of the event loop."""

MOST_MARKS = 1_000
"""Most words that are marked; Qt takes 30 ms for as many, and more would slow scrolling down."""

_MARGIN = 20
_SPACE_ABOVE = 24
"""Pixels that stay visible above the line that was scrolled to."""


class RenderedText(QTextBrowser):
    """Shows `Rendered` blocks; line numbers are those of the source, from 1.

    Signals:
        written: the text is complete and can be searched.
        linkChosen: a link, as the source writes it.
        copyPathWanted: Ctrl+C without a selection.
    """

    written = Signal()
    linkChosen = Signal(str)
    copyPathWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rendered = Rendered(())
        self._writer = Writer(self.document(), self._rendered, 0)
        self._chunks: tuple[Span, ...] = ()
        self._matches = FileMatches()
        self._current: Match | None = None
        self._line = 1
        self._follows_line = True
        self._stays_at: int | None = None
        self._semantic = True
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._write_more)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCornerWidget(QWidget())
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(translate("Rendered preview"))
        self.anchorClicked.connect(lambda url: self.linkChosen.emit(url.toString()))
        self.highlighted.connect(lambda url: self.setToolTip(url.toString()))
        self.verticalScrollBar().actionTriggered.connect(self._stop_following)
        self._restyle()

    @property
    def follows(self) -> bool:
        """Whether the person has not scrolled since the line was gone to."""
        return self._follows_line

    def show_rendered(
        self,
        rendered: Rendered,
        chunks: Sequence[Span],
        line: int,
        *,
        follows: bool = True,
        stays: bool = False,
    ) -> None:
        """Show other blocks; ``chunks`` are first and last source lines of supporting chunks, inclusive.

        The text ``follows`` the line while its size changes, unless a person scrolled there. With ``stays`` the
        scroll position stays as it is, whatever the line.
        """
        self._rendered, self._chunks = rendered, tuple(chunks)
        self._line, self._follows_line = line, follows and not stays
        self._stays_at = self.verticalScrollBar().value() if stays else None
        self._begin()

    def stop(self) -> None:
        """Stop writing, because another file was selected."""
        self._timer.stop()

    def go_to(self, line: int, *, follows: bool = True) -> None:
        """Scroll so that a source line is near the top."""
        self._line, self._follows_line = line, follows
        self._scroll_to_line()

    def line_of_anchor(self, anchor: str) -> int:
        """Return the source line of what links point to by this name; 0 if there is nothing."""
        named = (block for block in self._rendered.blocks if isinstance(block, Paragraph))
        return next((block.line for block in named if anchor and block.anchor == anchor), 0)

    def top_line(self) -> int:
        """Return the source line that is near the top."""
        block = self.cursorForPosition(QPoint(0, _SPACE_ABOVE)).block()
        return self._writer.line_of(block.blockNumber())

    def text(self) -> str:
        """Return the visible text, one line for each block of the document."""
        lines = []
        block = self.document().begin()
        while block.isValid():
            lines.append(block.text().replace("\u2028", " ").replace("\n", " "))
            block = block.next()
        return "\n".join(lines)

    def shown_chunks(self) -> tuple[Span, ...]:
        """Return the supporting chunks as first and last lines of `text`, from 1, both inclusive."""
        return tuple(
            (self._writer.block_of(first) + 1, self._writer.block_of(last) + 1) for first, last in self._chunks
        )

    def shown_line(self, line: int) -> int:
        """Return the line of `text`, from 0, that shows a source line."""
        return self._writer.block_of(line)

    def set_matches(self, matches: FileMatches) -> None:
        """Mark matched words; their lines are those of `text`."""
        self._matches, self._current = matches, None
        self._mark()
        self._show_reason()

    def set_semantic(self, *, on: bool) -> None:
        """Show or hide the violet rules beside supporting chunks."""
        if on != self._semantic:
            self._semantic = on
            self.viewport().update()

    def show_match(self, number: int) -> None:
        """Make a match current, and scroll to it if it is not visible."""
        self._current, self._follows_line = self._matches.all[number], False
        self._mark()
        self._scroll_to(self._current)

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing: `Writer` adds the pictures, and a text must not fetch anything by itself."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint code cards, quotation bars and rules under the text."""
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-self.horizontalScrollBar().value(), 0)
            self._paint_under(painter)
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the line visible that was scrolled to, and the match for which it is shown."""
        super().resizeEvent(event)
        if self._follows_line:
            self._scroll_to_line()
            self._show_reason()

    def showEvent(self, event: QShowEvent) -> None:
        """Keep the scroll position: Qt scrolls to the text cursor, which is at the end, at the first time."""
        scrolled = self.verticalScrollBar().value()
        super().showEvent(event)
        self.verticalScrollBar().setValue(scrolled)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll, and no longer follow the line of the hit."""
        self._follows_line = False
        super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the path on Ctrl+C without a selection."""
        self._follows_line = False
        if event.matches(QKeySequence.StandardKey.Copy) and not self.textCursor().hasSelection():
            self.copyPathWanted.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Write the text again in the fonts and colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_follows_line"):
            self._restyle()
            self._begin()

    def _begin(self) -> None:
        self._matches, self._current = FileMatches(), None
        self.setExtraSelections([])
        self.clear()
        self.document().setDocumentMargin(scaled(_MARGIN))
        room = max(100, self.viewport().width() - 3 * scaled(_MARGIN))
        self._writer = Writer(self.document(), self._rendered, room)
        self._write_more()

    def _write_more(self) -> None:
        if not self._writer.step(STEP_MS):
            self._timer.start()
            return
        self._timer.stop()
        if self._stays_at is None:
            self._scroll_to_line()
        else:
            self.verticalScrollBar().setValue(self._stays_at)
            self._stays_at = None
        self.written.emit()

    def _scroll_to_line(self) -> None:
        block = self.document().findBlockByNumber(self._writer.block_of(self._line))
        top = self.document().documentLayout().blockBoundingRect(block).top() if block.blockNumber() else 0
        self.verticalScrollBar().setValue(max(0, round(top) - _SPACE_ABOVE))

    def _show_reason(self) -> None:
        """Have a match of the shown chunk in view: it may be far below the first line of the chunk."""
        if not self._follows_line:
            return
        chunks = [(first - 1, last - 1) for first, last in self.shown_chunks()]
        reasons = nearest_match(self._matches, self.shown_line(self._line), chunks)
        if reasons and not any(self._is_in_view(match) for match in reasons):
            self._scroll_to(reasons[0])

    def _is_in_view(self, match: Match) -> bool:
        return self.viewport().rect().contains(self.cursorRect(self._cursor_over(match)))

    def _scroll_to(self, match: Match) -> None:
        """Scroll in both directions until a match can be seen; code blocks may be wider than the view."""
        box = self.cursorRect(self._cursor_over(match))
        height, scroll = self.viewport().height(), self.verticalScrollBar()
        if box.top() < 0 or box.bottom() > height:
            scroll.setValue(scroll.value() + box.top() - height // 3)
        start = self._cursor_over(match)
        start.setPosition(start.anchor())
        column = QFontMetricsF(self.font()).horizontalAdvance("0")
        whole = QRectF(self.cursorRect(start)).united(QRectF(box))
        side = self.horizontalScrollBar()
        side.setValue(scrolled_sideways(side.value(), self.viewport().width(), whole, column))

    def _stop_following(self) -> None:
        self._follows_line = False

    def _visible(self) -> Iterator[tuple[QTextBlock, QRectF]]:
        layout, scroll = self.document().documentLayout(), self.verticalScrollBar().value()
        block = self.cursorForPosition(self.viewport().rect().topLeft()).block()
        block = block.previous() if block.previous().isValid() else block
        while block.isValid():
            box = layout.blockBoundingRect(block).translated(0, -scroll)
            if box.top() > self.viewport().height():
                return
            yield block, box
            block = block.next()

    def _paint_under(self, painter: QPainter) -> None:
        cards: dict[int, QRectF] = {}
        rules: dict[int, QRectF] = {}
        spans = self.shown_chunks() if self._semantic else ()
        for block, box in self._visible():
            block_format = block.blockFormat()
            if block_format.hasProperty(looks.CODE_CARD):
                card = int(block_format.property(looks.CODE_CARD))
                cards[card] = self._widened(box, block_format.leftMargin(), cards.get(card))
            if block_format.hasProperty(looks.RULE):
                painter.fillRect(QRectF(scaled(_MARGIN), box.center().y(), self._room(), 1), c("border"))
            for depth in range(int(block_format.property(looks.QUOTED) or 0)):
                painter.fillRect(
                    QRectF(scaled(_MARGIN + 14 * depth), box.top(), 3, box.height()), c("border_strong")
                )
            for index, (first, last) in enumerate(spans):
                if first - 1 <= block.blockNumber() <= last - 1:
                    rules[index] = rules.get(index, box).united(box)
        for box in rules.values():
            painter.fillRect(QRectF(scaled(6), box.top(), 3, box.height()), c("sem"))
        painter.setPen(QPen(c("border"), 1))
        painter.setBrush(c("sunken"))
        inside = scaled(looks.CODE_PADDING) - 2
        for box in cards.values():
            painter.drawRoundedRect(box.adjusted(0, -inside, 0, inside), sizes.RADIUS_CARD, sizes.RADIUS_CARD)

    def _room(self) -> int:
        return self.viewport().width() - 2 * scaled(_MARGIN)

    def _widened(self, box: QRectF, left_margin: float, card: QRectF | None) -> QRectF:
        left = scaled(_MARGIN) + left_margin - scaled(looks.CODE_PADDING)
        width = self.viewport().width() + self.horizontalScrollBar().maximum()
        line = QRectF(left + 0.5, box.top(), width - scaled(_MARGIN) - left, box.height())
        return line if card is None else card.united(line)

    def _mark(self) -> None:
        chosen = [self._current] if self._current is not None else []
        selections = [self._selection(match) for match in (*self._matches.all[:MOST_MARKS], *chosen)]
        self.setExtraSelections(selections)

    def _selection(self, match: Match) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        char_format = QTextCharFormat()
        if match == self._current:
            char_format.setBackground(c("accent"))
            char_format.setForeground(c("on_accent"))
        elif match.line in self._matches.hit_lines:
            char_format.setBackground(c("mark"))
            char_format.setForeground(c("mark_text"))
        else:
            char_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            char_format.setUnderlineColor(c("kw"))
        selection.format = char_format
        selection.cursor = self._cursor_over(match)
        return selection

    def _cursor_over(self, match: Match) -> QTextCursor:
        block = self.document().findBlockByNumber(match.line)
        offsets = qt_offsets(block.text())
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + offsets(match.start))
        cursor.setPosition(block.position() + offsets(match.end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _restyle(self) -> None:
        self.setFont(font(looks.BODY_PX))
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, c("surface"))
        palette.setColor(QPalette.ColorRole.Text, c("text"))
        palette.setColor(QPalette.ColorRole.Highlight, c("accent_soft"))
        palette.setColor(QPalette.ColorRole.HighlightedText, c("text"))
        self.setPalette(palette)
