"""Defines signal rules: the name of a signal, its weight, and its strength for each file."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from search.messages import Message
from search.ranking.signals.inputs import Question, SignalEvidence
from search.types.results import Signal

Sentence = Callable[[Signal], str]
Strength = Callable[[Question, SignalEvidence], Iterable[float]]
Detail = Callable[[SignalEvidence, int], str | Message]


def phrase(pattern: str) -> Sentence:
    """Return a function that formats a signal by a pattern with ``{detail}``, ``{value}`` and ``{percent}``."""
    return lambda signal: pattern.format(detail=signal.detail, value=signal.value, percent=f"{signal.value:.0%}")


def no_detail(evidence: SignalEvidence, file: int) -> str:
    """Return "", for signals that are explained by their strength alone."""
    del evidence, file
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The display texts of a part of a score.

    Attributes:
        name: identifier, as in JSON answers and in docs/benchmarks.
        sentence: returns the line of ``--explain``.
        label: English name in the window, which translates it; empty if the window does not list the part.
    """

    name: str
    sentence: Sentence
    label: str = ""


@dataclass(frozen=True, slots=True)
class Weight:
    """The score that a signal of strength 1 adds to a file.

    Attributes:
        full: weight if words alone decide.
        beside_meaning: weight if meaning counts too, unless the question is worded for code; None for ``full``.
        for_report: weight for a report or a request for a change, with meaning or without; None for the others.
        fades: whether it counts less in a large tree, where some name matches every question by chance.
    """

    full: float
    beside_meaning: float | None = None
    fades: bool = False
    for_report: float | None = None

    def with_meaning(self, question: Question) -> float:
        """Return the weight if meaning counts too."""
        reduced = None if question.worded_for_code else self.beside_meaning
        weight = self._for_report(question, self.full if reduced is None else reduced)
        return weight * question.names_count if self.fades else weight

    def words_alone(self, question: Question) -> float:
        """Return the weight if words alone decide."""
        weight = self._for_report(question, self.full)
        return weight * question.names_by_words if self.fades else weight

    def _for_report(self, question: Question, otherwise: float) -> float:
        return self.for_report if question.is_report and self.for_report is not None else otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class SignalRule(Wording):
    """One structural signal.

    Attributes:
        weight: score that a strength of 1 adds.
        strength: returns the strength 0..1 of each candidate file, in order.
        detail: returns what matched in one file: a name, a number, a commit message, or a sentence.
    """

    weight: Weight
    strength: Strength
    detail: Detail = no_detail
