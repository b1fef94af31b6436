"""Finds the matching lines of texts in one pass over many of them, where their pattern allows it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from search.exact.columns import MatchedLines, matched_lines
from search.exact.pattern import LinePattern
from search.service.line_rows import ShownRows

PIECE_BYTES = 1 << 20
"""A larger text is searched in pieces, so that a page can end between them."""


@dataclass(frozen=True, slots=True)
class FoundLines:
    """Matching lines of a text or of a part of it.

    Attributes:
        lines: those of all texts that were searched together.
        rows: those of this text.
        before: number of lines of the text before this part.
        complete: whether no part of the text follows.
        shown: makes the rows of ``lines`` for an answer, once for all texts.
    """

    lines: MatchedLines
    rows: slice
    shown: Callable[[], ShownRows]
    before: int = 0
    complete: bool = True

    @property
    def count(self) -> int:
        """Return the number of lines."""
        return int(self.rows.stop - self.rows.start)


def found_at_once(texts: Sequence[bytes], pattern: LinePattern) -> list[FoundLines | None]:
    """Return the lines of each text; None for those that are searched on their own."""
    by_text: list[FoundLines | None] = [None] * len(texts)
    for ascii_only in (True, False):
        one_pass = pattern.one_pass(ascii_only=ascii_only)
        chosen = [
            index
            for index, text in enumerate(texts)
            if len(text) <= PIECE_BYTES and text.isascii() is ascii_only and (ascii_only or _is_utf8(text))
        ]
        if one_pass is None or not chosen:
            continue
        lines = matched_lines([texts[index] for index in chosen], one_pass)
        if lines is None:
            continue
        rows, shown = lines.rows.tolist(), _once(lines, 0)
        for index, first, last in zip(chosen, rows, rows[1:], strict=False):
            by_text[index] = FoundLines(lines, slice(first, last), shown)
    return by_text


def found_behind(text: bytes, done: int, pattern: LinePattern) -> FoundLines | None:
    """Return the next lines behind the first ``done`` lines of a text: those of its first part that has any.

    None for a pattern or a text that is searched match by match.
    """
    one_pass = pattern.one_pass(ascii_only=text.isascii())
    if one_pass is None or not _is_utf8(text):
        return None
    if one_pass.multiline:
        lines = matched_lines([text], one_pass)
        if lines is None:
            return None
        first = int(np.searchsorted(lines.numbers, done, side="right"))
        return FoundLines(lines, slice(first, len(lines.numbers)), _once(lines, 0))
    position, before = start_of_line(text, done), done
    while True:
        end = text.find(b"\n", position + PIECE_BYTES) + 1 or len(text)
        lines = matched_lines([text[position:end]], one_pass)
        if lines is None:
            return None
        if len(lines.numbers) or end == len(text):
            rows, complete = slice(0, len(lines.numbers)), end == len(text)
            return FoundLines(lines, rows, _once(lines, before), before, complete)
        before += text.count(b"\n", position, end)
        position = end


def _once(lines: MatchedLines, before: int) -> Callable[[], ShownRows]:
    return cache(lambda: ShownRows(lines, before))


def start_of_line(text: bytes, done: int) -> int:
    """Return where the line behind the first ``done`` lines begins; the end of a text that has no further line."""
    if not done:
        return 0
    *_, rest = text.split(b"\n", done)
    return len(text) - len(rest) if text.count(b"\n") >= done else len(text)


def _is_utf8(text: bytes) -> bool:
    if text.isascii():
        return True
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
