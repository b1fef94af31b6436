"""How far words alone decide an order, by the weight of meaning."""

from search.ranking.constants import WORDS_ALONE


def by_words_alone(weight: float) -> float:
    """Return the share 0..1 of what names, references and commits add by words alone: at a weight of 0 it is 1."""
    return max(0.0, 1.0 - weight / WORDS_ALONE)
