"""Breaks a file's rank score down into lines that add up to it."""

from dataclasses import dataclass

from search.ranking.constants import CARD_PER_WEIGHT, FROM_COMMITS
from search.ranking.rank_weight import rank_weight
from search.ranking.words_alone import by_words_alone
from search.types.query import RankSettings
from search.types.results import FileHit, Signal

_NOTHING = 1e-9
"""A share below this is a rounding error."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The lines of a file's rank score.

    Attributes:
        parts: the summands, each with its strength 0..1 and its share in the score: words, meaning, card, one for
            each signal, and what a rule added to place the file. The shares add up to ``total``.
        factor: multiplier that the shares contain because of the kind of file; 1.0 for a file that is not demoted.
        demoted_as: kind of file that the factor applies to; empty if the file is not demoted.
        total: the rank score.
    """

    parts: tuple[Signal, ...]
    factor: float
    demoted_as: str
    total: float


def explanation(hit: FileHit, settings: RankSettings) -> Explanation:
    """Return the lines of the rank score that `search.ranking.order.rank` gave the hit."""
    parts = hit.parts
    lines = [
        *_of_text(hit, settings),
        *_of_signals(hit, settings, parts.structure, of_commits=False),
        *_of_signals(hit, settings, parts.history, of_commits=True),
        Signal("reader", hit.reranked or 0.0, parts.reader),
    ]
    demoted = [signal for signal in hit.why.signals if signal.share < 0.0]
    replaced = settings.rerank.replaces_scores and parts.reader > 0.0
    factor = hit.demotion if settings.structure and not replaced else 1.0
    shown = tuple(line for line in lines if line.share > _NOTHING)
    return Explanation(shown, factor, demoted[0].name if demoted and factor < 1.0 else "", parts.total)


def _of_text(hit: FileHit, settings: RankSettings) -> tuple[Signal, ...]:
    """Return the lines of words and meaning."""
    weight = rank_weight(settings) if settings.structure else 0.0
    card = min(hit.parts.meaning, weight * CARD_PER_WEIGHT * hit.card * hit.scale)
    not_read = settings.structure and hit.unembedded
    meaning = "not read yet, taken from the words" if not_read else f"cosine {hit.why.cosine:.2f}"
    return (
        Signal("words", hit.keyword, hit.parts.words, ", ".join(hit.why.matched_terms)),
        Signal("meaning", hit.semantic, hit.parts.meaning - card, meaning),
        Signal("card", hit.card, card),
    )


def _of_signals(hit: FileHit, settings: RankSettings, total: float, *, of_commits: bool) -> list[Signal]:
    """Return the lines of the signals that come from commits, or of all others; they add up to ``total``.

    What the signals do not explain has a line of its own. The score of a result may be that of a near-identical
    file, whose signals differ a little; then the lines shrink alike.
    """
    more, name = (hit.history_names, "commits") if of_commits else (hit.names, "names")
    lines = [
        *(
            signal
            for signal in hit.why.signals
            if signal.share > 0.0 and (signal.name in FROM_COMMITS) is of_commits
        ),
        Signal(name, 1.0, by_words_alone(rank_weight(settings)) * more),
    ]
    known = sum(line.share for line in lines) * hit.scale
    scale = hit.scale * min(1.0, total / known) if known > 0.0 else 0.0
    scaled = [Signal(line.name, line.value, line.share * scale, line.reason) for line in lines]
    return [*scaled, Signal("position", 1.0, total - sum(line.share for line in scaled))]
