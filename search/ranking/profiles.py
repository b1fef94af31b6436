"""Named weights of the blend, from words to meaning."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class WeightProfile:
    """A share of the semantic signal, 0..1, with what it is good for."""

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
"""The four weights of the hybrid search's contract."""
