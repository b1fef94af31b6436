"""The candidate files of a query as columns; `FileHit` objects are built only for the files of the answer."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from msgspec import structs

from search.ranking.candidates import Candidates, Floats
from search.ranking.order import Ranking
from search.ranking.signals.scores import StructureScores
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.file_list import file_hit
from search.types.files import Flag
from search.types.ids import ChunkId, FileId, NodeId
from search.types.results import ChunkHit, FileHit, Signal, Why

_DOCUMENT = Flag.DOCUMENT.value


@dataclass(frozen=True, slots=True, eq=False)
class CandidateFiles:
    """m candidate files in the order of their ids, see `search.ranking.rerank.Orderable`.

    Attributes:
        files: the catalogue entry of each file.
        root_paths: folder of each file's root; empty for a branch that is not checked out.
        structures: structural scores of each file.
        bm25, cosine: (m,) scores of each file's best chunk.
        scores: scores of the chunks and files without those derived from ``structures``, see `candidates`.
        near_duplicates: the group of each file, by id; near-identical files share a group. Other files are absent.
    """

    files: tuple[CataloguedFile, ...]
    root_paths: tuple[str, ...]
    structures: StructureScores
    bm25: Floats
    cosine: Floats
    scores: Candidates
    near_duplicates: Mapping[FileId, FileId]

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.files)

    @property
    def candidates(self) -> Candidates:
        """All scores that ranking needs."""
        return replace(
            self.scores,
            structure=self.structures.total,
            names=self.structures.names,
            demotion=self.structures.demotion,
            pinned=self.structures.pinned,
        )

    def with_bonus(self, chunks: Collection[ChunkId], bonus: float) -> "CandidateFiles":
        """Return the files with the bonus set for these chunks."""
        if not chunks:
            return self
        named = np.array([chunk in chunks for chunk in self.scores.chunk_ids], np.bool_)
        return replace(self, scores=replace(self.scores, bonus=np.where(named, bonus, self.scores.bonus)))

    def with_reasons(self, signals: Mapping[FileId, Signal], *, pinned: bool = True) -> "CandidateFiles":
        """Return the files with the signals prepended to their others; ``pinned`` ranks those files first."""
        if not signals:
            return self
        known = ((index, FileId(file)) for index, file in enumerate(self.scores.file_ids))
        reasons = {index: signals[file] for index, file in known if file in signals}
        return replace(self, structures=self.structures.with_reasons(reasons, pinned=pinned))

    def only(self, wanted: Callable[[Sequence[Signal]], bool]) -> "CandidateFiles":
        """Return the files whose signals satisfy the predicate."""
        selected = np.array([wanted(self.structures.signals(index)) for index in range(len(self))], np.bool_)
        files = np.flatnonzero(selected).tolist()
        return replace(
            self,
            files=tuple(self.files[index] for index in files),
            root_paths=tuple(self.root_paths[index] for index in files),
            structures=self.structures.only(files),
            bm25=self.bm25[selected],
            cosine=self.cosine[selected],
            scores=_of_files(self.scores, selected),
        )

    def group(self, index: int) -> Hashable:
        """Return the key that the file shares with those that are shown as one result with it."""
        file = FileId(self.scores.file_ids[index])
        return self.near_duplicates.get(file, f"\0{file}"), bool(self.structures.pinned[index])

    def is_document(self, index: int) -> bool:
        """Return whether the file is a document; every other file counts as code."""
        return _DOCUMENT in self.files[index].record.flags

    def hit(self, index: int, ranking: Ranking, rank: int) -> FileHit:
        """Return the file with the scores of the ranking and this rank, from 1."""
        chunks = [self._chunk(chunk, float(ranking.chunk_score[chunk])) for chunk in ranking.chunks[index]]
        return self._hit(
            index, chunks, rank, (ranking.score[index], ranking.keyword[index], ranking.semantic[index])
        )

    def hits(self) -> list[FileHit]:
        """Return all files, unordered, with their chunks in the order of their ids."""
        chunks: list[list[ChunkHit]] = [[] for _ in self.files]
        for chunk, owner in enumerate(self.scores.chunk_file.tolist()):
            chunks[owner].append(self._chunk(chunk, 0.0))
        return [self._hit(index, chunks[index], 0, (0.0, 0.0, 0.0)) for index in range(len(self))]

    def _chunk(self, index: int, score: float) -> ChunkHit:
        scores = self.scores
        return ChunkHit(
            id=ChunkId(scores.chunk_ids[index]),
            node_id=NodeId(""),
            kind="",
            start_line=0,
            end_line=0,
            header_path="",
            keyword=float(scores.keyword[index]),
            semantic=float(scores.semantic[index]),
            keyword_rank=int(scores.keyword_rank[index]),
            semantic_rank=int(scores.semantic_rank[index]),
            score=score,
            bonus=float(scores.bonus[index]),
        )

    def _hit(
        self, index: int, chunks: Sequence[ChunkHit], rank: int, scores: tuple[float, float, float]
    ) -> FileHit:
        record, structures = self.files[index].record, self.structures
        score, keyword, semantic = map(float, scores)
        why = Why(
            cosine=float(self.cosine[index]), bm25=float(self.bm25[index]), signals=structures.signals(index)
        )
        return structs.replace(
            file_hit(record, self.root_paths[index], rank, why),
            score=score,
            keyword=keyword,
            semantic=semantic,
            structure=float(structures.total[index]),
            names=float(structures.names[index]),
            demotion=float(structures.demotion[index]),
            chunks=tuple(chunks),
            pinned=bool(structures.pinned[index]),
            card=float(self.scores.card[index]),
            duplicate_group=self.near_duplicates.get(record.id, ""),
            unembedded=bool(self.scores.unembedded[index]),
        )


def _of_files(scores: Candidates, selected: npt.NDArray[np.bool_]) -> Candidates:
    """Return the scores of the ``selected`` files (a mask of shape (files,)) and of their chunks."""
    chunks = selected[scores.chunk_file]
    number = np.cumsum(selected) - 1
    return Candidates(
        file_ids=tuple(scores.file_ids[index] for index in np.flatnonzero(selected).tolist()),
        chunk_ids=tuple(scores.chunk_ids[index] for index in np.flatnonzero(chunks).tolist()),
        chunk_file=number[scores.chunk_file[chunks]].astype(np.int32),
        keyword=scores.keyword[chunks],
        semantic=scores.semantic[chunks],
        keyword_rank=scores.keyword_rank[chunks],
        semantic_rank=scores.semantic_rank[chunks],
        bonus=scores.bonus[chunks],
        structure=scores.structure[selected],
        names=scores.names[selected],
        card=scores.card[selected],
        demotion=scores.demotion[selected],
        pinned=scores.pinned[selected],
        unembedded=scores.unembedded[selected],
    )
