"""Turns a parsed query into what is searched: spelling, the graph, or an example."""

from collections.abc import Callable, Sequence

from search.analysis.names import folded
from search.analysis.terms import query_terms
from search.graph.dependency_graph import DependencyGraph
from search.query.change import asks_what_changes, named_to_change
from search.query.intent import identifiers, qualified_names, wanted_flags
from search.query.parse import ParsedQuery
from search.query.wording import query_wording
from search.ranking.signals.inputs import Question
from search.retrieval.corpus import Corpus
from search.service.analyzed_query import AnalyzedQuery
from search.service.examples import Examples
from search.service.graph_answers import GraphAnswer, GraphAnswers
from search.service.named import NamedThings
from search.service.scope import Scope, branches_wanted, names_a_branch
from search.service.spelling import Speller
from search.storage.storage import Storage
from search.types.query import SearchQuery

GraphNow = Callable[[], DependencyGraph]
GraphOf = Callable[[str, str], DependencyGraph]


class QueryAnalyzer:
    """Finds out what a query asks; reads only what its access may see.

    Args:
        graph: returns the current dependency graph of the checked-out files.
        graph_of: returns the graph of a branch of a repository.
    """

    def __init__(self, storage: Storage, corpus: Corpus, graph: GraphNow, graph_of: GraphOf) -> None:
        self._storage = storage
        self._graph_now, self._graph_of = graph, graph_of
        self._speller = Speller(corpus, storage.chunks)
        self._examples = Examples(storage, corpus)
        self._named = NamedThings(corpus, storage.chunks)
        self._graph = GraphAnswers(self._graphs, corpus, storage.chunks)

    def of(self, query: SearchQuery, parsed: ParsedQuery, scope: Scope) -> AnalyzedQuery:
        """Return what is searched.

        Raises:
            NotFoundError: ``like`` names nothing visible.
            AmbiguousNameError: several paths end with ``like``.
        """
        if query.like or query.like_text:
            return self._examples.analyzed(query, parsed, scope)
        parsed, corrections = self._speller.corrected(parsed, scope.visible)
        words = parsed.words or " ".join(parsed.symbols)
        terms = tuple(query_terms(words))
        name = self._named.name_of(parsed)
        changes = query.ranking.structure and asks_what_changes(parsed)
        return AnalyzedQuery(
            parsed=parsed,
            searched=words,
            words=words,
            terms=terms,
            question=Question(
                terms,
                name,
                qualified=frozenset(map(folded, {*qualified_names(parsed), name} - {""})),
                wanted=wanted_flags(parsed),
                query_wording=query_wording(parsed),
            ),
            names=tuple(dict.fromkeys((*([name] if name else []), *identifiers(parsed)))),
            corrections=corrections,
            changes=changes,
            using=self._graph.using(named_to_change(parsed), parsed, scope) if changes else {},
            defining=self._named.chunks_defining(name, scope),
            graph=self._graph.to(parsed, scope) if query.ranking.structure else GraphAnswer(),
        )

    def _graphs(self, parsed: ParsedQuery) -> Sequence[DependencyGraph]:
        """Return the distinct graphs that cover the scope of a query."""
        if not names_a_branch(parsed):
            return (self._graph_now(),)
        graphs = [self._graph_of(*branch) for branch in branches_wanted(parsed, self._storage.roots.all())]
        return tuple({id(graph): graph for graph in graphs}.values())
