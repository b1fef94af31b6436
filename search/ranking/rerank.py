"""Ordering hits: once for the service, again for every step of the slider."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt
from msgspec import structs

from search.ranking.candidates import Candidates, Floats
from search.ranking.constants import DOCUMENT_PLACE, DOCUMENTS_IN_FULL, FURTHER_DOCUMENT, NEARLY_THERE
from search.ranking.duplicates import collapsed, group_of
from search.ranking.order import Ranking, rank
from search.types.query import RankSettings, Rerank
from search.types.results import ChunkHit, FileHit, Group, SearchResult


def rerank(result: SearchResult, settings: RankSettings) -> tuple[FileHit, ...]:
    """Return the files of ``result`` in the order of ``settings``, scores and ranks renewed; nothing is asked.

    With the settings of the result itself it returns what the result holds.
    """
    return Reranking(result).first(settings, None)[0]


class Reranking:
    """The files of an answer, made ready to be ordered again and again; nothing is asked."""

    def __init__(self, result: SearchResult) -> None:
        self._listed = result.files
        # a list of files that pass filters was not scored, so it cannot be ordered
        self._hits = _Hits(result.files) if result.total_chunks and result.files else None

    def first(self, settings: RankSettings, most: int | None) -> tuple[tuple[FileHit, ...], int]:
        """Return the first ``most`` files of `rerank`, or more of them, and how many there are in all."""
        if self._hits is None:
            return self._listed, len(self._listed)
        return first_of(self._hits, settings, most)


def order_hits(files: Sequence[FileHit], settings: RankSettings) -> tuple[FileHit, ...]:
    """Return the hits best first, with ranks from 1; those whose fused score is below ``min_score`` are left out.

    With a rerank stage those that it scored come first, by that score. Near-identical files are one hit.
    """
    return best_hits(files, settings, None)[0]


def best_hits(
    files: Sequence[FileHit], settings: RankSettings, most: int | None
) -> tuple[tuple[FileHit, ...], int]:
    """Return the first ``most`` hits of `order_hits`, or more of them, and how many there are in all."""
    return first_of(_Hits(files), settings, most) if files else ((), 0)


class Orderable(Protocol):
    """Files that can be ordered; a hit is made only of those that are asked for."""

    @property
    def candidates(self) -> Candidates:
        """All scores, files by id, chunks by file and id: sums of floats depend on their order."""
        ...

    def group(self, index: int) -> Hashable:
        """Return what the file has in common with those that are shown as one with it."""
        ...

    def is_document(self, index: int) -> bool:
        """Return whether the file is a document; what is none counts as code."""
        ...

    def hit(self, index: int, ranking: Ranking, rank: int) -> FileHit:
        """Return the file with the scores of the ranking, at this place from 1."""
        ...


def first_of(files: Orderable, settings: RankSettings, most: int | None) -> tuple[tuple[FileHit, ...], int]:
    """Return the first ``most`` files best first, or more of them, and how many there are in all."""
    order = Order(files, settings)
    return order.first(most), len(order)


class Order:
    """The order of files; hits are made of it by and by.

    Attributes:
        files: indices of those that the settings let pass, best first.
        groups: what each of them has in common with those that are shown as one with it.
    """

    def __init__(self, files: Orderable, settings: RankSettings) -> None:
        self._orderable, self._settings = files, settings
        self._collapses = settings.collapse and settings.structure
        candidates = files.candidates
        self._ranking = rank(candidates, settings)
        groups = [files.group(index) if self._collapses else index for index in self._ranking.files]
        if settings.structure:
            pinned = candidates.pinned[list(self._ranking.files)]
            self._ranking, groups = _interleaved(files, self._ranking, groups, settings.min_score, pinned)
        self.files, self.groups = self._ranking.files, groups

    def __len__(self) -> int:
        """Return how many results there are."""
        return len(set(self.groups))

    def first(self, most: int | None) -> tuple[FileHit, ...]:
        """Return the first ``most`` results, or more of them."""
        positions = list(enumerate(self.files, start=1))
        reranks = self._settings.rerank is not Rerank.NONE
        if most is not None and not reranks:
            positions = _first(self.groups, positions, most)
        fused = [self._orderable.hit(index, self._ranking, rank) for rank, index in positions]
        ordered = _reranked(fused) if reranks else fused
        return tuple(collapsed(ordered) if self._collapses else ordered)


class _Hits:
    """Hits that are there already."""

    def __init__(self, files: Sequence[FileHit]) -> None:
        self._files = sorted(files, key=lambda file: file.file_id)
        self._flat = [chunk for file in self._files for chunk in sorted(file.chunks, key=lambda chunk: chunk.id)]
        self.candidates = candidates_of(self._files, self._flat)

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
    min_score: float,
    pinned: npt.NDArray[np.bool_],
) -> tuple[Ranking, list[Hashable]]:
    """Return the ranking with documents interleaved behind the pinned results, and the groups in that order.

    A result stands for its best file; the others of its group change with it. ``pinned`` is of shape
    (files of the ranking,): those come first.
    """
    members: dict[Hashable, list[int]] = {}
    for group, index in zip(groups, ranking.files, strict=True):
        members.setdefault(group, []).append(index)
    results = list(members.items())
    first = len(set(groups[: int(pinned.sum())]))
    free = results[first:]
    best = [indices[0] for _, indices in free]
    before = ranking.score[best]
    order, after = interleave_documents(before, np.array([files.is_document(index) for index in best], np.bool_))
    score = ranking.score.copy()
    for index in np.flatnonzero(after != before).tolist():
        score[free[index][1]] *= after[index] / before[index]
    ordered = [*results[:first], *(free[index] for index in order)]
    scores = score.tolist()
    placed = [(group, index) for group, indices in ordered for index in indices if scores[index] >= min_score]
    return replace(ranking, files=tuple(index for _, index in placed), score=score), [group for group, _ in placed]


def interleave_documents(score: Floats, document: npt.NDArray[np.bool_]) -> tuple[list[int], Floats]:
    """Return the order of results in which documents and code are both near the top, and their new scores.

    Behind the first `DOCUMENTS_IN_FULL` documents each one counts less than the one before, so that a large manual
    does not take every place; and the best document has the place `DOCUMENT_PLACE` where it is nearly as good as
    what would have it. Documents among themselves and code among itself keep their order.

    Args:
        score: (n,) in 0..1, falling.
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
        settled[best] = settled[order[target]]
        order.remove(best)
        order.insert(target, best)
    return order, settled


