"""Computes the shares of the structural signals in the score of each candidate file."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import compress

import numpy as np
import numpy.typing as npt

from search.ranking.candidates import Floats
from search.ranking.constants import FROM_COMMITS
from search.ranking.signals.demotions import demotion_of
from search.ranking.signals.inputs import Question, SignalEvidence
from search.ranking.signals.rules import SIGNALS
from search.types.results import Signal


@dataclass(frozen=True, slots=True, eq=False)
class StructureScores:
    """The structural scores of m files.

    Hundreds of files are scored for every ten that are shown, so `Signal` objects are built only on request.

    Attributes:
        total: (m,) sum of the structural signals without those from commits.
        names: (m,) additional score of names and references if words alone decide.
        history, history_names: (m,) the same two sums for signals from commits.
        demotion: (m,) factor 0..1.
        pinned: (m,) whether the file ranks before all that are not pinned.
        uses: (m,) whether the file follows the pinned ones, before all others.
        signals: returns the signals of one file, for the explanation.
    """

    total: Floats
    names: Floats
    history: Floats
    history_names: Floats
    demotion: Floats
    pinned: npt.NDArray[np.bool_]
    uses: npt.NDArray[np.bool_]
    signals: Callable[[int], tuple[Signal, ...]]

    def with_reasons(
        self, reasons: Mapping[int, Signal], *, pinned: bool = True, uses: bool = False
    ) -> "StructureScores":
        """Return the scores with one more signal for some files, listed first.

        ``pinned`` pins these files, and ``uses`` places them behind the pinned ones.
        """
        total, history = self.total.copy(), self.history.copy()
        pins, using = self.pinned.copy(), self.uses.copy()
        for file, signal in reasons.items():
            (history if signal.name in FROM_COMMITS else total)[file] += signal.share
            pins[file] |= pinned
            using[file] |= uses

        def signals(file: int) -> tuple[Signal, ...]:
            return (reasons[file], *self.signals(file)) if file in reasons else self.signals(file)

        return replace(self, total=total, history=history, pinned=pins, uses=using, signals=signals)

    def only(self, files: Sequence[int]) -> "StructureScores":
        """Return the scores of some files, in this order."""
        at = np.asarray(files, np.int64)
        return StructureScores(
            self.total[at],
            self.names[at],
            self.history[at],
            self.history_names[at],
            self.demotion[at],
            self.pinned[at],
            self.uses[at],
            lambda file: self.signals(files[file]),
        )


def structure_scores(question: Question, evidence: SignalEvidence) -> StructureScores:
    """Return what structure adds to the score of each file."""
    strengths = _strengths(question, evidence)
    weights = np.array([rule.weight.with_meaning(question) for rule in SIGNALS])
    by_words = np.array([rule.weight.words_alone(question) for rule in SIGNALS])
    shares = (strengths * weights).tolist()
    more = (strengths * np.maximum(by_words - weights, 0.0)).tolist()
    factor_of = {flags: demotion_of(question, flags)[0] for flags in set(evidence.flags)}
    return StructureScores(
        _sums(shares, of_commits=False),
        _sums(more, of_commits=False),
        _sums(shares, of_commits=True),
        _sums(more, of_commits=True),
        np.array([factor_of[flags] for flags in evidence.flags], np.float64),
        _pinned(question.name.casefold(), evidence),
        np.zeros(len(evidence), np.bool_),
        partial(_signals, question, evidence, strengths),
    )


def _sums(shares: list[list[float]], *, of_commits: bool) -> Floats:
    """Return (m,) the sum of each file's shares of the signals that come from commits, or of all others."""
    counted = [(rule.name in FROM_COMMITS) is of_commits for rule in SIGNALS]
    return np.array([math.fsum(compress(row, counted)) for row in shares], np.float64)


def _strengths(question: Question, evidence: SignalEvidence) -> Floats:
    """Return (m, signals) the strength 0..1 of each of `SIGNALS`."""
    strengths = np.zeros((len(evidence), len(SIGNALS)))
    for column, rule in enumerate(SIGNALS):
        strengths[:, column] = np.fromiter(rule.strength(question, evidence), np.float64, len(evidence))
    return strengths


def _pinned(name: str, evidence: SignalEvidence) -> npt.NDArray[np.bool_]:
    """Return (m,) which files define what the whole query names."""
    pinned = np.zeros(len(evidence), np.bool_)
    defining = (file for file, names in evidence.defined.items() if any(each.casefold() == name for each in names))
    pinned[list(defining)] = bool(name)
    return pinned


def _signals(question: Question, evidence: SignalEvidence, strengths: Floats, file: int) -> tuple[Signal, ...]:
    """Return each signal that adds to the score of a file, and its demotion last."""
    signals = []
    for rule, strength in zip(SIGNALS, strengths[file].tolist(), strict=True):
        share = strength * rule.weight.with_meaning(question)
        if share > 0.0:
            signals.append(Signal(rule.name, strength, share, rule.detail(evidence, file)))
    factor, flag = demotion_of(question, evidence.flags[file])
    if factor < 1.0:
        signals.append(Signal(flag, factor, factor - 1.0))
    return tuple(signals)
