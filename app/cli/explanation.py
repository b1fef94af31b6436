"""A file's rank score in words and numbers, for ``dowse search --explain``."""

from collections.abc import Iterator

from search.ranking.explain import explanation
from search.ranking.signals.wordings import sentence_of
from search.types.query import RankSettings
from search.types.results import FileHit, Signal


def explained(hit: FileHit, settings: RankSettings) -> Iterator[str]:
    """Yield the lines that add up to the rank score, largest share first, then the score and the relevance."""
    score = explanation(hit, settings)
    for part in sorted(score.parts, key=lambda part: -part.share):
        yield f"+{part.share:.3f}  {sentence_of(part)}"
    demoted = Signal(score.demoted_as, score.factor, 0.0)
    factor = f", times {score.factor:.2f} as {sentence_of(demoted)}" if score.demoted_as else ""
    yield f"={score.total:.3f}  its score{factor}"
    weight = settings.effective_weight
    yield (
        f" {hit.relevance:.3f}  relevance: {weight:.2f} of semantic {hit.semantic:.3f}"
        f" and {1.0 - weight:.2f} of keyword {hit.keyword:.3f}"
    )
