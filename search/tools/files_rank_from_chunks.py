"""``FilesRankFromChunksTool``: from chunks to their files."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from search.errors import BadInputError
from search.ranking.aggregate import softmax_attention
from search.tools.failure_log import failure_logged, input_fields
from search.tools.vector_search_chunks import require_positive
from search.types.query import Aggregate
from search.types.retrieval import RetrievedChunk

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class FilesRankFromChunksInput:
    """Chunks and how their scores become a file's score.

    Attributes:
        method: ``max``, ``mean`` or ``softmax_attn``.
        chunks: each with its file and a finite score.
        temperature: above 0; needed for ``softmax_attn`` and for nothing else.
    """

    chunks: Sequence[RetrievedChunk]
    method: str
    top_n: int
    temperature: float | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be ranked.

        Raises:
            BadInputError: naming the field and the value.
        """
        named = input_fields({"method": self.method, "top_n": self.top_n, "temperature": self.temperature})
        with failure_logged("files ranking refused", **named):
            require_positive("top_n", self.top_n)
            if self.method not in tuple(Aggregate):
                raise BadInputError("tools.unknown_method", method=repr(self.method), known=", ".join(Aggregate))
            if self.method == Aggregate.SOFTMAX_ATTN and not _is_temperature(self.temperature):
                raise BadInputError("tools.bad_temperature", value=repr(self.temperature))
            for chunk in self.chunks:
                _require_rankable(chunk)


def _require_rankable(chunk: RetrievedChunk) -> None:
    if not chunk.parent_file_id:
        raise BadInputError("tools.no_parent", chunk=repr(chunk.chunk_id))
    if not _is_finite(chunk.score):
        raise BadInputError("tools.bad_score", chunk=repr(chunk.chunk_id), value=repr(chunk.score))


def _is_temperature(value: object) -> bool:
    return _is_finite(value) and float(str(value)) > 0.0


def _is_finite(value: object) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and math.isfinite(float(str(value)))


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A file with the chunks that support it, best first."""

    file_id: str
    path: str
    score: float
    supporting_chunks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FilesRankFromChunksOutput:
    """Files best first, ties by ``file_id``."""

    files: tuple[RankedFile, ...]
    method: str


class FilesRankFromChunksTool:
    """Groups chunks by file and aggregates their scores; a chunk that is given twice counts once."""

    def run(self, request: FilesRankFromChunksInput) -> FilesRankFromChunksOutput:
        """Return the best ``top_n`` files; no chunks give no files."""
        by_file: dict[str, dict[str, RetrievedChunk]] = {}
        for chunk in request.chunks:
            best = by_file.setdefault(chunk.parent_file_id, {})
            if chunk.chunk_id not in best or chunk.score > best[chunk.chunk_id].score:
                best[chunk.chunk_id] = chunk
        files = [_ranked(file, list(chunks.values()), request) for file, chunks in by_file.items()]
        files.sort(key=lambda file: (-file.score, file.file_id))
        log.info(
            "files ranked",
            method=request.method,
            chunks=len(request.chunks),
            files=len(files),
            top_n=request.top_n,
        )
        return FilesRankFromChunksOutput(tuple(files[: request.top_n]), request.method)


def _ranked(file: str, chunks: list[RetrievedChunk], request: FilesRankFromChunksInput) -> RankedFile:
    chunks.sort(key=lambda chunk: (-chunk.score, chunk.chunk_id))
    score = aggregate_scores([chunk.score for chunk in chunks], Aggregate(request.method), request.temperature)
    return RankedFile(file, chunks[0].path, score, tuple(chunk.chunk_id for chunk in chunks))


def aggregate_scores(scores: Sequence[float], method: Aggregate, temperature: float | None) -> float:
    """Return one score of at least one: the largest, the mean, or the attention-weighted sum.

    Attention is softmax over score / temperature; it needs a temperature above 0.
    """
    if method is Aggregate.MAX:
        return max(scores)
    if method is Aggregate.MEAN or temperature is None:
        return math.fsum(scores) / len(scores)
    weights = softmax_attention(scores, temperature)
    return math.fsum(weight * score for weight, score in zip(weights, scores, strict=True))
