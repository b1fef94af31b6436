"""The candidate files of a query as columns; `FileHit` objects are built only for the files of the answer."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from msgspec import structs

from search.ranking.candidates import Candidates, Floats
from search.ranking.confidence import AnswerEvidence
from search.ranking.order import Ranking, with_scores
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
        evidence: the input of the answer's confidence; None for an example, which is not a question.
        nowhere: words of the query that occur in no file.
        near_duplicates: the group of each file, by id; near-identical files share a group. Other files are absent.
    """

    files: tuple[CataloguedFile, ...]
    root_paths: tuple[str, ...]
    structures: StructureScores
    bm25: Floats
    cosine: Floats
    scores: Candidates
    near_duplicates: Mapping[FileId, FileId]
    evidence: AnswerEvidence | None = None
    nowhere: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.files)

    @property
    def confidence(self) -> float:
        """The probability that one of the files answers; 1.0 for an example, which asks nothing."""
        if self.evidence is None:
            return 1.0
        return self.evidence.confidence if len(self) else 0.0

    @property
    def is_nothing(self) -> bool:
        """Return whether nothing here seems to answer; what answers by name or from the graph always does."""
        if self.evidence is None or self.structures.pinned.any():
            return False
        return not len(self) or self.evidence.is_nothing

    @property
    def candidates(self) -> Candidates:
        """All scores that ranking needs."""
        return replace(
            self.scores,
            structure=self.structures.total,
            names=self.structures.names,
            history=self.structures.history,
            history_names=self.structures.history_names,
            demotion=self.structures.demotion,
            pinned=self.structures.pinned,
            uses=self.structures.uses,
        )

    def with_bonus(self, chunks: Collection[ChunkId], bonus: float) -> "CandidateFiles":
        """Return the files with the bonus set for these chunks."""
        if not chunks:
            return self
        named = np.array([chunk in chunks for chunk in self.scores.chunk_ids], np.bool_)
        return replace(self, scores=replace(self.scores, bonus=np.where(named, bonus, self.scores.bonus)))

    def with_reasons(
        self, signals: Mapping[FileId, Signal], *, pinned: bool = True, uses: bool = False
    ) -> "CandidateFiles":
        """Return the files with the signals prepended to their others.

        ``pinned`` ranks those files first, and ``uses`` behind the pinned ones.
        """
        if not signals:
            return self
        known = ((index, FileId(file)) for index, file in enumerate(self.scores.file_ids))
        reasons = {index: signals[file] for index, file in known if file in signals}
        return replace(self, structures=self.structures.with_reasons(reasons, pinned=pinned, uses=uses))

    def with_spelt(self, files: Collection[FileId]) -> "CandidateFiles":
        """Return the files with a mark on these: the query spells a name that each of them defines with blanks."""
        spelt = np.array([file in files for file in self.scores.file_ids], np.bool_)
        return replace(self, scores=replace(self.scores, spelt=spelt)) if files else self

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
        pinned, uses = bool(self.structures.pinned[index]), bool(self.structures.uses[index])
        return self.near_duplicates.get(file, f"\0{file}"), pinned, uses

    def is_document(self, index: int) -> bool:
        """Return whether the file is a document; every other file counts as code."""
        return _DOCUMENT in self.files[index].record.flags

    def hit(self, index: int, ranking: Ranking, rank: int) -> FileHit:
        """Return the file with the scores of the ranking and this rank, from 1."""
        relevance, score = ranking.chunk_relevance, ranking.chunk_score
        chunks = [self._chunk(at, float(relevance[at]), float(score[at])) for at in ranking.chunks[index]]
        return with_scores(self._hit(index, chunks, rank), ranking, index)

    def hits(self) -> list[FileHit]:
        """Return all files, unordered, with their chunks in the order of their ids."""
        chunks: list[list[ChunkHit]] = [[] for _ in self.files]
        for chunk, owner in enumerate(self.scores.chunk_file.tolist()):
            chunks[owner].append(self._chunk(chunk, 0.0, 0.0))
        return [self._hit(index, chunks[index], 0) for index in range(len(self))]

    def _chunk(self, index: int, relevance: float, rank_score: float) -> ChunkHit:
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
            relevance=relevance,
            rank_score=rank_score,
            bonus=float(scores.bonus[index]),
            words=float(scores.words[index]),
            meaning=float(scores.meaning[index]),
        )

    def _hit(self, index: int, chunks: Sequence[ChunkHit], rank: int) -> FileHit:
        record, structures, reading = self.files[index].record, self.structures, self.scores.reading
        read_score = np.nan if reading is None else reading.scores[index]
        why = Why(
            cosine=float(self.cosine[index]), bm25=float(self.bm25[index]), signals=structures.signals(index)
        )
        return structs.replace(
            file_hit(record, self.root_paths[index], rank, why),
            structure=float(structures.total[index]),
            names=float(structures.names[index]),
            history=float(structures.history[index]),
            history_names=float(structures.history_names[index]),
            demotion=float(structures.demotion[index]),
            chunks=tuple(chunks),
            pinned=bool(structures.pinned[index]),
            uses=bool(structures.uses[index]),
            spelt=self.scores.spelt is not None and bool(self.scores.spelt[index]),
            card=float(self.scores.card[index]),
            duplicate_group=self.near_duplicates.get(record.id, ""),
            unembedded=bool(self.scores.unembedded[index]),
            confidence=float(self.scores.confidence[index]),
            reranked=None if np.isnan(read_score) else float(read_score),
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
        words=scores.words[chunks],
        meaning=scores.meaning[chunks],
        keyword_rank=scores.keyword_rank[chunks],
        semantic_rank=scores.semantic_rank[chunks],
        bonus=scores.bonus[chunks],
        structure=scores.structure[selected],
        names=scores.names[selected],
        history=scores.history[selected],
        history_names=scores.history_names[selected],
        card=scores.card[selected],
        demotion=scores.demotion[selected],
        pinned=scores.pinned[selected],
        uses=scores.uses[selected],
        unembedded=scores.unembedded[selected],
        confidence=scores.confidence[selected],
        spelt=None if scores.spelt is None else scores.spelt[selected],
    )
