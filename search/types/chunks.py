"""Chunks: the unit of retrieval."""

from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from search.types.files import DEFAULT_TENANT, Level
from search.types.ids import ChunkId, FileId, NodeId, RootId


class ChunkKind(StrEnum):
    """The kind of a chunk's text."""

    FUNCTION = "function"
    CLASS = "class"
    SECTION = "section"
    """A part of a document under a heading."""
    STATEMENT = "statement"
    """A database statement such as CREATE PROCEDURE."""
    TEXT = "text"
    CARD = "card"
    """The file's summary for the encoder; never shown, never a keyword candidate."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One row of ``chunks``, without its vector.

    Attributes:
        ordinal: position in the file from 0; the card has -1.
        start_line, end_line: from 1, both inclusive.
        header_path: enclosing symbols ``Type.member`` or headings ``Guide > Install``; may be empty.
        text: the bare lines.
        embed_text: input of the encoder; not stored, its hash is ``embed_hash``. Both are empty where
            the file is searched by word only.
        terms: index terms in order, separated by one blank; empty for the card.
        symbols: names defined in the chunk.
    """

    id: ChunkId
    file_id: FileId
    node_id: NodeId
    path_hash: RootId
    repository: str
    branch: str
    path: str
    kind: ChunkKind
    ordinal: int
    start_line: int
    end_line: int
    header_path: str
    text: str
    embed_text: str
    embed_hash: str
    terms: str
    symbols: tuple[str, ...] = ()
    language: str = ""
    ext: str = ""
    doc_type: str = ""
    level: str = Level.STANDARD.value
    product: str = ""
    component: str = ""
    tenant: str = DEFAULT_TENANT
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type["Chunk"], tuple[object, ...]]:
        """Go from one process to another as plain values, in half the time of what frozen dataclasses do."""
        return Chunk, _values(self)


_values = attrgetter(*Chunk.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class ShownChunk:
    """The part of a chunk that answers contain, with the names of `Chunk`; a third of a row's columns."""

    id: ChunkId
    node_id: NodeId
    kind: str
    start_line: int
    end_line: int
    header_path: str
    text: str
