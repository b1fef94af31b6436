"""The lines of one file that match, and the page of an answer that they go into."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from search.exact.lines import MOST_MATCHES, LineSpan, Span, count_of_lines, matches_in, matching_lines
from search.exact.pattern import LinePattern
from search.service.file_list import file_hit
from search.types.files import FileRecord
from search.types.lines import FileLines, LinePosition, LineQuery, MatchingLine
from search.types.results import FileHit, Why

MOST_LINE_BYTES = 2_000
"""Of a longer line only a part of this length is returned: minified scripts have lines of a megabyte."""

_BEFORE_BYTES = 200
"""What is returned of a very long line before its first match."""

_CHECK_EVERY = 64
"""Matches between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class FileText:
    r"""The text of a file in UTF-8 with ``\n`` line ends; ``stale``: the file on the disk is another one."""

    record: FileRecord
    text: bytes
    stale: bool = False


Texts = Callable[[Sequence[FileRecord]], Iterator[FileText]]
"""Yields the text of each of these files, in their order; files without any text are left out."""


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
    def matches_everywhere(self) -> bool:
        """Return whether every line matches."""
        return len(self.wanted) == 1 and self.wanted[0].matches_everywhere


def _matches(text: bytes) -> Callable[[LinePattern], bool]:
    return lambda pattern: next(matching_lines(text, pattern, 0), None) is not None


class Page:
    """Collects the lines of one page.

    Args:
        deadline: on the performance counter; the page ends at the next line or file behind it.
        root_paths: folder of each root by its identifier.

    Attributes:
        files: files with lines, in order.
        file_count, line_count: see `LinePage`.
        next: where the next page begins, once this one has ended in a file.
    """

    def __init__(self, query: LineQuery, *, deadline: float, root_paths: Mapping[str, str]) -> None:
        self._query, self._deadline, self._root_paths = query, deadline, root_paths
        self._room = query.most_lines
        self.files: list[FileLines] = []
        self.file_count = self.line_count = 0
        self.next: LinePosition | None = None

    def is_over(self) -> bool:
        """Return whether the time of this page is over."""
        return time.perf_counter() >= self._deadline

    def add(self, file: FileText, matcher: TextMatcher) -> None:
        """Add the matching lines of a file; ``next`` is set where they do not all fit."""
        done = self._lines_done(file.record)
        if not matcher.takes(file.text):
            return
        if not self._query.most_lines and matcher.matches_everywhere and not done:
            lines = count_of_lines(file.text)
            self.line_count += lines
            self.file_count += bool(lines)
            return
        added = self._collected(file, matcher, done)
        if added and not done:
            self.file_count += 1
        self.line_count += added

    def _lines_done(self, record: FileRecord) -> int:
        after = self._query.after
        same = after is not None and (after.repository, after.branch, after.path) == (
            record.repository,
            record.branch,
            record.path,
        )
        return after.line if after is not None and same else 0

    def _collected(self, file: FileText, matcher: TextMatcher, done: int) -> int:
        """Collect the lines behind line ``done`` and return how many there are."""
        text = file.text
        number, position = done + 1, _start_of_line(text, done)
        lines: list[MatchingLine] = []
        count = 0
        for line in matcher.lines(text, position):
            number += text.count(b"\n", position, line.start)
            position = line.start
            count += 1
            if self._query.most_lines:
                lines.append(_matching_line(text, line, number, matcher))
            if len(lines) == self._room > 0 or (count % _CHECK_EVERY == 0 and self.is_over()):
                record = file.record
                self.next = LinePosition(record.repository, record.branch, record.path, number)
                break
        if lines:
            self._room -= len(lines)
            self.files.append(FileLines(self._hit(file), tuple(lines)))
        return count

    def _hit(self, file: FileText) -> FileHit:
        root_path = self._root_paths.get(file.record.path_hash, "")
        return replace(file_hit(file.record, root_path, len(self.files) + 1, Why()), stale=file.stale)


def _start_of_line(text: bytes, done: int) -> int:
    """Return where the line behind the first ``done`` lines begins; the end of a text that has no further line."""
    if not done:
        return 0
    *_, rest = text.split(b"\n", done)
    return len(text) - len(rest) if text.count(b"\n") >= done else len(text)


def _matching_line(text: bytes, line: LineSpan, number: int, matcher: TextMatcher) -> MatchingLine:
    """Return a line as it is shown, cut around its first match if it is very long."""
    whole = text[line.start : line.end]
    first = line.match[0] - line.start, line.match[1] - line.start
    if line.further is not None and len(whole) <= MOST_LINE_BYTES and whole.isascii():
        spans = [first] if first[0] < first[1] else []
        spans += [(begin - line.start, end - line.start) for begin, end in line.further]
        return MatchingLine(number, first[0] + 1, whole.decode("ascii"), 0, tuple(spans))
    start, end = _window(whole, first[0])
    shown = whole[start:end]
    spans = [
        (_chars(shown[: max(0, begin - start)]), _chars(shown[: stop - start]))
        for begin, stop in matcher.spans_in(whole, first)
        if begin < end and stop > start
    ]
    cut = _chars(whole[:start])
    column = cut + _chars(whole[start : first[0]]) + 1
    return MatchingLine(number, column, shown.decode("utf-8", "replace"), cut, tuple(spans))


def _window(line: bytes, match: int) -> Span:
    """Return which bytes of a line are shown; no character is cut in two."""
    if len(line) <= MOST_LINE_BYTES:
        return 0, len(line)
    start = max(0, min(match - _BEFORE_BYTES, len(line) - MOST_LINE_BYTES))
    return _boundary(line, start), _boundary(line, start + MOST_LINE_BYTES)


def _boundary(line: bytes, offset: int) -> int:
    """Return the offset, or that of the next character if it is inside of one."""
    while offset < len(line) and line[offset] & 0xC0 == 0x80:
        offset += 1
    return offset


def _chars(text: bytes) -> int:
    """Return the number of characters; each invalid part counts as the one that stands for it."""
    return len(text) if text.isascii() else len(text.decode("utf-8", "replace"))
