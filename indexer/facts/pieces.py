"""Matches in a file that does not parse as a whole: each of its definitions is parsed by itself."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from time import thread_time

from tree_sitter import Node, Range

from indexer.facts.syntax import PARSE_S, Match, is_hopeless, matches_in, parse, query

DEEPEST = 4
"""Definitions inside of each other that are parsed by themselves; each level reads the file once more."""

_ENDS = b" \t\r\n{};"
"""Signs between definitions that mean nothing."""


@dataclass(slots=True)
class _Piece:
    """Some bytes of a file, and the definitions inside of them."""

    start: int
    end: int
    inner: list["_Piece"] = field(default_factory=list)


def matches_by_piece(language: str, source: bytes, spans: Sequence[tuple[int, int]]) -> list[Match]:
    """Return the matches in the definitions of a file, sorted by start, outer before inner.

    What is inside of a definition that does not parse is read by itself again. It ends after `PARSE_S`.

    Args:
        language: of the source.
        source: a file.
        spans: first byte of each definition and that behind it, in order.
    """
    reader = _Reader(language, source)
    reader.split(_nested(len(source), spans), 0)
    return matches_in(reader.roots, query(language))


def _nested(size: int, spans: Sequence[tuple[int, int]]) -> _Piece:
    """Return the whole file as a piece with all definitions in it."""
    whole = _Piece(0, size)
    around = [whole]
    for start, end in spans:
        while around[-1].end <= start:
            around.pop()
        piece = _Piece(start, min(end, around[-1].end))
        around[-1].inner.append(piece)
        around.append(piece)
    return whole


class _Reader:
    """Parses the pieces of one file.

    Attributes:
        roots: trees of those that are read, in order.
    """

    def __init__(self, language: str, source: bytes) -> None:
        self.roots: list[Node] = []
        self._language = language
        self._source = source
        self._starts = list(accumulate((len(line) + 1 for line in source.split(b"\n")), initial=0))
        self._end = thread_time() + PARSE_S

    def split(self, piece: _Piece, level: int) -> None:
        """Read what is inside of a piece, and what is between that."""
        at = piece.start
        for each in piece.inner:
            self._read(_Piece(at, each.start), level)
            self._read(each, level + 1)
            at = each.end
        self._read(_Piece(at, piece.end), level)

    def _read(self, piece: _Piece, level: int) -> None:
        if thread_time() > self._end or not self._source[piece.start : piece.end].strip(_ENDS):
            return
        points = (self._point(piece.start), self._point(piece.end))
        root = parse(self._language, self._source, Range(*points, piece.start, piece.end))
        if piece.inner and level < DEEPEST and (root is None or root.has_error):
            self.split(piece, level)
        elif root is not None and not is_hopeless(root):
            self.roots.append(root)

    def _point(self, byte: int) -> tuple[int, int]:
        """Return row and column of a byte."""
        row = bisect_right(self._starts, byte) - 1
        return row, byte - self._starts[row]
