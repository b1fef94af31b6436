"""Search results: ranked files, their supporting chunks, and why they match.

Hits are structs, not dataclasses: the window copies hundreds of them for every step of the slider, and
`msgspec.structs.replace` takes 2.5 us where `dataclasses.replace` takes 76.
"""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from search.messages import Message
from search.types.files import FileState, Flag
from search.types.ids import ChunkId, FileId, NodeId
from search.types.query import RankSettings


@dataclass(frozen=True, slots=True)
class Ready:
    """How much of the index is ready: the share 0..1 of the files that each step covers."""

    keyword: float = 0.0
    semantic: float = 0.0
    graph: float = 0.0
    names: float = 0.0


GRAPH_SIGNAL = "graph"
"""Name of the signal of a file from the dependency graph; its detail is the reason."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One structural signal of a file.

    Attributes:
        name: as in docs/benchmarks, such as ``exact_definition`` or ``test``.
        value: strength 0..1 before its weight; for a demotion the factor.
        share: what it adds to the score; negative for a demotion.
        detail: display text, such as the matched name or word.
    """

    name: str
    value: float
    share: float
    detail: str = ""


class Why(msgspec.Struct, frozen=True):
    """Why a file has its rank."""

    matched_terms: tuple[str, ...] = ()
    cosine: float = 0.0
    bm25: float = 0.0
    signals: tuple[Signal, ...] = ()


class ChunkHit(msgspec.Struct, frozen=True):
    """A supporting chunk.

    Attributes:
        keyword, semantic: the two signals, normalised to 0..1 over the candidates; true for both sides.
        keyword_rank, semantic_rank: rank from 1 in the source lists; 0 if it is not in the list.
        score: blend of this chunk.
        bonus: added to the blend when the chunks of a file are ordered, for example for a definition.
        text: bare lines; empty until materialised.
    """

    id: ChunkId
    node_id: NodeId
    kind: str
    start_line: int
    end_line: int
    header_path: str
    keyword: float
    semantic: float
    keyword_rank: int
    semantic_rank: int
    score: float
    text: str = ""
    bonus: float = 0.0


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A file that is nearly identical to the one shown in its place."""

    file_id: FileId
    path: str
    repository: str
    branch: str


class Group(StrEnum):
    """The two groups of an answer."""

    CODE = "code"
    DOCUMENT = "document"


class FileHit(msgspec.Struct, frozen=True):
    """A ranked file.

    Attributes:
        rank: from 1.
        score: 0..1 and never rising from one rank to the next.
        keyword, semantic: the file's aggregated signals, 0..1.
        structure: sum of the structural signals, added to the blend.
        names: additional score of names, references and commits if words alone decide; shrinks with the weight.
        card: cosine with the file's card, rescaled to 0..1 over the candidates; its share follows the weight.
        demotion: factor for tests, examples and documents; 1.0 for none.
        chunks: candidates of this file, best first.
        root_path: absolute path of its root; empty for a branch that is not checked out.
        stale: the file changed since it was indexed.
        duplicates: near-identical files that are shown as one result with this one.
        duplicate_group: key that near-identical files of one answer share; empty for a file without any.
        pinned: the query is exactly the name of something it defines; pinned files rank before all others.
        reranked: score of the rerank stage, 0..1; None if the stage did not score it.
        unembedded: meaning counts, but the file still lacks its vectors, or its folder is not embedded.
    """

    rank: int
    file_id: FileId
    path: str
    repository: str
    branch: str
    root_path: str
    language: str
    doc_type: str
    level: str
    flags: tuple[str, ...]
    score: float
    keyword: float
    semantic: float
    structure: float
    demotion: float
    chunk_count: int
    chunks: tuple[ChunkHit, ...]
    why: Why = Why()
    stale: bool = False
    duplicates: tuple[Duplicate, ...] = ()
    pinned: bool = False
    card: float = 0.0
    reranked: float | None = None
    product: str = ""
    component: str = ""
    duplicate_group: str = ""
    names: float = 0.0
    unembedded: bool = False

    @property
    def group(self) -> Group:
        """Return whether it is a document or code; every file that is not a document counts as code."""
        return Group.DOCUMENT if Flag.DOCUMENT.value in self.flags else Group.CODE

    @property
    def offline(self) -> bool:
        """Return whether its folder cannot be reached now."""
        return FileState.OFFLINE in self.flags

    @property
    def only_in_git(self) -> bool:
        """Return whether it belongs to a branch that is not checked out and has no file on the disk."""
        return not self.root_path


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds of each step."""

    parse_ms: float = 0.0
    filter_ms: float = 0.0
    keyword_ms: float = 0.0
    semantic_ms: float = 0.0
    ranking_ms: float = 0.0
    texts_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class Facet:
    """Values of one filter column with the number of candidate files that have each, most first."""

    column: str
    values: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A word of the query, as typed, and the word of the index that was searched in its place."""

    typed: str
    searched: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Answer to a `SearchQuery`.

    Attributes:
        query: as typed.
        searched: words that were searched; equal to the words of ``query`` if nothing was corrected.
        terms: index terms that were looked up, for highlighting.
        total_files: number of ranked files, before ``top``.
        total_chunks: number of candidate chunks, before ``top``.
        notes: messages for the user: corrections, what is not ready yet.
        corrections: misspelt words that were replaced; a word in quotes never is.
    """

    query: str
    searched: str
    ranking: RankSettings
    took_ms: float
    ready: Ready
    files: tuple[FileHit, ...]
    total_files: int
    total_chunks: int
    terms: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    timings: Timings = Timings()
    facets: tuple[Facet, ...] = ()
    corrections: tuple[Correction, ...] = ()
