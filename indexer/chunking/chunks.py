"""From a parsed file and its definitions to the rows of the index."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypedDict

from indexer.chunking.card import card_text
from indexer.chunking.columns import MOST_EMBEDDED, Columns, title_of
from indexer.chunking.owners import Owners
from indexer.chunking.rows import Rows, rows_of
from indexer.chunking.spans import LARGEST, Span, spans
from indexer.facts.model import Definition
from indexer.types import FileScope, ParsedFile
from search.analysis.terms import WRITTEN_BY_A_PROGRAM, chunk_terms
from search.types.chunks import Chunk, ChunkKind
from search.types.files import Flag
from search.types.ids import CARD_NAME, FileId, NodeId, RootId, chunk_id, file_id, prefix

CHUNKER_VERSION = 18
"""Raised when the same file gives other chunks; an index cut by another version is cut again."""

LONGEST_ROW = LARGEST - 1
"""A longer line is cut, the only case of a cut in mid-line; with its line break a row is as long as a chunk."""

NAMES_IN_TEXT = 6
"""Names defined in a chunk that are put before its text for the encoder."""
_KINDS = {
    "class": ChunkKind.CLASS,
    "interface": ChunkKind.CLASS,
    "struct": ChunkKind.CLASS,
    "record": ChunkKind.CLASS,
    "enum": ChunkKind.CLASS,
    "trait": ChunkKind.CLASS,
    "protocol": ChunkKind.CLASS,
    "object": ChunkKind.CLASS,
    "union": ChunkKind.CLASS,
    "impl": ChunkKind.CLASS,
    "type": ChunkKind.CLASS,
    "delegate": ChunkKind.CLASS,
    "section": ChunkKind.SECTION,
    "table": ChunkKind.STATEMENT,
    "view": ChunkKind.STATEMENT,
    "procedure": ChunkKind.STATEMENT,
    "trigger": ChunkKind.STATEMENT,
    "sequence": ChunkKind.STATEMENT,
    "synonym": ChunkKind.STATEMENT,
    "function": ChunkKind.FUNCTION,
    "method": ChunkKind.FUNCTION,
    "constructor": ChunkKind.FUNCTION,
    "property": ChunkKind.FUNCTION,
    "macro": ChunkKind.FUNCTION,
}
_SECTION = "section"

_CHECKSUM = re.compile(
    r"\b[0-9a-f]{32,}\b|(?:\bsha\d+-|\bh1:)[\w+/]+=*"
    r"|(?<![\w+/-])(?=[a-z+/]*\d)(?=[0-9a-z+/]*[A-Z])(?=[0-9A-Z+/]*[a-z])[\w+/]{40,}={0,2}(?![\w+/-])",
    re.ASCII,
)
"""Digests in hexadecimal and base64: thousands in a lock file, each a separate word that is never searched for."""


class _Labels(TypedDict):
    """What every row of a file carries."""

    file_id: FileId
    path_hash: RootId
    repository: str
    branch: str
    path: str
    language: str
    ext: str
    doc_type: str
    level: str
    product: str
    component: str
    tenant: str
    groups: tuple[str, ...]
    tags: tuple[str, ...]
    flags: tuple[str, ...]


def chunks_of(parsed: ParsedFile, definitions: Sequence[Definition], scope: FileScope) -> list[Chunk]:
    """Return the chunks of a file in order, its card last; a file without text has none.

    The definitions may come in any order; places outside the text are passed over.
    """
    lines = parsed.text.split("\n")
    rows = rows_of(lines, LONGEST_ROW)
    placed = [rows.placed(definition) for definition in definitions if definition.is_named]
    ordered = sorted(
        placed, key=lambda definition: (definition.start_line, -definition.end_line, definition.local_id)
    )
    owners = Owners(rows.texts, ordered)
    columns = Columns(rows.texts, ordered, parsed.language)
    labels = _labels(scope)
    used: Counter[str] = Counter()
    made: list[Chunk] = []
    for span in spans(rows.texts, ordered):
        index = owners.of(span.start, span.end, span.owner)
        owner = ordered[index] if index >= 0 else None
        inside = owners.beginning(span.start, span.end)
        symbols = _symbols(ordered[inside.start : inside.stop])
        names = columns.above(span.start, index)
        made.append(_chunk(_ChunkSource(rows, span, len(made), owner, symbols, names), labels, used))
        if columns.is_table and used[owner.qualname if owner else ""] > MOST_EMBEDDED:
            made[-1] = replace(made[-1], embed_text="", embed_hash="")
    if made:
        made.append(_card(parsed, ordered, labels, len(lines)))
    return made


class _ChunkSource(NamedTuple):
    """The position and the subject of a chunk."""

    rows: Rows
    span: Span
    ordinal: int
    owner: Definition | None
    symbols: tuple[str, ...]
    columns: Sequence[str]


def _symbols(definitions: Sequence[Definition]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(definition.name for definition in definitions if definition.kind != _SECTION))


def _chunk(location: _ChunkSource, labels: _Labels, used: Counter[str]) -> Chunk:
    rows, span, owner = location.rows, location.span, location.owner
    path = labels["path"]
    text = rows.text(span.start, span.end)
    header = owner.qualname if owner else ""
    used[header] += 1
    identifier = chunk_id(labels["repository"], labels["branch"], path, header, used[header] - 1)
    header = " > ".join(filter(None, (header, title_of(location.columns))))
    embed = embed_text(path, header, location.symbols, text)
    return Chunk(
        id=identifier,
        node_id=_node(owner, labels),
        kind=_KINDS.get(owner.kind, ChunkKind.TEXT) if owner else ChunkKind.TEXT,
        ordinal=location.ordinal,
        start_line=rows.lines[span.start - 1],
        end_line=rows.lines[span.end - 1],
        header_path=header,
        text=text,
        embed_text=embed,
        embed_hash=_digest(embed),
        terms=_terms("\n".join((text, *location.columns)), location.symbols, labels),
        symbols=location.symbols,
        **labels,
    )


def _terms(text: str, symbols: Sequence[str], labels: _Labels) -> str:
    """Return the index terms of a chunk; a generated text is marked and has no checksums."""
    if Flag.GENERATED.value not in labels["flags"]:
        return chunk_terms(text, labels["path"], symbols)
    return f"{chunk_terms(_CHECKSUM.sub(' ', text), labels['path'], symbols)} {WRITTEN_BY_A_PROGRAM}"


def embed_text(path: str, header: str, symbols: Sequence[str], text: str) -> str:
    """Return the encoder's text for a chunk: its position and its definitions, then the text itself."""
    names = ", ".join(symbols[:NAMES_IN_TEXT])
    return " ".join(part for part in (path, header, names) if part) + "\n" + text


