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

LEAST_RANK_SHARE = 0.75
"""Share of the best file's rank score that a file needs; further chunks of those that have it fill the budget.

For 60 questions to jq, leveldb and lobsters, 2,000 tokens have the answer's lines for 30 with all files and two
chunks of each, 33 with a share of 0.7, 35 with 0.75 and 34 with 0.8; 4,000 tokens for 36, 41, 41 and 39.
"""
CHUNKS_OF_A_FILE, _BEHIND = 8, 4
"""The second chunk of a file stands with the first one of the file four places below, the third with the eighth.

Where the best chunk does not fit into a small budget, a smaller one may. For the same questions 4,000 tokens have
the answer's lines for 38 with two chunks of a file, and for 41 with four to eight.
"""
_THIRD_OF_FIRST = 7
"""Place, from 0, of the file with whose first chunk the third one of the best file stands if it comes earlier."""


class RankedRetrieval:
    """`RetrievalBackend` for one typed query, whose filters hold beside those of a request.

    Args:
        texts: gives texts by identifier.
        filters: further filters, as in `SearchQuery`.
        least_share: files whose confidence is below this share of the best are left out, 0..1.
        third_of_first: whether the third chunk of the best file comes earlier.
    """

    def __init__(
        self,
        service: SearchService,
        texts: RetrievalBackend,
        query: ParsedQuery,
        access: Access,
        *,
        filters: str = "",
        least_share: float = 0.0,
        third_of_first: bool = False,
    ) -> None:
        self._service = service
        self._texts = texts
        self._query = query
        self._access = access
        self._filters = filters
        self._least_share = least_share
        self._third_of_first = third_of_first
        self._is_excluded = excluded_by(query)

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Return the best chunks of the best files, with their relevance.

        Raises:
            QueryError: the query cannot be searched.
        """
        text = _only(_only(self._query.text, "repo", request.repository), "branch", request.branch)
        ranking = RankSettings(mode=_MODES[request.search_type])
        query = SearchQuery(
            text, ranking, top=request.top_k, access=self._access, explain=False, filters=self._filters
        )
        files = _near_best(self._service.search(query).files, self._least_share)
        best = _in_turn(files, third_of_first=self._third_of_first)[: request.top_k]
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


def _near_best(files: Sequence[FileHit], least_share: float) -> Sequence[FileHit]:
    """Return the files that rank near the best one, and whose confidence is at least this share of the largest."""
    least = least_share * max((file.confidence for file in files), default=0.0)
    least_rank = LEAST_RANK_SHARE * max((file.rank_score for file in files), default=0.0)
    return [file for file in files if file.confidence >= least and file.rank_score >= least_rank]


def _in_turn(files: Sequence[FileHit], *, third_of_first: bool) -> list[tuple[ChunkId, float]]:
    positions = [
        (position + nth * _BEHIND, position, chunk.id, chunk.relevance)
        for position, file in enumerate(files)
        for nth, chunk in enumerate(file.chunks[:CHUNKS_OF_A_FILE])
    ]
    if third_of_first and files:
        positions += [(_THIRD_OF_FIRST, -1, chunk.id, chunk.relevance) for chunk in files[0].chunks[2:3]]
    in_order: dict[ChunkId, float] = {}
    for _, _, chunk, score in sorted(positions):
        in_order.setdefault(chunk, score)
    return list(in_order.items())
