"""Judges orders of replayed answers, with bootstrap intervals over repositories."""

import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.answers.metric import CUTOFF, FIRST, among_first, ndcg
from benchmarks.answers.replay import Replayed

from search.query.lookup import is_lookup
from search.query.parse import parse
from search.query.wording import is_heading, query_wording
from search.ranking.constants import WORDED_FOR_CODE

DRAWS = 2000
INSIDE = 0.95
"""Share of the draws that lie in an interval."""

Read = dict[int, list[float]]
"""By question, one number in 0..1 for each of the first files; the files behind keep their place behind these."""


@dataclass(frozen=True, slots=True)
class Judged:
    """How well one order answers one question."""

    repository: str
    category: str
    ndcg: float
    first: bool


@dataclass(frozen=True, slots=True)
class Blend:
    """A reader's part in the order.

    Attributes:
        weight: (1 - weight) * rank score + weight * read.
        files: how many of the first files are read.
        ranks: the rank score of a file is replaced by 1 - rank / files, which spreads close scores.
    """

    weight: float
    files: int
    ranks: bool = False


def judged(replays: Sequence[Replayed], order: Callable[[int, Replayed], Sequence[str]]) -> list[Judged]:
    """Return how well an order answers each question; it gives the paths of an answer, best first."""
    results = []
    for number, replay in enumerate(replays):
        paths = order(number, replay)
        results.append(
            Judged(
                replay.repository,
                replay.question.category,
                ndcg(paths[:CUTOFF], replay.question),
                among_first(paths[:FIRST], replay.question),
            )
        )
    return results


def as_answered(_number: int, replay: Replayed) -> list[str]:
    """Return the paths in the order of the program."""
    return [file.path for file in replay.files]


def blended(reads: Read, blend: Blend) -> Callable[[int, Replayed], list[str]]:
    """Return an order by the blend; an answer to a name or a path is not read, as in the product."""

    def order(number: int, replay: Replayed) -> list[str]:
        if not is_read(replay):
            return as_answered(number, replay)
        first, rest = replay.files[: blend.files], replay.files[blend.files :]
        scores = []
        for rank, (file, read) in enumerate(zip(first, reads[number], strict=False)):
            formula = 1.0 - rank / blend.files if blend.ranks else file.rank_score
            scores.append((-((1.0 - blend.weight) * formula + blend.weight * read), rank))
        return [first[rank].path for _, rank in sorted(scores)] + [file.path for file in rest]

    return order


def is_read(replay: Replayed) -> bool:
    """Return whether the product reads the answer to the question."""
    parsed = parse(replay.question.text)
    if is_lookup(parsed.words) or any(file.pinned for file in replay.files):
        return False
    heading = query_wording(parsed) >= WORDED_FOR_CODE or is_heading(parsed)
    return not heading or replay.is_request


def mean(results: Sequence[Judged], value: Callable[[Judged], float]) -> float:
    """Return the mean over repositories of the mean over their questions."""
    return statistics.mean(_by_repository(results, value).values())


def _by_repository(results: Sequence[Judged], value: Callable[[Judged], float]) -> dict[str, float]:
    grouped: defaultdict[str, list[float]] = defaultdict(list)
    for result in results:
        grouped[result.repository].append(value(result))
    return {name: statistics.mean(values) for name, values in grouped.items()}


def interval(
    before: Sequence[Judged], after: Sequence[Judged], value: Callable[[Judged], float]
) -> tuple[float, float]:
    """Return the bootstrap interval of the difference of means, repositories drawn with replacement."""
    old, new = _by_repository(before, value), _by_repository(after, value)
    differences = [new[name] - old[name] for name in sorted(old)]
    chance = random.Random(28)
    means = sorted(statistics.mean(chance.choices(differences, k=len(differences))) for _ in range(DRAWS))
    aside = round(DRAWS * (1.0 - INSIDE) / 2)
    return means[aside], means[-aside - 1]


def comparison(title: str, before: Sequence[Judged], after: Sequence[Judged]) -> str:
    """Return a table: all questions and each category, before and after, with intervals."""
    lines = [
        f"### {title}",
        "",
        "| questions | number | NDCG@10 before | after | difference | first 3 before | after | difference |",
        "|---|---|---|---|---|---|---|---|",
    ]
    categories = sorted({result.category for result in before})
    for name in ("all", *(categories if len(categories) > 1 else ())):
        old = [result for result in before if name in ("all", result.category)]
        new = [result for result in after if name in ("all", result.category)]
        lines.append(f"| {name} | {len(old)} | {_columns(old, new, _ndcg)} | {_columns(old, new, _first)} |")
    return "\n".join(lines)


def _columns(old: Sequence[Judged], new: Sequence[Judged], value: Callable[[Judged], float]) -> str:
    low, high = interval(old, new, value)
    before, after = mean(old, value), mean(new, value)
    return f"{before:.3f} | {after:.3f} | {after - before:+.3f} ({low:+.3f} to {high:+.3f})"


def _ndcg(result: Judged) -> float:
    return result.ndcg


def _first(result: Judged) -> float:
    return float(result.first)