def _first(groups: Sequence[Hashable], positions: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """Return the places of all files of the first ``most`` groups, in their order."""
    wanted = set(list(dict.fromkeys(groups))[:most])
    return [position for group, position in zip(groups, positions, strict=True) if group in wanted]


def _reranked(fused: Sequence[FileHit]) -> list[FileHit]:
    """Return the scored files by their new score, ties in the fused order; no other scores higher than they do."""
    scored = sorted(
        (file for file in fused if file.reranked is not None), key=lambda f: (-(f.reranked or 0.0), f.rank)
    )
    lowest = min((file.reranked or 0.0 for file in scored), default=1.0)
    others = [structs.replace(file, score=min(file.score, lowest)) for file in fused if file.reranked is None]
    ordered = [*(structs.replace(file, score=file.reranked or 0.0) for file in scored), *others]
    return [structs.replace(file, rank=rank) for rank, file in enumerate(ordered, start=1)]


def candidates_of(files: Sequence[FileHit], flat: Sequence[ChunkHit]) -> Candidates:
    """Return the scores of the hits as arrays; ``flat`` holds the chunks of all files in order."""
    owner = np.repeat(np.arange(len(files), dtype=np.int32), [len(file.chunks) for file in files])
    return Candidates(
        file_ids=tuple(file.file_id for file in files),
        chunk_ids=tuple(chunk.id for chunk in flat),
        chunk_file=owner,
        keyword=np.array([chunk.keyword for chunk in flat], np.float64),
        semantic=np.array([chunk.semantic for chunk in flat], np.float64),
        keyword_rank=np.array([chunk.keyword_rank for chunk in flat], np.int32),
        semantic_rank=np.array([chunk.semantic_rank for chunk in flat], np.int32),
        bonus=np.array([chunk.bonus for chunk in flat], np.float64),
        structure=np.array([file.structure for file in files], np.float64),
        names=np.array([file.names for file in files], np.float64),
        card=np.array([file.card for file in files], np.float64),
        demotion=np.array([file.demotion for file in files], np.float64),
        pinned=np.array([file.pinned for file in files], np.bool_),
        unembedded=np.array([file.unembedded for file in files], np.bool_),
    )


def _with_scores(
    files: Sequence[FileHit], flat: Sequence[ChunkHit], ranking: Ranking, index: int, rank: int
) -> FileHit:
    """Return the file with this rank and with the scores of the ranking, its chunks best first."""
    return structs.replace(
        files[index],
        rank=rank,
        score=float(ranking.score[index]),
        keyword=float(ranking.keyword[index]),
        semantic=float(ranking.semantic[index]),
        duplicates=(),
        chunks=tuple(
            structs.replace(flat[chunk], score=float(ranking.chunk_score[chunk]))
            for chunk in ranking.chunks[index]
        ),
    )
