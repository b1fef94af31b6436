"""Named weights of the blend, from words to meaning, and named thresholds of the document search."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class WeightProfile:
    """A share of the semantic signal, 0..1, with its purpose."""

    weight: float
    use_case: str
    example: str


WEIGHT_PROFILES: Mapping[str, WeightProfile] = MappingProxyType(
    {
        "keyword_focused": WeightProfile(0.2, "exact terms, error texts, names in code", "RenewLease retry"),
        "balanced": WeightProfile(0.5, "questions of any kind", "how orders are paid"),
        "semantic_focused": WeightProfile(0.8, "vague questions about a concept", "keeping access safe"),
        "pure_semantic": WeightProfile(
            1.0, "whole sentences that share no word with the answer", "who may come in"
        ),
    }
)
"""The four weights of the hybrid search's contract; settings, command line and window name these.

The default weight is one of them.
"""


def weight_of(text: str) -> float | None:
    """Return the weight of a profile, or the number that the text is; None for anything else."""
    if text in WEIGHT_PROFILES:
        return WEIGHT_PROFILES[text].weight
    try:
        return float(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class RelevanceProfile:
    """The least relevance, a cosine in 0..1, of each operation of the document search.

    Attributes:
        search: documents and sections.
        rag: sources for a model's context.
        external: documents of external roots, which belong to no project.
    """

    search: float
    rag: float
    external: float


RELEVANCE_PROFILES: Mapping[str, RelevanceProfile] = MappingProxyType(
    {
        "calibrated": RelevanceProfile(search=0.26, rag=0.30, external=0.40),
        "seed": RelevanceProfile(search=0.5, rag=0.7, external=0.7),
    }
)
"""Thresholds for the packaged model, and those of the service's contract, which were written for other models.

The best file of 160 of our own questions has a cosine below 0.26 in 2 %, and below 0.30 in 5 % of the cases; most
answers are empty at 0.5. An external document has to be more relevant: it competes with those of the project.
"""
