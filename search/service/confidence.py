"""Looks up the inputs for the confidence of an answer and its files."""

import re
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import islice
from math import floor

import numpy as np
import numpy.typing as npt

from search.analysis.names import split_identifier
from search.analysis.terms import MAX_TERM, query_terms
from search.messages import Message
from search.query.intent import looks_like_code
from search.ranking.candidates import Floats
from search.ranking.confidence import FITTED_WEIGHT, AnswerEvidence, file_confidences, inverse_frequency
from search.ranking.order import rank
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_okapi import terms_of, words_of_terms
from search.retrieval.bm25_postings import Mask
from search.retrieval.candidates import CandidateChunks
from search.service.analyzed_query import AnalyzedQuery
from search.service.candidate_files import CandidateFiles
from search.types.ids import FileId
from search.types.query import RankSettings

NOTHING_HERE = Message("search.nothing_here")
"""The message before the nearest files if nothing seems to answer."""
NOTHING_AT_ALL = Message("search.nothing_at_all")

NOTHING_INDEXED = Message("search.nothing_indexed")
"""The same where no file is shown."""
LEAST_CHUNKS = 500
"""Chunks that an index counts as at least: in a small one the frequency of a word says little."""
_MOST_NAMED = 5
"""Most words named because no file contains them."""
_LOOKUP_WORDS = 3
"""A longer query with a name in it is a question, which may name an error of another program."""
_WORD = re.compile(r"\w+")
_REFERENCE = re.compile(r"\(?(?<!\w)#\d+\)?")
"""The number of an issue or a change, such as ``(#2671)``: no file has it, and it does not count as a word."""
_SIGNS = ".,;:!?\u2026\u00bb\u00ab\u201e\u201c\u201d\"'"
_LEAST_PARTS = 2
"""A name of one part may be an acronym or a version, which texts write in many ways."""
_MOST_BYTES = 4 * MAX_TERM
"""Of every term in UTF-8."""
_MOST_SOUGHT = 8
"""Names that are sought in longer ones: each takes a pass over all terms, 12 to 53 ms for 450,000 of them."""
_MOST_LONGER = 50
"""Longer names of which a name is a part; more say nothing new."""
_LEAST_INSIDE = 6
"""Letters from which a name inside a longer one is that name: ``is_a`` is inside ``visa``."""


@dataclass(frozen=True, slots=True, eq=False)
class WordCoverage:
    """Which words of a query the candidates hold.

    Attributes:
        share: (m,) share of the words that each candidate file holds, 0..1; rare words count more.
        unknown: share of the words that no visible file of the projects holds that the query asks.
        nowhere: these words, and names in code that occur in no file, even if their parts do.
        absent: the query looks up names in code, and none of them occurs in a file.
        has_all: (m,) candidate files that have what the query is, even where they share no word with it.
    """

    share: Floats
    unknown: float
    nowhere: tuple[str, ...]
    absent: bool = False
    has_all: npt.NDArray[np.bool_] | np.bool_ = np.False_

    def with_all_in(self, files: AbstractSet[FileId], chunks: CandidateChunks) -> "WordCoverage":
        """Return the coverage where these files have what the query asks for, though in another form."""
        has_all = np.array([file.record.id in files for file in chunks.files], np.bool_)
        return WordCoverage(np.where(has_all, 1.0, self.share), 0.0, (), has_all=has_all)


def word_coverage(chunks: CandidateChunks, analyzed: AnalyzedQuery) -> WordCoverage:
    """Return the coverage of the words of a question; a name also stands where it is a part of a longer one."""
    lexical, covered = chunks.lexical, chunks.covered
    words = analyzed.translation.words or words_of_terms(query_terms(_REFERENCE.sub(" ", analyzed.wording)))
    holding = [max(lexical.document_frequency(term, covered) for term in terms_of(word)) for word in words]
    total = max(LEAST_CHUNKS, lexical.count(covered))
    weights = np.array([inverse_frequency(total, count) for count in holding], np.float64)
    whole = float(weights.sum()) or 1.0
    in_chunk = lexical.scores_by_word(words, chunks.slots, covered) > 0.0
    is_absent = np.array(
        [not any(lexical.holds(term, covered) for term in terms_of(word)) for word in words], bool
    )
    names = _compound_names(analyzed)
    longer = _longer_names(names, analyzed, lexical, covered)
    for name, terms in longer.items():
        in_longer = np.array(list(map(bool, lexical.terms_in(chunks.slots, terms))), bool)
        for column in [at for at, word in enumerate(words) if terms and query_terms(name)[0] in terms_of(word)]:
            in_chunk[:, column] |= in_longer
            is_absent[column] = False
    in_file = np.zeros((len(chunks.files), len(words)), np.bool_)
    np.logical_or.at(in_file, chunks.owner, in_chunk)
    absent = {
        term for word, is_missing in zip(words, is_absent, strict=True) if is_missing for term in terms_of(word)
    }
    missing = {name for name, terms in longer.items() if not terms}
    is_lookup = len(analyzed.searched.split()) <= _LOOKUP_WORDS and not analyzed.question.is_report
    return WordCoverage(
        share=in_file @ weights / whole,
        unknown=float(weights[is_absent].sum()) / whole,
        nowhere=_nowhere(analyzed, absent, missing) if lexical.count(covered) else (),
        absent=is_lookup and bool(names) and len(missing) == len(names),
    )


def has_known_words(chunks: CandidateChunks, analyzed: AnalyzedQuery) -> bool:
    """Return whether a file holds a word of a report: the models of confidence were not fitted on reports."""
    terms = query_terms(analyzed.wording)
    return not terms or any(chunks.lexical.document_frequency(term, chunks.covered) for term in terms)


