"""Postings of a run of documents: for each term, sorted, the documents that hold it and how often. Immutable."""

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_strings import Offsets, StringTable, encoded, kept_strings, union_of
from search.storage.numbering import numbered_words

Mask = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.uint16] | npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Postings:
    """Documents and their terms.

    Attributes:
        ids: identifier of each document, by position.
        lengths: number of terms of each document, repetitions included.
        terms: sorted; each is in at least one document.
        starts: where the postings of each term begin, with the end of the last one appended.
        documents: positions, rising within a term.
        frequencies: how often the term is in the document.
        orders: how many other terms of the document appeared before this one; gives the first-seen order.
        id_hashes: sorted hashes of identifiers.
        id_positions: the document of each hash.
        text_hashes: of the terms of each document, by position.
        name: unique name of its folder.
    """

    ids: StringTable
    lengths: npt.NDArray[np.int32]
    terms: StringTable
    starts: Offsets
    documents: npt.NDArray[np.int32]
    frequencies: Counts
    orders: Counts
    id_hashes: npt.NDArray[np.uint64]
    id_positions: npt.NDArray[np.int32]
    text_hashes: npt.NDArray[np.uint64]
    name: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __len__(self) -> int:
        return len(self.lengths)

    def slice_of(self, row: int) -> slice:
        """Return where the postings of the term at ``row`` are."""
        return slice(int(self.starts[row]), int(self.starts[row + 1]))

    def holding(self, term: str, positions: npt.NDArray[np.int32]) -> Mask:
        """Return which of these documents hold the term."""
        row = self.terms.find(encoded(term))
        documents = self.documents[self.slice_of(row)] if row >= 0 else self.documents[:0]
        if not len(documents):
            return np.zeros(len(positions), np.bool_)
        nearest = np.minimum(np.searchsorted(documents, positions), len(documents) - 1)
        return np.asarray(documents[nearest] == positions)

    def locate(self, wanted: Sequence[str], digests: npt.NDArray[np.uint64]) -> Iterator[tuple[int, int]]:
        """Yield the index in ``wanted`` and the position of each known identifier; ``digests`` are the hashes."""
        lows = np.searchsorted(self.id_hashes, digests, side="left")
        widths = np.searchsorted(self.id_hashes, digests, side="right") - lows
        indices = np.repeat(np.arange(len(wanted)), widths)
        within = np.arange(len(indices)) - np.repeat(np.cumsum(widths) - widths, widths)
        positions = self.id_positions[lows[indices] + within]
        names = self.ids.many(positions.astype(np.int64))
        for index, position, name in zip(indices.tolist(), positions.tolist(), names, strict=True):
            if name == wanted[index]:
                yield index, position


def id_digest(identifier: str) -> int:
    """Return the hash of an identifier; it is the same in every process."""
    return _hash(encoded(identifier))


def text_hashes(documents: Sequence[tuple[str, str]]) -> npt.NDArray[np.uint64]:
    """Return the hash of the terms of each ``(identifier, terms)``; it is the same in every process."""
    return np.fromiter((_hash(encoded(terms)) for _, terms in documents), np.uint64, len(documents))


def _hash(raw: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(raw, digest_size=8).digest(), "little")


def postings_of(documents: Sequence[tuple[str, str]]) -> Postings:
    """Return the postings of ``(identifier, terms separated by blanks)``; identifiers must differ."""
    first_seen, lengths, vocabulary = numbered_words([encoded(terms) for _, terms in documents])
    order = sorted(range(len(vocabulary)), key=vocabulary.__getitem__)
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    starts, columns = _grouped(rank[first_seen], lengths, len(vocabulary))
    terms = StringTable.of([vocabulary[row] for row in order])
    ids = [encoded(identifier) for identifier, _ in documents]
    return assembled(ids, lengths, terms, starts, columns, text_hashes(documents))


def assembled(
    ids: Sequence[bytes],
    lengths: npt.NDArray[np.int32],
    terms: StringTable,
    starts: Offsets,
    columns: tuple[Integers, Integers, Integers],
    texts: npt.NDArray[np.uint64],
) -> Postings:
    """Return postings with hashes of their identifiers.

    ``columns`` are documents, frequencies and orders; ``texts`` are the hashes of the terms of each document.
    """
    hashes = np.fromiter((id_digest(raw.decode("utf-8", "surrogatepass")) for raw in ids), np.uint64, len(ids))
    positions = np.argsort(hashes, kind="stable")
    documents, frequencies, orders = columns
    return Postings(
        StringTable.of(ids),
        lengths,
        terms,
        starts,
        documents.astype(np.int32),
        narrow(frequencies),
        narrow(orders),
        hashes[positions],
        positions.astype(np.int32),
        texts,
    )


def narrow(counts: Integers) -> Counts:
    """Return counts in two bytes each, or in four if one of them needs it."""
    if counts.size and counts.max() >= 1 << 16:
        return counts.astype(np.uint32)
    return counts.astype(np.uint16)


def _grouped(
    rows: Integers, lengths: npt.NDArray[np.int32], row_count: int
) -> tuple[Offsets, tuple[Integers, Integers, Integers]]:
    """Return starts and (documents, frequencies, orders) of words, given as rows in text order.

    One sort by row and position is enough, since positions rise with documents.
    """
    count = len(rows)
    shift = max(count, 1).bit_length()
    keys = (rows << shift) | np.arange(count)
    keys.sort()
    positions = keys & ((1 << shift) - 1)
    rows = keys >> shift
    documents = np.repeat(np.arange(len(lengths)), lengths)[positions]
    changes = np.flatnonzero((np.diff(rows) != 0) | (np.diff(documents) != 0)) + 1
    begins = np.concatenate([[0], changes]).astype(np.int64)[: count or 0]
    frequencies = np.diff(np.append(begins, count))
    starts = np.zeros(row_count + 1, np.int64)
    np.cumsum(np.bincount(rows[begins], minlength=row_count), out=starts[1:])
    documents = documents[begins]
    return starts, (documents, frequencies, _orders(documents, positions[begins], len(lengths)))


