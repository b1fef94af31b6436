"""The answer of ``search --json`` and of the tool ``search_code``."""

from typing import Self

import msgspec

from search.ranking.explain import explanation
from search.types.ids import ChunkId, FileId, NodeId
from search.types.query import Fusion, Mode
from search.types.results import Correction, Duplicate, Group, Parts, Ready, SearchResult


class SupportingChunk(msgspec.Struct, frozen=True):
    """A part of a file that supports the result; lines count from 1, both inclusive."""

    id: ChunkId
    node_id: NodeId
    start_line: int
    end_line: int
    header_path: str
    relevance: float
    text: str


class ScorePart(msgspec.Struct, frozen=True):
    """A part of a score: its strength 0..1, its share, and the name or the dependency that it comes from."""

    name: str
    value: float
    share: float
    detail: str


class MatchReasons(msgspec.Struct, frozen=True):
    """Why a file has its rank."""

    matched_terms: tuple[str, ...]
    cosine: float
    bm25: float
    signals: tuple[ScorePart, ...]


class ScoreLines(msgspec.Struct, frozen=True):
    """The parts whose shares add up to the rank score ``total``.

    The shares contain ``factor``, a multiplier for the kind of file ``demoted_as``; it is 1.0 for most files.
    """

    parts: tuple[ScorePart, ...]
    factor: float
    demoted_as: str
    total: float


class RankedFile(msgspec.Struct, frozen=True):
    """A ranked file.

    ``relevance`` is ``weight * semantic + (1 - weight) * keyword``. ``rank_score`` orders the list and is the sum
    of its ``parts``. ``exact``: it answers by name or by place, and ranks before all that only resemble the query.
    ``confidence`` is the probability that the file answers. ``stale``: it changed since it was indexed.
    ``explanation`` is there with ``--explain``.
    """

    rank: int
    file_id: FileId
    path: str
    repository: str
    branch: str
    relevance: float
    keyword: float
    semantic: float
    rank_score: float
    parts: Parts
    confidence: float
    why: MatchReasons
    chunks: tuple[SupportingChunk, ...]
    group: Group
    exact: bool
    duplicates: tuple[Duplicate, ...]
    stale: bool
    offline: bool
    explanation: ScoreLines | msgspec.UnsetType = msgspec.UNSET


class SearchAnswer(msgspec.Struct, frozen=True):
    """Ranked files.

    ``ready`` says which steps of the index answered, ``searched`` and ``corrections`` what was searched in place
    of misspelt words, ``notes`` what to know of the answer. ``total_files`` counts the ranked files, and
    ``exact_files`` those that answer by name or by place, which come first. ``confidence`` is the probability that
    the index holds an answer; with ``nothing_here`` nothing seems to answer, and the files are the nearest ones.
    ``reading`` says what the reader did, or why it did not read.
    """

    query: str
    mode: Mode
    weight: float
    fusion: Fusion
    took_ms: float
    ready: Ready
    total_files: int
    exact_files: int
    files: tuple[RankedFile, ...]
    searched: str
    corrections: tuple[Correction, ...]
    notes: tuple[str, ...]
    confidence: float
    nothing_here: bool
    reranking_applied: bool
    reading: str = ""

    @classmethod
    def of(cls, result: SearchResult, *, explained: bool = False) -> Self:
        """Return the answer for a result; ``explained`` adds to each file the parts of its score."""
        files = msgspec.convert(result.files, tuple[RankedFile, ...], from_attributes=True)
        if explained:
            files = tuple(
                msgspec.structs.replace(
                    file,
                    explanation=msgspec.convert(
                        explanation(hit, result.ranking), ScoreLines, from_attributes=True
                    ),
                )
                for file, hit in zip(files, result.files, strict=True)
            )
        return cls(
            query=result.query,
            mode=result.ranking.mode,
            weight=result.ranking.weight,
            fusion=result.ranking.fusion,
            took_ms=round(result.took_ms, 3),
            ready=result.ready,
            total_files=result.total_files,
            exact_files=result.exact_files,
            files=files,
            searched=result.searched,
            corrections=result.corrections,
            notes=tuple(map(str, result.notes)),
            confidence=result.confidence,
            nothing_here=result.nothing_here,
            reranking_applied=result.reranking_applied,
            reading=str(result.reading),
        )
