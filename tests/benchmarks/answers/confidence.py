"""Fits the confidence of answers and files, and says how far to trust it on repositories that it has not seen."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from benchmarks.answers.questions import OWN, Question, Repository

from app.core.local_core import LocalCore
from search.errors import KnownError
from search.ranking.confidence import FITTED_WEIGHT
from search.ranking.order import rank
from search.service.confidence import word_coverage
from search.types.query import RankSettings, SearchQuery

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression

FOREIGN = 60
"""Questions of other repositories that are put to each index."""
FILES = 20
"""First files of an answer that teach the model of files."""
SHARES = {"real": 0.8, "foreign": 0.1, "nonsense": 0.1}
"""Weight of each kind of question in the fit: what people ask is mostly there."""
FIFTH = 4
WRONG = 0.02
"""Share of real questions that may be refused."""
FURTHER = (
    "largest cosine above the median of the candidates",
    "largest cosine above the fifth",
    "share of the words in the file nearest by meaning",
    "largest product of cosine and share of the words in a file",
)
"""What the model could also go by; the table says what each would change."""
BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.01)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question to one index.

    Attributes:
        kind: real, foreign or nonsense.
        answer: cosine, coverage, unknown, named, as `AnswerEvidence` has them.
        files: (FILES or fewer, 4) cosine, coverage, lead and named of the first files.
        answers: whether each of these files answers.
        confidence: of the answer, by the constants in force.
        further: what the model of answers does not use, in the order of `FURTHER`.
        refused: the answer says that nothing seems to answer.
    """

    kind: str
    answer: tuple[float, float, float, float]
    files: list[tuple[float, float, float, float]]
    answers: list[bool]
    confidence: float
    further: tuple[float, ...]
    refused: bool


def outcomes_of(core: LocalCore, repository: Repository, others: Sequence[Repository]) -> list[Outcome]:
    """Return the answers to a repository's own questions, to a sample of foreign ones and to nonsense."""
    foreign = [question for other in others for question in other.questions]
    sample = random.Random(repository.name).sample(foreign, FOREIGN)
    nonsense = json.loads((OWN / "nonsense.json").read_text(encoding="utf-8"))
    questions = [
        *(("real", question) for question in repository.questions),
        *(("foreign", question) for question in sample),
        *(("nonsense", Question(text, "", ())) for text in nonsense),
    ]
    return [outcome for kind, question in questions if (outcome := _outcome(core, kind, question)) is not None]


def _outcome(core: LocalCore, kind: str, question: Question) -> Outcome | None:
    service = core._parts.service
    scored, captured = service._ranking._scoring.scored_files, []

    def capturing(*arguments, **options):
        captured.append((scored(*arguments, **options), arguments[0], arguments[1]))
        return captured[-1][0]

    service._ranking._scoring.scored_files = capturing
    try:
        result = core.search(SearchQuery(question.text, top=FILES))
    except KnownError:
        return None
    finally:
        service._ranking._scoring.scored_files = scored
    if not captured or captured[0][0].evidence is None:
        return None
    files, chunks, analyzed = captured[0]
    shares = word_coverage(chunks, analyzed).share
    evidence = files.evidence
    order = rank(files.candidates, RankSettings(weight=FITTED_WEIGHT))
    leads = order.rank_score / (float(order.rank_score.max()) or 1.0)
    positions = {file: index for index, file in enumerate(files.scores.file_ids)}
    rows, answers = [], []
    targets = (*question.targets, *question.judged) if kind == "real" else ()
    for hit in result.files:
        at = positions[hit.file_id]
        named = any(signal.name == "exact_definition" for signal in hit.why.signals)
        rows.append((float(files.cosine[at]), float(shares[at]), float(leads[at]), float(named)))
        answers.append(any(question.answered_by(hit.path, target) for target in targets))
    answer = (evidence.cosine or 0.0, evidence.coverage, evidence.unknown, float(evidence.named))
    further = _further(np.asarray(files.cosine), shares)
    return Outcome(kind, answer, rows, answers, result.confidence, further, result.nothing_here)


def _further(cosine: np.ndarray, shares: np.ndarray) -> tuple[float, ...]:
    """Return the values of `FURTHER`."""
    ordered = np.sort(cosine)[::-1]
    return (
        float(ordered[0] - np.median(ordered)),
        float(ordered[0] - ordered[: FIFTH + 1][-1]),
        float(shares[int(np.argmax(cosine))]),
        float(np.max(cosine * shares)),
    )