def _orders(documents: Integers, positions: Integers, document_count: int) -> Integers:
    in_text = np.argsort(positions)
    distinct = np.bincount(documents, minlength=document_count)
    before = np.cumsum(distinct) - distinct
    orders = np.empty(len(documents), np.int64)
    orders[in_text] = np.arange(len(documents)) - before[documents[in_text]]
    return orders


def blocks(documents: Iterable[tuple[str, str]], characters: int) -> Iterator[list[tuple[str, str]]]:
    """Yield lists of documents with about this many characters of terms, each id once with its last terms."""
    block: dict[str, str] = {}
    size = 0
    for identifier, terms in documents:
        block.pop(identifier, None)
        block[identifier] = terms
        size += len(terms)
        if size >= characters:
            yield list(block.items())
            block, size = {}, 0
    if block:
        yield list(block.items())


BLOCK_POSTINGS = 1 << 21
"""Postings handled at once: bounds the extra memory to about 100 MB however large the index is."""


def row_blocks(starts: Offsets) -> Iterator[tuple[int, int]]:
    """Yield ranges of rows that hold about `BLOCK_POSTINGS` postings each, in order."""
    row, count = 0, len(starts) - 1
    while row < count:
        end = int(np.searchsorted(starts, starts[row] + BLOCK_POSTINGS, side="right")) - 1
        end = min(max(end, row + 1), count)
        yield row, end
        row = end


def merged(parts: Sequence[tuple[Postings, Mask]]) -> Postings:
    """Return the documents of all parts that their masks keep, in order."""
    rows_in, union = union_of([postings.terms for postings, _ in parts])
    counts = np.zeros(len(union), np.int64)
    for (postings, keep), rows in zip(parts, rows_in, strict=True):
        counts[rows] += kept_counts(postings, keep)
    starts = np.zeros(len(union) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    documents = np.empty(starts[-1], np.int32)
    frequencies = np.empty(starts[-1], _wider([postings.frequencies.dtype for postings, _ in parts]))
    orders = np.empty(starts[-1], _wider([postings.orders.dtype for postings, _ in parts]))
    cursor, first = starts[:-1].copy(), 0
    for (postings, keep), rows in zip(parts, rows_in, strict=True):
        renumbered = np.cumsum(keep) - 1 + first
        for source, target in _moves(postings, keep, rows, cursor):
            documents[target] = renumbered[postings.documents[source]]
            frequencies[target] = postings.frequencies[source]
            orders[target] = postings.orders[source]
        first += int(np.count_nonzero(keep))
    used = np.flatnonzero(counts)
    terms = kept_strings([(union, counts > 0)])
    kept_starts = np.append(starts[:-1][used], starts[-1])
    return _assembled(parts, terms, kept_starts, (documents, frequencies, orders))


def kept_counts(postings: Postings, keep: Mask) -> Integers:
    """Return for each term how many of its documents are kept."""
    if keep.all():
        return np.diff(postings.starts)
    counts = np.empty(len(postings.terms), np.int64)
    for row, end in row_blocks(postings.starts):
        low, high = int(postings.starts[row]), int(postings.starts[end])
        flags = keep[postings.documents[low:high]].astype(np.int64)
        counts[row:end] = np.add.reduceat(flags, postings.starts[row:end] - low)
    return counts


def _wider(types: Sequence[np.dtype[np.unsignedinteger]]) -> np.dtype[np.unsignedinteger]:
    return max(types, key=lambda dtype: dtype.itemsize)


def _moves(
    postings: Postings, keep: Mask, rows: Integers, cursor: Integers
) -> Iterator[tuple[Integers, Integers]]:
    """Yield source and target indices of kept postings, block by block; ``cursor`` is advanced."""
    for row, end in row_blocks(postings.starts):
        low, high = int(postings.starts[row]), int(postings.starts[end])
        local_rows = np.repeat(np.arange(end - row), np.diff(postings.starts[row : end + 1]))
        source = np.flatnonzero(keep[postings.documents[low:high]])
        local_rows = local_rows[source]
        counts = np.bincount(local_rows, minlength=end - row)
        within = np.arange(len(source)) - (np.cumsum(counts) - counts)[local_rows]
        target_rows = rows[row:end]
        yield source + low, cursor[target_rows][local_rows] + within
        cursor[target_rows] += counts


def _assembled(
    parts: Sequence[tuple[Postings, Mask]],
    terms: StringTable,
    starts: Offsets,
    columns: tuple[npt.NDArray[np.int32], npt.NDArray[np.unsignedinteger], npt.NDArray[np.unsignedinteger]],
) -> Postings:
    hashes, positions, first = [], [], 0
    for postings, keep in parts:
        of_hash = keep[postings.id_positions]
        hashes.append(postings.id_hashes[of_hash])
        positions.append((np.cumsum(keep) - 1 + first)[postings.id_positions[of_hash]])
        first += int(np.count_nonzero(keep))
    all_hashes = np.concatenate(hashes)
    by_hash = np.argsort(all_hashes, kind="stable")
    documents, frequencies, orders = columns
    return Postings(
        kept_strings([(postings.ids, keep) for postings, keep in parts]),
        np.concatenate([postings.lengths[keep] for postings, keep in parts]),
        terms,
        starts,
        documents,
        frequencies,
        orders,
        all_hashes[by_hash],
        np.concatenate(positions)[by_hash].astype(np.int32),
        np.concatenate([postings.text_hashes[keep] for postings, keep in parts]),
    )
