"""Turns the indexed text of a document (Word, HTML, EPUB, slides, sheets) into blocks. Pure.

The index writes such text with ``#`` for headings, ``-`` for list items and ``|`` between the cells of a row.
Nothing else in it is markup, so it is not parsed as Markdown.
"""

import re
from itertools import groupby

from ui.panels.preview.rendered.blocks import Block, Paragraph, Run, Runs, Table
from ui.panels.preview.rendered.code_runs import Cancelled
from ui.panels.preview.rendered.links import slug

_HEADING = re.compile(r"(#{1,6}) (.*)")
_CELLS = " | "
_CANCEL_EVERY = 2_000

MOST_ROWS = 200
"""Rows of one laid out table; a longer table continues in the next one."""


def outline_blocks(
    text: str, is_cancelled: Cancelled = lambda: False, *, on_source_lines: bool = False
) -> tuple[Block, ...]:
    r"""Return a block for each line of ``text`` that is not empty; adjacent rows form one table.

    Args:
        text: the indexed text.
        is_cancelled: whether nobody waits for the blocks any more.
        on_source_lines: whether each line is that of the source; empty lines are then between the rows of a table.
    """
    blocks: list[Block] = []
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line or not on_source_lines]
    for is_row, lines in groupby(numbered, key=lambda line: _CELLS in line[1]):
        if is_row:
            blocks.extend(_tables(list(lines)))
            continue
        for number, line in lines:
            if line.strip():
                blocks.append(_paragraph(line.strip(), number))
            if number % _CANCEL_EVERY == 0 and is_cancelled():
                return tuple(blocks)
    return tuple(blocks)


def _paragraph(line: str, number: int) -> Paragraph:
    heading = _HEADING.fullmatch(line)
    if heading:
        return Paragraph((Run(heading[2]),), number, len(heading[1]), anchor=slug(heading[2]))
    if line.startswith("- "):
        return Paragraph((Run(line[2:]),), number, indent=1, mark="•")
    return Paragraph((Run(line),), number)


def _tables(rows: list[tuple[int, str]]) -> list[Block]:
    if len(rows) == 1:
        return [Paragraph((Run(rows[0][1].strip()),), rows[0][0])]
    parts = (rows[start : start + MOST_ROWS] for start in range(0, len(rows), MOST_ROWS))
    return [
        Table(tuple(_cells(line) for _, line in part), tuple(number for number, _ in part), header=index == 0)
        for index, part in enumerate(parts)
    ]


def _cells(line: str) -> tuple[Runs, ...]:
    return tuple((Run(cell.strip()),) for cell in line.split(_CELLS))