def _card(parsed: ParsedFile, definitions: Sequence[Definition], labels: _Labels, line_count: int) -> Chunk:
    text = card_text(labels["path"], labels["language"], parsed.text, definitions)
    return Chunk(
        id=chunk_id(labels["repository"], labels["branch"], labels["path"], CARD_NAME, -1),
        node_id=_node(None, labels),
        kind=ChunkKind.CARD,
        ordinal=-1,
        start_line=1,
        end_line=line_count,
        header_path="",
        text="",
        embed_text=text,
        embed_hash=_digest(text),
        terms="",
        **labels,
    )


def _node(owner: Definition | None, labels: _Labels) -> NodeId:
    if owner is None:
        return NodeId(labels["file_id"])
    return NodeId(f"{prefix(labels['repository'], labels['branch'])}:{owner.local_id}")


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _labels(scope: FileScope) -> _Labels:
    return {
        "file_id": file_id(scope.repository, scope.branch, scope.path),
        "path_hash": RootId(scope.path_hash),
        "repository": scope.repository,
        "branch": scope.branch,
        "path": scope.path,
        "language": scope.language,
        "ext": scope.ext,
        "doc_type": scope.doc_type,
        "level": scope.level,
        "product": scope.product,
        "component": scope.component,
        "tenant": scope.tenant,
        "groups": scope.groups,
        "tags": scope.tags,
        "flags": scope.flags,
    }
