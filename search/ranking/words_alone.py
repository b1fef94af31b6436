"""How much words alone decide an order, by the weight of meaning; without numpy, so that a client can explain."""

from search.ranking.constants import WORDS_ALONE


def by_words_alone(weight: float) -> float:
    """Return the share 0..1 of the extra score of names, references and commits; 1 at a weight of 0."""
    return max(0.0, 1.0 - weight / WORDS_ALONE)
