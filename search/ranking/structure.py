"""What a file's place in the tree says about a question, beside words and meaning."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from search.ranking.candidates import Floats
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
    HISTORY_BESIDE_MEANING,
    MENTIONED,
    QUALIFIED_NAME,
    REFERRED_TO,
    TERMS_HELD,
    TEST_FACTOR,
    TRANSLATION_FACTOR,
    VENDORED_FACTOR,
    WORDED_FOR_CODE,
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


@dataclass(frozen=True, slots=True)
class Question:
    """What the structural signals need of a query.

    Attributes:
        stems: index terms of its words, without repeats.
        name: the whole query when it is one name, else empty.
        qualified: last parts of the qualified names in the query, and ``name``, folded as `Evidence.stems`.
        wanted: flags whose demotion is off because the query asks for that kind.
        leaning: whether it is worded for code or for documents, see `search.query.wording`.
        names_count: share 0..1 of their weight that names and references have in a tree of this size.
        names_by_words: the same where words alone decide, not less.
        documents_count: factor of documents, see `search.ranking.documents`.
    """

    stems: tuple[str, ...]
    name: str = ""
    qualified: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    query_wording: int = 0
    names_count: float = 1.0
    names_by_words: float = 1.0
    documents_count: float = 1.0

    @property
    def worded_for_code(self) -> bool:
        """Whether it is worded for how the code is made."""
        return self.query_wording >= WORDED_FOR_CODE


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What is known of m candidate files with regard to a question; what few of them have is there by index.

    Attributes:
        flags: kinds that each is of, `DATA` among them.
        name_words: stems of each file name's own words.
        telling: for each those stems of the question that tell files of its root apart.
        referred_by: how many files refer to each; ``most_referred`` is the largest number in the index.
        held: (m,) how much of the question's words each holds, 0..1, see `search.ranking.term_coverage`.
        stems: what each file is called, folded, see `search.analysis.names.folded_stem`; none where the question
            names nothing.
        defined: names in the query that a file defines.
        coverage: largest share 0..1 of a defined name of several words that the query covers, and that name.
        mentioned: share 0..1 of what the best chunks name that a file defines, and one such name.
        history: share 0..1 of a commit that speaks of the question and changed it, and its message.
    """

    flags: Sequence[tuple[str, ...]]
    name_words: Sequence[frozenset[str]]
    telling: Sequence[frozenset[str]]
    referred_by: Sequence[int]
    most_referred: int
    held: Floats
    stems: Sequence[str] = ()
    defined: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    coverage: Mapping[int, tuple[float, str]] = field(default_factory=dict)
    mentioned: Mapping[int, tuple[float, str]] = field(default_factory=dict)
    history: Mapping[int, tuple[float, str]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.flags)


@dataclass(frozen=True, slots=True, eq=False)
class Structures:
    """What structure says of m files.

    Hundreds of files are judged for each ten that are shown, so signals are made when they are asked for.

    Attributes:
        total: (m,) sum of the structural signals.
        names: (m,) what names, references and commits add more where words alone decide.
        demotion: (m,) factor 0..1.
        pinned: (m,) whether the file stands before all that are not.
        signals: gives what each signal adds to one of the files, for the explanation.
    """

    total: Floats
    names: Floats
    demotion: Floats
    pinned: npt.NDArray[np.bool_]
    signals: Callable[[int], tuple[Signal, ...]]

    def with_reasons(self, reasons: Mapping[int, Signal], *, pinned: bool = True) -> "Structures":
        """Return the same with signals of these files before their others; ``pinned`` puts those before all."""
        total, first = self.total.copy(), self.pinned.copy()
        for file, signal in reasons.items():
            total[file] += signal.share
            first[file] |= pinned

        def signals(file: int) -> tuple[Signal, ...]:
            return (reasons[file], *self.signals(file)) if file in reasons else self.signals(file)

        return Structures(total, self.names, self.demotion, first, signals)

    def only(self, files: Sequence[int]) -> "Structures":
        """Return those of some files, in this order."""
        at = np.asarray(files, np.int64)
        return Structures(
            self.total[at],
            self.names[at],
            self.demotion[at],
            self.pinned[at],
            lambda file: self.signals(files[file]),
        )


