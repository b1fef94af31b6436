"""Which page of a PDF document a line of its indexed text belongs to. Pure."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from ui.panels.preview.matches import Match

_PAGE = re.compile(r"^## Page (\d+)$", re.MULTILINE)


class PageLines:
    """Finds pages by the headings that the index puts above each page's text."""

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
        """Return the page (from 1) that holds ``line`` (from 1)."""
        place = bisect_right(self._lines, line) - 1
        return self._numbers[place] if place >= 0 else 1

    def place_on_page(self, matches: Sequence[Match], place: int) -> tuple[int, int]:
        """Return the page of a match and which one of that page's matches it is, from 0.

        The heading itself is no match on the page: it is not drawn there.
        """
        page = self.page_of(matches[place].line + 1)
        on_page = [
            at
            for at, match in enumerate(matches)
            if self.page_of(match.line + 1) == page and match.line + 1 not in self._lines
        ]
        return page, on_page.index(place) if place in on_page else -1