def calibration(outcomes: Mapping[str, Sequence[Outcome]]) -> str:
    """Return the constants of a new fit, and the tables of fits without the repository that was asked."""
    rows = [(name, item) for name, items in outcomes.items() for item in items]
    kinds = np.array([item.kind for _, item in rows])
    names = np.array([name for name, _ in rows])
    matrix = np.array([item.answer for _, item in rows])
    weights = np.array([SHARES[kind] / np.sum(kinds == kind) for kind in kinds])
    weights /= weights.mean()
    held_out = _held_out(matrix, kinds == "real", weights, names)
    whole = _logistic_regression().fit(matrix, kinds == "real", sample_weight=weights)
    floor = _floor(held_out, kinds)
    constants = f"{np.round(whole.coef_[0], 2).tolist()} from {whole.intercept_[0]:.2f}"
    lines = [
        f"Constants: {constants}; floor for {WRONG:.0%} wrongly refused: {floor:.2f}.",
        "",
        "| questions | number | refused, held out | refused, constants in force |",
        "|---|---|---|---|",
    ]
    in_force = np.array([item.refused for _, item in rows])
    lines += [
        f"| {kind} | {np.sum(kinds == kind)} | {np.mean(held_out[kinds == kind] < floor):.3f} "
        f"| {np.mean(in_force[kinds == kind]):.3f} |"
        for kind in SHARES
    ]
    lines += ["", "| model with one more value | foreign refused | nonsense refused |", "|---|---|---|"]
    further = np.array([item.further for _, item in rows])
    for position, feature in enumerate(FURTHER):
        values = _held_out(np.column_stack([matrix, further[:, position]]), kinds == "real", weights, names)
        refused = values < _floor(values, kinds)
        lines.append(
            f"| {feature} | {refused[kinds == 'foreign'].mean():.3f} | {refused[kinds == 'nonsense'].mean():.3f} |"
        )
    lines += ["", "| confidence of answers | questions | mean | observed |", "|---|---|---|---|"]
    lines += [*_bins(held_out, kinds == "real", weights), "", _error_line(held_out, kinds == "real", weights)]
    return "\n".join([*lines, "", *_files(rows)])


def _logistic_regression() -> "LogisticRegression":
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=30, max_iter=2000)


def _held_out(matrix: np.ndarray, real: np.ndarray, weights: np.ndarray, names: np.ndarray) -> np.ndarray:
    """Return the confidence of each question by a fit without its repository."""
    values = np.zeros(len(matrix))
    for name in set(names.tolist()):
        others = names != name
        fitted = _logistic_regression().fit(matrix[others], real[others], sample_weight=weights[others])
        values[~others] = fitted.predict_proba(matrix[~others])[:, 1]
    return values


def _floor(values: np.ndarray, kinds: np.ndarray) -> float:
    """Return the confidence below which `WRONG` of the real questions lie."""
    real = np.sort(values[kinds == "real"])
    return float(real[int(WRONG * len(real))])


def _bins(values: np.ndarray, happened: np.ndarray, weights: np.ndarray) -> Iterator[str]:
    for low, high in pairwise(BINS):
        inside = (values >= low) & (values < high)
        if inside.any():
            mean = np.average(values[inside], weights=weights[inside])
            share = np.average(happened[inside], weights=weights[inside])
            yield f"| {low:.1f} to {min(high, 1.0):.1f} | {inside.sum()} | {mean:.2f} | {share:.2f} |"


def calibration_error(values: np.ndarray, happened: np.ndarray, weights: np.ndarray) -> float:
    """Return the expected calibration error over `BINS`: how far mean confidence and observed share lie apart."""
    error = 0.0
    for low, high in pairwise(BINS):
        inside = (values >= low) & (values < high)
        error += abs(float((weights[inside] * (values[inside] - happened[inside])).sum()))
    return error / float(weights.sum())


def _error_line(values: np.ndarray, happened: np.ndarray, weights: np.ndarray) -> str:
    return f"Expected calibration error: {calibration_error(values, happened, weights):.3f}."


def _files(rows: Sequence[tuple[str, Outcome]]) -> Iterator[str]:
    """Yield the table of files, fitted on real questions of the other repositories."""
    flat = [
        (name, item.kind == "real", item.confidence, row, answers)
        for name, item in rows
        for row, answers in zip(item.files, item.answers, strict=True)
    ]
    names, real = np.array([row[0] for row in flat]), np.array([row[1] for row in flat])
    matrix, happened = np.array([row[3] for row in flat]), np.array([row[4] for row in flat])
    held_out = np.zeros(len(flat))
    for name in set(names.tolist()):
        taught = (names != name) & real
        fitted = _logistic_regression().fit(matrix[taught], happened[taught])
        held_out[names == name] = fitted.predict_proba(matrix[names == name])[:, 1]
    whole = _logistic_regression().fit(matrix[real], happened[real])
    yield f"Constants of files: {np.round(whole.coef_[0], 2).tolist()} from {whole.intercept_[0]:.2f}."
    yield from ("", "| confidence of files, real questions | files | mean | observed |", "|---|---|---|---|")
    joint, equal_weights = held_out * np.array([row[2] for row in flat]), np.ones(int(real.sum()))
    yield from _bins(joint[real], happened[real], equal_weights)
    yield from ("", _error_line(joint[real], happened[real], equal_weights))
