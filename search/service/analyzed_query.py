"""A query after analysis: the terms to look up, and the inputs of ranking."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from search.analysis.terms import query_terms
from search.query.parse import ParsedQuery
from search.ranking.constants import CANDIDATES_PER_SIDE
from search.ranking.signals.inputs import Question
from search.retrieval.candidates import LEAST_FILES, RetrievalRequest
from search.service.frame_files import FrameFiles
from search.service.graph_answers import GraphAnswer
from search.service.message_sources import MessageSources
from search.service.scope import Scope
from search.service.spaced_names import SpacedNames
from search.service.translation import Translation
from search.types.ids import ChunkId, FileId
from search.types.query import SearchQuery
from search.types.results import Correction, Signal


@dataclass(frozen=True, slots=True)
class AnalyzedQuery:
    """Everything that is known about a query before searching.

    Attributes:
        query: the text as typed and the settings.
        parsed: with misspelt words replaced.
        scope: the rows that the query may see, and those that pass its filters.
        searched: display text of the search.
        words: text of the semantic search if there is no ``vector``, and of the rerank stage.
        terms: index terms to look up.
        wording: words of the question that are searched, with the corrections that are not doubtful; of a report
            its prose; empty for an example, which asks nothing.
        translation: the question in another language than English.
        question: input of the structural signals.
        names: words that may be names of definitions.
        corrections: the misspelt words.
        lists_files: the manifest answers it, because it names a state or has only filters; then it has no words.
        graph: answer of the dependency graph.
        changes: whether it asks what has to change.
        using: if it asks what has to change, signals of the files that use what it names.
        defining: chunks that define what the whole query names.
        vector: vector of an indexed example.
        left_out: chunks of the example itself, which are not results.
        frames: files that places named in the query refer to.
        messages: files that formatted the error messages in the query.
        spaced: files that define the name which the query spells with blanks.
    """

    query: SearchQuery
    parsed: ParsedQuery
    scope: Scope
    searched: str
    words: str = ""
    terms: tuple[str, ...] = ()
    translation: Translation = field(default_factory=Translation)
    question: Question = field(default_factory=lambda: Question(()))
    names: tuple[str, ...] = ()
    wording: str = ""
    corrections: tuple[Correction, ...] = ()
    lists_files: bool = False
    graph: GraphAnswer = field(default_factory=GraphAnswer)
    changes: bool = False
    using: Mapping[FileId, Signal] = field(default_factory=dict)
    defining: tuple[ChunkId, ...] = ()
    vector: npt.NDArray[np.float32] | None = None
    left_out: frozenset[ChunkId] = frozenset()
    frames: FrameFiles = field(default_factory=FrameFiles)
    messages: MessageSources = field(default_factory=MessageSources)
    spaced: SpacedNames = field(default_factory=SpacedNames)

    @property
    def is_structured(self) -> bool:
        """Return whether structural signals count; an example has none."""
        return self.query.ranking.structure and not self.query.is_example

    def without_meaning(self) -> "AnalyzedQuery":
        """Return the query with the weights that apply where it could not be searched by meaning."""
        return replace(self, query=replace(self.query, ranking=self.query.ranking.without_meaning()))

    def request(self) -> RetrievalRequest:
        """Return what is retrieved for it."""
        parsed, query = self.parsed, self.query
        return RetrievalRequest(
            terms=self.terms,
            words=self.words,
            phrases=parsed.phrases,
            excluded=tuple(term for text in parsed.excluded for term in query_terms(text)),
            visible=self.scope.visible,
            wanted=self.scope.wanted,
            covered=self.scope.covered,
            mode=query.ranking.mode,
            depth=max(CANDIDATES_PER_SIDE, query.top),
            files=max(LEAST_FILES, query.top),
            vector=self.vector,
            also=(
                *self.graph.defining,
                *self.graph.chunks,
                *self.defining,
                *self.frames.chunks,
                *self.messages.chunks,
                *self.spaced.chunks,
            ),
            left_out=self.left_out,
            translated=self.translation.words,
        )
