"""The chunks of an index as the retrieval tools ask for them."""

from collections.abc import Callable, Mapping, Sequence

from search.errors import VectorSearchError
from search.ports import Encoder
from search.storage.storage import Storage
from search.tools.parents_of_chunks import ChunkParents
from search.tools.vector_search_chunks import RetrievedChunk
from search.types.chunks import ChunkKind
from search.types.filters import Condition, Operator, RowFilter

_NO_CARDS = Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,))


class IndexChunks:
    """`ChunkSearch` and `ParentLookup` of one index.

    Args:
        encoder: gives the encoder, or None while there is none.
    """

    def __init__(self, storage: Storage, encoder: Callable[[], Encoder | None]) -> None:
        self._storage = storage
        self._encoder = encoder

    def nearest_chunks(self, text: str, filters: RowFilter, limit: int, /) -> list[RetrievedChunk]:
        """Return at most ``limit`` chunks best first, ties by identifier; scores are cosines clipped to 0..1.

        Raises:
            VectorSearchError: there is no encoder yet.
        """
        encoder = self._encoder()
        if encoder is None:
            raise VectorSearchError("tools.meaning_not_ready")
        visible = filters.and_(_NO_CARDS)
        ids, cosines = self._storage.chunks.nearest(encoder.encode_query(text), visible, limit)
        rows = self._storage.chunks.rows(ids, visible)
        return [
            RetrievedChunk(
                chunk_id=chunk,
                text=rows[chunk].text,
                score=min(1.0, max(0.0, cosine)),
                parent_file_id=rows[chunk].file_id,
                path=rows[chunk].path,
                node_id=rows[chunk].node_id,
            )
            for chunk, cosine in zip(ids, cosines.tolist(), strict=True)
            if chunk in rows
        ]

    def parents(self, chunk_ids: Sequence[str], filters: RowFilter, /) -> Mapping[str, ChunkParents]:
        """Return the parents of those chunks that exist and are visible."""
        rows = self._storage.chunks.rows(list(chunk_ids), filters)
        return {str(chunk): ChunkParents(row.file_id, row.path, row.node_id) for chunk, row in rows.items()}
