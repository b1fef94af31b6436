"""The weight of meaning in the rank score; without numpy, so that a client can explain."""

from search.ranking.constants import MEANING_STRETCH
from search.types.query import Aggregate, Fusion, RankSettings


def rank_weight(settings: RankSettings) -> float:
    """Return the weight of meaning by which files are ranked, 0..1.

    With structure the cosines of the best chunks are rescaled to 0..1 over the candidates. They then differ more
    than true cosines, for which ``settings.weight`` stands, so that the same balance needs a smaller weight.
    """
    weight = settings.effective_weight
    rescales = settings.structure and settings.fusion is Fusion.WEIGHTED and settings.aggregate is Aggregate.MAX
    return rescaled(weight) if rescales else weight


def rescaled(weight: float) -> float:
    """Return the weight for rescaled cosines that balances the signals as this one does for true cosines."""
    meaning = weight * MEANING_STRETCH
    return meaning / (meaning + 1.0 - weight)
