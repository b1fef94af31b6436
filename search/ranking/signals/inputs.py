"""Inputs of the structural signals: the question, and data of the index about each candidate file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from search.ranking.constants import WORDED_FOR_CODE
from search.types.files import FileRecord

if TYPE_CHECKING:
    from search.ranking.candidates import Floats


@dataclass(frozen=True, slots=True)
class Question:
    """The properties of a query that the structural signals need.

    Attributes:
        stems: index terms of its words, without repeats.
        name: the whole query if it is one name, else empty.
        qualified: last parts of the qualified names in the query, and ``name``, folded as `SignalEvidence.stems`.
        wanted: flags that are not demoted because the query asks for that kind.
        query_wording: whether it is worded for code or for documents, see `search.query.wording.query_wording`.
        is_report: whether it is a pasted text, such as a report or a trace, or worded as a request for a change.
        meaning_counts: factor 0..1 of meaning, which the encoder knows less of in other languages than English.
        names_count: factor 0..1 for the weight of names and references in a tree of this size.
        names_by_words: the same factor if words alone decide; never smaller.
        documents_count: factor of documents, see `search.ranking.documents`.
    """

    stems: tuple[str, ...]
    name: str = ""
    qualified: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    query_wording: int = 0
    is_report: bool = False
    meaning_counts: float = 1.0
    names_count: float = 1.0
    names_by_words: float = 1.0
    documents_count: float = 1.0

    @property
    def worded_for_code(self) -> bool:
        """Whether it is worded for code."""
        return self.query_wording >= WORDED_FOR_CODE


@dataclass(frozen=True, slots=True, eq=False)
class SignalEvidence:
    """The data of the index about m candidate files and a question.

    Mappings are keyed by the index of the file and contain only files that have an entry.

    Attributes:
        records: the manifest row of each file.
        flags: the kinds that each file is of, `demotions.DATA` among them.
        name_words: stems of each file name's own words.
        discriminating: for each file those stems of the question that distinguish the files of its root.
        most_referred: the largest number of files that refer to one file of the index; 0 if it must not be used.
        coverage_of_terms: (m,) share of the question's words that each file contains, see `term_coverage`.
        stems: folded name of each file; empty if the question contains no name.
        defined: names in the query that a file defines.
        coverage: largest share 0..1 of a defined name of several words that the query covers, and that name.
        mentioned: share 0..1 of what the best chunks name that a file defines, and one such name.
        history: share 0..1 of a commit that matches the question and changed the file, and its message.
    """

    records: Sequence[FileRecord]
    flags: Sequence[tuple[str, ...]]
    name_words: Sequence[frozenset[str]]
    discriminating: Sequence[frozenset[str]]
    most_referred: int
    coverage_of_terms: "Floats"
    stems: Sequence[str] = ()
    defined: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    coverage: Mapping[int, tuple[float, str]] = field(default_factory=dict)
    mentioned: Mapping[int, tuple[float, str]] = field(default_factory=dict)
    history: Mapping[int, tuple[float, str]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.flags)
