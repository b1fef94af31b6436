"""The matching lines of many texts as columns: no object is made of a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from search.exact.lines import MOST_MATCHES
from search.exact.pattern import OnePass
from search.exact.spans import Offsets, Spans, spans_of

_LINE_END = ord("\n")
_NONE: Offsets = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class MatchedLines:
    """Matching lines of several texts, in order; all offsets are bytes of the joined texts.

    Attributes:
        joined: the texts one after the other, each with a line end at its end.
        rows: where the rows of each text begin in the columns, and the number of all rows.
        numbers: number of each line in its text, from 1.
        starts, ends: the line without its line end.
        match_starts, match_ends: the first match in the line, cut where it goes on in the next one.
        spans: where the matches of each row begin in the next two columns, and the number of all matches.
        span_starts, span_ends: the first matches of each line that are not empty.
    """

    joined: bytes
    rows: Offsets
    numbers: Offsets
    starts: Offsets
    ends: Offsets
    match_starts: Offsets
    match_ends: Offsets
    spans: Offsets
    span_starts: Offsets
    span_ends: Offsets


def matched_lines(texts: Sequence[bytes], pattern: OnePass) -> MatchedLines | None:
    r"""Return the matching lines; None if the pattern has to be searched match by match.

    Lines are those of `search.exact.lines.matching_lines`. All texts are valid UTF-8 with ``\n`` line ends.
    """
    ended = [text if text.endswith(b"\n") or not text else text + b"\n" for text in texts]
    joined, bounds = b"".join(ended), _bounds(ended)
    if pattern.multiline:
        spans = _spans_over_lines(texts, joined, bounds, pattern)
    else:
        spans = _spans_within_lines(joined, bounds, pattern)
    if spans is None:
        return None
    line_ends = _line_ends(joined) if len(spans.starts) else _NONE
    return _columns(joined, np.searchsorted(line_ends, bounds), line_ends, spans, multiline=pattern.multiline)


def _line_ends(joined: bytes) -> Offsets:
    return np.flatnonzero(np.frombuffer(joined, np.uint8) == _LINE_END)


def _bounds(texts: Sequence[bytes]) -> Offsets:
    return np.fromiter(accumulate(map(len, texts), initial=0), np.int64, len(texts) + 1)


def _spans_over_lines(texts: Sequence[bytes], joined: bytes, bounds: Offsets, pattern: OnePass) -> Spans | None:
    """Return the matches in texts that are searched as they are: a match may take the line end at their end."""
    own = _bounds(texts)
    spans = spans_of(joined if own[-1] == bounds[-1] else b"".join(texts), own, pattern.source)
    if spans is None:
        return None
    moved = (bounds - own)[spans.texts]
    return _before_the_end(Spans(spans.texts, spans.starts + moved, spans.ends + moved), bounds)


def _spans_within_lines(joined: bytes, bounds: Offsets, pattern: OnePass) -> Spans | None:
    """Return the matches, of which none continues beyond its line.

    If none of a pattern's matches in whole texts has a line end, they are those in the lines. Else the lines are
    searched one by one, which takes longer.
    """
    line_ends = _line_ends(joined) if pattern.crosses_lines else _NONE
    if not pattern.crosses_lines:
        spans = spans_of(joined, bounds, pattern.source)
        if spans is None or not len(spans.starts):
            return spans
        line_ends = _line_ends(joined)
        if np.array_equal(np.searchsorted(line_ends, spans.starts), np.searchsorted(line_ends, spans.ends)):
            return _before_the_end(spans, bounds)
        pattern.crosses_lines = True
    lines = np.concatenate((np.zeros(1, np.int64), line_ends - np.arange(len(line_ends))))
    spans = spans_of(joined.translate(None, b"\n"), lines, pattern.source)
    return None if spans is None else Spans(spans.texts, spans.starts + spans.texts, spans.ends + spans.texts)


def _before_the_end(spans: Spans, bounds: Offsets) -> Spans:
    """Return the matches without those behind the last line end of a text, where no line is."""
    is_line = spans.starts < bounds[1:][spans.texts]
    return spans if is_line.all() else Spans(spans.texts[is_line], spans.starts[is_line], spans.ends[is_line])


def _columns(
    joined: bytes, first_lines: Offsets, line_ends: Offsets, spans: Spans, *, multiline: bool
) -> MatchedLines:
    """Return the columns of the lines that matches touch; ``first_lines``: line ends before each text, and all."""
    starts, stops = spans.starts, spans.ends
    touched = np.searchsorted(line_ends, starts)
    if multiline:
        counts = np.searchsorted(line_ends, np.maximum(starts, stops - 1)) - touched + 1
        behind = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        touched = np.repeat(touched, counts) + behind
        starts, stops = np.repeat(starts, counts), np.repeat(stops, counts)
    line_starts = np.concatenate((np.zeros(1, np.int64), line_ends + 1))[touched]
    starts, stops = np.maximum(starts, line_starts), np.minimum(stops, line_ends[touched])
    is_first = np.ones(len(touched), np.bool_)
    is_first[1:] = touched[1:] != touched[:-1]
    first = np.flatnonzero(is_first)
    row = np.cumsum(is_first) - 1
    shown = stops > starts
    shown &= is_first if multiline else np.arange(len(row)) - first[row] <= MOST_MATCHES
    lines = touched[first]
    rows = np.searchsorted(lines, first_lines)
    return MatchedLines(
        joined,
        rows,
        lines + 1 - np.repeat(first_lines[:-1], np.diff(rows)),
        line_starts[first],
        line_ends[lines],
        starts[first],
        stops[first],
        np.searchsorted(row[shown], np.arange(len(first) + 1)),
        starts[shown],
        stops[shown],
    )
