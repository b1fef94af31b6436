"""Chooses the definitions of a file that a report is about: by frames, by literals of messages, by its words."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from search.analysis.names import folded
from search.analysis.terms import query_terms
from search.graph.file_definitions import DefinitionSpan, innermost
from search.query.trace import Frame
from search.service.message_sources import MESSAGE_BONUS
from search.types.ids import NodeId
from search.types.locations import EvidenceKind, LocatedDefinition, LocationEvidence
from search.types.results import ChunkHit, FileHit

MOST_DEFINITIONS = 3
"""Definitions of a file that are listed."""
MOST_PER_CHUNK = 2
"""Definitions of one chunk: short ones share a chunk."""

_ORDER = tuple(EvidenceKind)
_VALUES = re.compile(r"\$?\{[^}]*\}|%\w|\.\.\.|\\.")
"""Placeholders and escapes in the literal of a message."""


def definitions_of(
    hit: FileHit,
    evidence: Iterable[LocationEvidence],
    spans: Sequence[DefinitionSpan],
    frames: Iterable[Frame],
) -> tuple[LocatedDefinition, ...]:
    """Return the definitions that the report is about, the strongest evidence first.

    Args:
        hit: a file, with the texts of its chunks.
        evidence: what speaks for the file.
        spans: its definitions.
        frames: of the report.
    """
    kinds: dict[NodeId, set[EvidenceKind]] = {}
    by_node = {span.node.id: span for span in reversed(spans)}
    details = {item.kind: item.detail for item in evidence}
    framed = (span for _, span in _of_frames(hit, spans, frames) if span is not None)
    message = innermost(spans, _message_line(hit, details.get(EvidenceKind.MESSAGE, "")))
    for kind, span in (
        *((EvidenceKind.FRAME, span) for span in framed if EvidenceKind.FRAME in details),
        *([(EvidenceKind.MESSAGE, message)] if message is not None else []),
        *_of_chunks(hit, spans),
    ):
        kinds.setdefault(span.node.id, set()).add(kind)
    return tuple(
        _located(by_node[node], sorted(of_node, key=_ORDER.index))
        for node, of_node in list(kinds.items())[:MOST_DEFINITIONS]
    )


def with_lines(
    hit: FileHit,
    evidence: Iterable[LocationEvidence],
    spans: Sequence[DefinitionSpan],
    frames: Iterable[Frame],
) -> tuple[LocationEvidence, ...]:
    """Return the evidence with the lines of its frame and of the literal of its message; see `definitions_of`."""
    lines = (_frame_line(frame, span) for frame, span in _of_frames(hit, spans, frames))
    first = next((line for line in lines if line), 0)
    return tuple(
        replace(item, line=first)
        if item.kind is EvidenceKind.FRAME
        else replace(item, line=_message_line(hit, item.detail))
        if item.kind is EvidenceKind.MESSAGE
        else item
        for item in evidence
    )


def _frame_line(frame: Frame, span: DefinitionSpan | None) -> int:
    """Return the line of a frame; that of its function if it is outside, as in a trace of an older version."""
    return frame.line if span is None or span.start <= frame.line <= span.end else span.start


def _located(span: DefinitionSpan, kinds: Iterable[EvidenceKind]) -> LocatedDefinition:
    node = span.node
    return LocatedDefinition(
        node.id, node.qualname or node.name, node.kind, span.start, span.end, evidence=tuple(kinds)
    )


def _of_frames(
    hit: FileHit, spans: Sequence[DefinitionSpan], frames: Iterable[Frame]
) -> Iterator[tuple[Frame, DefinitionSpan | None]]:
    """Yield each frame of the file with its definition: the function that it names, else the one at its line."""
    name = hit.path.rpartition("/")[2].casefold()
    for frame in frames:
        if frame.path and frame.path.rpartition("/")[2].casefold() != name:
            continue
        function = folded(frame.names[-1]) if frame.names else ""
        named = [span for span in spans if function and folded(span.node.name) == function]
        yield frame, innermost(named, frame.line) or next(iter(named), None) or innermost(spans, frame.line)


def _message_line(hit: FileHit, literal: str) -> int:
    """Return the line that has the literal of a message; 0 if no chunk does."""
    piece = max(_VALUES.split(literal), key=len).strip()
    for chunk in hit.chunks:
        if piece and chunk.bonus >= MESSAGE_BONUS:
            lines = enumerate(chunk.text.splitlines(), chunk.start_line)
            return next((number for number, text in lines if piece in text), chunk.start_line)
    return 0


def _of_chunks(hit: FileHit, spans: Sequence[DefinitionSpan]) -> Iterator[tuple[EvidenceKind, DefinitionSpan]]:
    """Yield the definitions in the best chunks that contain words of the report, those with most words first."""
    stems = frozenset(hit.why.matched_terms)
    for chunk in hit.chunks:
        words = _words_by_span(chunk, spans, stems)
        most = sorted(words, key=lambda node: -len(words[node]))[:MOST_PER_CHUNK]
        for node in most:
            span = next(span for span in spans if span.node.id == node)
            if words[node]:
                yield EvidenceKind.WORDS, span
            if chunk.semantic > 0.0 and (words[node] or node == most[0]):
                yield EvidenceKind.MEANING, span


def _words_by_span(
    chunk: ChunkHit, spans: Sequence[DefinitionSpan], stems: Collection[str]
) -> dict[NodeId, set[str]]:
    """Return the stems on the lines of each definition in a chunk; a line belongs to the innermost one."""
    words: dict[NodeId, set[str]] = {}
    for number, text in enumerate(chunk.text.splitlines(), chunk.start_line):
        span = innermost(spans, number)
        if span is not None:
            words.setdefault(span.node.id, set()).update(term for term in query_terms(text) if term in stems)
    return words
