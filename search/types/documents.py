"""Requests for documents by meaning, and their results."""

from dataclasses import dataclass
from enum import StrEnum

from search.errors import BadInputError
from search.messages import Message
from search.types.filters import OWNER, Access
from search.types.results import Ready


class DocumentSearch(StrEnum):
    """The kind of results."""

    DOCUMENTS = "documents"
    """Whole documents of the scope."""
    SECTIONS = "sections"
    """Sections of the documents of the scope."""
    EXTERNAL = "external"
    """Documents of external roots, whatever the scope."""
    SOURCES = "sources"
    """Sources for a language model: critical documents first, then the most relevant ones."""


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """Ask for documents by meaning.

    Attributes:
        text: as typed, in the query language. ``repo:`` and ``branch:`` are the scope, without them it is
            everything that is visible; ``type:``, ``level:`` and other filters narrow.
        limit: how many results to return; None for the default of the kind.
        min_relevance: least relevance, 0..1; None for the default of the kind.
    """

    text: str
    search: DocumentSearch = DocumentSearch.DOCUMENTS
    limit: int | None = None
    min_relevance: float | None = None
    access: Access = OWNER

    def __post_init__(self) -> None:
        """Refuse a limit or a threshold out of range.

        Raises:
            BadInputError: naming the value.
        """
        if self.limit is not None:
            require_limit(self.limit)
        if self.min_relevance is not None:
            require_relevance(self.min_relevance)


@dataclass(frozen=True, slots=True)
class VectorSearchResult:
    """A document, or a chunk of one.

    Attributes:
        id: identifier of the file or the chunk.
        title: from front matter or first heading; a chunk has the title of its file.
        date: date of the front matter, else empty.
        relevance_score: cosine clipped to 0..1.
        parent_document_id, chunk_index, header_path: only for a chunk; None for a whole document.
        repository, branch: of the file.
    """

    id: str
    relative_path: str
    title: str
    summary: str
    doc_type: str
    promotion_level: str
    char_count: int
    relevance_score: float
    date: str = ""
    parent_document_id: str | None = None
    chunk_index: int | None = None
    header_path: str | None = None
    repository: str = ""
    branch: str = ""

    @property
    def document_id(self) -> str:
        """Return the identifier of the file."""
        return self.parent_document_id or self.id


@dataclass(frozen=True, slots=True)
class VectorSearchResults:
    """Results by descending relevance, ties by id; ``total_matches`` counts those before the limit."""

    results: tuple[VectorSearchResult, ...]
    total_matches: int
    query: str
    min_relevance_score: float
    limit: int


@dataclass(frozen=True, slots=True)
class DocumentAnswer:
    """Answer to a `DocumentRequest`.

    Attributes:
        searched: words that were searched.
        scopes: ``repository@branch`` of every scope that was searched, in the order of the roots.
    """

    matches: VectorSearchResults
    searched: str
    scopes: tuple[str, ...]
    ready: Ready
    notes: tuple[Message, ...] = ()


def require_limit(limit: object) -> None:
    """Refuse anything but a whole number from 1 up.

    Raises:
        BadInputError: naming the value.
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise BadInputError("search.bad_limit", value=repr(limit))


def require_relevance(least: float) -> None:
    """Refuse a threshold outside 0..1, and one that is no number.

    Raises:
        BadInputError: naming the value.
    """
    if not 0.0 <= least <= 1.0:
        raise BadInputError("search.bad_min_relevance", value=repr(least))
