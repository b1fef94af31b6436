"""Okapi BM25 over postings: the exact numbers of ``rank_bm25.BM25Okapi`` without its scans."""

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from search.retrieval.bm25_postings import Integers, Mask, Postings, row_blocks
from search.retrieval.bm25_strings import encoded, union_of

Scores = npt.NDArray[np.float64]


class Alternative(NamedTuple):
    """A text that is searched in the place of a word, or the word itself.

    Attributes:
        terms: its terms.
        weight: share 0..1 of their score that counts.
    """

    terms: tuple[str, ...]
    weight: float = 1.0


Alternatives = tuple[Alternative, ...]
"""What is searched for a word: the best of them counts."""

LEAST_WEIGHT = 1e-6
"""Weight of a term whose inverse document frequency is not above 0.

With few documents BM25Okapi's own floor can be 0 or negative: in an index of one or two chunks every match would
score 0, or better matches would score less. It is so small that any term that distinguishes
documents outweighs it.
"""


def terms_of(word: Alternatives) -> tuple[str, ...]:
    """Return all terms that are searched for a word."""
    return tuple(term for alternative in word for term in alternative.terms)


def words_of_terms(terms: Iterable[str]) -> tuple[Alternatives, ...]:
    """Return words without alternatives, one for each distinct term."""
    return tuple((Alternative((term,)),) for term in dict.fromkeys(terms))


