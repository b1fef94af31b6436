"""Answers of the dependency graph to questions such as "who calls renew_lease": files that come first, and why."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from search.analysis.terms import query_terms
from search.graph.answers import CALLS, READS, USES, WRITES, Evidence, NameInGraph
from search.graph.dependency_graph import DependencyGraph
from search.query.graph_question import GraphQuestion, Relation, graph_question
from search.query.parse import ParsedQuery
from search.ranking.constants import CHANGE_USES
from search.ranking.signals.wordings import USES_NAMED
from search.retrieval.corpus import Corpus
from search.retrieval.index_graph import NodeVisibility
from search.service.candidate_files import CandidateFiles
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.chunks import Chunk, ChunkKind
from search.types.files import Flag
from search.types.graph import EdgeType
from search.types.ids import ChunkId, FileId
from search.types.results import GRAPH_SIGNAL, Signal

STRONGEST_RELATION = 0.3
"""Share of the strongest relation: among the graph's files only a clear lead in words and meaning outweighs it."""
_MOST_FILES = 50
_EVIDENCE_BONUS = 1.0
"""Puts the chunk with the evidence before the file's other chunks."""


Graphs = Callable[[ParsedQuery], Sequence[DependencyGraph]]


@dataclass(frozen=True, slots=True)
class GraphAnswer:
    """Files that the graph gives, each with its signal, and the chunks that hold the evidence."""

    signals: Mapping[FileId, Signal] = field(default_factory=dict)
    chunks: tuple[ChunkId, ...] = ()

    def applied(self, files: CandidateFiles) -> CandidateFiles:
        """Return the files; those of the graph stand before all others and say why."""
        return files.with_reasons(self.signals).with_bonus(frozenset(self.chunks), _EVIDENCE_BONUS)


class GraphAnswers:
    """Asks the graphs.

    Args:
        graphs: gives those that hold what a query looks at.
    """

    def __init__(self, graphs: Graphs, corpus: Corpus, chunks: ChunksTable) -> None:
        self._graphs = graphs
        self._corpus = corpus
        self._chunks = chunks

    def to(self, parsed: ParsedQuery, scope: Scope) -> GraphAnswer:
        """Return what the graphs say to the query; nothing where it is no such question or the name is unknown."""
        question = graph_question(parsed)
        if question is None:
            return GraphAnswer()
        sight = NodeVisibility(scope.visible)
        named = [NameInGraph(graph, question.name, sight) for graph in self._graphs(parsed)]
        if not any(one.exists for one in named):
            return GraphAnswer()
        evidence = [told for one in named if one.exists for told in _evidence(one, question)]
        if question.relation is Relation.TESTS:
            evidence = [*evidence, *self._speaking_of(question, scope)]
            evidence = [one for one in evidence if self._is_test(one.file_id)]
        return self._answer(evidence, scope)

    def using(self, names: Sequence[str], parsed: ParsedQuery, scope: Scope) -> dict[FileId, Signal]:
        """Return the files that use what one of the names stands for, with a signal; the strongest use of each."""
        sight = NodeVisibility(scope.visible)
        graphs = self._graphs(parsed) if names else ()
        asked = [NameInGraph(graph, name, sight) for graph in graphs for name in names]
        told = sorted((use for one in asked if one.exists for use in one.users(USES)), key=lambda one: one.rank)
        by_file: dict[FileId, list[Evidence]] = {}
        for use in told:
            by_file.setdefault(use.file_id, []).append(use)
        found = {file: _signal(uses) for file, uses in by_file.items()}
        return {
            file: Signal(USES_NAMED, one.value, one.value * CHANGE_USES, one.detail) for file, one in found.items()
        }

    def _answer(self, evidence: Sequence[Evidence], scope: Scope) -> GraphAnswer:
        by_file: dict[FileId, list[Evidence]] = {}
        for one in sorted(evidence, key=lambda one: one.rank):
            by_file.setdefault(one.file_id, []).append(one)
        first = dict(list(by_file.items())[:_MOST_FILES])
        chunks: dict[FileId, list[Chunk]] = {}
        for chunk in self._chunks.of_files(list(first), scope.wanted) if first else ():
            chunks.setdefault(chunk.file_id, []).append(chunk)
        return GraphAnswer(
            signals={file: _signal(first[file]) for file in first if file in chunks},
            chunks=tuple(one for file in chunks for one in _holding(chunks[file], first[file])),
        )

    def _is_test(self, file: FileId) -> bool:
        known = self._corpus.catalogue.get(file)
        return known is not None and Flag.TEST.value in known.record.flags

    def _speaking_of(self, question: GraphQuestion, scope: Scope) -> list[Evidence]:
        """Return the files that hold the name as a word, best first by the word alone."""
        term = query_terms(_last_part(question.name))[:1]
        lexical, (wanted, visible) = self._corpus.snapshot(scope.wanted, scope.visible)
        slots, _ = lexical.top(term, wanted, visible, _MOST_FILES * 4) if term else ((), None)
        with self._corpus.lock:
            files = self._corpus.catalogue.chunks_by_file(lexical.slots[int(slot)] for slot in slots)
        return [Evidence(file, 0, f"mentions {question.name}", len(EdgeType)) for file in files]


def _evidence(named: NameInGraph, question: GraphQuestion) -> list[Evidence]:
    relation = question.relation
    if relation is Relation.DEFINITION:
        return named.definitions()
    if relation is Relation.DEPENDENCIES:
        return named.dependencies()
    ways = {Relation.CALLERS: CALLS, Relation.READERS: READS, Relation.WRITERS: WRITES}
    return named.users(ways.get(relation, USES))


def _signal(evidence: Sequence[Evidence]) -> Signal:
    value = 1.0 - evidence[0].rank / (len(EdgeType) + 1)
    lines = {one.line for one in evidence}
    more = f", and {len(lines) - 1} more" if len(lines) > 1 else ""
    return Signal(GRAPH_SIGNAL, value, value * STRONGEST_RELATION, f"{evidence[0].reason}{more}")


def _holding(chunks: Sequence[Chunk], evidence: Sequence[Evidence]) -> list[ChunkId]:
    """Return the chunks that hold a line of evidence, else the first one of the file."""
    shown = [chunk for chunk in chunks if chunk.kind is not ChunkKind.CARD]
    held = [one.id for one in shown if any(one.start_line <= e.line <= one.end_line for e in evidence)]
    return held or [one.id for one in shown[:1]]


def _last_part(name: str) -> str:
    return name.removesuffix("()").replace("::", ".").replace("#", ".").rsplit(".", 1)[-1]
