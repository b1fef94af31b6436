"""Terms that are spelt much like another one."""

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_strings import StringTable, encoded

_BUCKETS = 64
Signatures = npt.NDArray[np.uint64]


def near(table: StringTable, signatures: Signatures, term: str, max_distance: int) -> dict[str, int]:
    """Return the strings of a table within that many edits of ``term``, with their distance.

    Length and the set of bytes of each string rule out nearly all of them before a distance is computed.
    """
    if not len(table) or max_distance < 0:
        return {}
    raw = encoded(term)
    widest = max((len(character.encode("utf-8", "surrogatepass")) for character in term), default=1)
    lengths = np.diff(table.ends)
    differing = np.bitwise_count(signatures ^ np.uint64(_signature(raw)))
    close = (np.abs(lengths - len(raw)) <= max_distance * widest) & (differing <= 2 * max_distance * widest)
    found = {}
    for row in np.flatnonzero(close).tolist():
        other = table[row]
        distance = edit_distance(term, other, max_distance)
        if distance <= max_distance:
            found[other] = distance
    return found


def signatures_of(table: StringTable) -> Signatures:
    """Return one bit for each byte value (modulo 64) that a string holds."""
    if not len(table):
        return np.zeros(0, np.uint64)
    bits = np.left_shift(np.uint64(1), (table.blob % _BUCKETS).astype(np.uint64))
    return np.bitwise_or.reduceat(bits, table.ends[:-1])


def _signature(raw: bytes) -> int:
    signature = 0
    for byte in raw:
        signature |= 1 << (byte % _BUCKETS)
    return signature


def edit_distance(first: str, second: str, limit: int) -> int:
    """Return the optimal string alignment distance, or any number above ``limit`` when it is above it."""
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before_last: list[int] = []
    last = list(range(len(second) + 1))
    for row, left in enumerate(first, 1):
        current = [row]
        for column, right in enumerate(second, 1):
            cost = min(last[column] + 1, current[-1] + 1, last[column - 1] + (left != right))
            if row > 1 and column > 1 and left == second[column - 2] and first[row - 2] == right:
                cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        if min(current) > limit and min(last) > limit:
            return limit + 1
        before_last, last = last, current
    return last[-1]
