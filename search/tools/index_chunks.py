"""The chunks of an index as the retrieval tools ask for them."""

from collections.abc import Callable, Sequence

from search.embedding.ports import Encoder
from search.errors import VectorSearchError
from search.retrieval.indexed_text import Nodes, node_conditions
from search.storage.storage import Storage
from search.types.chunks import ChunkKind
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import NodeId
from search.types.retrieval import ChunkParents, RetrievedChunk

_NO_CARDS = Condition("kind", Operator.NOT_IN, (ChunkKind.CARD.value,))


class IndexChunks:
    """`ChunkSearch` and `ParentLookup` of one index.

    Args:
        encoder: gives the encoder, or None while there is none.
        nodes: gives nodes of the graph, on any branch; by default those that are stored.
    """

    def __init__(
        self, storage: Storage, encoder: Callable[[], Encoder | None], nodes: Nodes | None = None
    ) -> None:
        self._storage = storage
        self._encoder = encoder
        self._nodes = nodes or storage.graph.nodes_by_id

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

    def parents(self, ids: Sequence[str], filters: RowFilter, /) -> dict[str, ChunkParents]:
        """Return the parents of those chunks and nodes that exist and are visible; a node's node is itself."""
        rows = self._storage.chunks.rows(list(ids), filters)
        known = {str(chunk): ChunkParents(row.file_id, row.path, row.node_id) for chunk, row in rows.items()}
        others = [NodeId(item) for item in dict.fromkeys(ids) if item not in known]
        nodes = self._nodes(others, node_conditions(filters)) if others else {}
        return known | {str(item): ChunkParents(node.file_id, node.path, item) for item, node in nodes.items()}
