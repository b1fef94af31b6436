"""Candidate chunks with their keyword and semantic scores, before ranking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import Alternatives
from search.retrieval.bm25_postings import Integers, Mask
from search.retrieval.stored_catalogue import CataloguedFile
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId
from search.types.query import Mode

LEAST_FILES = 50
"""Files that the keyword search proposes at least, where so many match: an answer shows no more at first."""


@dataclass(frozen=True, slots=True)
class RetrievalRequest:
    """What the retriever searches for.

    Attributes:
        terms: index terms of the keyword search; without any it finds nothing.
        words: text of the semantic search; if empty it finds nothing.
        phrases: texts that a chunk has to hold, whatever their case and white space.
        excluded: terms that a chunk must not hold.
        visible: rows that the client may see; statistics are those of these rows only.
        wanted: rows that the client may see and that pass its filters.
        covered: rows of the projects that the query asks.
        depth: how many chunks each signal proposes.
        files: how many files the keyword search proposes at least; a few may have all of its best chunks.
        vector: unit vector of the semantic search, used instead of the encoded words.
        also: further candidates, whatever their scores; they have to pass ``wanted``.
        left_out: chunks that are never candidates.
        translated: the words of a question in another language than English, with their translations, whose terms
            are among ``terms``; a word counts once, by what matches best.
    """

    terms: tuple[str, ...]
    words: str
    phrases: tuple[str, ...]
    excluded: tuple[str, ...]
    visible: RowFilter
    wanted: RowFilter
    covered: RowFilter
    mode: Mode
    depth: int
    files: int = LEAST_FILES
    vector: npt.NDArray[np.float32] | None = None
    also: tuple[ChunkId, ...] = ()
    left_out: frozenset[ChunkId] = frozenset()
    translated: tuple[Alternatives, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CandidateChunks:
    """The n candidate chunks of a query as columns, by file and id: each with its true score from both signals.

    Attributes:
        ids: of each chunk.
        files: of these chunks, m by id, with what the catalogue knows of each.
        place_of: index into ``files`` of each file.
        owner: (n,) index into ``files``.
        lexical: the keyword index that was searched.
        visible: which of its slots the client may see; None for all.
        covered: which of them belong to the projects that the query asks; None for all.
        slots: (n,) slot of each chunk in it, -1 if the index lacks the chunk.
        bm25: (n,) unbounded, above 0 where a term matched.
        cosine: (n,) -1..1; 0.0 if the chunk has no vector yet.
        keyword_rank, semantic_rank: (n,) from 1; 0 where that list does not hold it.
        cards: cosine of the card of each candidate file that has one.
        semantic_ready: False if there was no encoder or no vector.
        matching_files: how many files match by word, candidates or not; 0 where all of them are candidates.
    """

    ids: tuple[ChunkId, ...]
    files: tuple[CataloguedFile, ...]
    place_of: Mapping[FileId, int]
    owner: npt.NDArray[np.int32]
    lexical: LexicalIndex
    visible: Mask | None
    covered: Mask | None
    slots: Integers
    bm25: npt.NDArray[np.float64]
    cosine: npt.NDArray[np.float64]
    keyword_rank: npt.NDArray[np.int32]
    semantic_rank: npt.NDArray[np.int32]
    cards: Mapping[FileId, float]
    semantic_ready: bool
    matching_files: int = 0
    keyword_ms: float = 0.0
    semantic_ms: float = 0.0
    filter_ms: float = 0.0

    def __len__(self) -> int:
        """Return the number of chunks."""
        return len(self.ids)

    def file(self, chunk: int) -> FileId:
        """Return the file of the chunk at an index."""
        return self.files[int(self.owner[chunk])].record.id

    def terms_in(self, chunks: Sequence[ChunkId], terms: Sequence[str]) -> dict[ChunkId, frozenset[str]]:
        """Return which of the terms some of the chunks hold."""
        slot_of = dict(zip(self.ids, self.slots.tolist(), strict=True))
        slots = np.array([slot_of[chunk] for chunk in chunks], np.int64)
        return dict(zip(chunks, self.lexical.terms_in(slots, terms), strict=True))
