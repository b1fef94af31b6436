"""Heights of the rows in the results list, at the chosen text scale."""

from ui.panels.results.rows import ChunkRow, FileRow, Row
from ui.theme.sizes import scaled

FILE_ROW, MORE_ROW = 56, 36
HEADING = 30
"""Height of the line "By meaning" above a file."""

CARD_GAP = 8
CARD_HEADER = 30
CODE_LINE = 18
CODE_PADDING = 5
"""Free space above and below the code lines of a card."""

BLOCK_END = 10
"""Free space below the last card of a file."""


def card_height(lines: int) -> int:
    """Return the height of a card with this number of code lines."""
    return scaled(CARD_HEADER) + 1 + 2 * scaled(CODE_PADDING) + lines * scaled(CODE_LINE)


def heading_height(row: FileRow) -> int:
    """Return the height of the line above a file; 0 where there is none."""
    return scaled(HEADING) if row.border is not None else 0


def row_height(row: Row) -> int:
    """Return the height of a row; it never depends on the text of a chunk."""
    if isinstance(row, FileRow):
        return scaled(FILE_ROW) + heading_height(row)
    if isinstance(row, ChunkRow):
        return scaled(CARD_GAP) + card_height(row.line_count) + (scaled(BLOCK_END) if row.last else 0)
    return scaled(MORE_ROW)
