"""Making one run of postings of several, without the documents that are gone."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_postings import Integers, Mask, Postings
from search.retrieval.bm25_strings import Offsets, StringTable

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
    rows_in, union = _union([postings.terms for postings, _ in parts])
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
    terms = StringTable.of([union[row] for row in used.tolist()])
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


def _union(tables: Sequence[StringTable]) -> tuple[list[Integers], list[bytes]]:
    """Return where each table's strings are in the sorted union, and the union."""
    lists = [table.raws() for table in tables]
    union = sorted(set().union(*lists))
    row_of = {raw: row for row, raw in enumerate(union)}
    return [np.fromiter(map(row_of.__getitem__, raws), np.int64, len(raws)) for raws in lists], union


def _wider(types: Sequence[np.dtype[np.unsignedinteger]]) -> np.dtype[np.unsignedinteger]:
    return max(types, key=lambda dtype: dtype.itemsize)


def _moves(
    postings: Postings, keep: Mask, rows: Integers, cursor: Integers
) -> Iterator[tuple[Integers, Integers]]:
    """Yield source and target indices of kept postings, block by block; ``cursor`` moves on by what was placed."""
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
    ids: list[bytes] = []
    hashes, positions, first = [], [], 0
    for postings, keep in parts:
        raws = postings.ids.raws()
        ids += [raws[position] for position in np.flatnonzero(keep).tolist()]
        of_hash = keep[postings.id_positions]
        hashes.append(postings.id_hashes[of_hash])
        positions.append((np.cumsum(keep) - 1 + first)[postings.id_positions[of_hash]])
        first += int(np.count_nonzero(keep))
    all_hashes = np.concatenate(hashes)
    by_hash = np.argsort(all_hashes, kind="stable")
    documents, frequencies, orders = columns
    return Postings(
        StringTable.of(ids),
        np.concatenate([postings.lengths[keep] for postings, keep in parts]),
        terms,
        starts,
        documents,
        frequencies,
        orders,
        all_hashes[by_hash],
        np.concatenate(positions)[by_hash].astype(np.int32),
    )
