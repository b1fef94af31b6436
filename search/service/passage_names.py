"""Names the passages of an answer after the definition that matches, where a passage holds several.

Short definitions of a file share a chunk, which the index names after the first of them. Their lines are read from
the table of nodes, which takes a third of the time of a search.
"""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from search.analysis.names import folded
from search.graph.file_definitions import DefinitionSpan, innermost, spans_of
from search.storage.graph_tables import GraphTables
from search.types.chunks import ChunkKind
from search.types.ids import FileId
from search.types.results import ChunkHit, FileHit, Group

NAMED_FILES = 10
"""Files of an answer whose passages are named by their match."""

NAMED_PASSAGES = 5
"""Passages of a file that are named by their match: no list shows more before a person opens them."""

_REMEMBERED = 1_000
"""Files whose definitions are remembered: while a query is typed most of them are results again."""

_TELLING_LETTERS = 3
"""Shorter words of a query stand within any others, and only count where there are no longer ones."""

_TYPES = frozenset({"class", "interface", "struct", "enum", "record", "trait", "object", "type", "module"})
_RENAMED = {ChunkKind.FUNCTION.value, ChunkKind.CLASS.value}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a query looks for.

    Attributes:
        terms: its index terms.
        names: names of definitions in it.
    """

    terms: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, terms: Collection[str], names: Collection[str]) -> "Wanted":
        """Return what a query with these terms and names looks for."""
        return cls(frozenset(terms), frozenset(map(folded, names)))


class PassageNames:
    """Names passages; reads the definitions of files from the graph and remembers them until it changes."""

    def __init__(self, graph: GraphTables) -> None:
        self._graph = graph
        self._guard = threading.Lock()
        self._version: tuple[int, int] | None = None
        self._known: dict[FileId, Sequence[DefinitionSpan]] = {}

    def applied(self, hits: Sequence[FileHit], wanted: Wanted) -> list[FileHit]:
        """Return the hits; the first passages of the first files are named after their definition that matches."""
        first = hits[:NAMED_FILES]
        code = {hit.file_id: hit.path for hit in first if hit.group is Group.CODE and hit.chunks}
        if not code or not (wanted.terms or wanted.names):
            return list(hits)
        spans = self._spans(code)
        return [*(_renamed(hit, spans.get(hit.file_id, ()), wanted) for hit in first), *hits[NAMED_FILES:]]

    def _spans(self, paths: dict[FileId, str]) -> dict[FileId, Sequence[DefinitionSpan]]:
        version = self._graph.version()
        with self._guard:
            if version != self._version:
                self._version, self._known = version, {}
            known = {file: self._known[file] for file in paths if file in self._known}
        missing = [file for file in paths if file not in known]
        if not missing:
            return known
        nodes = self._graph.defined_in(missing)
        read = {file: tuple(spans_of(nodes.get(file, ()), paths[file])) for file in missing}
        with self._guard:
            if version == self._version:
                self._known |= read
                for file in list(self._known)[: max(0, len(self._known) - _REMEMBERED)]:
                    del self._known[file]
        return known | read


def _renamed(hit: FileHit, spans: Sequence[DefinitionSpan], wanted: Wanted) -> FileHit:
    if not spans:
        return hit
    first = [_named(chunk, spans, wanted) for chunk in hit.chunks[:NAMED_PASSAGES]]
    return replace(hit, chunks=(*first, *hit.chunks[NAMED_PASSAGES:]))


def _named(chunk: ChunkHit, spans: Sequence[DefinitionSpan], wanted: Wanted) -> ChunkHit:
    """Return the passage under the name of the definition that the query names, or that has most of its words."""
    within = [span for span in spans if chunk.start_line <= span.start <= chunk.end_line]
    if not within:
        return chunk
    named = [span for span in within if folded(span.node.name) in wanted.names]
    own = [span for span in spans if span.node.id == chunk.node_id]
    if any(span.node.id == chunk.node_id for span in named):
        return chunk
    if named:
        return _under(chunk, named[0])
    is_elsewhere = not own and bool(chunk.header_path)
    if is_elsewhere or any(span.start <= chunk.start_line and chunk.end_line <= span.end for span in own):
        return chunk
    matching = _with_most_words(chunk, spans, wanted.terms)
    return chunk if matching is None else _under(chunk, matching)


def _with_most_words(
    chunk: ChunkHit, spans: Sequence[DefinitionSpan], terms: Collection[str]
) -> DefinitionSpan | None:
    """Return the definition with most words of the query; None if no other has more than the passage's own."""
    around = [span for span in spans if span.start <= chunk.end_line and chunk.start_line <= span.end]
    long_enough = [term for term in terms if len(term) >= _TELLING_LETTERS] or terms
    words: dict[str, set[str]] = {}
    span_of: dict[str, DefinitionSpan] = {}
    for line, text in enumerate(chunk.text.lower().split("\n"), chunk.start_line):
        matching = [term for term in long_enough if term in text]
        span = innermost(around, line) if matching else None
        if span is not None:
            span_of.setdefault(span.node.id, span)
            words.setdefault(span.node.id, set()).update(matching)
    best = max(words, key=lambda node: (len(words[node]), node == chunk.node_id), default=None)
    return None if best is None or best == chunk.node_id else span_of[best]


def _under(chunk: ChunkHit, span: DefinitionSpan) -> ChunkHit:
    node = span.node
    kind = ChunkKind.CLASS.value if node.kind in _TYPES else ChunkKind.FUNCTION.value
    return replace(
        chunk,
        node_id=node.id,
        header_path=node.qualname or node.name,
        kind=kind if chunk.kind in _RENAMED else chunk.kind,
    )
