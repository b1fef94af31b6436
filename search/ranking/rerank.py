"""Orders hits: once for the service, again for every step of the slider."""

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import compress
from typing import Protocol

import numpy as np
import numpy.typing as npt
from msgspec import structs

from search.ranking.candidates import Candidates, Floats, Reading
from search.ranking.constants import DOCUMENT_PLACE, DOCUMENTS_IN_FULL, FURTHER_DOCUMENT, GRID, NEARLY_THERE
from search.ranking.duplicates import collapsed, group_of
from search.ranking.order import Ranking, multiplied, passing, rank, with_scores
from search.ranking.reading import with_reading
from search.types.query import RankSettings, Rerank
from search.types.results import ChunkHit, FileHit, Group, Parts, SearchResult


def rerank(result: SearchResult, settings: RankSettings) -> tuple[FileHit, ...]:
    """Return the files of ``result`` ordered by ``settings``, with new scores and ranks, without a new search.

    With the settings of the result it returns the files of the result.
    """
    return Reranking(result).first(settings, None)[0]


class Reranking:
    """The files of an answer, prepared for repeated reordering without a new search."""

    def __init__(self, result: SearchResult) -> None:
        self._listed = result.files
        read_share = result.reader_share if result.ranking.rerank is Rerank.READER else 0.0
        # files that were only filtered have no scores to order by
        self._hits = _Hits(result.files, read_share) if result.total_chunks and result.files else None

    def first(self, settings: RankSettings, most: int | None) -> tuple[tuple[FileHit, ...], int]:
        """Return at least the first ``most`` files of `rerank`, and the total number."""
        if self._hits is None:
            return self._listed, len(self._listed)
        return first_of(self._hits, settings, most)


def order_hits(files: Sequence[FileHit], settings: RankSettings) -> tuple[FileHit, ...]:
    """Return the hits best first, with ranks from 1, without those below ``min_score``.

    With a rerank stage the hits that it scored come first, by that score. Near-identical files are one hit.
    """
    return best_hits(files, settings, None)[0]


def best_hits(
    files: Sequence[FileHit], settings: RankSettings, most: int | None
) -> tuple[tuple[FileHit, ...], int]:
    """Return at least the first ``most`` hits of `order_hits`, and the total number."""
    return first_of(_Hits(files), settings, most) if files else ((), 0)


class Orderable(Protocol):
    """Files that can be ordered; hits are built only for requested files."""

    @property
    def candidates(self) -> Candidates:
        """All scores; files by id, chunks by file and id, because sums of floats depend on the order."""
        ...

    def group(self, index: int) -> Hashable:
        """Return the key that the file shares with those that are shown as one result with it."""
        ...

    def is_document(self, index: int) -> bool:
        """Return whether the file is a document; every other file counts as code."""
        ...

    def hit(self, index: int, ranking: Ranking, rank: int) -> FileHit:
        """Return the file with the scores of the ranking and this rank, from 1."""
        ...


def first_of(files: Orderable, settings: RankSettings, most: int | None) -> tuple[tuple[FileHit, ...], int]:
    """Return at least the first ``most`` files, best first, and the total number."""
    order = Order(files, settings)
    return order.first(most), len(order)


class Order:
    """The order of files; hits are built on request.

    Attributes:
        files: indices of the files that pass the settings, best first.
        groups: the key that each of them shares with the files of its result.
    """

    def __init__(self, files: Orderable, settings: RankSettings) -> None:
        self._orderable, self._settings = files, settings
        self._collapses = settings.collapse and settings.structure
        candidates = files.candidates
        self._ranking = rank(candidates, settings)
        groups = [files.group(index) if self._collapses else index for index in self._ranking.files]
        if settings.structure:
            exact = candidates.exact[list(self._ranking.files)]
            self._ranking, groups = _interleaved(files, self._ranking, groups, exact)
        if settings.reads and candidates.reading is not None and not candidates.exact.any():
            self._ranking, groups = with_reading(self._ranking, groups, candidates.reading)
        passes = passing(candidates, settings, self._ranking)[list(self._ranking.files)].tolist()
        self.files, self.groups = tuple(compress(self._ranking.files, passes)), list(compress(groups, passes))
        if self._collapses and len(self.files) < len(passes):
            self.files, self.groups = _by_best_left(self.files, self.groups, self._ranking.rank_score)

    def __len__(self) -> int:
        """Return the number of results."""
        return len(set(self.groups))

    def best_chunks(self, most: int, chunks: int) -> list[tuple[int, tuple[int, ...]]]:
        """Return the best file of each of the first ``most`` results, with the first ``chunks`` of its chunks."""
        best: dict[Hashable, int] = {}
        for group, index in zip(self.groups, self.files, strict=True):
            if group not in best and len(best) == most:
                break
            best.setdefault(group, index)
        return [(index, self._ranking.chunks[index][:chunks]) for index in best.values()]

    def first(self, most: int | None) -> tuple[FileHit, ...]:
        """Return at least the first ``most`` results."""
        positions = list(enumerate(self.files, start=1))
        reranks = self._settings.rerank.replaces_scores
        if most is not None and not reranks:
            positions = _first(self.groups, positions, most)
        fused = [self._orderable.hit(index, self._ranking, rank) for rank, index in positions]
        ordered = _reranked(fused) if reranks else fused
        return tuple(collapsed(ordered) if self._collapses else ordered)


