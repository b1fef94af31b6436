"""The patterns of a search for lines together: which texts and which lines match them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from search.exact.lines import MOST_MATCHES, LineSpan, Span, matches_in, matching_lines
from search.exact.pattern import LinePattern


@dataclass(frozen=True, slots=True)
class TextMatcher:
    """Patterns: a line matches one of ``wanted``, its file all of them and none of ``excluded``."""

    wanted: tuple[LinePattern, ...]
    excluded: tuple[LinePattern, ...] = ()

    def allows(self, trigrams: bytes | None) -> bool:
        """Return whether a file with these trigrams may match; without trigrams it may."""
        if trigrams is None:
            return True
        return all(pattern.holds is None or pattern.holds(trigrams) for pattern in self.wanted)

    def takes(self, text: bytes) -> bool:
        """Return whether a text matches all that it has to, and nothing that it must not."""
        needed = self.wanted if len(self.wanted) > 1 else ()
        return all(map(_matches(text), needed)) and not any(map(_matches(text), self.excluded))

    def lines(self, text: bytes, start: int) -> Iterator[LineSpan]:
        """Yield the matching lines from a line start on, in order."""
        if len(self.wanted) == 1:
            yield from matching_lines(text, self.wanted[0], start)
            return
        by_start: dict[int, LineSpan] = {}
        for pattern in self.wanted:
            for line in matching_lines(text, pattern, start):
                known = by_start.get(line.start)
                if known is None or line.match < known.match:
                    by_start[line.start] = line
        yield from (by_start[at] for at in sorted(by_start))

    def spans_in(self, line: bytes, first: Span) -> list[Span]:
        """Return the matches in a line that are not empty, in order, without overlaps."""
        spans = [] if first[0] == first[1] else [first]
        if len(self.wanted) == 1 and (self.wanted[0].multiline or self.wanted[0].matches_everywhere):
            return spans
        start = first[1] if len(self.wanted) == 1 else 0
        for pattern in self.wanted:
            spans += [] if pattern.multiline else matches_in(line, pattern, start, MOST_MATCHES)
        apart: list[Span] = []
        for begin, end in sorted(set(spans)):
            if not apart or begin >= apart[-1][1]:
                apart.append((begin, end))
        return apart

    @property
    def single(self) -> LinePattern | None:
        """Return the pattern of the lines if there is only one."""
        return self.wanted[0] if len(self.wanted) == 1 else None

    @property
    def matches_everywhere(self) -> bool:
        """Return whether every line matches."""
        return len(self.wanted) == 1 and self.wanted[0].matches_everywhere


def _matches(text: bytes) -> Callable[[LinePattern], bool]:
    return lambda pattern: next(matching_lines(text, pattern, 0), None) is not None
