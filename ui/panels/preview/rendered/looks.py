"""How the parts of a rendered text look: fonts, colours and spaces of the theme."""

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)

from ui.panels.preview.rendered.blocks import Align, Paragraph, Run, Table
from ui.theme.fonts import font
from ui.theme.sizes import scaled
from ui.theme.tokens import c

CODE_CARD = int(QTextFormat.Property.UserProperty) + 1
"""Block property: number of the card of code that a line belongs to."""
QUOTED = CODE_CARD + 1
"""Block property: depth in quotations."""
ACROSS = CODE_CARD + 2
"""Block property: the block is a line across."""

BODY_PX, CODE_PX, LABEL_PX = 13, 12, 11
_HEADING_PX = {1: 20, 2: 16, 3: 14}
_LINE_HEIGHT = 140
"""Per cent of the font's own line."""

_ALIGNMENTS = {
    Align.LEFT: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute,
    Align.CENTER: Qt.AlignmentFlag.AlignHCenter,
    Align.RIGHT: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute,
}
_INDENT = 22
"""Pixels for each depth of a list; the mark stands in them."""
_QUOTE_INDENT = 14
CODE_PADDING = 10


def run_format(run: Run, paragraph: Paragraph | None = None) -> QTextCharFormat:
    """Return the look of ``run``; headings and labels of ours have their own sizes."""
    made = QTextCharFormat()
    heading = paragraph.heading if paragraph is not None else 0
    quiet = paragraph is not None and paragraph.quiet
    px = LABEL_PX if quiet else _HEADING_PX.get(heading, BODY_PX)
    weight = 600 if run.bold or heading else 400
    made.setFont(
        font(min(px - 1, 14), weight, mono=True, italic=run.italic)
        if run.code
        else font(px, weight, italic=run.italic)
    )
    made.setForeground(c(_token(run, quiet=quiet)))
    made.setFontStrikeOut(run.struck)
    if run.code and not run.token and paragraph is not None:
        made.setBackground(c("hover"))
    if run.link:
        made.setAnchor(True)
        made.setAnchorHref(run.link)
        made.setFontUnderline(True)
    return made


def code_format(run: Run) -> QTextCharFormat:
    """Return the look of a run in a card of code."""
    made = QTextCharFormat()
    made.setFont(font(CODE_PX, mono=True))
    made.setForeground(c(run.token or "text"))
    return made


def paragraph_format(paragraph: Paragraph) -> QTextBlockFormat:
    """Return spaces, indent and line height of a paragraph."""
    made = QTextBlockFormat()
    made.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    above, below = _spaces(paragraph)
    made.setTopMargin(scaled(above))
    made.setBottomMargin(scaled(below))
    made.setLeftMargin(scaled(_INDENT * paragraph.indent + _QUOTE_INDENT * paragraph.quoted))
    if paragraph.mark:
        made.setTextIndent(-scaled(_INDENT - 4))
    made.setHeadingLevel(paragraph.heading)
    made.setProperty(QUOTED, paragraph.quoted)
    return made


def mark_width() -> int:
    """Return the room that a list item's mark takes before its text."""
    return scaled(_INDENT - 4)


def code_line_format(card: int, indent: int, quoted: int, *, first: bool, last: bool) -> QTextBlockFormat:
    """Return spaces of one line in a card of code, which is not wrapped: the view scrolls sideways."""
    made = QTextBlockFormat()
    made.setNonBreakableLines(True)
    made.setLeftMargin(scaled(CODE_PADDING + _INDENT * indent + _QUOTE_INDENT * quoted))
    made.setRightMargin(scaled(CODE_PADDING))
    made.setTopMargin(scaled(CODE_PADDING + 4) if first else 0)
    made.setBottomMargin(scaled(CODE_PADDING + 8) if last else 0)
    made.setLineHeight(130, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    made.setProperty(CODE_CARD, card)
    made.setProperty(QUOTED, quoted)
    return made


def picture_format(indent: int) -> QTextBlockFormat:
    """Return spaces around a picture, which is as high as it is."""
    made = QTextBlockFormat()
    made.setTopMargin(scaled(4))
    made.setBottomMargin(scaled(10))
    made.setLeftMargin(scaled(_INDENT * indent))
    return made


def rule_format() -> QTextBlockFormat:
    """Return the room of a line across; the view draws it."""
    made = QTextBlockFormat()
    made.setTopMargin(scaled(6))
    made.setBottomMargin(scaled(6))
    made.setProperty(ACROSS, True)
    return made


def table_format(table: Table) -> QTextTableFormat:
    """Return borders, padding and margins of a table."""
    made = QTextTableFormat()
    made.setHeaderRowCount(1 if table.header else 0)
    made.setBorderCollapse(True)
    made.setBorder(1)
    made.setBorderBrush(c("border"))
    made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    made.setCellPadding(scaled(5))
    made.setCellSpacing(0)
    made.setTopMargin(scaled(4))
    made.setBottomMargin(scaled(16))
    made.setLeftMargin(scaled(_INDENT * table.indent + _QUOTE_INDENT * table.quoted))
    if table.columns > 1:
        made.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    return made


def cell_format(align: Align) -> QTextBlockFormat:
    """Return how the words of a table's cell stand."""
    made = QTextBlockFormat()
    if align:
        made.setAlignment(_ALIGNMENTS[align])
    return made


def _token(run: Run, *, quiet: bool) -> str:
    if run.link:
        return "accent"
    return run.token or ("text3" if quiet else "text")


def _spaces(paragraph: Paragraph) -> tuple[float, float]:
    if paragraph.heading:
        return (14, 6) if paragraph.heading <= 2 else (10, 4)
    if paragraph.quiet:
        return 6, 0
    return 0, 3 if paragraph.indent else 9
