"""NDCG@10 with binary relevance, as the public benchmark counts it."""

import math
from collections.abc import Collection, Sequence

from benchmarks.answers.questions import Question

CUTOFF = 10
FIRST = 3
"""A person looks at so many files."""


def ndcg(result: Sequence[str], question: Question) -> float:
    """Return NDCG@10 of the paths found, best first; several targets on one rank count once."""
    ranks = {rank for target in question.targets if (rank := _rank(result, question, target)) <= CUTOFF}
    best = sum(map(_gain, range(1, min(CUTOFF, len(question.targets)) + 1)))
    return sum(map(_gain, ranks)) / best if best else 0.0


def ndcg_of(result: Sequence[str], wanted: Collection[str]) -> float:
    """Return NDCG@10 of paths, best first, of which those that are ``wanted`` answer."""
    gained = sum(_gain(rank) for rank, path in enumerate(result[:CUTOFF], start=1) if path in wanted)
    return gained / sum(map(_gain, range(1, min(CUTOFF, len(wanted)) + 1))) if wanted else 0.0


def among_first(result: Sequence[str], question: Question) -> bool:
    """Tell whether one of the first three files answers."""
    return any(_rank(result, question, target) <= FIRST for target in question.targets)


def _gain(rank: int) -> float:
    return 1.0 / math.log2(rank + 1)


def _rank(result: Sequence[str], question: Question, target: str) -> int:
    matches = (rank for rank, path in enumerate(result, start=1) if question.answered_by(path, target))
    return next(matches, CUTOFF + 1)
