"""Where the query's words stand in a file, and which lines are worth a band. Pure."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from ui.panels.results.snippet import Marker, Span

WORDS_FOR_A_BAND = 2
"""Different query words that a line of a supporting chunk must hold to get a band; marking all made noise."""


@dataclass(frozen=True, slots=True)
class Match:
    """One matched word: line from 0, offsets in the line."""

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FileMatches:
    """All matches of a file.

    Attributes:
        found: in order.
        hit_lines: lines (from 0) of supporting chunks that hold two or more different query words.
    """

    found: tuple[Match, ...] = ()
    hit_lines: frozenset[int] = frozenset()

    def by_line(self) -> dict[int, list[Match]]:
        """Return the matches of each line that has some."""
        lines: dict[int, list[Match]] = {}
        for match in self.found:
            lines.setdefault(match.line, []).append(match)
        return lines

    def at_or_after(self, line: int) -> int | None:
        """Return the place in ``found`` of the first match from this line on; None when there is none at all."""
        if not self.found:
            return None
        return next((place for place, match in enumerate(self.found) if match.line >= line), len(self.found) - 1)


def find_matches(text: str, terms: Sequence[str], chunks: Sequence[Span], marker: Marker) -> FileMatches:
    r"""Return where ``terms`` stand in ``text``.

    Args:
        text: with ``\n`` line ends.
        terms: index terms.
        chunks: supporting chunks as first and last line from 1, both inclusive.
        marker: gives the spans of hit words.
    """
    spans = marker(text, terms) if terms else ()
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    found = tuple(_placed(span, starts) for span in spans)
    words = _word_of([text[start:end] for start, end in spans], terms, marker)
    per_line: dict[int, set[str]] = {}
    for match, (start, end) in zip(found, spans, strict=True):
        per_line.setdefault(match.line, set()).add(words[text[start:end].lower()])
    hits = (line for line, different in per_line.items() if len(different) >= WORDS_FOR_A_BAND)
    return FileMatches(found, frozenset(line for line in hits if _inside(line + 1, chunks)))


def _placed(span: Span, starts: list[int]) -> Match:
    line = bisect_right(starts, span[0]) - 1
    return Match(line, span[0] - starts[line], span[1] - starts[line])


def _word_of(forms: Sequence[str], terms: Sequence[str], marker: Marker) -> dict[str, str]:
    """Return the term that each word form hits, so that ``lease`` and ``leases`` count as one word."""
    known: dict[str, str] = {}
    for form in forms:
        if form.lower() not in known:
            known[form.lower()] = next((term for term in terms if marker(form, (term,))), form.lower())
    return known


def _inside(line: int, chunks: Sequence[Span]) -> bool:
    return any(first <= line <= last for first, last in chunks)
