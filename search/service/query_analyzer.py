"""Analyzes a query: parses it, corrects words, and finds names, places in the graph or an example."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np

from search.analysis.names import folded
from search.analysis.terms import query_terms
from search.errors import QueryError
from search.graph.dependency_graph import DependencyGraph
from search.query.change import asks_what_changes, named_to_change
from search.query.intent import SIGILS, exact_name, identifiers, qualified_names, wanted_flags
from search.query.parse import ParsedQuery, parse
from search.query.request import requests_change
from search.query.wording import query_wording
from search.ranking.signals.inputs import Question
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.corpus import Corpus, Mask
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.analyzed_query import AnalyzedQuery
from search.service.examples import Examples
from search.service.file_list import asks_for_files
from search.service.graph_answers import GraphAnswer, GraphAnswers
from search.service.message_sources import MessageSources
from search.service.reports import Reports
from search.service.scope import Scope, branches_wanted, names_a_branch, scope_of
from search.service.spaced_names import SpacedNames, spaced_names
from search.service.spelling import Speller, without_doubtful
from search.service.translation import TermsOfIndex, known_words, spoken_language, translation
from search.storage.chunks_table import ChunksTable
from search.storage.storage import Storage
from search.types.files import BY_WORD_ONLY, Flag
from search.types.filters import RowFilter
from search.types.ids import ChunkId, FileId
from search.types.query import SearchQuery

GraphNow = Callable[[RowFilter, Sequence[str]], DependencyGraph]
GraphOf = Callable[[str, str, RowFilter], DependencyGraph]

_MOST_FILES = 50
"""Limit of defining files that become candidates regardless of their signals; ``get`` has hundreds."""

_MOST_READ = 8
"""Limit of files whose chunks are read to find the one that contains the name, if no chunk is named after it."""

_RANKED_LAST = BY_WORD_ONLY | {Flag.TEST.value, Flag.VENDORED.value, Flag.EXAMPLE.value}
"""Kinds of file whose definitions come after all others."""


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
        self._named = NamedThings(corpus, storage.chunks)
        self._graph = GraphAnswers(self._graphs, corpus, storage.chunks)
        self._reports = Reports(corpus, storage.chunks)

    def of(self, query: SearchQuery) -> AnalyzedQuery:
        """Return the analyzed query.

        Raises:
            QueryError: the text is empty or a filter is unknown.
            NotFoundError: ``like`` names nothing visible.
            AmbiguousNameError: several paths end with ``like``.
        """
        parsed = _parsed(query)
        scope = scope_of(query.access, parsed, self._storage.roots.all())
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
            analyzed = self._reports.analyzed(query, parsed, parsed.report, scope)
            served = self._graph.to_addresses(analyzed.words, parsed, scope)
            return replace(analyzed, graph=served) if query.ranking.structure else analyzed
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
        changes = query.ranking.structure and asks_what_changes(parsed)
        messages = self._reports.message_in(words, scope) if query.ranking.structure else MessageSources()
        by_words = query.ranking.structure and not name
        spaced = (
            spaced_names(parsed, scope, self._corpus, self._named.chunks_defining) if by_words else SpacedNames()
        )
        graph = self._from_graph(parsed, name, scope, defining) if query.ranking.structure else GraphAnswer()
        return AnalyzedQuery(
            query=query,
            parsed=parsed,
            scope=scope,
            searched=words,
            words=translated.wording or words,
            terms=terms,
            translation=translated,
            question=Question(
                terms,
                name,
                qualified=frozenset(map(folded, {*qualified_names(parsed), name} - {""})),
                wanted=wanted_flags(parsed) | ({Flag.DOCUMENT.value} if graph.of_words else frozenset()),
                query_wording=query_wording(parsed),
                is_report=requests_change(parsed),
                meaning_counts=translated.meaning_counts,
            ),
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


class NamedThings:
    """Finds the files and chunks that define a name."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus, self._chunks = corpus, chunks

    def name_of(self, parsed: ParsedQuery, scope: Scope) -> str:
        """Return the name if the whole query or its ``sym:`` is one, else ""; ``valid?`` must be defined."""
        whole = parsed.symbols[0] if parsed.symbols else parsed.words.strip()
        lexical, (visible,) = self._corpus.snapshot(scope.visible)
        return whole if whole and self._files_defining(whole, lexical, visible) else exact_name(parsed)

    def _files_defining(self, name: str, lexical: LexicalIndex, visible: Mask | None) -> list[CataloguedFile]:
        """Return the visible files that define a name: those with a visible chunk."""
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            files = [catalogue.get(file) for file in catalogue.definitions.files_defining(name)]
            known = [file for file in files if file is not None]
        if visible is None:
            return known
        chunks = self._chunks_of(known)
        slots = [lexical.slots_of(chunks[file.record.id]) for file in known]
        return [file for file, at in zip(known, slots, strict=True) if visible[at[at >= 0]].any()]

    def chunks_defining(self, name: str, scope: Scope) -> tuple[ChunkId, ...]:
        """Return a chunk for each file in scope that defines the name, preferably the chunk named after it."""
        if not name:
            return ()
        lexical, (wanted, visible) = self._corpus.snapshot(scope.wanted, scope.visible)
        sort_key = partial(_sort_key, counts=visible is None)
        known = sorted(self._files_defining(name, lexical, visible), key=sort_key)
        chosen: list[ChunkId] = []
        left_to_read = _MOST_READ
        for start in range(0, len(known), _MOST_FILES):
            by_file = self._chunks_of(known[start : start + _MOST_FILES])
            named = {file: _named_like(name, chunks) for file, chunks in by_file.items()}
            unnamed = {file: by_file[file] for file, chunk in named.items() if chunk is None}
            containing = self._chunks_containing(name, dict(islice(unnamed.items(), left_to_read)))
            left_to_read = max(0, left_to_read - len(unnamed))
            by_name = [named[file] or containing.get(file) or next(iter(by_file[file]), None) for file in by_file]
            chunks = [chunk for chunk in by_name if chunk is not None]
            slots = lexical.slots_of(chunks)
            passing = np.flatnonzero(slots >= 0 if wanted is None else (slots >= 0) & wanted[slots])
            chosen += [chunks[index] for index in passing.tolist()]
            if len(chosen) >= _MOST_FILES:
                break
        return tuple(chosen[:_MOST_FILES])

    def _chunks_of(self, files: Sequence[CataloguedFile]) -> dict[FileId, list[ChunkId]]:
        return self._corpus.chunks_of_each([file.record.id for file in files])

    def _chunks_containing(self, name: str, by_file: Mapping[FileId, Sequence[ChunkId]]) -> dict[FileId, ChunkId]:
        """Return the first chunk of each file that defines the name among others."""
        wanted = name.casefold()
        defined = self._chunks.defined_names([chunk for chunks in by_file.values() for chunk in chunks])
        first_chunks: dict[FileId, ChunkId] = {}
        for file, chunks in by_file.items():
            naming = [
                (defined[chunk].ordinal, chunk)
                for chunk in chunks
                if chunk in defined and wanted in map(str.casefold, defined[chunk].names)
            ]
            if naming:
                first_chunks[file] = min(naming)[1]
        return first_chunks


def _sort_key(file: CataloguedFile, *, counts: bool) -> tuple[bool, int, str]:
    """Return what files are ordered by; the files that refer to one count only for who sees them all."""
    record = file.record
    return not _RANKED_LAST.isdisjoint(record.flags), -record.referred_by if counts else 0, record.id


def _named_like(name: str, chunks: Iterable[ChunkId]) -> ChunkId | None:
    """Return the first chunk whose identifier ends in the name."""
    ending = name.casefold()
    return next((chunk for chunk in chunks if _last_name(chunk).casefold() == ending), None)


def _last_name(chunk: str) -> str:
    """Return the last part of the qualified name in a chunk's identifier."""
    qualified = chunk.rpartition("/")[0].rpartition("#")[2]
    return re.split(r"\.|::", qualified)[-1]
