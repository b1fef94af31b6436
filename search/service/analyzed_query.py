"""What a query asks, in words or by an example: what is looked up, and what ranking needs of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from search.query.parse import ParsedQuery
from search.ranking.signals.inputs import Question
from search.service.graph_answers import GraphAnswer
from search.types.ids import ChunkId, FileId
from search.types.results import Correction, Signal


@dataclass(frozen=True, slots=True)
class AnalyzedQuery:
    """A query after everything that can be known of it without searching.

    Attributes:
        parsed: with misspelt words replaced.
        searched: what is searched, for a person.
        words: what meaning is searched for where there is no ``vector``, and what a rerank stage reads.
        terms: index terms to look up.
        question: what structure needs of it.
        names: what in it may be the name of something defined.
        corrections: the misspelt words.
        graph: what the dependency graph answers.
        changes: whether it asks what has to change.
        using: signals of the files that use what it names, where it asks that.
        defining: chunks that define what the whole query names.
        vector: meaning of an example that is indexed.
        left_out: chunks of the example itself.
    """

    parsed: ParsedQuery
    searched: str
    words: str
    terms: tuple[str, ...]
    question: Question
    names: tuple[str, ...] = ()
    corrections: tuple[Correction, ...] = ()
    graph: GraphAnswer = field(default_factory=GraphAnswer)
    changes: bool = False
    using: Mapping[FileId, Signal] = field(default_factory=dict)
    defining: tuple[ChunkId, ...] = ()
    vector: npt.NDArray[np.float32] | None = None
    left_out: frozenset[ChunkId] = frozenset()