def without_signs(word: str) -> str:
    """Return a word without the signs of the sentence around it, as a note names it: ``paid,`` is ``paid``."""
    return word.strip(_SIGNS) or word


def _nowhere(analyzed: AnalyzedQuery, absent: Collection[str], missing: AbstractSet[str]) -> tuple[str, ...]:
    terms_of = {word: query_terms(word) for word in dict.fromkeys(_REFERENCE.sub(" ", analyzed.wording).split())}
    return tuple(
        without_signs(word)
        for word, terms in terms_of.items()
        if not missing.isdisjoint(_WORD.findall(word)) or (terms and all(term in absent for term in terms))
    )


def _compound_names(analyzed: AnalyzedQuery) -> tuple[str, ...]:
    """Return the names in code of the query that are made of several words, such as ``renewLease``."""
    return tuple(name for name in analyzed.names if looks_like_code(name) and len(_parts(name)) >= _LEAST_PARTS)


def _parts(name: str) -> list[str]:
    return [part for part in split_identifier(name) if not part.isdigit()]


def _spellings(name: str) -> tuple[str, ...]:
    """Return a name as typed, with its parts joined by ``_``, and with them joined by nothing."""
    parts = split_identifier(name)
    return name, "_".join(parts), "".join(parts)


def _stands_somewhere(name: str, lexical: LexicalIndex, visible: Mask | None) -> bool:
    """Return whether a visible file has the name in any of its spellings: ``renewLease`` or ``renew_lease``.

    Names longer than every term of the index may stand anywhere.
    """
    spellings = _spellings(name)
    if any(len(spelling) > MAX_TERM for spelling in spellings):
        return True
    terms = (term for spelling in spellings for term in query_terms(spelling)[:1])
    return any(lexical.holds(term, visible) for term in terms)


def _longer_names(
    names: Collection[str], analyzed: AnalyzedQuery, lexical: LexicalIndex, visible: Mask | None
) -> dict[str, tuple[str, ...]]:
    """Return the names that no visible file has, each with the longer ones of which it is a part.

    In a report none is sought: most of its names are of other programs, and each takes a pass over all terms.
    """
    unknown = [name for name in names if not _stands_somewhere(name, lexical, visible)]
    sought = unknown[:_MOST_SOUGHT] if not analyzed.question.is_report else []
    return dict.fromkeys(unknown, ()) | {name: _longer_terms(name, lexical, visible) for name in sought}


def _longer_terms(name: str, lexical: LexicalIndex, visible: Mask | None) -> tuple[str, ...]:
    """Return terms of visible files of which the name is a part: ``renewLease`` is one of ``renewLeaseOfWorker``.

    A term may end in its stem, so that the stem of the name counts as well as the name.
    """
    spellings = _spellings(name)
    if len(spellings[-1]) < _LEAST_INSIDE:
        return ()
    stems = (term for spelling in spellings for term in query_terms(spelling)[:1])
    inside = {*stems, *map(str.lower, spellings)}
    terms = {term for part in inside for term in lexical.terms_containing(part, _MOST_BYTES)}
    return tuple(islice((term for term in sorted(terms) if lexical.holds(term, visible)), _MOST_LONGER))


def with_confidence(
    files: CandidateFiles, coverage: WordCoverage, defining: Mapping[str, Mapping[FileId, str]], *, meaning: bool
) -> CandidateFiles:
    """Return the files with their confidence and what that of the answer follows from.

    Args:
        files: scored by all signals but those of relations.
        coverage: which words of the query they hold.
        defining: for each name in the query, the files that define it; those that have the figure that it is.
        meaning: whether the query was searched by meaning. It does not count while candidates lack vectors.
    """
    if not len(files):
        nothing = AnswerEvidence(None, 0.0, coverage.unknown, named=False, absent=coverage.absent)
        return replace(files, evidence=nothing, nowhere=coverage.nowhere)
    names = {file for matches in defining.values() for file in matches}
    named = np.array([file.record.id in names for file in files.files], np.bool_)
    evidence = AnswerEvidence(
        cosine=float(files.cosine.max()) if meaning and not files.scores.unembedded.any() else None,
        coverage=float(coverage.share.max()),
        unknown=coverage.unknown,
        named=bool(named.any()) and not coverage.absent,
        absent=coverage.absent,
    )
    totals = rank(files.candidates, RankSettings(weight=FITTED_WEIGHT)).rank_score
    lead = np.where(coverage.has_all, 1.0, totals / (float(totals.max()) or 1.0))
    confidence = file_confidences(evidence, files.cosine, coverage.share, lead, named)
    return replace(
        files,
        evidence=evidence,
        nowhere=coverage.nowhere,
        scores=replace(files.scores, confidence=confidence),
    )


def confidence_notes(files: CandidateFiles, *, shown: bool, indexed: bool, read: float) -> tuple[Message, ...]:
    """Return the notes before the files: nothing seems to answer, and which words occur in no file.

    While files are still being read, neither is known: a note says how many have been read.

    Args:
        files: the candidates.
        shown: whether the answer has any of them.
        indexed: whether any file is known that could answer.
        read: share of the files in scope whose words have been read.
    """
    if not (shown or indexed):
        return (NOTHING_INDEXED,)
    words = files.nowhere[:_MOST_NAMED]
    if read < 1.0:
        percent = floor(read * 100)
        return (Message("search.still_reading", percent=percent),) if words or files.is_nothing else ()
    missing = (Message("search.words_nowhere", words=", ".join(words)),) if words else ()
    return (NOTHING_HERE if shown else NOTHING_AT_ALL, *missing) if files.is_nothing else missing
