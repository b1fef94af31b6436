"""The candidates of a query file by file, as columns: a `FileHit` is made only of what is answered."""

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
    """m candidate files by id, see `search.ranking.rerank.Orderable`.

    Attributes:
        files: with what the catalogue knows of each.
        root_paths: folder of each file's root; empty for a branch that is not checked out.
        structures: what structure says of each.
        bm25, cosine: (m,) of each file's best chunk.
        scores: of their chunks and files, see `candidates`; what follows from ``structures`` is not in them.
        likeness: for near-identical files the same, by id; a file that has none is not there.
    """

    files: tuple[CataloguedFile, ...]
    root_paths: tuple[str, ...]
    structures: StructureScores
    bm25: Floats
    cosine: Floats
    scores: Candidates
    likeness: Mapping[FileId, FileId]

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.files)

    @property
    def candidates(self) -> Candidates:
        """All scores that an order is made from."""
        return replace(
            self.scores,
            structure=self.structures.total,
            names=self.structures.names,
            demotion=self.structures.demotion,
            pinned=self.structures.pinned,
        )

    def with_bonus(self, chunks: Collection[ChunkId], bonus: float) -> "CandidateFiles":
        """Return the files with this bonus for some of their chunks."""
        if not chunks:
            return self
        named = np.array([chunk in chunks for chunk in self.scores.chunk_ids], np.bool_)
        return replace(self, scores=replace(self.scores, bonus=np.where(named, bonus, self.scores.bonus)))

    def with_reasons(self, signals: Mapping[FileId, Signal], *, pinned: bool = True) -> "CandidateFiles":
        """Return the files with signals in front of their others; ``pinned`` puts those files before all."""
        if not signals:
            return self
        known = ((place, FileId(file)) for place, file in enumerate(self.scores.file_ids))
        reasons = {place: signals[file] for place, file in known if file in signals}
        return replace(self, structures=self.structures.with_reasons(reasons, pinned=pinned))

    def only(self, wanted: Callable[[Sequence[Signal]], bool]) -> "CandidateFiles":
        """Return those files whose signals are as is wanted."""
        kept = np.array([wanted(self.structures.signals(index)) for index in range(len(self))], np.bool_)
        files = np.flatnonzero(kept).tolist()
        return replace(
            self,
            files=tuple(self.files[index] for index in files),
            root_paths=tuple(self.root_paths[index] for index in files),
            structures=self.structures.only(files),
            bm25=self.bm25[kept],
            cosine=self.cosine[kept],
            scores=_of_files(self.scores, kept),
        )

    def group(self, index: int) -> Hashable:
        """Return what the file has in common with those that are shown as one with it."""
        file = FileId(self.scores.file_ids[index])
        return self.likeness.get(file, f"\0{file}"), bool(self.structures.pinned[index])

    def is_document(self, index: int) -> bool:
        """Return whether the file is a document; what is none counts as code."""
        return _DOCUMENT in self.files[index].record.flags

    def hit(self, index: int, ranking: Ranking, place: int) -> FileHit:
        """Return the file with the scores of the ranking, at this place from 1."""
        chunks = [self._chunk(chunk, float(ranking.chunk_score[chunk])) for chunk in ranking.chunks[index]]
        return self._hit(
            index, chunks, place, (ranking.score[index], ranking.keyword[index], ranking.semantic[index])
        )

    def hits(self) -> list[FileHit]:
        """Return all files, not ordered, with their chunks by id."""
        chunks: list[list[ChunkHit]] = [[] for _ in self.files]
        for place, owner in enumerate(self.scores.chunk_file.tolist()):
            chunks[owner].append(self._chunk(place, 0.0))
        return [self._hit(index, chunks[index], 0, (0.0, 0.0, 0.0)) for index in range(len(self))]

    def _chunk(self, place: int, score: float) -> ChunkHit:
        scores = self.scores
        return ChunkHit(
            id=ChunkId(scores.chunk_ids[place]),
            node_id=NodeId(""),
            kind="",
            start_line=0,
            end_line=0,
            header_path="",
            keyword=float(scores.keyword[place]),
            semantic=float(scores.semantic[place]),
            keyword_rank=int(scores.keyword_rank[place]),
            semantic_rank=int(scores.semantic_rank[place]),
            score=score,
            bonus=float(scores.bonus[place]),
        )

    def _hit(
        self, index: int, chunks: Sequence[ChunkHit], rank: int, scores: tuple[float, float, float]
    ) -> FileHit:
        record, found = self.files[index].record, self.structures
        score, keyword, semantic = map(float, scores)
        why = Why(cosine=float(self.cosine[index]), bm25=float(self.bm25[index]), signals=found.signals(index))
        return structs.replace(
            file_hit(record, self.root_paths[index], rank, why),
            score=score,
            keyword=keyword,
            semantic=semantic,
            structure=float(found.total[index]),
            names=float(found.names[index]),
            demotion=float(found.demotion[index]),
            chunks=tuple(chunks),
            pinned=bool(found.pinned[index]),
            card=float(self.scores.card[index]),
            likeness=self.likeness.get(record.id, ""),
            unembedded=bool(self.scores.unembedded[index]),
        )


def _of_files(scores: Candidates, kept: npt.NDArray[np.bool_]) -> Candidates:
    """Return the scores of some files, ``kept`` of shape (files,), and of their chunks."""
    chunks = kept[scores.chunk_file]
    number = np.cumsum(kept) - 1
    return Candidates(
        file_ids=tuple(scores.file_ids[index] for index in np.flatnonzero(kept).tolist()),
        chunk_ids=tuple(scores.chunk_ids[place] for place in np.flatnonzero(chunks).tolist()),
        chunk_file=number[scores.chunk_file[chunks]].astype(np.int32),
        keyword=scores.keyword[chunks],
        semantic=scores.semantic[chunks],
        keyword_rank=scores.keyword_rank[chunks],
        semantic_rank=scores.semantic_rank[chunks],
        bonus=scores.bonus[chunks],
        structure=scores.structure[kept],
        names=scores.names[kept],
        card=scores.card[kept],
        demotion=scores.demotion[kept],
        pinned=scores.pinned[kept],
        unembedded=scores.unembedded[kept],
    )
