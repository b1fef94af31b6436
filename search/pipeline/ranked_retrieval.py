"""The retrieval contract on the ranking that every answer has: evidence begins with what a search shows first."""

from collections.abc import Callable, Mapping, Sequence

from search.analysis.terms import joined_terms, query_terms
from search.query.edit import with_filter, without_filter
from search.query.parse import ParsedQuery
from search.retrieval.backend import RetrievalBackend
from search.service.search_service import SearchService
from search.types.filters import Access
from search.types.ids import ChunkId
from search.types.query import Mode, RankSettings, SearchQuery
from search.types.results import FileHit
from search.types.retrieval import SearchHit, SearchRequest, SearchResponse, SearchType

_MODES = {SearchType.SEMANTIC: Mode.SEMANTIC, SearchType.BM25: Mode.KEYWORD, SearchType.HYBRID: Mode.HYBRID}

CHUNKS_OF_A_FILE, _BEHIND = 2, 4
"""The second chunk of a file stands with the first one of the file four places below.

With one chunk of a file the evidence held the lines that answer 57 of 140 of our own questions, with two 63.
"""
_THIRD_OF_FIRST = 7
"""Place, from 0, of the file with whose first chunk the third one of the best file stands, where it is taken."""


class RankedRetrieval:
    """`RetrievalBackend` for one typed query, whose filters hold beside those of a request.

    Args:
        texts: gives texts by identifier.
        least_share: files whose confidence is below this share of the best are left out, 0..1.
        chunks_of_a_file: chunks that a file has at most among the hits.
        third_of_first: whether the best file has a third one.
    """

    def __init__(
        self,
        service: SearchService,
        texts: RetrievalBackend,
        query: ParsedQuery,
        access: Access,
        *,
        least_share: float = 0.0,
        chunks_of_a_file: int = CHUNKS_OF_A_FILE,
        third_of_first: bool = False,
    ) -> None:
        self._service = service
        self._texts = texts
        self._query = query
        self._access = access
        self._least_share = least_share
        self._chunks_of_a_file = chunks_of_a_file
        self._third_of_first = third_of_first
        self._is_excluded = excluded_by(query)

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Return the best chunks of the best files, with their relevance.

        Raises:
            QueryError: the query cannot be searched.
        """
        text = _only(_only(self._query.text, "repo", request.repository), "branch", request.branch)
        ranking = RankSettings(mode=_MODES[request.search_type])
        query = SearchQuery(text, ranking, top=request.top_k, access=self._access, explain=False)
        files = _confident(self._service.search(query).files, self._least_share)
        best = _in_turn(files, self._chunks_of_a_file, third_of_first=self._third_of_first)[: request.top_k]
        return SearchResponse(tuple(SearchHit(*hit, rank) for rank, hit in enumerate(best, start=1)))

    def fetch_texts(
        self,
        *,
        ids: Sequence[str],
        repository: str,
        branch: str,
        retrieval_filters: Mapping[str, object],
        active_index: str | None = None,
    ) -> dict[str, str]:
        """Return the texts that are visible here and hold nothing that the query excludes."""
        texts = self._texts.fetch_texts(
            ids=ids,
            repository=repository,
            branch=branch,
            retrieval_filters=retrieval_filters,
            active_index=active_index,
        )
        return {item: text for item, text in texts.items() if not self._is_excluded(text)}


def excluded_by(query: ParsedQuery) -> Callable[[str], bool]:
    """Return a function that says whether a text holds anything that the query excludes."""
    terms = frozenset(term for text in query.excluded for term in query_terms(text))
    return lambda text: bool(terms) and not terms.isdisjoint(joined_terms(text).split())


def _only(text: str, key: str, value: str) -> str:
    return with_filter(without_filter(text, key), key, value)


def _confident(files: Sequence[FileHit], least_share: float) -> Sequence[FileHit]:
    """Return the files whose confidence is at least this share of the largest one."""
    least = least_share * max((file.confidence for file in files), default=0.0)
    return [file for file in files if file.confidence >= least]


def _in_turn(
    files: Sequence[FileHit], chunks_of_a_file: int, *, third_of_first: bool
) -> list[tuple[ChunkId, float]]:
    positions = [
        (position + nth * _BEHIND, position, chunk.id, chunk.relevance)
        for position, file in enumerate(files)
        for nth, chunk in enumerate(file.chunks[:chunks_of_a_file])
    ]
    if third_of_first and files:
        positions += [(_THIRD_OF_FIRST, -1, chunk.id, chunk.relevance) for chunk in files[0].chunks[2:3]]
    return [(chunk, score) for _, _, chunk, score in sorted(positions)]
