"""Paints a supporting chunk as a card, and the row that shows more chunks."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from search.types.chunks import ChunkKind
from search.types.results import ChunkHit
from ui.i18n.language import with_hundredths
from ui.painting.mirror import upright
from ui.painting.shapes import draw_icon, draw_score_bar, fill_to_the_edge, rounded
from ui.painting.text import TextStyle, baseline_for, draw, draw_right, elided_middle, metrics, width
from ui.panels.results.cards import CardLine
from ui.panels.results.file_row import RIGHT, RULE_WIDTH
from ui.panels.results.geometry import CARD_GAP, CARD_HEADER, CODE_LINE, CODE_PADDING
from ui.panels.results.sentences import lines_of, more_label, title_of
from ui.theme import sizes
from ui.theme.sizes import scaled
from ui.theme.tokens import c

_TITLE = TextStyle(12, 600)
_LINES = TextStyle(12, 400, "text3", tnum=True)
_SCORE = TextStyle(12, 600, tnum=True)
_NUMBER = TextStyle(11, 400, "text3", mono=True)
_CODE = TextStyle(12, 400, mono=True)
_MORE = TextStyle(12, 500, "accent")

CARD_LEFT = 46
NUMBERS_END, CODE_RIGHT = 33, 8
"""Pixels of a card beside its code: up to the right edge of line numbers, and the padding at the right."""
_NUMBERS_BEGIN, _AFTER_NUMBERS = 8, 11
"""Pixels left of the longest line number, which moves the code of a long file, and between numbers and code."""
BAR = (48, 4)
KIND_ICONS = {
    ChunkKind.FUNCTION: "square-function",
    ChunkKind.CLASS: "box",
    ChunkKind.SECTION: "heading",
    ChunkKind.STATEMENT: "database",
    ChunkKind.TEXT: "quote",
}


@dataclass(frozen=True, slots=True)
class ChunkLook:
    """How the card of a chunk is painted; independent of the rank of its file."""

    ruled: bool
    selected: bool
    focused: bool
    hovered: bool
    in_context: bool


def paint_block(painter: QPainter, row: QRectF, *, ruled: bool, ends: bool) -> None:
    """Paint the edges of the sunken background of an expanded file; ``ends`` adds the lower edge."""
    if ends:
        painter.fillRect(QRectF(row.left(), row.bottom() - 1, row.width(), 1), c("border"))
    if ruled:
        fill_to_the_edge(painter, QRectF(row.left(), row.top(), RULE_WIDTH, row.height()), c("accent"))


def card_box(row: QRectF, height: float) -> QRectF:
    """Return the rectangle of the card in its row."""
    left = row.left() + scaled(CARD_LEFT)
    return QRectF(left, row.top() + scaled(CARD_GAP), row.right() - scaled(RIGHT) - left, height)


def code_room(row: QRectF, chunk: ChunkHit) -> float:
    """Return the width in pixels that the code of a chunk's card in this row has."""
    return card_box(row, 0).width() - _numbers_end(chunk) - scaled(_AFTER_NUMBERS + CODE_RIGHT)


def paint_card(
    painter: QPainter, box: QRectF, chunk: ChunkHit, lines: Sequence[CardLine], look: ChunkLook
) -> None:
    """Paint one card without its score, see `paint_card_score`."""
    token = "accent" if look.selected else ("border_strong" if look.hovered else "border")
    pen = QPen(c(token), 1.5 if look.selected and look.focused else 1.0)
    rounded(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), sizes.RADIUS_CARD, c("surface"), pen)
    head = _head(box)
    _paint_head(painter, head, chunk, look)
    painter.fillRect(QRectF(box.left() + 1, head.bottom(), box.width() - 2, 1), c("hover"))
    painter.save()
    with upright(painter, box.left(), box.right()):  # code runs from left to right in every language
        painter.setClipRect(box.adjusted(1, 0, -scaled(CODE_RIGHT), 0))
        top = head.bottom() + 1 + scaled(CODE_PADDING)
        for index, line in enumerate(lines):
            _paint_line(painter, box.left() + _numbers_end(chunk), top + index * scaled(CODE_LINE), line)
    painter.restore()


