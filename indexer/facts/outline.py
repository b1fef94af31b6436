"""The definitions of a file as they open and close while its matches are read in order."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Definition

COMMENTS = ("//", "/*", "*")
"""What lines of a comment begin with in most languages."""


class Outline:
    """Collects definitions and knows which one encloses the current place."""

    def __init__(self, lines: Sequence[str], comments: tuple[str, ...] = COMMENTS) -> None:
        self.definitions: list[Definition] = []
        self._open: list[tuple[int, int]] = []
        self._indexes: dict[str, list[int]] = defaultdict(list)
        """Identifier -> the definitions that have it, in order."""
        self._lines = lines
        self._comments = comments

    def owner_at(self, start_byte: int) -> int:
        """Close what ended before this byte and return the innermost open definition."""
        open_ = self._open
        while open_ and open_[-1][0] <= start_byte:
            open_.pop()
        return open_[-1][1] if open_ else NO_OWNER

    def enter(self, definition: Definition, end_byte: int) -> int:
        """Add a definition that is open until ``end_byte``; return its index."""
        self.definitions.append(definition)
        index = len(self.definitions) - 1
        self._open.append((end_byte, index))
        self._indexes[definition.local_id].append(index)
        return index

    def parent_of(self, index: int) -> int:
        """Return the nearest definition before one that is its parent by its identifier, or ``NO_OWNER``."""
        indexes = self._indexes.get(self.definitions[index].parent, ())
        before = bisect_left(indexes, index)
        return indexes[before - 1] if before else NO_OWNER

    def reopen(self, index: int, node: Node) -> None:
        """Let a definition go on until the end of ``node``."""
        _, last = self.lines_of(node)
        self.definitions[index] = replace(self.definitions[index], end_line=last)
        self._open.append((node.end_byte, index))

    def adopt(self, index: int, name: str, parent: str) -> None:
        """Give a definition its short name and the parent that it has elsewhere."""
        self.definitions[index] = replace(self.definitions[index], name=name, parent=parent)

    def move_start(self, index: int, line: int) -> None:
        """Let a definition begin earlier."""
        self.definitions[index] = replace(self.definitions[index], start_line=line)

    def lines_of(self, node: Node) -> tuple[int, int]:
        """Return first and last line of a definition, from 1, with the comment lines directly above."""
        row, column = node.start_point
        return first_row(self._lines, row, column, self._comments) + 1, self._last_row(node) + 1

    @staticmethod
    def _last_row(node: Node) -> int:
        row, column = node.end_point
        return row - 1 if column == 0 and row > node.start_point[0] else row


def first_row(lines: Sequence[str], row: int, column: int, comments: tuple[str, ...]) -> int:
    """Return the row (from 0) that a definition at this place begins with: that of the comment above it."""
    before = lines[row][:column].strip()
    shares_line = before and any(mark in before for mark in "{;(")
    return row if shares_line else _comment_start(lines, row, comments)


def _comment_start(lines: Sequence[str], row: int, comments: tuple[str, ...]) -> int:
    while row > 0 and lines[row - 1].lstrip().startswith(comments):
        row -= 1
    return row
