"""Pages of a PDF document: a drawn page, and the page to which a line of the indexed text belongs."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from ui.panels.preview.match_position import nearest_match
from ui.panels.preview.matches import Match, find_matches
from ui.panels.results.snippet import Marker, Span

_PAGE = re.compile(r"^## Page (\d+)$", re.MULTILINE)


class UnreadablePdfError(Exception):
    """The document is damaged, needs a password, is too large, or is missing."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A drawn page.

    Attributes:
        number: from 1.
        count: pages of the document.
        marks: rectangles of each matched word, as fractions of the width and height of the page.
    """

    image: QImage
    number: int
    count: int
    marks: tuple[tuple[QRectF, ...], ...]


class PageLines:
    """Finds pages by the headings that the index writes above the text of each page."""

    def __init__(self, text: str) -> None:
        self._lines: list[int] = []
        self._numbers: list[int] = []
        line, seen = 1, 0
        for heading in _PAGE.finditer(text):
            line += text.count("\n", seen, heading.start())
            seen = heading.start()
            self._lines.append(line)
            self._numbers.append(int(heading[1]))

    def page_of(self, line: int) -> int:
        """Return the page (from 1) of ``line`` (from 1)."""
        index = bisect_right(self._lines, line) - 1
        return self._numbers[index] if index >= 0 else 1

    def line_of(self, page: int) -> int:
        """Return the first line (from 1) of a page (from 1)."""
        return self._lines[self._numbers.index(page)] if page in self._numbers else 1

    def best_line(self, text: str, line: int, terms: Sequence[str], chunks: Sequence[Span], marker: Marker) -> int:
        """Return the line (from 1) of the match that explains why ``line`` is shown, else that line.

        Only what is drawn on a page counts; a chunk may begin several pages before its match.

        Args:
            text: the indexed text.
            line: the line that was jumped to, from 1.
            terms: index terms of the query.
            chunks: supporting chunks as first and last line from 1, both inclusive.
            marker: returns the spans of matched words.
        """
        last = max((last for first, last in chunks if first <= line <= last), default=line)
        lines = text.split("\n")[line - 1 : last]
        drawn = (words if self._is_drawn(number) else "" for number, words in enumerate(lines, line))
        matches = find_matches("\n".join(drawn), terms, [(1, len(lines))], marker)
        best = nearest_match(matches, 0, [(0, len(lines) - 1)])
        return line + best[0].line if best else line

    def _is_drawn(self, line: int) -> bool:
        return bool(self._lines) and line > self._lines[0] and line not in self._lines

    def match_on_page(self, matches: Sequence[Match], number: int) -> tuple[int, int]:
        """Return the page of a match and its index among the matches of that page.

        Matches in the heading do not count, because the heading is not drawn on the page; their index is -1.
        """
        page = self.page_of(matches[number].line + 1)
        on_page = [
            at
            for at, match in enumerate(matches)
            if self.page_of(match.line + 1) == page and match.line + 1 not in self._lines
        ]
        return page, on_page.index(number) if number in on_page else -1