def paint_card_score(painter: QPainter, box: QRectF, chunk: ChunkHit, weight: float) -> None:
    """Paint the relevance over a card; ``weight`` is the share of the semantic score in it, 0..1."""
    bar, right = _bar(_head(box)), box.right() - scaled(12)
    draw_right(painter, _SCORE, right, baseline_for(_SCORE, bar.center().y()), with_hundredths(chunk.relevance))
    draw_score_bar(painter, bar, (("kw", (1 - weight) * chunk.keyword), ("sem", weight * chunk.semantic)))


def _head(box: QRectF) -> QRectF:
    return QRectF(box.left(), box.top(), box.width(), scaled(CARD_HEADER))


def _bar(head: QRectF) -> QRectF:
    wide, high = scaled(BAR[0]), scaled(BAR[1])
    left = head.right() - scaled(12) - scaled(32) - wide
    return QRectF(left, head.center().y() - high / 2, wide, high)


def _paint_head(painter: QPainter, head: QRectF, chunk: ChunkHit, look: ChunkLook) -> None:
    middle = head.center().y()
    icon = KIND_ICONS.get(ChunkKind(chunk.kind), "text") if chunk.kind in set(ChunkKind) else "text"
    draw_icon(painter, icon, "text2", QPointF(head.left() + scaled(17), middle), 14)
    right = _bar(head).left() - scaled(8)
    left = draw_right(painter, _LINES, right, baseline_for(_LINES, middle), lines_of(chunk))
    if look.in_context:
        left -= scaled(18)
        draw_icon(painter, "check", "accent", QPointF(left + scaled(7), middle), 14)
    x = head.left() + scaled(30)
    title = elided_middle(_TITLE, title_of(chunk), left - scaled(10) - x)
    draw(painter, _TITLE, x, baseline_for(_TITLE, middle), title)


def _numbers_end(chunk: ChunkHit) -> float:
    return max(scaled(NUMBERS_END), scaled(_NUMBERS_BEGIN) + width(_NUMBER, str(chunk.end_line)))


def _paint_line(painter: QPainter, numbers_end: float, top: float, line: CardLine) -> None:
    height = scaled(CODE_LINE)
    baseline = round(baseline_for(_CODE, top + height / 2))
    draw_right(painter, _NUMBER, numbers_end, baseline, str(line.number))
    x = numbers_end + scaled(_AFTER_NUMBERS)
    for start, end in line.boxes:
        box = QRectF(x + start - 1, top + 1, end - start + 2, height - 2)
        rounded(painter, box, sizes.RADIUS_MARK, c("mark"))
    painter.setPen(c("text"))
    line.layout.draw(painter, QPointF(x, baseline - metrics(_CODE).ascent()))


def paint_more(painter: QPainter, row: QRectF, hidden: int, *, selected: bool) -> None:
    """Paint "Show 4 more chunks"."""
    text = more_label(hidden)
    x = row.left() + scaled(CARD_LEFT + 2)
    if selected:
        wide = metrics(_MORE).horizontalAdvance(text)
        box = QRectF(x - 6, row.center().y() - scaled(12), wide + 12, scaled(24))
        rounded(painter, box, sizes.RADIUS_CHIP, c("surface"), QPen(c("accent"), 1.5))
    draw(painter, _MORE, x, baseline_for(_MORE, row.center().y()), text)


def paint_further(painter: QPainter, row: QRectF, text: str, *, answers: bool) -> None:
    """Paint how many files are not listed; where a click ``answers``, in the colour of links."""
    style = _MORE if answers else _LINES
    draw(painter, style, row.left() + sizes.PANE_PADDING, baseline_for(style, row.center().y()), text)
