"""The answer of ``search --json`` and of the tool ``search_code``."""

from typing import Self

import msgspec

from search.ranking.explain import Explanation, explanation
from search.types.ids import ChunkId, FileId, NodeId
from search.types.query import Fusion, Mode
from search.types.results import Correction, Duplicate, Group, Ready, SearchResult, Why


class SupportingChunk(msgspec.Struct, frozen=True):
    """A part of a file that supports the result; lines count from 1, both inclusive."""

    id: ChunkId
    node_id: NodeId
    start_line: int
    end_line: int
    header_path: str
    score: float
    text: str


class RankedFile(msgspec.Struct, frozen=True):
    """A ranked file; ``stale``: it changed since it was indexed; ``explanation`` is there with ``--explain``."""

    rank: int
    file_id: FileId
    path: str
    repository: str
    branch: str
    score: float
    keyword: float
    semantic: float
    structure: float
    why: Why
    chunks: tuple[SupportingChunk, ...]
    group: Group
    duplicates: tuple[Duplicate, ...]
    stale: bool
    offline: bool
    explanation: Explanation | msgspec.UnsetType = msgspec.UNSET


class SearchAnswer(msgspec.Struct, frozen=True):
    """Ranked files.

    ``ready`` says which steps of the index answered, ``searched`` and ``corrections`` what was searched in place
    of misspelt words, ``notes`` what to know of the answer.
    """

    query: str
    mode: Mode
    weight: float
    fusion: Fusion
    took_ms: float
    ready: Ready
    files: tuple[RankedFile, ...]
    searched: str
    corrections: tuple[Correction, ...]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, result: SearchResult, *, explained: bool = False) -> Self:
        """Return the answer for a result; ``explained`` adds to each file the parts of its score."""
        files = msgspec.convert(result.files, tuple[RankedFile, ...], from_attributes=True)
        if explained:
            files = tuple(
                msgspec.structs.replace(file, explanation=explanation(hit, result.ranking))
                for file, hit in zip(files, result.files, strict=True)
            )
        return cls(
            query=result.query,
            mode=result.ranking.mode,
            weight=result.ranking.weight,
            fusion=result.ranking.fusion,
            took_ms=round(result.took_ms, 3),
            ready=result.ready,
            files=files,
            searched=result.searched,
            corrections=result.corrections,
            notes=tuple(map(str, result.notes)),
        )
