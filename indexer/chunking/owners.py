"""The definition that a chunk belongs to."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from indexer.facts.model import Definition

MOSTLY = 0.8
"""Share of a chunk's characters from which on it is about one definition: a class header with its first method is
about the method, two methods of one class are about the class."""


class Owners:
    """Answers for the rows of one file; its definitions are sorted by place, the enclosing first."""

    def __init__(self, texts: Sequence[str], definitions: Sequence[Definition]) -> None:
        self._starts = [definition.start_line for definition in definitions]
        self._ends = [definition.end_line for definition in definitions]
        self._chars: list[int] = list(accumulate(map(len, map(str.strip, texts)), initial=0))
        self._enclosing = _enclosing(definitions)

    def of(self, start: int, end: int, innermost: int) -> int:
        """Return the index of the definition that rows ``start`` to ``end`` are about, -1 for the file itself.

        That is the innermost one with `MOSTLY` of the text, else the first that begins there, else ``innermost``.

        Args:
            start: first row, from 1.
            end: last row, inclusive.
            innermost: index of the innermost definition at ``start``, -1 for none.
        """
        begins = self.beginning(start, end)
        around = self._around(innermost)
        needed = MOSTLY * (self._chars[end] - self._chars[start - 1])
        fitting: list[int] = [index for index in (*around, *begins) if self._chars_in(index, start, end) >= needed]
        if fitting:
            return min(fitting, key=self._size)
        return begins[0] if begins else innermost

    def beginning(self, start: int, end: int) -> range:
        """Return the indices of the definitions that begin in rows ``start`` to ``end``."""
        return range(bisect_left(self._starts, start), bisect_right(self._starts, end))

    def _around(self, index: int) -> list[int]:
        owners = []
        while index >= 0:
            owners.append(index)
            index = self._enclosing[index]
        return owners

    def _chars_in(self, index: int, start: int, end: int) -> int:
        first, last = max(start, self._starts[index]), min(end, self._ends[index])
        return self._chars[last] - self._chars[first - 1] if first <= last else -1

    def _size(self, index: int) -> tuple[int, int]:
        return self._ends[index] - self._starts[index], index


def _enclosing(definitions: Sequence[Definition]) -> list[int]:
    """Return for each definition the index of the one around it, -1 for none."""
    result: list[int] = []
    open_ones: list[int] = []
    for index, definition in enumerate(definitions):
        while open_ones and definitions[open_ones[-1]].end_line < definition.end_line:
            open_ones.pop()
        result.append(open_ones[-1] if open_ones else -1)
        open_ones.append(index)
    return result
