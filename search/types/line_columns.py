"""The matching lines of a file as columns; objects are made only of lines that are displayed."""

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

import msgspec


class MatchingLine(msgspec.Struct, frozen=True):
    """A line with a match.

    Attributes:
        line, column: of the first match, both from 1; columns count characters.
        text: the line without its line end. Of a very long line only the part around the match.
        cut: number of characters of the line before ``text``.
        spans: matches in ``text`` as character offsets, the end exclusive; empty matches are left out.
    """

    line: int
    column: int
    text: str
    cut: int = 0
    spans: tuple[tuple[int, int], ...] = ()


class LineColumns(msgspec.Struct, frozen=True, dict=True):
    """Columns of `MatchingLine`s; numbers are unsigned, of 32 bits, in the byte order of this machine.

    Attributes:
        texts: the texts, joined by line ends.
        lines, columns: one number for each line.
        cuts: the same; empty if no line is cut.
        spans: where the matches of each line begin in ``matches``, and their number.
        matches: start and end of each match.
    """

    texts: str
    lines: bytes
    columns: bytes
    cuts: bytes
    spans: bytes
    matches: bytes

    @cached_property
    def rows(self) -> "LineRows":
        """The lines."""
        return LineRows(self)


class LineRows(Sequence[MatchingLine]):
    """The lines of columns, each made when it is asked for.

    Attributes:
        texts, numbers, columns, cuts: of all lines; no cuts if no line is cut.
    """

    def __init__(self, columns: LineColumns) -> None:
        self.numbers, self.columns = _numbers(columns.lines), _numbers(columns.columns)
        self.cuts, self._spans, self._matches = map(_numbers, (columns.cuts, columns.spans, columns.matches))
        self.texts = columns.texts.split("\n") if self.numbers else []

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> MatchingLine: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[MatchingLine, ...]: ...

    def __getitem__(self, index: int | slice) -> MatchingLine | tuple[MatchingLine, ...]:
        """Return a line, or several."""
        if isinstance(index, slice):
            return tuple(self[row] for row in range(len(self))[index])
        row = range(len(self))[index]
        cut = self.cuts[row] if self.cuts else 0
        return MatchingLine(self.numbers[row], self.columns[row], self.texts[row], cut, self.spans_of(row))

    def __iter__(self) -> Iterator[MatchingLine]:
        """Yield each line."""
        return map(self.__getitem__, range(len(self)))

    def spans_of(self, row: int) -> tuple[tuple[int, int], ...]:
        """Return the matches in a line."""
        begin, end = 2 * self._spans[row], 2 * self._spans[row + 1]
        return tuple(zip(self._matches[begin:end:2], self._matches[begin + 1 : end : 2], strict=True))


def columns_of(lines: Sequence[MatchingLine]) -> LineColumns:
    """Return lines as columns."""
    ends = [0]
    for line in lines:
        ends.append(ends[-1] + len(line.spans))
    return LineColumns(
        "\n".join(line.text for line in lines),
        _packed([line.line for line in lines]),
        _packed([line.column for line in lines]),
        _packed([line.cut for line in lines]) if any(line.cut for line in lines) else b"",
        _packed(ends),
        _packed([offset for line in lines for span in line.spans for offset in span]),
    )


def _numbers(packed: bytes) -> tuple[int, ...]:
    return struct.unpack(f"={len(packed) // 4}I", packed)


def _packed(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"={len(numbers)}I", *numbers)
