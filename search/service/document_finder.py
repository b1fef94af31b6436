"""Documents by meaning for a typed query: its filters become the scopes of the vector search."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from search.errors import VectorSearchError
from search.messages import NOTHING, Message
from search.query.parse import ParsedQuery, parse
from search.service.scope import below_roots, named_as_in, names_a_branch
from search.service.scope_filter import ScopeFilter
from search.service.vector_search import (
    RAG_SOURCES,
    SEARCH_LIMIT,
    VectorSearchService,
    critical_first,
)
from search.storage.predicate import passes
from search.types.documents import (
    DocumentAnswer,
    DocumentRequest,
    DocumentSearch,
    VectorSearchResult,
    VectorSearchResults,
)
from search.types.files import Flag, Root
from search.types.filters import OWNER, Access, Condition, Operator, RowFilter
from search.types.profiles import RelevanceProfile
from search.types.results import Ready

_SCOPE = ("repository", "branch")
_ONLY_DOCUMENTS = Condition("flags", Operator.HAS_ANY, (Flag.DOCUMENT.value,))


class DocumentFinder:
    """Answers a `DocumentRequest`.

    Args:
        service: returns the vector search of the index as it is now.
        roots: the watched folders and branches.
        relevance: least relevance where a request names none.
        meaning_off: returns that searching by meaning is off although it is enabled, and why.
    """

    def __init__(
        self,
        service: Callable[[], VectorSearchService],
        roots: Callable[[Access], Sequence[Root]],
        ready: Callable[[RowFilter], Ready],
        relevance: RelevanceProfile,
        meaning_off: Callable[[], Message],
    ) -> None:
        self._service = service
        self._meaning_off = meaning_off
        self._roots = roots
        self._ready = ready
        self._defaults = {
            DocumentSearch.DOCUMENTS: (SEARCH_LIMIT, relevance.search),
            DocumentSearch.SECTIONS: (SEARCH_LIMIT, relevance.search),
            DocumentSearch.EXTERNAL: (SEARCH_LIMIT, relevance.external),
            DocumentSearch.SOURCES: (RAG_SOURCES, relevance.rag),
        }

    def find(self, request: DocumentRequest) -> DocumentAnswer:
        """Return the documents of all scopes of the query, best first.

        Raises:
            QueryError: the text has no word, or a filter in it cannot be used here.
            VectorSearchError: search by meaning is not ready, or is off.
        """
        parsed = parse(request.text)
        parsed.require_sound()
        parsed.require_no_ranges()
        roots = self._roots(request.access)
        parsed = named_as_in(parsed, roots)
        words = parsed.words or " ".join(parsed.symbols)
        if not words:
            raise parsed.empty()
        off = self._meaning_off() if request.access == OWNER else NOTHING  # it names folders
        if off.code:
            reason = off.values["reason"]
            raise VectorSearchError(off, remedy=reason.remedy() if isinstance(reason, Message) else "")
        limit, least = self._defaults[request.search]
        limit = limit if request.limit is None else request.limit
        least = least if request.min_relevance is None else request.min_relevance
        external = request.search is DocumentSearch.EXTERNAL
        scopes = self._scopes(parsed, roots, request.access, external=external)
        answers = [self._search(request.search, words, scope, limit, least) for scope in scopes]
        results = [result for answer in answers for result in answer.results]
        results.sort(key=critical_first if request.search is DocumentSearch.SOURCES else _by_relevance)
        total = sum(answer.total_matches for answer in answers)
        matches = VectorSearchResults(tuple(results[:limit]), total, words, least, limit)
        names = () if external else tuple(f"{scope.repository}@{scope.branch}" for scope in scopes)
        return DocumentAnswer(matches, words, names, self._ready(request.access.row_filter()))

    def _search(
        self, search: DocumentSearch, words: str, scope: ScopeFilter, limit: int, least: float
    ) -> VectorSearchResults:
        service = self._service()
        if search is DocumentSearch.SOURCES:
            return service.retrieve_for_rag(words, scope, max_sources=limit, min_relevance=least)
        operation = {
            DocumentSearch.DOCUMENTS: service.search_documents,
            DocumentSearch.SECTIONS: service.search_chunks,
            DocumentSearch.EXTERNAL: service.search_external_documents,
        }[search]
        return operation(words, scope, limit=limit, min_relevance=least)

    def _scopes(
        self, parsed: ParsedQuery, roots: Sequence[Root], access: Access, *, external: bool
    ) -> list[ScopeFilter]:
        """Return one scope for every root that the query names; external documents are searched once."""
        named = RowFilter(tuple(each for each in parsed.conditions if each.column in _SCOPE))
        searched = [root for root in roots if not root.from_git or names_a_branch(parsed)]
        chosen = [
            root for root in searched if passes(named, {"repository": root.repository, "branch": root.branch})
        ]
        narrowed = replace(parsed, conditions=tuple(below_roots(each, roots) for each in parsed.conditions))
        scopes = [
            _narrowed(ScopeFilter.of_root(root, access), narrowed) for root in (searched if external else chosen)
        ]
        return scopes[:1] if external else scopes


def _narrowed(scope: ScopeFilter, parsed: ParsedQuery) -> ScopeFilter:
    """Return the scope with the filters of the query; without ``type:`` and ``is:`` it holds documents only."""
    others = []
    for condition in parsed.conditions:
        if condition.operator is Operator.IN and condition.column == "doc_type":
            scope = scope.with_doc_types(*condition.values)
        elif condition.operator is Operator.IN and condition.column == "level":
            scope = scope.with_promotion_levels(*condition.values)
        elif condition.column not in _SCOPE:
            others.append(condition)
    chooses = scope.doc_types or any(each.column == "flags" for each in others)
    return scope.with_conditions(*others, *(() if chooses else (_ONLY_DOCUMENTS,)))


def _by_relevance(result: VectorSearchResult) -> tuple[float, str]:
    return -result.relevance_score, result.id
