"""Names that resemble a name that does not exist."""

from collections.abc import Iterable

MAX_EDITS = 2
"""A name further away is not what was meant."""

SHARED_START = 3
"""Names that share so many first letters are suggested when nothing is spelled nearly the same."""


def nearest(wanted: str, names: Iterable[str], limit: int = 20) -> list[str]:
    """Return the names that resemble ``wanted`` without regard to case, best first.

    Order: fewest edits (at most two), then names that contain it or begin as it does, shorter first, then by name.
    """
    target = wanted.casefold()
    if not target:
        return []
    rated = ((_distance(target, name.casefold()), name) for name in names)
    ranked = sorted((rating, len(name), name) for rating, name in rated if rating is not None)
    return [name for _, _, name in ranked[:limit]]


def _distance(wanted: str, name: str) -> int | None:
    """Return a rating, smaller is nearer, or None when there is no resemblance."""
    edits = edits_between(wanted, name, allowed_edits(wanted))
    if edits is not None:
        return edits
    if wanted in name:
        return MAX_EDITS + 1
    if len(wanted) >= SHARED_START and len(name) >= SHARED_START and (name.startswith(wanted) or name in wanted):
        return MAX_EDITS + 2
    return None


def allowed_edits(name: str) -> int:
    """Return how many edits a name of this length may be away: none for two letters, two from six letters on."""
    return min(MAX_EDITS, len(name) // 3)


def edits_between(first: str, second: str, limit: int) -> int | None:
    """Return insertions, deletions, replacements and swaps of neighbours between two words.

    None when there are more than ``limit``. (Optimal string alignment distance, cut off at the limit.)
    """
    if abs(len(first) - len(second)) > limit or len(set(first) ^ set(second)) > 2 * limit:
        return None
    before: list[int] = []
    previous = list(range(len(second) + 1))
    for row, letter in enumerate(first, start=1):
        current = [row]
        for column, other in enumerate(second, start=1):
            cost = min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == second[column - 2] and first[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return None
        before, previous = previous, current
    return previous[-1] if previous[-1] <= limit else None
