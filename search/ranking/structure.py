"""What a file's place in the tree says about a question, beside words and meaning."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import itemgetter, mul
from typing import NamedTuple

from search.ranking.constants import (
    BARREL_FACTOR,
    DATA_FACTOR,
    DEFINITION_COVERAGE,
    EXACT_DEFINITION,
    EXAMPLE_FACTOR,
    FILE_NAME_COVERAGE,
    FILE_NAME_PRECISION,
    GENERATED_FACTOR,
    HISTORY,
    MENTIONED,
    QUALIFIED_NAME,
    REFERRED_TO,
    TERMS_HELD,
    TEST_FACTOR,
    TRANSLATION_FACTOR,
    VENDORED_FACTOR,
)
from search.types.files import Flag
from search.types.results import Signal

DATA = "data"
"""Stands beside the flags for a file of settings or other data."""

_DOCUMENT = Flag.DOCUMENT.value

DEMOTIONS = {
    Flag.TEST.value: TEST_FACTOR,
    Flag.EXAMPLE.value: EXAMPLE_FACTOR,
    Flag.BARREL.value: BARREL_FACTOR,
    Flag.VENDORED.value: VENDORED_FACTOR,
    Flag.GENERATED.value: GENERATED_FACTOR,
    Flag.TRANSLATION.value: TRANSLATION_FACTOR,
    DATA: DATA_FACTOR,
}


_NAMES = (
    "exact_definition",
    "definition_coverage",
    "qualified_name",
    "file_name_coverage",
    "file_name_precision",
    "mentioned",
    "referred_to",
    "history",
    "terms_held",
)
"""The signals that are added, in the order in which they are told."""

_fading = itemgetter(1, 3, 4, 6)
"""Gives of what stands for each of `_NAMES` what stands for the signals that count less in a large tree."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the structural signals need of a query.

    Attributes:
        stems: index terms of its words, without repeats.
        name: the whole query when it is one name, else empty.
        qualified: last parts of the qualified names in the query, folded as a file's `FileEvidence.stem`.
        wanted: flags whose demotion is off because the query asks for that kind.
        leaning: whether it is worded for code or for documents, see `search.query.leaning`.
        names_count: share 0..1 of their weight that names and references have in a tree of this size.
        names_by_words: the same where words alone decide, not less.
        documents_count: factor of documents, see `search.ranking.documents`.
    """

    stems: tuple[str, ...]
    name: str = ""
    qualified: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    leaning: int = 0
    names_count: float = 1.0
    names_by_words: float = 1.0
    documents_count: float = 1.0


class FileEvidence(NamedTuple):
    """What is known of one candidate file with regard to a question.

    Attributes:
        flags: kinds that it is of, `DATA` among them.
        name_words: stems of the file name's own words.
        stem: what the file is called, folded: see `search.analysis.names.folded_stem`.
        telling: those stems of the question that tell files of its root apart.
        defined: names in the query that the file defines.
        coverage: largest share 0..1 of a defined name of several words that the query covers.
        covered: that name.
        mentioned: share 0..1 of what the best chunks name that this file defines; ``mention`` is one such name.
        referred_by: how many files refer to it; ``most_referred`` is the largest number in the index.
        history: share 0..1 of a commit that speaks of the question and changed it; ``change`` is its message.
        held: how much of the question's words the file holds, 0..1, see `search.ranking.held`.
    """

    flags: tuple[str, ...]
    name_words: frozenset[str]
    stem: str = ""
    telling: frozenset[str] = frozenset()
    defined: tuple[str, ...] = ()
    coverage: float = 0.0
    covered: str = ""
    mentioned: float = 0.0
    mention: str = ""
    referred_by: int = 0
    most_referred: int = 0
    history: float = 0.0
    change: str = ""
    held: float = 0.0


class Structure(NamedTuple):
    """The sum of a file's structural signals, its demotion, and what gives each signal for the explanation.

    ``names`` is what names and references add more where words alone decide. Hundreds of files are judged for each
    ten that are shown, so signals are made when they are asked for.
    """

    total: float
    names: float
    demotion: float
    pinned: bool
    signals: Callable[[], tuple[Signal, ...]]


def structures(question: Question, files: Iterable[FileEvidence]) -> list[Structure]:
    """Return what structure adds to the blend of each file; signals that are 0 are left out."""
    weights, name = _weights(question), question.name.casefold()
    counted = question.names_count
    more = max(0.0, question.names_by_words / counted - 1.0) if counted > 0.0 else 0.0
    demotion_of: dict[tuple[str, ...], float] = {}
    found = []
    for file in files:
        shares = tuple(map(mul, _values(question, file), weights))
        if file.flags not in demotion_of:
            demotion_of[file.flags] = _demotion(question, file.flags)[0]
        pinned = bool(name) and any(defined.casefold() == name for defined in file.defined)
        fading = math.fsum(_fading(shares))
        signals = partial(_signals, question, file)
        found.append(Structure(math.fsum(shares), fading * more, demotion_of[file.flags], pinned, signals))
    return found


def _values(question: Question, file: FileEvidence) -> tuple[float, ...]:
    """Return the strength 0..1 of each of `_NAMES`."""
    _, words, stem, telling, defined, coverage, _, mentioned, _, referred_by, most_referred, history, _, held = (
        file
    )
    hit = 0 if telling.isdisjoint(words) else len(telling & words)
    return (
        1.0 if defined else 0.0,
        coverage,
        1.0 if stem in question.qualified else 0.0,
        hit / len(telling) if hit else 0.0,
        hit / len(words) if hit else 0.0,
        mentioned,
        _log_share(referred_by, most_referred) if referred_by else 0.0,
        history,
        held,
    )


def _weights(question: Question) -> tuple[float, ...]:
    """Return what the strength of each of `_NAMES` is multiplied by; none is below 0."""
    names = question.names_count
    return (
        EXACT_DEFINITION,
        DEFINITION_COVERAGE * names,
        QUALIFIED_NAME,
        FILE_NAME_COVERAGE * names,
        FILE_NAME_PRECISION * names,
        MENTIONED,
        REFERRED_TO * names,
        HISTORY,
        TERMS_HELD,
    )


def _signals(question: Question, file: FileEvidence) -> tuple[Signal, ...]:
    """Return each signal of a file, its demotion last."""
    defined, referred_by = ", ".join(file.defined[:3]), f"{file.referred_by}"
    details = (defined, file.covered, file.stem, "", "", file.mention, referred_by, file.change, "")
    found = zip(_NAMES, _values(question, file), _weights(question), details, strict=True)
    added = [Signal(name, value, value * weight, detail) for name, value, weight, detail in found]
    factor, flag = _demotion(question, file.flags)
    demoted = [Signal(flag, factor, factor - 1.0)] if factor < 1.0 else []
    return (*(signal for signal in added if signal.share > 0.0), *demoted)


@lru_cache(maxsize=1_024)
def _log_share(count: int, most: int) -> float:
    return math.log1p(count) / math.log1p(most) if most > 0 else 0.0


def _demotion(question: Question, flags: Sequence[str]) -> tuple[float, str]:
    """Return the strongest factor that applies, once (a test in an example is not demoted twice), and its flag."""
    if not flags or not question.wanted.isdisjoint(flags):
        return 1.0, ""
    factors = [
        (question.documents_count if flag == _DOCUMENT else DEMOTIONS[flag], flag)
        for flag in flags
        if flag in DEMOTIONS or flag == _DOCUMENT
    ]
    return min(factors, default=(1.0, ""))
