"""Finds lines exactly, in all indexed files that a client may see, page by page."""

import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import structlog

from search.exact.pattern import LinePattern, line_pattern
from search.exact.trigrams import trigrams_of
from search.messages import Message
from search.query.line_terms import LineTerm, LineTerms, line_terms
from search.query.parse import ParsedQuery
from search.service.facets import facets
from search.service.file_lines import Page, Texts
from search.service.file_list import IsStale
from search.service.filter_notes import filter_notes
from search.service.scope import named_as_in, scope_of, visible_roots
from search.service.text_matcher import TextMatcher
from search.service.visible_files import VisibleFiles, position_of
from search.storage.storage import Storage
from search.types.files import FileRecord
from search.types.ids import FileId
from search.types.lines import LineOptions, LinePage, LinePosition, LineQuery

PAGE_S = 0.1
"""Seconds after which a page ends, so that its lines are shown and a search can be stopped."""

READ_AT_ONCE = 1_000
"""Most files whose texts are read together."""

MOST_TRIGRAM_BYTES = 256 << 20
"""Memory for the trigrams of files; about a sixth of the text. The files beyond are read for every search."""

log = structlog.get_logger(__name__)


@dataclass
class _Trigrams:
    """Trigrams of the files that were read, by the content that they had."""

    known: dict[FileId, tuple[str, bytes]] = field(default_factory=dict)
    size_bytes: int = 0

    def of(self, record: FileRecord) -> bytes | None:
        known = self.known.get(record.id)
        return known[1] if known is not None and known[0] == record.content_hash else None

    def learn(self, record: FileRecord, text: bytes) -> None:
        if self.of(record) is None and self.size_bytes < MOST_TRIGRAM_BYTES:
            trigrams = trigrams_of(text)
            before = self.known.get(record.id, ("", b""))[1]
            self.known[record.id] = (record.content_hash, trigrams)
            self.size_bytes += len(trigrams) - len(before)


class LineSearch:
    """Answers `LineQuery`s from the files of one index.

    A file is read only if its trigrams allow a match. They are learned from each text that is read, so the first
    search after a start reads all files.

    Args:
        visible: the files of the index.
        texts: reads files; called only for those that pass filters and access rights.
        is_stale: returns whether a file differs from its indexed version, as in `SearchDependencies`.
        learns: remember trigrams; a process that answers one question has no use for them.
    """

    def __init__(
        self,
        storage: Storage,
        visible: VisibleFiles,
        texts: Texts,
        is_stale: IsStale,
        *,
        learns: bool = True,
    ) -> None:
        self._storage, self._visible, self._texts = storage, visible, texts
        self._is_stale, self._learns = is_stale, learns
        self._trigrams = _Trigrams()

    def page(self, query: LineQuery) -> LinePage:
        """Return the next page of an answer; it ends after `PAGE_S` or when it has enough lines.

        Raises:
            QueryError: there is no text, the pattern is not valid, or a filter has an unknown value.
        """
        started = time.perf_counter()
        terms = line_terms(query.text, regex=query.options.regex, filters=query.filters)
        matcher = TextMatcher(
            tuple(_pattern(term, query.options) for term in terms.wanted),
            tuple(_pattern(term, query.options) for term in terms.excluded),
        )
        files = self._files(query, terms)
        begin = 0 if query.after is None else bisect_left(files, position_of(query.after), key=position_of)
        page = Page(query, deadline=started + PAGE_S, root_paths=self._storage.roots.folders())
        self._fill(page, matcher, files, begin)
        ms = (time.perf_counter() - started) * 1000.0
        if page.next is None:
            log.info("lines", files=len(page.begun), lines=page.line_count, ms=round(ms, 1))
        return LinePage(
            files=tuple(page.files),
            file_count=len(page.begun),
            line_count=page.line_count,
            searched_files=len(files),
            took_ms=ms,
            next=page.next,
            notes=() if files else self._notes(query, terms),
            facets=facets((record, record.id) for record in page.begun) if query.facets else (),
        )

    def _notes(self, query: LineQuery, terms: LineTerms) -> tuple[Message, ...]:
        """Return what may be mistyped in filters that no file passes."""
        roots = visible_roots(self._storage.files, self._storage.roots.all(), query.access)
        return filter_notes(terms.filters, self._storage.files, query.access.row_filter(), roots)

    def _fill(self, page: Page, matcher: TextMatcher, files: Sequence[FileRecord], begin: int) -> None:
        """Read files from ``begin`` on until the page is full."""
        start = begin
        while start < len(files):
            possible, start = self._next_possible(files, start, page.bytes_at_once(), matcher)
            read = list(self._texts(possible))
            if self._learns:
                for file in read:
                    self._trigrams.learn(file.record, file.text)
            page.add(read, matcher)
            if page.next is not None:
                return
            if start < len(files) and page.is_over():
                page.next = _position(files[start])
                return

    def _next_possible(
        self, files: Sequence[FileRecord], start: int, most_bytes: int, matcher: TextMatcher
    ) -> tuple[Sequence[FileRecord], int]:
        """Return files that may match, of about so many bytes together, and where the others begin."""
        possible: list[FileRecord] = []
        size = 0
        while start < len(files) and size < most_bytes and len(possible) < READ_AT_ONCE:
            if matcher.allows(self._trigrams.of(files[start])):
                possible.append(files[start])
                size += files[start].size_bytes
            start += 1
        return possible, start

    def _files(self, query: LineQuery, terms: LineTerms) -> Sequence[FileRecord]:
        """Return the searchable files that the query may see, in order."""
        roots = self._storage.roots.all()
        parsed = named_as_in(terms.filters, roots)
        scope = scope_of(query.access, parsed, roots)
        files = self._visible.of(scope.wanted)
        narrows = parsed.states or parsed.not_states or parsed.reasons or parsed.symbols
        if not narrows and parsed.stale is None:
            return files
        return [record for record in files if self._passes(record, parsed)]

    def _passes(self, record: FileRecord, parsed: ParsedQuery) -> bool:
        if parsed.states and record.state not in parsed.states:
            return False
        if record.state in parsed.not_states or (parsed.reasons and record.reason not in parsed.reasons):
            return False
        if parsed.symbols and not set(parsed.symbols).issubset(record.definitions):
            return False
        root = self._storage.roots.folders().get(record.path_hash, "")
        return parsed.stale is None or self._is_stale(root, record.path, record.mtime_ns) is parsed.stale


def _pattern(term: LineTerm, options: LineOptions) -> LinePattern:
    return line_pattern(term.text, replace(options, regex=term.regex))


def _position(record: FileRecord) -> LinePosition:
    return LinePosition(record.repository, record.branch, record.path)
