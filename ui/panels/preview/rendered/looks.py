"""Text formats of the rendered view: fonts, colours and margins of the theme."""

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
"""Block property: number of the code card that a line belongs to."""
QUOTED = CODE_CARD + 1
"""Block property: depth in quotations."""
RULE = CODE_CARD + 2
"""Block property: the block is a horizontal rule."""

BODY_PX, CODE_PX, LABEL_PX = 13, 12, 11
_HEADING_PX = {1: 20, 2: 16, 3: 14}
_LINE_HEIGHT = 140
"""Per cent of the font's line height."""

_ALIGNMENTS = {
    Align.LEFT: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute,
    Align.CENTER: Qt.AlignmentFlag.AlignHCenter,
    Align.RIGHT: Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute,
}
_INDENT = 22
"""Pixels for each level of a list; the list mark is drawn in them."""
_QUOTE_INDENT = 14
CODE_PADDING = 10


def run_format(run: Run, paragraph: Paragraph | None = None) -> QTextCharFormat:
    """Return the format of ``run``; headings and quiet labels have their own sizes."""
    char_format = QTextCharFormat()
    heading = paragraph.heading if paragraph is not None else 0
    quiet = paragraph is not None and paragraph.quiet
    px = LABEL_PX if quiet else _HEADING_PX.get(heading, BODY_PX)
    weight = 600 if run.bold or heading else 400
    char_format.setFont(
        font(min(px - 1, 14), weight, mono=True, italic=run.italic)
        if run.code
        else font(px, weight, italic=run.italic)
    )
    char_format.setForeground(c(_token(run, quiet=quiet)))
    char_format.setFontStrikeOut(run.struck)
    if run.code and not run.token and paragraph is not None:
        char_format.setBackground(c("hover"))
    if run.link:
        char_format.setAnchor(True)
        char_format.setAnchorHref(run.link)
        char_format.setFontUnderline(True)
    return char_format


def code_format(run: Run) -> QTextCharFormat:
    """Return the format of a run in a code card."""
    char_format = QTextCharFormat()
    char_format.setFont(font(CODE_PX, mono=True))
    char_format.setForeground(c(run.token or "text"))
    return char_format


def paragraph_format(paragraph: Paragraph) -> QTextBlockFormat:
    """Return margins, indent and line height of a paragraph."""
    block_format = QTextBlockFormat()
    block_format.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    above, below = _spaces(paragraph)
    block_format.setTopMargin(scaled(above))
    block_format.setBottomMargin(scaled(below))
    block_format.setLeftMargin(scaled(_INDENT * paragraph.indent + _QUOTE_INDENT * paragraph.quoted))
    if paragraph.mark:
        block_format.setTextIndent(-scaled(_INDENT - 4))
    block_format.setHeadingLevel(paragraph.heading)
    block_format.setProperty(QUOTED, paragraph.quoted)
    return block_format


def mark_width() -> int:
    """Return the width that the mark of a list item takes before its text."""
    return scaled(_INDENT - 4)


def code_line_format(card: int, indent: int, quoted: int, *, first: bool, last: bool) -> QTextBlockFormat:
    """Return the format of one line in a code card. It is not wrapped: the view scrolls sideways."""
    block_format = QTextBlockFormat()
    block_format.setNonBreakableLines(True)
    block_format.setLeftMargin(scaled(CODE_PADDING + _INDENT * indent + _QUOTE_INDENT * quoted))
    block_format.setRightMargin(scaled(CODE_PADDING))
    block_format.setTopMargin(scaled(CODE_PADDING + 4) if first else 0)
    block_format.setBottomMargin(scaled(CODE_PADDING + 8) if last else 0)
    block_format.setLineHeight(130, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    block_format.setProperty(CODE_CARD, card)
    block_format.setProperty(QUOTED, quoted)
    return block_format


def picture_format(indent: int) -> QTextBlockFormat:
    """Return the margins around a picture. No line height is set, so that the block is as high as the picture."""
    block_format = QTextBlockFormat()
    block_format.setTopMargin(scaled(4))
    block_format.setBottomMargin(scaled(10))
    block_format.setLeftMargin(scaled(_INDENT * indent))
    return block_format


def rule_format() -> QTextBlockFormat:
    """Return the format of a horizontal rule; the view draws the line."""
    block_format = QTextBlockFormat()
    block_format.setTopMargin(scaled(6))
    block_format.setBottomMargin(scaled(6))
    block_format.setProperty(RULE, True)
    return block_format


def table_format(table: Table) -> QTextTableFormat:
    """Return borders, padding and margins of a table."""
    frame_format = QTextTableFormat()
    frame_format.setHeaderRowCount(1 if table.header else 0)
    frame_format.setBorderCollapse(True)
    frame_format.setBorder(1)
    frame_format.setBorderBrush(c("border"))
    frame_format.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    frame_format.setCellPadding(scaled(5))
    frame_format.setCellSpacing(0)
    frame_format.setTopMargin(scaled(4))
    frame_format.setBottomMargin(scaled(16))
    frame_format.setLeftMargin(scaled(_INDENT * table.indent + _QUOTE_INDENT * table.quoted))
    if table.columns > 1:
        frame_format.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    return frame_format


def cell_format(align: Align) -> QTextBlockFormat:
    """Return the alignment of a table cell."""
    block_format = QTextBlockFormat()
    if align:
        block_format.setAlignment(_ALIGNMENTS[align])
    return block_format


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
