"""Search results: ranked files, their supporting chunks, and why they match.

Hits are structs, not dataclasses: the window copies hundreds of them for every step of the slider, and
`msgspec.structs.replace` takes 2.5 us where `dataclasses.replace` takes 76.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from search.messages import NOTHING, Message
from search.types.files import FileState, Flag
from search.types.ids import ChunkId, FileId, NodeId
from search.types.query import RankSettings, Threshold


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
        share: its share of the score; negative for a demotion.
        reason: the matched name or word, or a message about a dependency; may be empty.
    """

    name: str
    value: float
    share: float
    reason: str | Message = ""

    @property
    def detail(self) -> str:
        """Return the reason in English."""
        return str(self.reason)


class Why(msgspec.Struct, frozen=True):
    """Why a file has its rank."""

    matched_terms: tuple[str, ...] = ()
    cosine: float = 0.0
    bm25: float = 0.0
    signals: tuple[Signal, ...] = ()


class Parts(msgspec.Struct, frozen=True):
    """The parts of a rank score, in the order in which they are added; none is below 0.

    Attributes:
        words: from the keyword scores of the best chunks.
        meaning: from the semantic scores of the best chunks and of the file's card.
        structure: from names, references and the dependency graph, and from rules that place a file.
        history: from commits.
        reader: from the reader; from another rerank stage, whose score replaces the other parts.
    """

    words: float = 0.0
    meaning: float = 0.0
    structure: float = 0.0
    history: float = 0.0
    reader: float = 0.0

    @property
    def total(self) -> float:
        """Return the sum, which is the rank score to the last digit."""
        return self.words + self.meaning + self.structure + self.history + self.reader


class ChunkHit(msgspec.Struct, frozen=True):
    """A supporting chunk.

    Attributes:
        keyword: BM25 score over the best of the candidates, 0..1.
        semantic: cosine with the query, clipped to 0..1; 0 if the chunk has no vector.
        keyword_rank, semantic_rank: rank from 1 in the source lists; 0 if it is not in the list.
        relevance: ``weight * semantic + (1 - weight) * keyword``.
        rank_score: what orders the chunks of a file: the relevance, or with reciprocal ranks their weighted sum.
        words, meaning: the two scores as the order uses them, rescaled over the candidates.
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
    relevance: float
    text: str = ""
    bonus: float = 0.0
    words: float = 0.0
    meaning: float = 0.0
    rank_score: float = 0.0


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
        rank_score: what orders the list: 0..1 and never rising from one rank to the next.
        parts: the parts of ``rank_score``; their sum is equal to it.
        keyword, semantic: those of the file's best chunk, or their aggregates over its chunks.
        relevance: ``weight * semantic + (1 - weight) * keyword``.
        confidence: probability that the file answers, 0..1; it does not depend on the settings.
        scale: factor from the share of a signal to what it adds to ``rank_score``.
        structure: sum of the structural signals, added to the blend.
        names: additional score of names and references if words alone decide; shrinks with the weight.
        history, history_names: the same two sums for commits.
        card: cosine with the file's card, rescaled to 0..1 over the candidates; its share follows the weight.
        demotion: factor for tests, examples and documents; 1.0 for none.
        chunks: candidates of this file, best first.
        root_path: absolute path of its root; empty for a branch that is not checked out.
        stale: the file changed since it was indexed.
        duplicates: near-identical files that are shown as one result with this one.
        duplicate_group: key that near-identical files of one answer share; empty for a file without any.
        pinned: the query is exactly the name of something it defines; pinned files rank before all others.
        uses: the query is exactly the name of something it uses; these files follow the pinned ones.
        spelt: the query spells the name of something it defines with blanks; such a file is among the first.
        reranked: score of the reader or of the rerank stage, 0..1; None if it did not score the file.
        unembedded: meaning counts, but chunks of the file still lack vectors, or its folder is not embedded.
        mtime_ns: modification time in nanoseconds since the epoch; 0 for a file in git's objects.
        size_bytes: of the file.
        title: from front matter or first heading.
        date: of the front matter; may be empty.
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
    rank_score: float
    relevance: float
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
    uses: bool = False
    spelt: bool = False
    card: float = 0.0
    reranked: float | None = None
    product: str = ""
    component: str = ""
    duplicate_group: str = ""
    names: float = 0.0
    unembedded: bool = False
    mtime_ns: int = 0
    size_bytes: int = 0
    title: str = ""
    date: str = ""
    parts: Parts = Parts()
    scale: float = 1.0
    history: float = 0.0
    history_names: float = 0.0
    confidence: float = 0.0

    def passes(self, settings: RankSettings) -> bool:
        """Return whether the file reaches the threshold of the settings."""
        value = self.confidence if settings.threshold is Threshold.CONFIDENCE else self.relevance
        return value >= settings.min_score

    @property
    def exact(self) -> bool:
        """Return whether it answers by name, by place or from the graph, and ranks before all others."""
        return self.pinned or self.uses

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


def near_by_meaning(files: Sequence[FileHit]) -> bool:
    """Return whether files that do not hold what was typed are near by meaning; so they are if none is listed."""
    near = [file.semantic > 0 for file in files if not file.exact]
    return any(near) or not near


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Answer to a `SearchQuery`.

    Attributes:
        query: as typed.
        searched: words that were searched; equal to the words of ``query`` if nothing was corrected.
        terms: index terms that were looked up, for highlighting.
        total_files: number of ranked files, before ``top``.
        total_chunks: number of candidate chunks, before ``top``.
        exact_files: how many of the ranked files answer by name or by place: they define or use what the whole
            query names, or a frame or a question to the graph leads to them. They come first.
        notes: messages for the user: corrections, parts of the index that are not ready.
        confidence: probability that the index holds an answer, 0..1.
        nothing_here: nothing seems to answer; the files are the nearest ones. Not said while files are being read.
        corrections: misspelt words that were replaced; a word in quotes never is.
        reranking_applied: whether a stage after fusion ordered the first files again; False without its model.
        reading: the outcome of the reader, or why it did not read; without text if it was not requested.
        reader_share: share of the reader in the rank scores of the files that it read; 0.0 if it read none.
    """

    query: str
    searched: str
    ranking: RankSettings
    took_ms: float
    ready: Ready
    files: tuple[FileHit, ...]
    total_files: int
    total_chunks: int
    exact_files: int = 0
    terms: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    timings: Timings = Timings()
    facets: tuple[Facet, ...] = ()
    corrections: tuple[Correction, ...] = ()
    confidence: float = 1.0
    nothing_here: bool = False
    reranking_applied: bool = False
    reading: Message = NOTHING
    reader_share: float = 0.0
