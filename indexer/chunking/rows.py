"""A file as rows: its lines, with those that are longer than a chunk cut into several.

Of a long line that is data, such as an embedded picture, only the beginning is kept: nobody searches for it, and
thousands of vectors of it would cost minutes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from msgspec.structs import replace

from indexer.facts.model import Definition

_LEAST_SHARE = 0.8
"""A long line is cut after a blank in the last fifth of the piece, else inside a word."""

_WORD = re.compile(r"\b[^\W\d_]{2,}\b")
_LEAST_WORDS = 15
"""Words in a piece of 1,500 characters: prose has over 200, minified code over 100, base64 about 6."""

_CHARS_OF_A_WORD = 100
"""The last piece of a line is shorter and needs one word for this many characters."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a file, counted from 1 like its lines.

    Attributes:
        texts: the rows; all pieces of a line joined give the line, less its data.
        lines: the number of the line that each row is, or is a part of.
        first: for each line its first row; the same object as ``lines`` where each row is a line.
    """

    texts: Sequence[str]
    lines: Sequence[int]
    first: Sequence[int]

    def text(self, start: int, end: int) -> str:
        """Return rows ``start`` to ``end``, both inclusive; a line break stands between lines only."""
        if self.lines is self.first:
            return "\n".join(self.texts[start - 1 : end])
        parts = [self.texts[start - 1]]
        for row in range(start + 1, end + 1):
            parts.append("" if self.lines[row - 1] == self.lines[row - 2] else "\n")
            parts.append(self.texts[row - 1])
        return "".join(parts)

    def placed(self, definition: Definition) -> Definition:
        """Return a definition with rows in place of lines."""
        count = len(self.first)
        if not 1 <= definition.start_line <= count:
            return definition
        if self.lines is self.first and definition.end_line <= count:
            return definition
        last = len(self.lines) if definition.end_line >= count else self.first[definition.end_line] - 1
        return replace(definition, start_line=self.first[definition.start_line - 1], end_line=last)


def rows_of(lines: Sequence[str], longest: int) -> Rows:
    """Return lines as rows of at most ``longest`` characters."""
    if max(map(len, lines)) <= longest:
        numbers = range(1, len(lines) + 1)
        return Rows(lines, numbers, numbers)
    pieces = [_pieces(line, longest) for line in lines]
    sizes = [len(piece) for piece in pieces]
    return Rows(
        [row for piece in pieces for row in piece],
        [number for number, size in enumerate(sizes, start=1) for _ in range(size)],
        list(accumulate(sizes[:-1], initial=1)),
    )


def _pieces(line: str, longest: int) -> list[str]:
    if len(line) <= longest:
        return [line]
    pieces: list[str] = []
    start = 0
    while len(line) - start > longest:
        blank = line.rfind(" ", start + int(longest * _LEAST_SHARE), start + longest)
        end = blank + 1 if blank >= 0 else start + longest
        pieces.append(line[start:end])
        start = end
    pieces.append(line[start:])
    return [pieces[0], *(piece for piece in pieces[1:] if _has_words(piece))]


def _has_words(piece: str) -> bool:
    """Tell text and minified code from base64, paths of drawings and columns of numbers."""
    return len(_WORD.findall(piece)) >= min(_LEAST_WORDS, len(piece) / _CHARS_OF_A_WORD)
