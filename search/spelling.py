"""Names that resemble a name that does not exist."""

from collections.abc import Iterable

MAX_EDITS = 2
"""A name with more edits is not suggested."""

SHARED_START = 3
"""Length of a common beginning for which a name is suggested although it is spelled differently."""


def nearest(wanted: str, names: Iterable[str], limit: int = 20) -> list[str]:
    """Return the names that resemble ``wanted``, ignoring case, best first.

    Order: fewest edits (at most two), then names that contain it or begin like it, shorter first, then by name.
    """
    from rapidfuzz.distance import OSA  # imported late: only misspelled names need it
    from rapidfuzz.process import cdist

    target, known = wanted.casefold(), list(names)
    if not target:
        return []
    folded = [name.casefold() for name in known]
    allowed = _allowed_edits(target)
    edits = cdist([target], folded, scorer=OSA.distance, score_cutoff=allowed)[0].tolist()
    pairs = zip(edits, folded, strict=True)
    ratings = (count if count <= allowed else _shared_part(target, name) for count, name in pairs)
    rated = zip(ratings, known, strict=True)
    ranked = sorted((rating, len(name), name) for rating, name in rated if rating is not None)
    return [name for _, _, name in ranked[:limit]]


def _allowed_edits(name: str) -> int:
    """Return how many edits are allowed for a name: none for two letters, two from six letters on."""
    return min(MAX_EDITS, len(name) // 3)


def _shared_part(wanted: str, name: str) -> int | None:
    """Return the rating of a name that shares a part with ``wanted``, lower is better; None for no resemblance."""
    if wanted in name:
        return MAX_EDITS + 1
    if len(wanted) >= SHARED_START and len(name) >= SHARED_START and (name.startswith(wanted) or name in wanted):
        return MAX_EDITS + 2
    return None
