"""The figures as Markdown, and what a choice by other repositories would have given."""

import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from benchmarks.answers.measure import Answer, Measured
from benchmarks.answers.variants import DEFAULT

FOLDS = 5


def tables(title: str, results: Sequence[Measured]) -> str:
    """Return all tables of one set in one setting."""
    answers = [answer for result in results for answer in result.answers]
    first = statistics.mean(answer.by_variant[DEFAULT].first for answer in answers)
    summary = (
        f"{len(results)} repositories, {len(answers)} questions. NDCG@10, mean over repositories: "
        f"**{_mean(results, DEFAULT):.3f}**; an answer among the first three files: {first:.2f}."
    )
    lines = [
        f"## {title}",
        "",
        summary,
        "",
        "| repository | language | files | chunks | dowse | semble |",
        "|---|---|---|---|---|---|",
        *map(_row, results),
        "",
        *_grouped("language", results, lambda result: {result.repository.language: [result.mean()]}),
        "",
        *_grouped("category", results, lambda result: _by(result, lambda a: a.question.category)),
    ]
    if any(answer.question.group == "document" for answer in answers):
        lines += ["", *_groups(answers)]
    lines += ["", *_variants(results)]
    if any(answer.question.judged for answer in answers):
        lines += ["", *_completed(results)]
    return "\n".join(lines)


def _row(measured: Measured) -> str:
    semble = measured.repository.published.get("semble")
    shown = "" if semble is None else f"{semble:.3f}"
    name, language = measured.repository.name, measured.repository.language
    return f"| {name} | {language} | {measured.files} | {measured.chunks} | {measured.mean():.3f} | {shown} |"


def _by(measured: Measured, key: Callable[[Answer], str]) -> dict[str, list[float]]:
    grouped: dict[str, list[float]] = defaultdict(list)
    for answer in measured.answers:
        grouped[key(answer)].append(answer.by_variant[DEFAULT].ndcg)
    return {name: [statistics.mean(values)] for name, values in grouped.items()}


def _grouped(
    title: str, results: Iterable[Measured], groups: Callable[[Measured], Mapping[str, Sequence[float]]]
) -> list[str]:
    matches: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for key, values in groups(result).items():
            matches[key].extend(values)
    rows = [f"| {key} | {statistics.mean(values):.3f} |" for key, values in sorted(matches.items())]
    return [f"| {title} | NDCG@10 |", "|---|---|", *rows]


def _groups(answers: Sequence[Answer]) -> list[str]:
    lines = ["| questions about | in the one list | among their own group |", "|---|---|---|"]
    for group in ("code", "document"):
        of = [answer for answer in answers if answer.question.group == group]
        listed = statistics.mean(answer.by_variant[DEFAULT].ndcg for answer in of)
        alone = statistics.mean(answer.in_group for answer in of)
        lines.append(f"| {group} | {listed:.3f} | {alone:.3f} |")
    return lines


def _variants(results: Sequence[Measured]) -> list[str]:
    names = list(results[0].answers[0].by_variant)
    means = {name: _mean(results, name) for name in names}
    rows = [f"| {name} | {value:.3f} | {value - means[DEFAULT]:+.3f} |" for name, value in means.items()]
    chosen = _cross_validated(results, names)
    held_out = (
        f"Choosing the best of these variants on four fifths of the repositories and measuring it on the fifth, "
        f"in turn, gives {chosen:.3f}; the default has {means[DEFAULT]:.3f}."
    )
    return ["| variant | NDCG@10 | to the default |", "|---|---|---|", *rows, "", held_out]


def _completed(results: Sequence[Measured]) -> list[str]:
    """Return what the variants have by the answers written before, and with those judged afterwards."""
    answers = [answer for result in results for answer in result.answers]
    rows = []
    for name in answers[0].by_variant:
        first = statistics.mean(answer.by_variant[name].first for answer in answers)
        judged = statistics.mean(answer.completed[name].first for answer in answers)
        means = [statistics.mean(answer.completed[name].ndcg for answer in result.answers) for result in results]
        rows.append(f"| {name} | {first:.3f} | {judged:.3f} | {statistics.mean(means):.3f} |")
    head = "| variant | first three | with what was judged afterwards | NDCG@10 with that |"
    return [head, "|---|---|---|---|", *rows]


def _cross_validated(results: Sequence[Measured], names: Sequence[str]) -> float:
    held_out: list[float] = []
    for fold in range(min(FOLDS, len(results))):
        inside = [result for position, result in enumerate(results) if position % FOLDS != fold] or list(results)
        best = max(names, key=lambda name: _mean(inside, name))
        held_out += [result.mean(best) for position, result in enumerate(results) if position % FOLDS == fold]
    return statistics.mean(held_out)


def _mean(results: Sequence[Measured], variant: str) -> float:
    return statistics.mean(result.mean(variant) for result in results)
