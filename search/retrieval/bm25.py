"""The keyword index. It is immutable, so searches continue while its successor is built."""

import functools
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from search.analysis.terms import WRITTEN_BY_A_PROGRAM
from search.retrieval import bm25_files, bm25_spelling
from search.retrieval.bm25_compaction import compacted
from search.retrieval.bm25_okapi import Alternatives, PostingsOkapi, Scores
from search.retrieval.bm25_postings import (
    Integers,
    Mask,
    Postings,
    blocks,
    id_digest,
    postings_of,
    text_hashes,
)
from search.retrieval.bm25_strings import encoded
from search.types.ids import ChunkId

BLOCK_CHARACTERS = 16_000_000
"""Characters of terms that are inverted at once during a build: about 200 MB of working memory."""

VIEWS = 4
"""Number of visibility masks whose statistics are cached; each takes 8 bytes per chunk."""


@dataclass(frozen=True, slots=True)
class SimilarTerm:
    """A term of the index with a similar spelling, and the number of chunks that hold it."""

    term: str
    distance: int
    frequency: int


class LexicalIndex:
    """BM25 over chunks. Every chunk has a slot; scores and masks are arrays over slots.

    An index never changes: `replace` returns another one that shares the unchanged parts and has its own slots, so
    a mask is valid only for the index it was made for. Any number of threads may search.
    """

    def __init__(self, parts: Sequence[Postings] = (), live: Mask | None = None, version: str = "") -> None:
        self._parts = tuple(parts)
        count = sum(map(len, self._parts))
        self._live: Mask = np.ones(count, np.bool_) if live is None else live
        self._bases = [0, *np.cumsum([len(part) for part in self._parts]).tolist()]
        self._signatures: dict[str, bm25_spelling.Signatures] = {}
        self._views: OrderedDict[bytes, PostingsOkapi] = OrderedDict()
        self._lock = threading.Lock()
        self.version = version
        """The version that was passed to `save`; empty for an index that was not loaded."""

    @classmethod
    def build(cls, documents: Iterable[tuple[str, str]]) -> "LexicalIndex":
        """Return an index of ``(chunk id, terms separated by blanks)``; the last of equal ids counts."""
        return cls().replace((), documents)

    def replace(self, removed: Iterable[str], added: Iterable[tuple[str, str]]) -> "LexicalIndex":
        """Return an index without ``removed`` and with ``added``, which come last; known ids are replaced."""
        index, outdated = self, list(removed)
        for block in blocks(added, BLOCK_CHARACTERS):
            index = index.with_block([*outdated, *(identifier for identifier, _ in block)], block)
            outdated = []
        return index.with_block(outdated, []) if outdated else index

    def with_block(self, removed: Sequence[str], added: Sequence[tuple[str, str]]) -> "LexicalIndex":
        """Do what `replace` does, in one step: ids in ``added`` are distinct and also in ``removed``."""
        slots = self.slots_of(removed)
        live = self._live.copy()
        live[slots[slots >= 0]] = False
        parts = list(zip(self._parts, np.split(live, self._bases[1:-1]), strict=False))
        if added:
            parts.append((postings_of(added), np.ones(len(added), np.bool_)))
        return LexicalIndex(*compacted(parts))

    def save(self, folder: Path, version: str) -> "LexicalIndex":
        """Write the index into a folder atomically, and return it mapped from there, which frees memory.

        Args:
            folder: created if missing; parts that it already holds are not written again.
            version: of the indexed data; `load` returns it.

        Raises:
            IndexWriteError: the folder cannot be written.
        """
        bm25_files.write(folder, self._parts, self._live, version)
        saved = LexicalIndex.load(folder)
        return self if saved is None else saved

    @classmethod
    def load(cls, folder: Path) -> "LexicalIndex | None":
        """Return the index of a folder, mapped; None if there is none or it is damaged."""
        stored = bm25_files.read(folder)
        return None if stored is None else cls(stored.parts, stored.live, stored.version)

    def __len__(self) -> int:
        """Return the number of chunks."""
        return int(np.count_nonzero(self._live))

    @property
    def slot_count(self) -> int:
        """Length of masks and score arrays; removed chunks keep their slot for a while."""
        return len(self._live)

    @property
    def parts(self) -> Sequence[Postings]:
        """The parts in the order of their slots; an update shares those that it does not change."""
        return self._parts

    @property
    def live(self) -> Mask:
        """Which slots hold a chunk; read-only."""
        return self._live

    @functools.cached_property
    def written_by_programs(self) -> Mask:
        """Which slots hold generated text; read-only."""
        written = np.zeros(self.slot_count, np.bool_)
        for part, base in zip(self._parts, self._bases, strict=False):
            row = part.terms.find(encoded(WRITTEN_BY_A_PROGRAM))
            if row >= 0:
                written[part.documents[part.slice_of(row)].astype(np.int64) + base] = True
        return written & self._live

    @property
    def slots(self) -> "Slots":
        """The chunk of each slot."""
        return Slots(self._parts, self._bases)

    def slots_of(self, ids: Iterable[str]) -> Integers:
        """Return the slot of each chunk, -1 for one that is not in the index."""
        wanted = list(ids)
        digests = np.fromiter(map(id_digest, wanted), np.uint64, len(wanted))
        slots = np.full(len(wanted), -1, np.int64)
        for part, base in zip(self._parts, self._bases, strict=False):
            live = self._live
            for at, position in part.locate(wanted, digests):
                if live[base + position]:
                    slots[at] = base + position
        return slots

    def slots_of_same(self, documents: Sequence[tuple[str, str]]) -> Integers:
        """Return the slot of each ``(chunk id, terms)``, -1 for one that is not in the index with these terms."""
        slots = self.slots_of(identifier for identifier, _ in documents)
        texts = np.concatenate([np.zeros(0, np.uint64), *(part.text_hashes for part in self._parts)])
        known = slots >= 0
        known[known] = texts[slots[known]] == text_hashes(documents)[known]
        return np.where(known, slots, -1)

    def digests(self) -> npt.NDArray[np.uint64]:
        """Return the hash of the identifier of each slot's chunk."""
        digests = np.zeros(self.slot_count, np.uint64)
        for part, base in zip(self._parts, self._bases, strict=False):
            digests[base + part.id_positions] = part.id_hashes
        return digests

    def slots_of_digests(self, digests: npt.NDArray[np.uint64]) -> Integers:
        """Return the slot of each chunk by the hash of its identifier, -1 for one that is not in the index.

        Fast for many: identifiers are not compared. Among 10^9 of them two share a hash with a chance of 3 %.
        """
        slots = np.full(len(digests), -1, np.int64)
        for part, base in zip(self._parts, self._bases, strict=False):
            if len(part):
                at = np.minimum(np.searchsorted(part.id_hashes, digests), len(part) - 1)
                part_slots = part.id_positions[at] + base
                matching = (part.id_hashes[at] == digests) & self._live[part_slots]
                slots[matching] = part_slots[matching]
        return slots

    def mask_of(self, ids: Iterable[str]) -> Mask:
        """Return a mask over slots that is True for these chunks; unknown ids are ignored."""
        slots = self.slots_of(ids)
        mask = np.zeros(self.slot_count, np.bool_)
        mask[slots[slots >= 0]] = True
        return mask

    def scores(self, terms: Sequence[str], visible: Mask | None = None) -> Scores:
        """Return BM25 over slots: above 0 where a visible chunk holds a term, 0.0 elsewhere.

        Inverse document frequency, mean length and number of chunks are those of the visible chunks alone, without
        generated ones unless all are generated: lock files and minified scripts would distort which words are
        rare in what people write. The scores are those of an index that holds nothing else. They equal
        ``rank_bm25.BM25Okapi`` to the last bit wherever the weights of all terms are above 0; see
        `bm25_okapi.LEAST_WEIGHT` for the others.
        """
        return self.okapi(visible).positive_scores(terms)

    def scores_by_term(self, terms: Sequence[str], slots: Integers, visible: Mask | None = None) -> Scores:
        """Return (slots, terms) what each term adds to the `scores` of each slot, 0.0 for slot -1."""
        return self.okapi(visible).scores_by_term(terms, slots)

    def scores_of_words(self, words: Sequence[Alternatives], visible: Mask | None = None) -> Scores:
        """Return the `scores` over slots for words with alternatives: each word counts by its best alternative."""
        return self.okapi(visible).scores_of_words(words)

    def scores_by_word(
        self, words: Sequence[Alternatives], slots: Integers, visible: Mask | None = None
    ) -> Scores:
        """Return (slots, words) what each word adds to the `scores_of_words` of each slot, 0.0 for slot -1."""
        added = np.zeros((len(slots), len(words)))
        for column, alternatives in enumerate(words):
            for terms, weight in alternatives:
                scores = weight * self.scores_by_term(terms, slots, visible).sum(axis=1)
                added[:, column] = np.maximum(added[:, column], scores)
        return added

    def top(
        self, terms: Sequence[str], candidates: Mask | None, visible: Mask | None, limit: int
    ) -> tuple[Integers, Scores]:
        """Return slots and scores of the best chunks that hold a term, best first, ties by chunk id.

        Args:
            terms: of the query.
            candidates: slots to search, None for all visible ones; it does not change a score.
            visible: slots that the client may see; it alone decides the statistics.
            limit: how many at most.
        """
        scores = self.scores(terms, visible)
        _, slots = self.best(scores, candidates, limit)
        return slots, scores[slots]

    def best(self, scores: Scores, candidates: Mask | None, limit: int) -> tuple[list[ChunkId], Integers]:
        """Return chunks and their slots as `top` does, for given scores."""
        slots = np.flatnonzero(scores > 0 if candidates is None else (scores > 0) & candidates)
        candidate_scores = scores[slots]
        if 0 < limit < len(slots):
            least = np.partition(candidate_scores, len(candidate_scores) - limit)[len(candidate_scores) - limit]
            slots, candidate_scores = slots[candidate_scores >= least], candidate_scores[candidate_scores >= least]
        names = self.slots.many(slots)
        keys = list(zip((-candidate_scores).tolist(), names, strict=True))
        order = sorted(range(len(slots)), key=keys.__getitem__)[: max(limit, 0)]
        return [names[at] for at in order], slots[order]

    def terms_in(self, slots: Integers, terms: Iterable[str]) -> list[frozenset[str]]:
        """Return for each slot which of the terms its chunk holds; none for slot -1."""
        terms_of: list[set[str]] = [set() for _ in range(len(slots))]
        for part, base in zip(self._parts, self._bases, strict=False):
            here = np.flatnonzero((slots >= base) & (slots < base + len(part)))
            positions = (slots[here] - base).astype(part.documents.dtype)
            for term in terms if len(here) else ():
                for at in here[part.holding(term, positions)].tolist():
                    terms_of[at].add(term)
        return list(map(frozenset, terms_of))

    def document_frequency(self, term: str, visible: Mask | None = None) -> int:
        """Return how many visible chunks hold the term, of those that count in the statistics."""
        return self.okapi(visible).document_frequency(term)

    def count(self, visible: Mask | None = None) -> int:
        """Return how many visible chunks count in the statistics."""
        return self.okapi(visible).corpus_size

    def holds(self, term: str, visible: Mask | None = None) -> bool:
        """Return whether any visible chunk holds the term."""
        return self.okapi(visible).holds(term)

    def terms_starting(self, start: str, most_bytes: int) -> list[str]:
        """Return the terms of all chunks that start so and have at most so many bytes, sorted."""
        first, last = encoded(start), encoded(start) + b"\xff"
        terms: set[str] = set()
        for table in (part.terms for part in self._parts):
            low, high = table.position(first), table.position(last)
            lengths = np.diff(table.ends[low : high + 1])
            terms.update(table.many(low + np.flatnonzero(lengths <= most_bytes)))
        return sorted(terms)

    def terms_containing(self, part: str, most_bytes: int) -> list[str]:
        """Return the terms of all chunks that have this part and at most so many bytes, sorted."""
        terms: set[str] = set()
        for table in (each.terms for each in self._parts):
            positions = table.containing(encoded(part))
            lengths = table.ends[positions + 1] - table.ends[positions]
            terms.update(table.many(positions[lengths <= most_bytes]))
        return sorted(terms)

    def terms_like(
        self, term: str, max_distance: int = 2, visible: Mask | None = None, limit: int = 10
    ) -> list[SimilarTerm]:
        """Return other terms of visible chunks within that many edits: nearest first, then most frequent.

        An edit inserts, removes or changes a character, or swaps two neighbours.
        """
        distances: dict[str, int] = {}
        for part in self._parts:
            distances.update(bm25_spelling.near(part.terms, self._signatures_of(part), term, max_distance))
        similar = [candidate for candidate in self._counted(distances, visible) if candidate.distance]
        return sorted(similar, key=lambda candidate: (candidate.distance, -candidate.frequency, candidate.term))[
            :limit
        ]

    def stems_like(
        self, word: str, max_distance: int, tail: int, visible: Mask | None = None
    ) -> list[SimilarTerm]:
        """Return terms of visible chunks within that many edits of a start of ``word``, in no order.

        At most ``tail`` characters of the word may be left over: an ending, perhaps itself misspelt.
        """
        distances: dict[str, int] = {}
        for part in self._parts:
            nearby = bm25_spelling.near_start(part.terms, self._signatures_of(part), word, max_distance, tail)
            distances.update(nearby)
        return self._counted(distances, visible)

    def _signatures_of(self, part: Postings) -> bm25_spelling.Signatures:
        known = self._signatures.get(part.name)
        if known is None:
            known = self._signatures[part.name] = bm25_spelling.signatures_of(part.terms)
        return known

    def _counted(self, distances: Mapping[str, int], visible: Mask | None) -> list[SimilarTerm]:
        """Return those terms that visible chunks hold, with the number of these chunks."""
        okapi = self.okapi(visible)
        similar = (SimilarTerm(term, far, okapi.document_frequency(term)) for term, far in distances.items())
        return [candidate for candidate in similar if candidate.frequency]

    def okapi(self, visible: Mask | None = None) -> PostingsOkapi:
        """Return BM25 with the statistics of the visible chunks; the last few are cached."""
        key = b"" if visible is None else hashlib.blake2b(np.packbits(visible).tobytes(), digest_size=16).digest()
        with self._lock:
            known = self._views.get(key)
            if known is None:
                seen = self._live if visible is None else self._live & visible
                aside = seen & self.written_by_programs
                known = PostingsOkapi(self._parts, *((seen & ~aside, aside) if (seen & ~aside).any() else (seen,)))
                self._views[key] = known
            self._views.move_to_end(key)
            while len(self._views) > VIEWS:
                self._views.popitem(last=False)
        return known


class Slots(Sequence[ChunkId]):
    """The chunk identifier of each slot, including removed chunks."""

    def __init__(self, parts: Sequence[Postings], bases: Sequence[int]) -> None:
        self._parts = parts
        self._bases = np.asarray(bases)

    def __len__(self) -> int:
        return int(self._bases[-1])

    def __getitem__(self, slot: int) -> ChunkId:  # type: ignore[override]  # slices of half a million strings are refused
        if not 0 <= slot < len(self):
            raise IndexError(slot)
        part = int(np.searchsorted(self._bases, slot, side="right")) - 1
        return ChunkId(self._parts[part].ids[slot - int(self._bases[part])])

    def many(self, slots: Integers) -> list[ChunkId]:
        """Return the chunk of each of these slots, in their order."""
        part_of = np.searchsorted(self._bases, slots, side="right") - 1
        names = [ChunkId("")] * len(slots)
        for part in np.flatnonzero(np.bincount(part_of)).tolist():
            indices = np.flatnonzero(part_of == part)
            part_ids = self._parts[part].ids.many(slots[indices] - self._bases[part])
            for index, name in zip(indices.tolist(), part_ids, strict=True):
                names[index] = ChunkId(name)
        return names