class PostingsOkapi(BM25Okapi):  # type: ignore[misc]  # rank_bm25 has no types
    """BM25 with the statistics of a part of the documents.

    For the counted documents, ``get_scores`` equals that of a ``BM25Okapi`` of them in slot order, bit for bit.
    A document in ``aside`` scores as one more document would. All others score 0.0.

    Args:
        parts: postings in slot order; a document's slot is its position plus the lengths of the parts before.
        counted: which slots count.
        aside: which slots are scored but not in the statistics; none of them is counted.
    """

    def __init__(self, parts: Sequence[Postings], counted: Mask, aside: Mask | None = None) -> None:
        self._parts = tuple(parts)
        self._bases = np.cumsum([0, *map(len, parts)])
        self._counted = counted
        self._scored = counted if aside is None else counted | aside
        self._all_scored = bool(self._scored.all())
        self._frequencies: dict[str, int] = {}
        super().__init__(())

    def _initialize(self, corpus: Sequence[object]) -> dict[str, int]:  # noqa: ARG002  # passed by the base class
        lengths = [part.lengths for part in self._parts]
        self.doc_len = np.concatenate(lengths) if lengths else np.zeros(0, np.int32)
        self.corpus_size = int(np.count_nonzero(self._counted))
        total = int(self.doc_len[self._counted].sum(dtype=np.int64))
        self.avgdl = total / self.corpus_size if self.corpus_size else 0.0
        return {}

    def _calc_idf(self, nd: dict[str, int]) -> None:
        """Do nothing here: `idf_of` computes values on first use, since a query needs a few of a million terms."""

    def document_frequency(self, term: str) -> int:
        """Return how many counted documents hold the term."""
        known = self._frequencies.get(term)
        if known is None:
            matches = self._matches(term)
            known = self._frequencies[term] = sum(int(self._counted[slots].sum()) for slots, _ in matches)
        return known

    def holds(self, term: str) -> bool:
        """Return whether a scored document holds the term."""
        return self.document_frequency(term) > 0 or any(len(slots) for slots, _ in self._matches(term))

    def idf_of(self, term: str) -> float:
        """Return the inverse document frequency with the floor of BM25Okapi; 0.0 for a term in no document."""
        known: float | None = self.idf.get(term)
        if known is None:
            known = self._plain_idf(self.document_frequency(term)) if self.holds(term) else 0.0
            if known < 0:
                known = self.epsilon * self.average_idf
            self.idf[term] = known
        return known

    def get_scores(self, query: Sequence[str]) -> Scores:
        """Return float64 over all slots; a term that is in the query twice counts twice."""
        return self._sums(query, [self.idf_of(term) for term in query])

    def positive_scores(self, query: Sequence[str]) -> Scores:
        """Return the scores, above 0 for every scored document that holds a term; see `LEAST_WEIGHT`."""
        idfs = [self.idf_of(term) for term in query]
        return self._sums(query, [idf if idf > 0 else LEAST_WEIGHT for idf in idfs])

    def scores_by_term(self, query: Sequence[str], slots: Integers) -> Scores:
        """Return (slots, terms) what each term adds to the `positive_scores` of each slot, 0.0 for slot -1."""
        added = np.zeros((len(slots), len(query)))
        for column, term in enumerate(query):
            weight = self.idf_of(term)
            weight = weight if weight > 0 else LEAST_WEIGHT
            counts = self._counts(term, slots)
            present = counts > 0
            norms = self._length_norms[slots[present]]
            added[present, column] += weight * (counts[present] * (self.k1 + 1) / (counts[present] + norms))
        return added

    def scores_of_words(self, words: Sequence[Alternatives]) -> Scores:
        """Return over slots the sum of what each word adds: the most that one of its alternatives adds."""
        total, of_word = np.zeros(len(self._counted)), np.zeros(len(self._counted))
        for alternatives in words:
            touched = []
            for terms, weight in alternatives:
                slots, scores = self._sparse_scores(terms)
                of_word[slots] = np.maximum(of_word[slots], weight * scores)
                touched.append(slots)
            slots = np.unique(np.concatenate(touched)) if touched else np.zeros(0, np.int64)
            total[slots] += of_word[slots]
            of_word[slots] = 0.0
        return total

    def _sparse_scores(self, terms: Sequence[str]) -> tuple[Integers, Scores]:
        """Return the slots that hold one of the terms, and the `positive_scores` of each."""
        added = []
        for term in terms:
            idf = self.idf_of(term)
            weight = idf if idf > 0 else LEAST_WEIGHT
            for slots, frequencies in self._matches(term):
                counts = frequencies.astype(np.float64)
                added.append((slots, weight * (counts * (self.k1 + 1) / (counts + self._length_norms[slots]))))
        if len(added) == 1:
            return added[0]
        every = np.concatenate([np.zeros(0, np.int64), *(slots for slots, _ in added)])
        scores = np.concatenate([np.zeros(0), *(scores for _, scores in added)])
        slots, at = np.unique(every, return_inverse=True)
        return slots, np.asarray(np.bincount(at, scores, len(slots)), np.float64)

    def get_batch_scores(self, query: Sequence[str], doc_ids: Sequence[int]) -> list[float]:
        """Return the scores of these slots, in their order."""
        scores: list[float] = self.get_scores(query)[np.asarray(doc_ids, np.int64)].tolist()
        return scores

    def _sums(self, query: Sequence[str], weights: Sequence[float]) -> Scores:
        # The order of operations is BM25Okapi's, so that every rounding is the same.
        scores = np.zeros(len(self._counted))
        for term, weight in zip(query, weights, strict=True):
            for slots, frequencies in self._matches(term):
                counts = frequencies.astype(np.float64)
                scores[slots] += weight * (counts * (self.k1 + 1) / (counts + self._length_norms[slots]))
        return scores

    def _counts(self, term: str, slots: Integers) -> Scores:
        """Return how often the term is in the document of each slot, 0.0 where that is not scored and for -1."""
        raw, counts = encoded(term), np.zeros(len(slots))
        for part, base in zip(self._parts, self._bases.tolist(), strict=False):
            row = part.terms.find(raw)
            if row < 0:
                continue
            where = part.slice_of(row)
            holding = part.documents[where]
            wanted = (slots - base).astype(holding.dtype)
            at = np.minimum(np.searchsorted(holding, wanted), len(holding) - 1)
            present = (slots >= base) & (holding[at] == wanted)
            counts[present] = part.frequencies[where][at[present]]
        counts[slots < 0] = 0.0
        return np.where(self._scored[slots], counts, 0.0) if len(self._scored) else counts

    def _matches(self, term: str) -> Iterator[tuple[Integers, npt.NDArray[np.unsignedinteger]]]:
        """Yield the scored slots that hold the term, with its frequency in each, part by part."""
        raw = encoded(term)
        for part, base in zip(self._parts, self._bases.tolist(), strict=False):
            row = part.terms.find(raw)
            if row < 0:
                continue
            where = part.slice_of(row)
            slots = part.documents[where].astype(np.int64) + base
            frequencies = part.frequencies[where]
            if not self._all_scored:
                scored = self._scored[slots]
                slots, frequencies = slots[scored], frequencies[scored]
            yield slots, frequencies

    @functools.cached_property
    def _length_norms(self) -> Scores:
        if not self.avgdl:
            return np.zeros(len(self._counted))
        norms: Scores = self.k1 * (1 - self.b + self.b * self.doc_len.astype(np.int64) / self.avgdl)
        return norms

    def _plain_idf(self, frequency: int) -> float:
        return math.log(self.corpus_size - frequency + 0.5) - math.log(frequency + 0.5)

    @functools.cached_property
    def average_idf(self) -> float:
        """Mean over the counted documents' vocabulary, summed in the order in which its terms were first seen.

        Only a term in more than half of the documents needs it, so it is computed late.
        """
        frequencies = self._frequencies_in_order()
        if not len(frequencies):
            return 0.0
        distinct, inverse = np.unique(frequencies, return_inverse=True)
        idfs = np.array([self._plain_idf(frequency) for frequency in distinct.tolist()])[inverse]
        return float(np.add.accumulate(idfs)[-1]) / len(idfs)

    def _frequencies_in_order(self) -> Integers:
        """Return document frequencies of all counted terms, terms in first-seen order."""
        rows, terms = union_of([part.terms for part in self._parts])
        columns: list[tuple[Integers, Integers, Integers]] = []
        for part, base in zip(self._parts, self._bases.tolist(), strict=False):
            counts, slots, orders = _first_uses(part, self._counted[base : base + len(part)])
            columns.append((counts, slots + base, orders))
        totals = np.zeros(len(terms), np.int64)
        first_slot = np.full(len(terms), len(self._counted), np.int64)
        first_order = np.zeros(len(terms), np.int64)
        for where, (counts, slots, orders) in zip(rows, columns, strict=True):
            totals[where] += counts
            earlier = (counts > 0) & (slots < first_slot[where])
            first_slot[where[earlier]] = slots[earlier]
            first_order[where[earlier]] = orders[earlier]
        ordered: Integers = totals[np.lexsort((first_order, first_slot))]
        return ordered[ordered > 0]


def _first_uses(part: Postings, counted: Mask) -> tuple[Integers, Integers, Integers]:
    """Return for each term: number of counted documents, the first of them, and its order in that one's words."""
    rows = len(part.terms)
    counts, firsts, orders = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    for row, end in row_blocks(part.starts):
        low, high = int(part.starts[row]), int(part.starts[end])
        counted_postings = np.flatnonzero(counted[part.documents[low:high]])
        bounds = np.searchsorted(counted_postings, part.starts[row : end + 1] - low)
        counts[row:end] = np.diff(bounds)
        used = np.flatnonzero(counts[row:end])
        first_postings = counted_postings[bounds[used]] + low
        firsts[row + used] = part.documents[first_postings]
        orders[row + used] = part.orders[first_postings]
    return counts, firsts, orders
