"""A query after analysis: the terms to look up, and the inputs of ranking."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from search.query.parse import ParsedQuery
from search.ranking.signals.inputs import Question
from search.service.frame_files import FrameFiles
from search.service.graph_answers import GraphAnswer
from search.service.message_sources import MessageSources
from search.types.ids import ChunkId, FileId
from search.types.results import Correction, Signal


@dataclass(frozen=True, slots=True)
class AnalyzedQuery:
    """Everything that is known about a query before searching.

    Attributes:
        parsed: with misspelt words replaced.
        searched: display text of the search.
        words: text of the semantic search if there is no ``vector``, and of the rerank stage.
        terms: index terms to look up.
        wording: words of the question with corrections; empty for an example, which asks nothing.
        question: input of the structural signals.
        names: words that may be names of definitions.
        corrections: the misspelt words.
        graph: answer of the dependency graph.
        changes: whether it asks what has to change.
        using: if it asks what has to change, signals of the files that use what it names.
        defining: chunks that define what the whole query names.
        vector: vector of an indexed example.
        left_out: chunks of the example itself, which are not results.
        frames: files that places named in the query refer to.
        messages: files that formatted the error messages in the query.
    """

    parsed: ParsedQuery
    searched: str
    words: str
    terms: tuple[str, ...]
    question: Question
    names: tuple[str, ...] = ()
    wording: str = ""
    corrections: tuple[Correction, ...] = ()
    graph: GraphAnswer = field(default_factory=GraphAnswer)
    changes: bool = False
    using: Mapping[FileId, Signal] = field(default_factory=dict)
    defining: tuple[ChunkId, ...] = ()
    vector: npt.NDArray[np.float32] | None = None
    left_out: frozenset[ChunkId] = frozenset()
    frames: FrameFiles = field(default_factory=FrameFiles)
    messages: MessageSources = field(default_factory=MessageSources)
