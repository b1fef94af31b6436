"""What a file's place in the tree says about a question, beside words and meaning."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from search.ranking.constants import (
    BARREL_FACTOR,
    DATA_FACTOR,
    DEFINITION_COVERAGE,
    EXACT_DEFINITION,
    EXAMPLE_FACTOR,
    FILE_NAME_COVERAGE,
    FILE_NAME_PRECISION,
    GENERATED_FACTOR,
    MENTIONED,
    QUALIFIED_NAME,
    REFERRED_TO,
    TEST_FACTOR,
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
    DATA: DATA_FACTOR,
}


_FADING = frozenset(("definition_coverage", "file_name_coverage", "file_name_precision", "referred_to"))
"""Signals that count less in a large tree."""


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


@dataclass(frozen=True, slots=True)
class FileEvidence:
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


@dataclass(frozen=True, slots=True)
class Structure:
    """The sum of a file's structural signals, its demotion, and each signal for the explanation.

    ``names`` is what names and references add more where words alone decide.
    """

    total: float
    names: float
    demotion: float
    pinned: bool
    signals: tuple[Signal, ...]


def structure(question: Question, file: FileEvidence) -> Structure:
    """Return what structure adds to the blend of this file; signals that are 0 are left out."""
    added = list(_signals(question, file))
    demotion, factor = _demotion(question, file.flags)
    signals = (*added, *([] if factor is None else [factor]))
    pinned = bool(question.name) and any(name.casefold() == question.name.casefold() for name in file.defined)
    fading = math.fsum(signal.share for signal in added if signal.name in _FADING)
    more = max(0.0, question.names_by_words / question.names_count - 1.0) if question.names_count > 0.0 else 0.0
    return Structure(math.fsum(signal.share for signal in added), fading * more, demotion, pinned, signals)


def _signals(question: Question, file: FileEvidence) -> Iterator[Signal]:
    hit, names = len(file.telling & file.name_words), question.names_count
    covered = hit / len(file.telling) if file.telling else 0.0
    precise = hit / len(file.name_words) if file.name_words else 0.0
    referred = _log_share(file.referred_by, file.most_referred)
    found = (
        ("exact_definition", float(bool(file.defined)), EXACT_DEFINITION, ", ".join(file.defined[:3])),
        ("definition_coverage", file.coverage, DEFINITION_COVERAGE * names, file.covered),
        ("qualified_name", float(file.stem in question.qualified), QUALIFIED_NAME, file.stem),
        ("file_name_coverage", covered, FILE_NAME_COVERAGE * names, ""),
        ("file_name_precision", precise, FILE_NAME_PRECISION * names, ""),
        ("mentioned", file.mentioned, MENTIONED, file.mention),
        ("referred_to", referred, REFERRED_TO * names, f"{file.referred_by}"),
    )
    for name, value, weight, detail in found:
        if value * weight > 0.0:
            yield Signal(name, value, value * weight, detail)


def _log_share(count: int, most: int) -> float:
    return math.log1p(count) / math.log1p(most) if most > 0 else 0.0


def _demotion(question: Question, flags: Sequence[str]) -> tuple[float, Signal | None]:
    """Return the strongest factor that applies, once: a test in an example is not demoted twice."""
    if not flags:
        return 1.0, None
    demotions = {**DEMOTIONS, _DOCUMENT: question.documents_count}
    factors = [(demotions[flag], flag) for flag in flags if flag in demotions and flag not in question.wanted]
    if not factors or question.wanted.intersection(flags):
        return 1.0, None
    factor, flag = min(factors)
    return factor, Signal(flag, factor, factor - 1.0) if factor < 1.0 else None
