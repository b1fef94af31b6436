"""The names of the columns of a table stand once at its top; every chunk of its rows is searched with them."""

import csv
import re
from collections.abc import Sequence

from indexer.facts.model import Definition

TABLES = frozenset(("csv", "xlsx", "ods", "xls"))
"""Languages of tables; in a workbook each sheet is a section."""

MOST_EMBEDDED = 40
"""Chunks of a table, or of a sheet, that get vectors, about 60,000 characters.

Among thousands of rows some are close to any question, and their table would come first. Rows without a vector are
found by word.
"""

_LONGEST_TITLE = 120
"""Characters of the names that are shown above a chunk."""

_LONGEST_LINE = 2_000
_SEPARATORS = ";\t,|"
_NO_NAME = re.compile(r"[\d\s.,:;/+%€$-]*|.*\d{3,}.*|https?://.*|\S+@\S+\.\w+", re.DOTALL)
"""A number, a date or an address: values, which are in the rows of a table."""

_ROWS_COMPARED = 20
"""Rows below the first one in which its cells are looked for: values occur again, names of columns do not."""


class Columns:
    """The names of the columns of a file's tables.

    Args:
        lines: of the file.
        definitions: its sections, which are the sheets of a workbook.
        language: of the file; only a table has columns.
    """

    def __init__(self, lines: Sequence[str], definitions: Sequence[Definition], language: str) -> None:
        self._lines, self._definitions = lines, definitions
        self.is_table = language in TABLES
        self._is_workbook = self.is_table and language != "csv"
        self._names: dict[int, tuple[int, list[str]]] = {}

    def above(self, start: int, owner: int) -> list[str]:
        """Return the names of the columns of a chunk that begins in a line; none if it has their line itself.

        Args:
            start: first line of the chunk, from 1.
            owner: index of the sheet that it belongs to, -1 for none.
        """
        if not self.is_table:
            return []
        if owner not in self._names:
            self._names[owner] = self._named(owner)
        line, names = self._names[owner]
        return names if line < start else []

    def _named(self, owner: int) -> tuple[int, list[str]]:
        """Return the first row of a table and, if it names the columns, its cells."""
        first = self._definitions[owner].start_line if owner >= 0 else 0
        end = self._definitions[owner].end_line if owner >= 0 else len(self._lines)
        for number, line in enumerate(self._lines[first : min(first + 2, end)], first + 1):
            if line.strip():
                rows = self._lines[number - 1 : min(number + _ROWS_COMPARED, end)]
                return number, _names_in([row.split(" | ") if self._is_workbook else _cells(row) for row in rows])
        return 0, []


def title_of(names: Sequence[str]) -> str:
    """Return the names of columns as the heading of a chunk, shortened where they are long."""
    title = " | ".join(" ".join(name.split()) for name in names)
    return title if len(title) <= _LONGEST_TITLE else title[: _LONGEST_TITLE - 1].rstrip(" |") + "…"


def _names_in(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the cells of the first of some rows, each a list of cells, if they name the columns.

    A row that repeats the whole header, as on each page of a report, says nothing about it.
    """
    cells, *others = rows
    named = [cell.strip() for cell in cells if cell.strip()]
    is_header = len(named) > 1 and 2 * len(named) > len(cells) and not any(map(_NO_NAME.fullmatch, named))
    return named if is_header and not any(_shares_a_cell(cells, other) for other in others) else []


def _shares_a_cell(first: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two rows have a cell in common, but not all of them."""
    equal = [own.strip() == cell.strip() for own, cell in zip(first, other, strict=False) if own.strip()]
    return any(equal) and not all(equal)


def _cells(line: str) -> list[str]:
    """Return the cells of a line of plain text, which are apart by its commonest separator."""
    beginning = line[:_LONGEST_LINE].removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    separator = max(_SEPARATORS, key=beginning.count)
    try:
        return next(csv.reader([beginning], delimiter=separator), [])
    except csv.Error:
        return []
