"""Making few fragments of many without writing the whole table: only rows of small ones are written again."""

from typing import Any

import numpy as np
import numpy.typing as npt

MOST_ROWS = 10_000
"""Rows that are gathered at once; they are in memory meanwhile, of chunks about 20 MB."""

SMALL_SHARE = 0.1
"""A fragment with less of the table's rows is small; there are never more than ten others."""

WORTH_WRITING_WHOLE = 0.1
"""With a larger share of rows that are gone but still lie in a file, the table is better written as a whole."""

MOST_SHARE = 0.5
"""Of the rows; gathering more than that costs as much as writing the whole table, and leaves more behind."""

_FRAGMENT_BITS = 32
"""The address of a row is its fragment, then its place in there."""

BATCH_ROWS = 65_536

Addresses = npt.NDArray[np.uint64]


def gather_small_fragments(table: Any, most_left: int) -> bool:
    """Write the rows of small fragments as one, in one commit; return whether at most ``most_left`` are left then.

    Where more would be, or too much of the table is to be written or is dead, nothing is done.
    """
    addresses = _addresses(table)
    fragments, counts = np.unique(addresses >> _FRAGMENT_BITS, return_counts=True)
    order = np.argsort(counts, kind="stable")
    most = min(MOST_ROWS, int(MOST_SHARE * len(addresses)))
    fitting = (counts[order] < SMALL_SHARE * len(addresses)) & (np.cumsum(counts[order]) <= most)
    chosen = fragments[order[fitting]]
    many_left = len(chosen) < 2 or len(fragments) - len(chosen) + 1 > most_left
    if many_left or _dead_share(addresses) > WORTH_WRITING_WHOLE:
        return False
    rows = table.take_row_ids(addresses[np.isin(addresses >> _FRAGMENT_BITS, chosen)].tolist()).to_arrow()
    table.merge_insert("id").when_matched_update_all().execute(rows, on_bad_vectors="null")
    return True


def _addresses(table: Any) -> Addresses:
    batches = table.search().select(["id"]).with_row_id(True).to_batches(BATCH_ROWS)
    parts = [batch.column("_rowid").to_numpy() for batch in batches]
    return np.sort(np.concatenate([np.zeros(0, np.uint64), *parts]).astype(np.uint64))


def _dead_share(addresses: Addresses) -> float:
    """Return how many rows at least are gone of those that the files hold, as a share of these."""
    last = np.flatnonzero(np.diff(addresses >> _FRAGMENT_BITS, append=np.uint64(1 << _FRAGMENT_BITS)))
    written = int(np.sum((addresses[last] & np.uint64((1 << _FRAGMENT_BITS) - 1)) + np.uint64(1)))
    return 1.0 - len(addresses) / max(written, 1)
