"""The rules of the structural signals; to add a signal, add a rule to `SIGNALS`."""

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from search.messages import Message
from search.ranking.constants import (
    DEFINITION_COVERAGE,
    EXACT_DEFINITION,
    FILE_NAME_COVERAGE,
    FILE_NAME_PRECISION,
    HISTORY,
    HISTORY_BESIDE_MEANING,
    HISTORY_FOR_REPORT,
    MENTIONED,
    QUALIFIED_NAME,
    REFERRED_TO,
    TERMS_HELD,
)
from search.ranking.signals.inputs import Question, SignalEvidence
from search.ranking.signals.rule import SignalRule, Weight, phrase
from search.types.results import Signal

_NAMES_SHOWN = 3
"""Defined names that an explanation lists."""


def _shares(known: Mapping[int, tuple[float, str]], evidence: SignalEvidence) -> Iterator[float]:
    return (known[file][0] if file in known else 0.0 for file in range(len(evidence)))


def _detail_of(known: Mapping[int, tuple[float, str]], file: int) -> str:
    return known[file][1] if file in known else ""


def _is_defining(question: Question, evidence: SignalEvidence) -> Iterable[float]:
    del question
    return (float(file in evidence.defined) for file in range(len(evidence)))


def _has_qualified_name(question: Question, evidence: SignalEvidence) -> Iterable[float]:
    if not question.qualified:
        return (0.0 for _ in range(len(evidence)))
    return (float(stem in question.qualified) for stem in evidence.stems)


def _query_in_name(question: Question, evidence: SignalEvidence) -> Iterable[float]:
    del question
    both = zip(evidence.name_words, evidence.discriminating, strict=True)
    return (0.0 if stems.isdisjoint(words) else len(stems & words) / len(stems) for words, stems in both)


def _name_in_query(question: Question, evidence: SignalEvidence) -> Iterable[float]:
    del question
    both = zip(evidence.name_words, evidence.discriminating, strict=True)
    return (0.0 if stems.isdisjoint(words) else len(stems & words) / len(words) for words, stems in both)


def _references(question: Question, evidence: SignalEvidence) -> Iterable[float]:
    del question
    counts = (record.referred_by for record in evidence.records)
    return (_log_share(count, evidence.most_referred) if count else 0.0 for count in counts)


@lru_cache(maxsize=1_024)
def _log_share(count: int, most: int) -> float:
    return math.log1p(count) / math.log1p(most) if most > 0 else 0.0


def _referring_files(signal: Signal) -> str:
    return "referred to by 1 file" if signal.detail == "1" else f"referred to by {signal.detail} files"


def _commits(signal: Signal) -> str:
    return signal.detail if isinstance(signal.reason, Message) else f"changed with: {signal.detail}"


def _commit(evidence: SignalEvidence, file: int) -> str | Message:
    """Return the commit that speaks for a file, or why a document has a share without one."""
    return _detail_of(evidence.history, file) or Message("ranking.document_without_commit")


SIGNALS = (
    SignalRule(
        name="exact_definition",
        label="Exact definition",
        sentence=phrase("defines {detail}"),
        weight=Weight(EXACT_DEFINITION),
        strength=_is_defining,
        detail=lambda evidence, file: ", ".join(evidence.defined.get(file, ())[:_NAMES_SHOWN]),
    ),
    SignalRule(
        name="definition_coverage",
        label="Words of a name that it defines",
        sentence=phrase("defines {detail}; {percent} of the words of this name are in the query"),
        weight=Weight(DEFINITION_COVERAGE, fades=True),
        strength=lambda _, evidence: _shares(evidence.coverage, evidence),
        detail=lambda evidence, file: _detail_of(evidence.coverage, file),
    ),
    SignalRule(
        name="qualified_name",
        label="Qualified name",
        sentence=phrase("is called {detail}, as a qualified name in the query ends"),
        weight=Weight(QUALIFIED_NAME),
        strength=_has_qualified_name,
        detail=lambda evidence, file: evidence.stems[file] if evidence.stems else "",
    ),
    SignalRule(
        name="file_name_coverage",
        label="Words of the query in the file name",
        sentence=phrase("{percent} of the query's words are in the file's name"),
        weight=Weight(FILE_NAME_COVERAGE, fades=True),
        strength=_query_in_name,
    ),
    SignalRule(
        name="file_name_precision",
        label="Words of the file name in the query",
        sentence=phrase("{percent} of the words of the file's name are in the query"),
        weight=Weight(FILE_NAME_PRECISION, fades=True),
        strength=_name_in_query,
    ),
    SignalRule(
        name="mentioned",
        label="Named by the best matches",
        sentence=phrase("defines {detail}, which the best matches mention"),
        weight=Weight(MENTIONED),
        strength=lambda _, evidence: _shares(evidence.mentioned, evidence),
        detail=lambda evidence, file: _detail_of(evidence.mentioned, file),
    ),
    SignalRule(
        name="referred_to",
        label="Files that refer to it",
        sentence=_referring_files,
        weight=Weight(REFERRED_TO, fades=True),
        strength=_references,
        detail=lambda evidence, file: f"{evidence.records[file].referred_by}",
    ),
    SignalRule(
        name="history",
        label="Commits that speak of it",
        sentence=_commits,
        weight=Weight(HISTORY, beside_meaning=HISTORY_BESIDE_MEANING, for_report=HISTORY_FOR_REPORT),
        strength=lambda _, evidence: _shares(evidence.history, evidence),
        detail=_commit,
    ),
    SignalRule(
        name="terms_held",
        label="Words of the query in the whole file",
        sentence=phrase("the file as a whole contains {percent} of the query's words"),
        weight=Weight(TERMS_HELD),
        strength=lambda _, evidence: evidence.coverage_of_terms,
    ),
)
"""All structural signals, in the order of an explanation."""
