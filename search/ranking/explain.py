"""Breaks a file's score down into its parts."""

from dataclasses import dataclass

from search.ranking.constants import CARD_PER_WEIGHT, MEANT_LIKE_WORDS
from search.ranking.words_alone import by_words_alone
from search.types.query import RankSettings
from search.types.results import FileHit, Signal


@dataclass(frozen=True, slots=True)
class Explanation:
    """The parts of a file's score.

    Attributes:
        parts: the summands, each with its strength 0..1 and its share: words, meaning, card, structure.
        factor: multiplier of the sum; 1.0 for a file that is not demoted.
        demoted_as: kind of file that the factor applies to; empty if the file is not demoted.
        total: the sum times the factor. The score divides it by the largest total of the answer, at least 1.
    """

    parts: tuple[Signal, ...]
    factor: float
    demoted_as: str
    total: float


def explanation(hit: FileHit, settings: RankSettings) -> Explanation:
    """Return the parts of the score that `search.ranking.order.rank` gave the hit, before the rerank stage."""
    weight = settings.effective_weight
    parts = [
        Signal("words", hit.keyword, (1.0 - weight) * hit.keyword, ", ".join(hit.why.matched_terms)),
        Signal("meaning", hit.semantic, weight * hit.semantic, f"cosine {hit.why.cosine:.2f}"),
    ]
    if settings.structure and hit.unembedded:
        parts[1] = Signal(
            "meaning", 0.0, weight * MEANT_LIKE_WORDS * hit.keyword, "not read yet, taken from the words"
        )
    demoted = [signal for signal in hit.why.signals if signal.share < 0.0]
    if settings.structure:
        parts += [
            Signal("card", hit.card, weight * CARD_PER_WEIGHT * hit.card),
            *(signal for signal in hit.why.signals if signal.share > 0.0),
            Signal("names", hit.names, by_words_alone(weight) * hit.names),
        ]
    factor = hit.demotion if settings.structure else 1.0
    total = sum(part.share for part in parts) * factor
    shown = tuple(part for part in parts if part.share > 0.0)
    return Explanation(shown, factor, demoted[0].name if demoted and factor < 1.0 else "", total)