def structures(question: Question, files: Evidence) -> Structures:
    """Return what structure adds to the blend of each file."""
    values, weights = _values(question, files), np.array(_weights(question))
    shares = (values * weights).tolist()
    more = (values * np.maximum(np.array(_weights_by_words(question)) - weights, 0.0)).tolist()
    demotion_of = {flags: _demotion(question, flags)[0] for flags in set(files.flags)}
    return Structures(
        np.array(list(map(math.fsum, shares)), np.float64),
        np.array(list(map(math.fsum, more)), np.float64),
        np.array([demotion_of[flags] for flags in files.flags], np.float64),
        _pinned(question.name.casefold(), files),
        partial(_signals, question, files, values),
    )


def _pinned(name: str, files: Evidence) -> npt.NDArray[np.bool_]:
    """Return (m,) which files define what the whole query names."""
    pinned = np.zeros(len(files), np.bool_)
    pinned[[file for file, names in files.defined.items() if any(one.casefold() == name for one in names)]] = True
    return pinned & bool(name)


def _values(question: Question, files: Evidence) -> Floats:
    """Return (m, signals) the strength 0..1 of each of `_NAMES`."""
    values = np.zeros((len(files), len(_NAMES)))
    defined, coverage, qualified, name_coverage, name_precision, mentioned, referred, history, held = values.T
    defined[list(files.defined)] = 1.0
    for column, known in ((coverage, files.coverage), (mentioned, files.mentioned), (history, files.history)):
        column[list(known)] = [share for share, _ in known.values()]
    if question.qualified:
        qualified[:] = [stem in question.qualified for stem in files.stems]
    for file, (words, telling) in enumerate(zip(files.name_words, files.telling, strict=True)):
        if not telling.isdisjoint(words):
            hit = len(telling & words)
            name_coverage[file], name_precision[file] = hit / len(telling), hit / len(words)
    most = files.most_referred
    referred[:] = [_log_share(count, most) if count else 0.0 for count in files.referred_by]
    held[:] = files.held
    return values


def _weights(question: Question) -> tuple[float, ...]:
    """Return what the strength of each of `_NAMES` is multiplied by beside meaning; none is below 0."""
    history = HISTORY if question.worded_for_code else HISTORY_BESIDE_MEANING
    return _weights_of(question.names_count, history)


def _weights_by_words(question: Question) -> tuple[float, ...]:
    """Return the same where words alone decide."""
    return _weights_of(question.names_by_words, HISTORY)


def _weights_of(names: float, history: float) -> tuple[float, ...]:
    return (
        EXACT_DEFINITION,
        DEFINITION_COVERAGE * names,
        QUALIFIED_NAME,
        FILE_NAME_COVERAGE * names,
        FILE_NAME_PRECISION * names,
        MENTIONED,
        REFERRED_TO * names,
        history,
        TERMS_HELD,
    )


def _signals(question: Question, files: Evidence, values: Floats, file: int) -> tuple[Signal, ...]:
    """Return each signal of a file that is not 0, its demotion last."""
    nothing = 0.0, ""
    details = (
        ", ".join(files.defined.get(file, ())[:3]),
        files.coverage.get(file, nothing)[1],
        files.stems[file] if files.stems else "",
        "",
        "",
        files.mentioned.get(file, nothing)[1],
        f"{files.referred_by[file]}",
        files.history.get(file, nothing)[1],
        "",
    )
    found = zip(_NAMES, values[file].tolist(), _weights(question), details, strict=True)
    added = [Signal(name, value, value * weight, detail) for name, value, weight, detail in found]
    factor, flag = _demotion(question, files.flags[file])
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
