"""All pages of a search for lines, one after the other."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from search.types.lines import LinePage, LineQuery


class FindsLines(Protocol):
    """The parts of a core that a search for lines needs."""

    def find_lines(self, query: LineQuery, /) -> LinePage:
        """Return one page; see `SearchCore.find_lines`."""
        ...


def line_pages(core: FindsLines, query: LineQuery, most_lines: int | None = None) -> Iterator[LinePage]:
    """Yield the pages of an answer; no further page is asked for when the caller stops.

    Args:
        core: answers each page.
        query: the first page that is wanted.
        most_lines: lines that are wanted; those beyond are only counted. None for all.
    """
    left = most_lines
    while True:
        wanted = query.most_lines if left is None else min(query.most_lines, left)
        page = core.find_lines(replace(query, most_lines=wanted))
        yield page
        if page.next is None:
            return
        query = replace(query, after=page.next)
        left = None if left is None else left - sum(len(file.lines) for file in page.files)