class _Hits:
    """An `Orderable` over existing hits; with a share of the reader ``reranked`` is the score that it gave."""

    def __init__(self, files: Sequence[FileHit], reader_share: float = 0.0) -> None:
        self._files = sorted(files, key=lambda file: file.file_id)
        self._flat = [chunk for file in self._files for chunk in sorted(file.chunks, key=lambda chunk: chunk.id)]
        self.candidates = candidates_of(self._files, self._flat, _reading_of(self._files, reader_share))

    def group(self, index: int) -> Hashable:
        return group_of(self._files[index])

    def is_document(self, index: int) -> bool:
        return self._files[index].group is Group.DOCUMENT

    def hit(self, index: int, ranking: Ranking, rank: int) -> FileHit:
        return _with_scores(self._files, self._flat, ranking, index, rank)


def _interleaved(
    files: Orderable,
    ranking: Ranking,
    groups: Sequence[Hashable],
    exact: npt.NDArray[np.bool_],
) -> tuple[Ranking, list[Hashable]]:
    """Return the ranking with documents interleaved after the exact results, and the groups in that order.

    A result is represented by its best file; the other files of its group move with it. ``exact`` has shape
    (files of the ranking,); these files come first.
    """
    results = list(_members(ranking.files, groups).items())
    first = len(set(groups[: int(exact.sum())]))
    free = results[first:]
    best = [indices[0] for _, indices in free]
    before = ranking.rank_score[best]
    order, after = interleave_documents(before, np.array([files.is_document(index) for index in best], np.bool_))
    factors = np.ones(len(ranking.rank_score))
    for index in np.flatnonzero((after != before) & (before > 0.0)).tolist():
        factors[free[index][1]] = after[index] / before[index]
    moved = multiplied(ranking, factors)
    scores = moved.rank_score
    order.sort(key=lambda index: -scores[free[index][1][0]])
    ordered = [*results[:first], *(free[index] for index in order)]
    placed = [(group, index) for group, indices in ordered for index in indices]
    return replace(moved, files=tuple(index for _, index in placed)), [group for group, _ in placed]


def _by_best_left(
    files: Sequence[int], groups: Sequence[Hashable], scores: Floats
) -> tuple[tuple[int, ...], list[Hashable]]:
    """Return files and groups ordered by the best file that is left of each result; ``scores`` is (m,)."""
    members = _members(files, groups)
    ordered = sorted(members.items(), key=lambda result: -scores[result[1][0]])
    placed = [(group, index) for group, indices in ordered for index in indices]
    return tuple(index for _, index in placed), [group for group, _ in placed]


def _members(files: Sequence[int], groups: Sequence[Hashable]) -> dict[Hashable, list[int]]:
    members: dict[Hashable, list[int]] = {}
    for group, index in zip(groups, files, strict=True):
        members.setdefault(group, []).append(index)
    return members


def interleave_documents(score: Floats, document: npt.NDArray[np.bool_]) -> tuple[list[int], Floats]:
    """Return an order of results with both documents and code near the top, and the new scores.

    After the first `DOCUMENTS_IN_FULL` documents each one counts less than the one before, which keeps a large
    manual from taking every position. The best document moves up to position `DOCUMENT_PLACE` if it is nearly as
    good as the result there. Documents keep their order among themselves, and so does code.

    Args:
        score: (n,) in 0..1, descending.
        document: (n,) whether the result is a document; the others are code.
    """
    if not document.any() or document.all():
        return list(range(len(score))), score
    further = np.maximum(0, np.cumsum(document) - DOCUMENTS_IN_FULL)
    settled = np.where(document, score * FURTHER_DOCUMENT**further, score)
    order: list[int] = np.argsort(-settled, kind="stable").tolist()
    best = int(np.argmax(document))
    target = DOCUMENT_PLACE - 1
    if order.index(best) > target and settled[best] >= NEARLY_THERE * settled[order[target]]:
        settled[best] = (settled[order[target - 1]] + settled[order[target]]) / 2.0
        order.remove(best)
        order.insert(target, best)
    return order, settled


