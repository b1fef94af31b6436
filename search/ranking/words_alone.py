"""How far words alone decide an order, by the weight of meaning."""

from search.ranking.constants import WORDS_ALONE


def by_words_alone(weight: float) -> float:
    """Return the share 0..1 of what names and references add by words alone: 1 at a weight of 0, falling to 0."""
    return max(0.0, 1.0 - weight / WORDS_ALONE)
