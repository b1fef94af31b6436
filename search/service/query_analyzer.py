"""Analyzes a query: parses it, corrects words, and finds names, places in the graph or an example."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from search.analysis.names import folded
from search.analysis.terms import query_terms
from search.errors import QueryError
from search.graph.dependency_graph import DependencyGraph
from search.query.change import asks_what_changes, named_to_change
from search.query.intent import SIGILS, identifiers, qualified_names, wanted_flags
from search.query.parse import ParsedQuery, parse
from search.query.report import Report
from search.query.request import requests_change
from search.query.wording import query_wording
from search.ranking.signals.inputs import Question
from search.retrieval.corpus import Corpus
from search.service.analyzed_query import AnalyzedQuery
from search.service.definition_finder import DefinitionFinder
from search.service.examples import Examples
from search.service.file_list import asks_for_files
from search.service.graph_answers import GraphAnswer, GraphAnswers
from search.service.message_sources import MessageSources
from search.service.reports import Reports
from search.service.scope import Scope, branches_wanted, named_as_in, names_a_branch, scope_of
from search.service.spaced_names import SpacedNames, spaced_names
from search.service.spelling import Speller, without_doubtful
from search.service.translation import TermsOfIndex, Translation, known_words, spoken_language, translation
from search.storage.storage import Storage
from search.types.files import Flag
from search.types.filters import RowFilter
from search.types.ids import ChunkId
from search.types.query import SearchQuery

GraphNow = Callable[[RowFilter, Sequence[str]], DependencyGraph]
GraphOf = Callable[[str, str, RowFilter], DependencyGraph]


class QueryAnalyzer:
    """Analyzes queries; reads only files that the access of the query may see.

    Args:
        graph: returns the current dependency graph of the visible files that are checked out.
        graph_of: returns the graph of the visible files of a branch of a repository.
    """

    def __init__(self, storage: Storage, corpus: Corpus, graph: GraphNow, graph_of: GraphOf) -> None:
        self._storage = storage
        self._graph_now, self._graph_of = graph, graph_of
        self._speller = Speller(corpus, storage.chunks)
        self._examples = Examples(storage, corpus)
        self._corpus = corpus
        self._named = DefinitionFinder(corpus, storage.chunks)
        self._graph = GraphAnswers(self._graphs, corpus, storage.chunks)
        self._reports = Reports(corpus, storage.chunks)

    def of(self, query: SearchQuery) -> AnalyzedQuery:
        """Return the analyzed query.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            NotFoundError: ``like`` names nothing visible.
            AmbiguousNameError: several paths end with ``like``.
        """
        roots = self._storage.roots.all()
        parsed = named_as_in(_parsed(query), roots)
        scope = scope_of(query.access, parsed, roots)
        if not query.is_example and asks_for_files(parsed):
            return AnalyzedQuery(query, parsed, scope, searched=parsed.words, lists_files=True)
        return self._analyzed(query, parsed, scope)

    def without_phrases(self, analyzed: AnalyzedQuery) -> AnalyzedQuery:
        """Return the query with its phrases searched as words."""
        return self._analyzed(analyzed.query, replace(analyzed.parsed, phrases=()), analyzed.scope)

    def _analyzed(self, query: SearchQuery, parsed: ParsedQuery, scope: Scope) -> AnalyzedQuery:
        if query.is_example:
            return self._examples.analyzed(query, parsed, scope)
        if parsed.report is not None:
            return self._pasted(query, parsed, parsed.report, scope)
        return self._typed(query, parsed, scope)

    def _pasted(self, query: SearchQuery, parsed: ParsedQuery, report: Report, scope: Scope) -> AnalyzedQuery:
        """Return what is known about a pasted report, trace or log."""
        analyzed = self._reports.analyzed(query, parsed, report, scope)
        if not query.ranking.structure:
            return analyzed
        return replace(analyzed, graph=self._graph.to_addresses(analyzed.words, parsed, scope))

    def _typed(self, query: SearchQuery, parsed: ParsedQuery, scope: Scope) -> AnalyzedQuery:
        """Return what is known about a typed query: its language, its names and what the graph answers.

        Without structure in the ranking, nothing is looked up that only the structural signals need.
        """
        structure = query.ranking.structure
        lexical, (visible,) = self._corpus.snapshot(scope.visible)
        index = TermsOfIndex(lexical, visible)
        language = spoken_language(parsed.words, index)
        known = known_words(parsed.words, language)
        parsed, corrections = self._speller.corrected(parsed, scope.visible, known)
        words = parsed.words or " ".join(parsed.symbols)
        translated = translation(words, language, index)
        content = translated.content
        terms = translated.terms or tuple(query_terms(content))
        name = self._named.name_of(parsed, scope)
        defining = self._named.chunks_defining(name, scope)
        changes = structure and asks_what_changes(parsed)
        messages = self._reports.message_in(words, scope) if structure else MessageSources()
        spaced = SpacedNames()
        if structure and not name:
            spaced = spaced_names(parsed, scope, self._corpus, self._named.chunks_defining)
        graph = self._from_graph(parsed, name, scope, defining) if structure else GraphAnswer()
        return AnalyzedQuery(
            query=query,
            parsed=parsed,
            scope=scope,
            searched=words,
            words=translated.wording or words,
            terms=terms,
            translation=translated,
            question=_question(parsed, terms, name, graph, translated),
            names=messages.names_asked(dict.fromkeys((*([name] if name else []), *identifiers(parsed)))),
            corrections=corrections,
            wording=without_doubtful(content, corrections),
            changes=changes,
            using=self._graph.using(named_to_change(parsed), parsed, scope) if changes else {},
            defining=defining,
            graph=graph,
            frames=self._reports.places_in(words, scope),
            messages=messages,
            spaced=spaced,
        )

    def _from_graph(
        self, parsed: ParsedQuery, name: str, scope: Scope, defining: Sequence[ChunkId]
    ) -> GraphAnswer:
        """Return the answer to a question to the graph, or the uses of the name that the whole query is."""
        if name and not parsed.symbols:
            return self._graph.to_name(parsed.words.strip().lstrip(SIGILS), parsed, scope, defining)
        served = self._graph.to_addresses(parsed.words, parsed, scope)
        return served if served.signals else self._graph.to(parsed, scope)

    def _graphs(self, parsed: ParsedQuery, visible: RowFilter, names: Sequence[str]) -> Sequence[DependencyGraph]:
        """Return the distinct graphs that cover the scope of a query about names."""
        if not names_a_branch(parsed):
            return (self._graph_now(visible, names),)
        graphs = [
            self._graph_of(*branch, visible) for branch in branches_wanted(parsed, self._storage.roots.all())
        ]
        return tuple({id(graph): graph for graph in graphs}.values())


def _parsed(query: SearchQuery) -> ParsedQuery:
    """Return the parsed query; the text may be empty if there is an example.

    Raises:
        QueryError: the text is empty or a filter is unknown.
    """
    parsed = parse(query.text, typed=query.typed, pasted=query.pasted, filters=query.filters)
    if parsed.patterns:
        raise QueryError("query.asks_for_lines", pattern=parsed.patterns[0])
    if query.is_example:
        parsed.require_sound()
    else:
        parsed.require_searchable()
    return parsed


def _question(
    parsed: ParsedQuery, terms: tuple[str, ...], name: str, graph: GraphAnswer, translated: Translation
) -> Question:
    """Return what the signals of the ranking need to know about a query."""
    return Question(
        terms,
        name,
        qualified=frozenset(map(folded, {*qualified_names(parsed), name} - {""})),
        wanted=wanted_flags(parsed) | ({Flag.DOCUMENT.value} if graph.of_words else frozenset()),
        query_wording=query_wording(parsed),
        is_report=requests_change(parsed),
        meaning_counts=translated.meaning_counts,
    )