def _first(groups: Sequence[Hashable], positions: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """Return the positions of all files of the first ``most`` groups, in order."""
    wanted = set(list(dict.fromkeys(groups))[:most])
    return [position for group, position in zip(groups, positions, strict=True) if group in wanted]


def _reranked(fused: Sequence[FileHit]) -> list[FileHit]:
    """Return the reranked files by their new score, ties in fused order, then the others capped at the lowest."""
    scored = sorted(
        (file for file in fused if file.reranked is not None), key=lambda f: (-(f.reranked or 0.0), f.rank)
    )
    lowest = min((file.reranked or 0.0 for file in scored), default=1.0)
    others = [_at_most(file, lowest) for file in fused if file.reranked is None]
    ordered = [*map(_as_read, scored), *others]
    return [structs.replace(file, rank=rank) for rank, file in enumerate(ordered, start=1)]


def _as_read(file: FileHit) -> FileHit:
    """Return the file with the score of the rerank stage."""
    parts = Parts(reader=file.reranked or 0.0)
    return structs.replace(file, rank_score=parts.total, parts=parts, scale=0.0)


def _at_most(file: FileHit, score: float) -> FileHit:
    """Return the file with a rank score of at most ``score``; all its parts shrink alike."""
    if file.rank_score <= score:
        return file
    factor = score / file.rank_score
    parts = Parts(*(math.floor(part * factor * GRID) / GRID for part in structs.astuple(file.parts)))
    return structs.replace(file, rank_score=parts.total, parts=parts, scale=file.scale * factor)


def _reading_of(files: Sequence[FileHit], share: float) -> Reading | None:
    if not share or all(file.reranked is None for file in files):
        return None
    scores = [np.nan if file.reranked is None else file.reranked for file in files]
    return Reading(np.array(scores, np.float64), share)


def candidates_of(
    files: Sequence[FileHit], flat: Sequence[ChunkHit], reading: Reading | None = None
) -> Candidates:
    """Return the scores of the hits as arrays; ``flat`` holds the chunks of all files in order."""
    owner = np.repeat(np.arange(len(files), dtype=np.int32), [len(file.chunks) for file in files])
    return Candidates(
        file_ids=tuple(file.file_id for file in files),
        chunk_ids=tuple(chunk.id for chunk in flat),
        chunk_file=owner,
        keyword=np.array([chunk.keyword for chunk in flat], np.float64),
        semantic=np.array([chunk.semantic for chunk in flat], np.float64),
        words=np.array([chunk.words for chunk in flat], np.float64),
        meaning=np.array([chunk.meaning for chunk in flat], np.float64),
        keyword_rank=np.array([chunk.keyword_rank for chunk in flat], np.int32),
        semantic_rank=np.array([chunk.semantic_rank for chunk in flat], np.int32),
        bonus=np.array([chunk.bonus for chunk in flat], np.float64),
        structure=np.array([file.structure for file in files], np.float64),
        names=np.array([file.names for file in files], np.float64),
        history=np.array([file.history for file in files], np.float64),
        history_names=np.array([file.history_names for file in files], np.float64),
        card=np.array([file.card for file in files], np.float64),
        demotion=np.array([file.demotion for file in files], np.float64),
        pinned=np.array([file.pinned for file in files], np.bool_),
        uses=np.array([file.uses for file in files], np.bool_),
        unembedded=np.array([file.unembedded for file in files], np.bool_),
        confidence=np.array([file.confidence for file in files], np.float64),
        reading=reading,
        spelt=np.array([file.spelt for file in files], np.bool_),
    )


def _with_scores(
    files: Sequence[FileHit], flat: Sequence[ChunkHit], ranking: Ranking, index: int, rank: int
) -> FileHit:
    """Return the file with this rank and with the scores of the ranking, its chunks best first."""
    return structs.replace(
        with_scores(files[index], ranking, index),
        rank=rank,
        duplicates=(),
        chunks=tuple(
            structs.replace(
                flat[chunk],
                relevance=float(ranking.chunk_relevance[chunk]),
                rank_score=float(ranking.chunk_score[chunk]),
            )
            for chunk in ranking.chunks[index]
        ),
    )
