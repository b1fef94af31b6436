"""The page of an answer that the matching lines of files go into."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from search.exact.lines import count_of_lines
from search.service.file_list import file_hit
from search.service.found_lines import FoundLines, found_at_once, found_behind, start_of_line
from search.service.line_rows import matching_line
from search.service.text_matcher import TextMatcher
from search.types.files import FileRecord
from search.types.line_columns import MatchingLine, columns_of
from search.types.lines import FileLines, LinePosition, LineQuery
from search.types.results import FileHit, Why

MOST_BYTES_AT_ONCE, FEWEST_BYTES_AT_ONCE = 1 << 20, 128 << 10
"""Text that is searched in one pass: what the caches of a processor hold, and less at the beginning of a page."""

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


class Page:
    """Collects the lines of one page.

    Args:
        deadline: on the performance counter; the page ends at the next line or file behind it.
        root_paths: folder of each root by its identifier.

    Attributes:
        files: files with lines, in order.
        line_count: see `LinePage`.
        begun: the files whose first matching line is in this page.
        next: where the next page begins, once this one has ended in a file.
    """

    def __init__(self, query: LineQuery, *, deadline: float, root_paths: Mapping[str, str]) -> None:
        self._query, self._deadline, self._root_paths = query, deadline, root_paths
        self._room = query.most_lines
        self._searched_bytes = 0
        self.files: list[FileLines] = []
        self.begun: list[FileRecord] = []
        self.line_count = 0
        self.next: LinePosition | None = None

    def is_over(self) -> bool:
        """Return whether the time of this page is over."""
        return time.perf_counter() >= self._deadline

    def bytes_at_once(self) -> int:
        """Return how much text to search next: more with every pass, and not much more than fills the page."""
        most = min(MOST_BYTES_AT_ONCE, max(FEWEST_BYTES_AT_ONCE, self._searched_bytes))
        if not self._query.most_lines or not self.line_count:
            return most
        return min(most, self._room * self._searched_bytes // self.line_count)

    def add(self, files: Sequence[FileText], matcher: TextMatcher) -> None:
        """Add the matching lines of files; ``next`` is set where they do not all fit."""
        pattern = matcher.single
        none: list[FoundLines | None] = [None] * len(files)
        at_once = none if pattern is None else found_at_once([file.text for file in files], pattern)
        for file, lines in zip(files, at_once, strict=True):
            self._searched_bytes += len(file.text)
            self._add(file, matcher, lines)
            if self.next is not None:
                return

    def _add(self, file: FileText, matcher: TextMatcher, lines: FoundLines | None) -> None:
        done = self._lines_done(file.record)
        if not matcher.takes(file.text):
            return
        if not self._query.most_lines and matcher.matches_everywhere and not done:
            added = count_of_lines(file.text)
        else:
            if (done or lines is None) and matcher.single is not None:
                lines = found_behind(file.text, done, matcher.single)
            added = self._collect(file, matcher, done) if lines is None else self._take(file, matcher, lines)
        self.line_count += added
        if added and not done:
            self.begun.append(file.record)

    def _take(self, file: FileText, matcher: TextMatcher, lines: FoundLines) -> int:
        """Take as many lines as there is room for and return how many."""
        count = min(lines.count, self._room) if self._query.most_lines else lines.count
        if not count:
            return 0
        rows = slice(lines.rows.start, lines.rows.start + count)
        if count == self._room or not lines.complete:
            self.next = self._behind(file, int(lines.lines.numbers[rows.stop - 1]) + lines.before)
        if self._query.most_lines:
            self._room -= count
            columns = lines.shown().columns(rows, matcher)
            self.files.append(FileLines(self._hit(file), columns))
        return count

    def _lines_done(self, record: FileRecord) -> int:
        after = self._query.after
        same = after is not None and (after.repository, after.branch, after.path) == (
            record.repository,
            record.branch,
            record.path,
        )
        return after.line if after is not None and same else 0

    def _collect(self, file: FileText, matcher: TextMatcher, done: int) -> int:
        """Collect the lines behind line ``done``, match by match, and return how many there are."""
        text = file.text
        number, position = done + 1, start_of_line(text, done)
        lines: list[MatchingLine] = []
        count = 0
        for line in matcher.lines(text, position):
            number += text.count(b"\n", position, line.start)
            position = line.start
            count += 1
            if self._query.most_lines:
                lines.append(matching_line(text, line, number, matcher))
            if len(lines) == self._room > 0 or (count % _CHECK_EVERY == 0 and self.is_over()):
                self.next = self._behind(file, number)
                break
        if lines:
            self._room -= len(lines)
            self.files.append(FileLines(self._hit(file), columns_of(lines)))
        return count

    def _hit(self, file: FileText) -> FileHit:
        root_path = self._root_paths.get(file.record.path_hash, "")
        hit = file_hit(file.record, root_path, len(self.files) + 1, Why())
        return replace(hit, stale=True) if file.stale else hit

    @staticmethod
    def _behind(file: FileText, line: int) -> LinePosition:
        return LinePosition(file.record.repository, file.record.branch, file.record.path, line)
