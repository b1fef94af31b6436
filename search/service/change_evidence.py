"""Sorts the reasons of a search hit by what they are evidence of: a place, a message, a commit, words."""

from collections.abc import Iterator, Mapping

from search.messages import Message
from search.ranking.signals.wordings import CHANGED_TOGETHER, FORMATS_MESSAGE, NAMED_PLACE, USES_NAMED
from search.types.locations import EvidenceKind, LocationEvidence
from search.types.results import GRAPH_SIGNAL, FileHit, Signal

MOST_WORDS = 8
"""Words that are listed; a report may share more with a long file."""

_KINDS = {
    NAMED_PLACE: EvidenceKind.FRAME,
    FORMATS_MESSAGE: EvidenceKind.MESSAGE,
    "exact_definition": EvidenceKind.NAME,
    "definition_coverage": EvidenceKind.NAME,
    "qualified_name": EvidenceKind.NAME,
    "file_name_coverage": EvidenceKind.NAME,
    "file_name_precision": EvidenceKind.NAME,
    "mentioned": EvidenceKind.NAME,
    "history": EvidenceKind.COMMIT,
    CHANGED_TOGETHER: EvidenceKind.GRAPH,
    GRAPH_SIGNAL: EvidenceKind.GRAPH,
    USES_NAMED: EvidenceKind.GRAPH,
}
_ORDER = tuple(EvidenceKind)


def evidence_of(hit: FileHit, words: Mapping[str, str]) -> tuple[LocationEvidence, ...]:
    """Return what speaks for a file, one of each kind, the strongest kind first; ``words`` by their stems."""
    best: dict[EvidenceKind, LocationEvidence] = {}
    for evidence in (*_from_signals(hit), *_from_text(hit, words)):
        known = best.get(evidence.kind)
        if known is None or evidence.share > known.share:
            best[evidence.kind] = evidence
    return tuple(sorted(best.values(), key=lambda evidence: _ORDER.index(evidence.kind)))


def _from_signals(hit: FileHit) -> Iterator[LocationEvidence]:
    for signal in hit.why.signals:
        kind = _KINDS.get(signal.name)
        if kind is EvidenceKind.COMMIT:
            if not isinstance(signal.reason, Message):  # documents have a share without a commit
                commit, _, subject = signal.reason.partition(" ")
                yield LocationEvidence(kind, subject, signal.share, commit)
        elif kind is not None:
            yield LocationEvidence(kind, _reason(signal, hit.path), signal.share)


def _reason(signal: Signal, path: str) -> str | Message:
    if signal.name == CHANGED_TOGETHER:
        return Message("uses.changed_together", path=signal.detail)
    return signal.reason or path.rpartition("/")[2]


def _from_text(hit: FileHit, words: Mapping[str, str]) -> Iterator[LocationEvidence]:
    if hit.why.matched_terms:
        shown = dict.fromkeys(words.get(term, term) for term in hit.why.matched_terms)
        yield LocationEvidence(EvidenceKind.WORDS, ", ".join(list(shown)[:MOST_WORDS]), hit.parts.words)
    if hit.why.cosine > 0.0:
        yield LocationEvidence(EvidenceKind.MEANING, "", hit.parts.meaning)
