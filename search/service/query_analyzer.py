"""Turns a parsed query into what is searched: spelling, the graph, or an example."""

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from search.analysis.names import folded
from search.analysis.terms import query_terms
from search.graph.dependency_graph import DependencyGraph
from search.query.change import asks_what_changes, named_to_change
from search.query.intent import exact_name, identifiers, qualified_names, wanted_flags
from search.query.parse import ParsedQuery
from search.query.wording import query_wording
from search.ranking.signals.inputs import Question
from search.retrieval.corpus import Corpus
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.analyzed_query import AnalyzedQuery
from search.service.examples import Examples
from search.service.graph_answers import GraphAnswer, GraphAnswers
from search.service.scope import Scope, branches_wanted, names_a_branch
from search.service.spelling import Speller
from search.storage.chunks_table import ChunksTable
from search.storage.storage import Storage
from search.types.files import BY_WORD_ONLY, Flag
from search.types.ids import ChunkId, FileId
from search.types.query import SearchQuery

GraphNow = Callable[[], DependencyGraph]
GraphOf = Callable[[str, str], DependencyGraph]

_MOST_FILES = 50
"""Limit of defining files that become candidates regardless of their signals; ``get`` has hundreds."""

_MOST_READ = 8
"""Limit of files whose chunks are read to find the one that contains the name, if no chunk is named after it."""

_RANKED_LAST = BY_WORD_ONLY | {Flag.TEST.value, Flag.VENDORED.value, Flag.EXAMPLE.value}
"""Kinds of file whose definitions come after all others."""


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


class NamedThings:
    """Finds the files and chunks that define a name."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus, self._chunks = corpus, chunks

    def name_of(self, parsed: ParsedQuery) -> str:
        """Return the name if the whole query or its ``sym:`` is one, else ""; ``valid?`` must be defined."""
        whole = parsed.symbols[0] if parsed.symbols else parsed.words.strip()
        with self._corpus.lock:
            defined = bool(whole) and bool(self._corpus.catalogue.definitions.files_defining(whole))
        return whole if defined else exact_name(parsed)

    def chunks_defining(self, name: str, scope: Scope) -> tuple[ChunkId, ...]:
        """Return a chunk for each file in scope that defines the name, preferably the chunk named after it."""
        if not name:
            return ()
        lexical, (wanted,) = self._corpus.snapshot(scope.wanted)
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            files = [catalogue.get(file) for file in catalogue.definitions.files_defining(name)]
            known = sorted((file for file in files if file is not None), key=_sort_key)
            by_file = {file.record.id: tuple(self._corpus.chunks_of(file.record.id)) for file in known}
        named = {file: _named_like(name, chunks) for file, chunks in by_file.items()}
        unnamed = [file for file, chunk in named.items() if chunk is None][:_MOST_READ]
        containing = self._chunks_containing(name, unnamed, scope)
        chosen = [named[file] or containing.get(file) or next(iter(by_file[file]), None) for file in by_file]
        chunks = [chunk for chunk in chosen if chunk is not None]
        slots = lexical.slots_of(chunks)
        passing = np.flatnonzero(slots >= 0 if wanted is None else (slots >= 0) & wanted[slots])
        return tuple(chunks[index] for index in passing[:_MOST_FILES].tolist())

    def _chunks_containing(self, name: str, files: Sequence[FileId], scope: Scope) -> dict[FileId, ChunkId]:
        """Return the first chunk of each file that defines the name among others."""
        wanted = name.casefold()
        first_chunks: dict[FileId, ChunkId] = {}
        rows = self._chunks.of_files(files, scope.wanted) if files else []
        for chunk in sorted(rows, key=lambda row: row.ordinal):
            if any(symbol.casefold() == wanted for symbol in chunk.symbols):
                first_chunks.setdefault(chunk.file_id, chunk.id)
        return first_chunks


def _sort_key(file: CataloguedFile) -> tuple[bool, int, str]:
    record = file.record
    return not _RANKED_LAST.isdisjoint(record.flags), -record.referred_by, record.id


def _named_like(name: str, chunks: Iterable[ChunkId]) -> ChunkId | None:
    """Return the first chunk whose identifier ends in the name."""
    ending = name.casefold()
    return next((chunk for chunk in chunks if _last_name(chunk).casefold() == ending), None)


def _last_name(chunk: str) -> str:
    """Return the last part of the qualified name in a chunk's identifier."""
    qualified = chunk.rpartition("/")[0].rpartition("#")[2]
    return re.split(r"\.|::", qualified)[-1]
