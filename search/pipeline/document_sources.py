"""Documents that belong to the evidence whatever a search ranks first: critical ones, and external ones."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from search.errors import VectorSearchError
from search.pipeline.context_pieces import PieceMaker
from search.service.scope_filter import ScopeFilter
from search.service.vector_search import RAG_SOURCES, VectorSearchService
from search.types.context import ContextPiece, LeftOut, PieceLabel
from search.types.documents import VectorSearchResult
from search.types.filters import RowFilter

CRITICAL_SHARE = 2
"""Critical documents after the first have at most one part in two of the budget, so that hits have room too."""
EXTERNAL_SHARE = 4
"""External documents have at most one part in four of the budget: they are reference, not the project's own."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Pieces in their order, and those that did not fit."""

    pieces: tuple[ContextPiece, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def without(self, excluded: Callable[[str], bool]) -> "Sources":
        """Return the sources without pieces whose text is excluded."""
        return Sources(tuple(piece for piece in self.pieces if not excluded(piece.text)), self.left_out)

    @property
    def tokens(self) -> int:
        """Return the tokens of the pieces together."""
        return sum(piece.tokens for piece in self.pieces)


class DocumentSources:
    """Chooses critical and external documents within a budget.

    Args:
        service: returns the vector search of the index as it is now.
        pieces: gives what makes pieces under the filters of one request.
        external_relevance: least relevance of an external document, 0..1.
    """

    def __init__(
        self,
        service: Callable[[], VectorSearchService],
        pieces: Callable[[RowFilter], PieceMaker],
        external_relevance: float,
    ) -> None:
        self._service = service
        self._pieces = pieces
        self._external_relevance = external_relevance

    def critical(self, words: str, scope: ScopeFilter, budget: int) -> Sources:
        """Return the critical documents that pass the scope, the most relevant one first.

        The first may take the whole budget, the others half of it together. A document that does not fit is
        represented by the section that is nearest to the question.
        """
        documents = self._service().critical_documents(words, scope)
        maker = self._pieces(scope.row_filter())
        return _fitted(documents, maker, PieceLabel.CRITICAL, first=budget, others=budget // CRITICAL_SHARE)

    def external(self, words: str, scope: ScopeFilter, budget: int) -> Sources:
        """Return the relevant documents of external roots, or their sections, within a quarter of the budget.

        Without search by meaning there are none.
        """
        maker = self._pieces(scope.row_filter(external=True))
        try:
            documents = self._service().external_sources(
                words, scope, limit=RAG_SOURCES, min_relevance=self._external_relevance
            )
        except VectorSearchError:
            return Sources()
        share = budget // EXTERNAL_SHARE
        return _fitted(documents, maker, PieceLabel.EXTERNAL, first=share, others=share)


def _fitted(
    documents: Sequence[VectorSearchResult], maker: PieceMaker, label: PieceLabel, *, first: int, others: int
) -> Sources:
    """Return a piece for each document that fits: all of it, else its section that answers."""
    pieces: list[ContextPiece] = []
    left_out: list[LeftOut] = []
    known = maker.documents(list(_ids(documents)), label)
    for document in documents:
        used = sum(piece.tokens for piece in pieces)
        left = others - used if pieces else first
        versions = [known[item] for item in (document.document_id, document.id) if item in known]
        piece = next((version for version in versions if version.tokens <= left), None)
        if piece is not None:
            pieces.append(piece)
        elif versions:
            left_out.append(LeftOut(versions[-1].id, versions[-1].tokens))
    return Sources(tuple(pieces), tuple(left_out))


def _ids(documents: Iterable[VectorSearchResult]) -> Iterable[str]:
    for document in documents:
        yield from dict.fromkeys((document.document_id, document.id))
