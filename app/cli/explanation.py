"""A file's place in words and numbers, for ``dowse search --explain``."""

from collections.abc import Iterator

from search.ranking.explain import explanation
from search.ranking.signals.wordings import sentence_of
from search.types.query import RankSettings
from search.types.results import FileHit, Signal


def explained(hit: FileHit, settings: RankSettings) -> Iterator[str]:
    """Yield the lines that say where the file's score comes from, largest share first."""
    score = explanation(hit, settings)
    for part in sorted(score.parts, key=lambda part: -part.share):
        yield f"+{part.share:.3f}  {sentence_of(part)}"
    if score.factor < 1.0:
        yield f"*{score.factor:.3f}  is {sentence_of(Signal(score.demoted_as, score.factor, 0.0))}"
    yield f"={score.total:.3f}  {_rank_line(hit, score.total)}"


def _rank_line(hit: FileHit, total: float) -> str:
    if hit.reranked is not None:
        return f"put at {hit.reranked:.3f} by the stage after it"
    if hit.pinned:
        return "and first in any case: it answers by name"
    return f"scaled to {hit.score:.3f}" if abs(hit.score - total) >= 0.0005 else "its score"
