"""An explanation adds up to the score that it explains."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from search.ranking.explain import explanation
from search.ranking.rerank import order_hits
from search.types.query import RankSettings
from search.types.results import FileHit, Signal, Why
from tests.unit.search.ranking.test_order import SETTINGS, chunk, file, hits


def with_signals(hit: FileHit) -> FileHit:
    """Return a hit that is not pinned and whose signals are those of its structure and demotion."""
    added = (Signal("exact_definition", 1.0, hit.structure, "Lease"),) if hit.structure > 0.0 else ()
    factor = (Signal("test", hit.demotion, hit.demotion - 1.0),) if hit.demotion < 1.0 else ()
    return structs.replace(hit, pinned=False, why=Why(signals=(*added, *factor)))


def waiting(hit: FileHit) -> FileHit:
    """Return a hit whose chunks have no vectors yet."""
    return structs.replace(
        hit,
        unembedded=True,
        chunks=tuple(structs.replace(chunk, semantic=0.0, semantic_rank=0) for chunk in hit.chunks),
    )


@settings(deadline=None)
@given(hits(), SETTINGS, st.floats(0, 1), st.booleans())
def test_the_lines_add_up_to_the_score(files, settings, card, unembedded) -> None:
    ordered = order_hits(
        [structs.replace(with_signals(waiting(hit) if unembedded else hit), card=card) for hit in files], settings
    )
    for hit in ordered:
        explained = explanation(hit, settings)
        assert explained.total == hit.rank_score
        assert explained.total == pytest.approx(math.fsum(part.share for part in explained.parts), abs=1e-6)
        assert bool(explained.demoted_as) == (explained.factor < 1.0)


def test_at_either_end_of_the_weight_the_other_side_has_no_line() -> None:
    hit = file("a", chunk("a", 0.5, 0.5))
    for weight, absent in ((0.0, "meaning"), (1.0, "words")):
        ranking = RankSettings(weight=weight)
        [ordered] = order_hits([structs.replace(hit, card=1.0)], ranking)
        assert absent not in {part.name for part in explanation(ordered, ranking).parts}
