"""Cutting a file into runs of whole lines that follow its definitions."""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from indexer.facts.model import Definition

LARGEST = 1_500
"""Most characters of a chunk; a longer text is split at a line."""
SMALLEST = 800
"""Characters; a shorter chunk is joined to its neighbours while the sum stays below `LARGEST`."""
_DEEPEST = sys.maxsize
"""Any line is indented less."""


class Span(NamedTuple):
    """Lines ``start`` to ``end``, from 1, both inclusive.

    Attributes:
        owner: index of the definition that the lines belong to, -1 for the file itself.
    """

    start: int
    end: int
    owner: int


def spans(lines: Sequence[str], definitions: Sequence[Definition]) -> list[Span]:
    """Return runs of lines that tile the file: every line that is not blank is in exactly one.

    A run is a definition of fitting size, several small neighbours together, or a part of a long one.
    """
    ends = list(accumulate(map((1).__add__, map(len, lines)), initial=0))
    pieces: list[Span] = []
    for piece in _pieces(len(lines), definitions):
        if ends[piece.end] - ends[piece.start - 1] <= LARGEST:
            pieces.append(piece)
        else:
            pieces += _split(lines, ends, piece)
    joined = _joined(ends, pieces, definitions)
    return [trimmed for span in joined if (trimmed := _trimmed(lines, span)) is not None]


def _pieces(line_count: int, definitions: Sequence[Definition]) -> Iterator[Span]:
    """Yield the runs of lines that have one innermost definition, in order."""
    owners = [-1] * (line_count + 1)
    borders = {1, line_count + 1}
    by_size = sorted(
        range(len(definitions)),
        key=lambda i: (definitions[i].start_line - definitions[i].end_line, definitions[i].start_line, i),
    )
    for index in by_size:
        first, last = max(1, definitions[index].start_line), min(line_count, definitions[index].end_line)
        if first <= last:
            owners[first : last + 1] = [index] * (last + 1 - first)
            borders |= {first, last + 1}
    changes = [line for line in sorted(borders) if line in {1, line_count + 1} or owners[line] != owners[line - 1]]
    for start, following in pairwise(changes):
        yield Span(start, following - 1, owners[start])


def _split(lines: Sequence[str], ends: Sequence[int], span: Span) -> Iterator[Span]:
    """Yield a longer span in parts of at most `LARGEST` characters, cut where the text is least indented.

    Args:
        lines: of the file.
        ends: at n, how many characters the first n lines have, each with its line break.
        span: what to split.
    """
    start = span.start
    while start <= span.end:
        fitting = bisect_right(ends, ends[start - 1] + LARGEST, start, span.end + 1) - 1
        end = max(start, fitting)
        if end < span.end:
            end = _best_cut(lines, ends, start, end)
        yield Span(start, end, span.owner)
        start = end + 1


def _best_cut(lines: Sequence[str], ends: Sequence[int], start: int, end: int) -> int:
    """Return the last line of a part that may not go beyond ``end``: before a blank or little indented line.

    The part keeps at least half of the characters that it could have.
    """
    best, least_indent = end, _DEEPEST
    for line in range(bisect_left(ends, ends[start - 1] + LARGEST // 2, start, end + 1), end + 1):
        following = lines[line]
        bare = following.lstrip()
        indent = len(following) - len(bare) if bare else -1
        if indent <= least_indent:
            best, least_indent = line, indent
    return best


def _joined(ends: Sequence[int], pieces: Sequence[Span], definitions: Sequence[Definition]) -> list[Span]:
    """Return the pieces with short neighbours as one; it belongs to its first definition, else to the file."""
    result: list[Span] = []
    size = 0
    for piece in pieces:
        here = ends[piece.end] - ends[piece.start - 1]
        if (
            result
            and min(size, here) < SMALLEST
            and size + here <= LARGEST
            and _may_join(result[-1], piece, definitions)
        ):
            last = result[-1]
            result[-1] = Span(last.start, piece.end, last.owner if last.owner >= 0 else piece.owner)
            size += here
        else:
            result.append(piece)
            size = here
    return result


def _may_join(first: Span, second: Span, definitions: Sequence[Definition]) -> bool:
    """Tell whether two neighbours belong together: documents are never joined across their top headings."""
    if first.owner < 0 or second.owner < 0:
        return True
    return definitions[second.owner].kind != "section" or bool(definitions[second.owner].parent)


def _trimmed(lines: Sequence[str], span: Span) -> Span | None:
    """Return the span without blank lines at its ends, None when nothing is left."""
    start, end = span.start, span.end
    while start <= end and not lines[start - 1].strip():
        start += 1
    while end >= start and not lines[end - 1].strip():
        end -= 1
    return Span(start, end, span.owner) if start <= end else None
