"""Finds the words of the query in a file, and the lines that are highlighted with a band. Pure."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ui.panels.results.snippet import Marker, Span

MOST_FINDS = 5_000
"""The find bar stops after this number of matches; marking more takes time and is of no use."""

WORDS_FOR_A_BAND = 2
"""Different query words in a line of a supporting chunk that give it a band; with one, too many lines had it."""


@dataclass(frozen=True, slots=True)
class Match:
    """One matched word: its line, from 0, and its offsets in the line."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FileMatches:
    """All matches of a file.

    Attributes:
        all: every match, in order.
        hit_lines: lines (from 0) of supporting chunks that contain two or more different query words.
    """

    all: tuple[Match, ...] = ()
    hit_lines: frozenset[int] = frozenset()

    def by_line(self) -> dict[int, list[Match]]:
        """Return the matches of each line that has any."""
        lines: dict[int, list[Match]] = {}
        for match in self.all:
            lines.setdefault(match.line, []).append(match)
        return lines

    def at_or_after(self, line: int) -> int | None:
        """Return the index in ``all`` of the first match at or after a line, else of the last.

        None if there are no matches.
        """
        if not self.all:
            return None
        return next((index for index, match in enumerate(self.all) if match.line >= line), len(self.all) - 1)


def find_matches(text: str, terms: Sequence[str], chunks: Sequence[Span], marker: Marker) -> FileMatches:
    r"""Return where ``terms`` occur in ``text``.

    Args:
        text: with ``\n`` line ends.
        terms: index terms.
        chunks: supporting chunks as first and last line from 1, both inclusive.
        marker: returns the spans of matched words.
    """
    spans = marker(text, terms) if terms else ()
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    matches = tuple(_placed(span, starts) for span in spans)
    words = _word_of([text[start:end] for start, end in spans], terms, marker)
    per_line: dict[int, set[str]] = {}
    for match, (start, end) in zip(matches, spans, strict=True):
        per_line.setdefault(match.line, set()).add(words[text[start:end].lower()])
    hits = (line for line, different in per_line.items() if len(different) >= WORDS_FOR_A_BAND)
    return FileMatches(matches, frozenset(line for line in hits if _inside(line + 1, chunks)))


def plain_matches(text: str, wanted: str) -> tuple[Match, ...]:
    """Return where ``wanted`` occurs, without regard to case, at most `MOST_FINDS` times.

    Args:
        text: the text that is searched.
        wanted: not empty, without line breaks.
    """
    needle = wanted.lower()
    matches: list[Match] = []
    for number, line in enumerate(text.split("\n")):
        start = line.lower().find(needle)
        while start >= 0 and len(matches) < MOST_FINDS:
            matches.append(Match(number, start, start + len(needle)))
            start = line.lower().find(needle, start + len(needle))
    return tuple(matches)


def _placed(span: Span, starts: list[int]) -> Match:
    line = bisect_right(starts, span[0]) - 1
    return Match(line, span[0] - starts[line], span[1] - starts[line])


def _word_of(forms: Sequence[str], terms: Sequence[str], marker: Marker) -> dict[str, str]:
    """Return the term that each word form matches, so that ``lease`` and ``leases`` count as one word."""
    known: dict[str, str] = {}
    for form in forms:
        if form.lower() not in known:
            known[form.lower()] = next((term for term in terms if marker(form, (term,))), form.lower())
    return known


def _inside(line: int, chunks: Sequence[Span]) -> bool:
    return any(first <= line <= last for first, last in chunks)
