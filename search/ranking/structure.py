"""What a file's place in the tree says about a question, beside words and meaning."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from search.ranking.constants import (
    BARREL_FACTOR,
    DEFINITION_COVERAGE,
    DOCUMENT_FACTOR,
    EXACT_DEFINITION,
    EXAMPLE_FACTOR,
    FILE_NAME_COVERAGE,
    FILE_NAME_PRECISION,
    REFERRED_TO,
    TEST_FACTOR,
)
from search.types.files import Flag
from search.types.results import Signal

DEMOTIONS = {
    Flag.TEST.value: TEST_FACTOR,
    Flag.EXAMPLE.value: EXAMPLE_FACTOR,
    Flag.DOCUMENT.value: DOCUMENT_FACTOR,
    Flag.BARREL.value: BARREL_FACTOR,
}


@dataclass(frozen=True, slots=True)
class Question:
    """What the structural signals need of a query.

    Attributes:
        stems: index terms of its words, without repeats.
        name: the whole query when it is one name, else empty.
        wanted: flags whose demotion is off because the query asks for that kind.
    """

    stems: tuple[str, ...]
    name: str = ""
    wanted: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FileEvidence:
    """What is known of one candidate file with regard to a question.

    Attributes:
        name_words: stems of the file name's own words.
        defined: names in the query that the file defines.
        coverage: largest share 0..1 of a defined name of several words that the query covers.
        covered: that name.
        referred_by: how many files refer to it; ``most_referred`` is the largest number in the index.
    """

    flags: tuple[str, ...]
    name_words: frozenset[str]
    defined: tuple[str, ...] = ()
    coverage: float = 0.0
    covered: str = ""
    referred_by: int = 0
    most_referred: int = 0


@dataclass(frozen=True, slots=True)
class Structure:
    """The sum of a file's structural signals, its demotion, and each signal for the explanation."""

    total: float
    demotion: float
    pinned: bool
    signals: tuple[Signal, ...]


def structure(question: Question, file: FileEvidence) -> Structure:
    """Return what structure adds to the blend of this file; signals that are 0 are left out."""
    added = [signal for signal in _signals(question, file) if signal.share > 0.0]
    demotion, factor = _demotion(question, file.flags)
    signals = (*added, *([] if factor is None else [factor]))
    pinned = bool(question.name) and any(name.lower() == question.name.lower() for name in file.defined)
    return Structure(math.fsum(signal.share for signal in added), demotion, pinned, signals)


def _signals(question: Question, file: FileEvidence) -> Sequence[Signal]:
    asked = frozenset(question.stems)
    hit = len(asked & file.name_words)
    return (
        _signal("exact_definition", float(bool(file.defined)), EXACT_DEFINITION, ", ".join(file.defined[:3])),
        _signal("definition_coverage", file.coverage, DEFINITION_COVERAGE, file.covered),
        _signal("file_name_coverage", hit / len(asked) if asked else 0.0, FILE_NAME_COVERAGE),
        _signal(
            "file_name_precision", hit / len(file.name_words) if file.name_words else 0.0, FILE_NAME_PRECISION
        ),
        _signal(
            "referred_to", _log_share(file.referred_by, file.most_referred), REFERRED_TO, f"{file.referred_by}"
        ),
    )


def _signal(name: str, value: float, weight: float, detail: str = "") -> Signal:
    return Signal(name, value, value * weight, detail)


def _log_share(count: int, most: int) -> float:
    return math.log1p(count) / math.log1p(most) if most > 0 else 0.0


def _demotion(question: Question, flags: Sequence[str]) -> tuple[float, Signal | None]:
    """Return the strongest factor that applies, once: a test in an example is not demoted twice."""
    factors = [(DEMOTIONS[flag], flag) for flag in flags if flag in DEMOTIONS and flag not in question.wanted]
    if not factors or question.wanted.intersection(flags):
        return 1.0, None
    factor, flag = min(factors)
    return factor, Signal(flag, factor, factor - 1.0) if factor < 1.0 else None
