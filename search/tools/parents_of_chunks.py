"""``ParentsOfChunksTool``: the file, path and node of chunks that came without them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import structlog

from search.errors import BadInputError
from search.tools.failure_log import failure_logged
from search.types.filters import RowFilter
from search.types.retrieval import ChunkParents, RetrievedChunk

log = structlog.get_logger(__name__)


class ParentLookup(Protocol):
    """Knows the parents of chunks."""

    def parents(self, chunk_ids: Sequence[str], filters: RowFilter, /) -> Mapping[str, ChunkParents]:
        """Return the parents of those chunks that exist and are visible."""
        ...


@dataclass(frozen=True, slots=True)
class ParentsOfChunksOutput:
    """The chunks with their parents, in the order given, and those that are not in the index or out of sight."""

    chunks: tuple[RetrievedChunk, ...]
    unknown: tuple[str, ...]


class ParentsOfChunksTool:
    """Fills in what retrieved chunks lack.

    Args:
        lookup: the index.
        filters: what the asker may see.
    """

    def __init__(self, lookup: ParentLookup, filters: RowFilter) -> None:
        self._lookup = lookup
        self._filters = filters

    def run(self, chunks: Sequence[RetrievedChunk]) -> ParentsOfChunksOutput:
        """Return the chunks with file, path and node.

        Raises:
            BadInputError: a chunk has no identifier.
        """
        with failure_logged("parents refused", chunks=len(chunks)):
            if any(not chunk.chunk_id for chunk in chunks):
                raise BadInputError("tools.no_chunk_id")
            parents = self._lookup.parents([chunk.chunk_id for chunk in chunks], self._filters)
        log.info("parents looked up", chunks=len(chunks), known=len(parents))
        return ParentsOfChunksOutput(
            tuple(_filled(chunk, parents[chunk.chunk_id]) for chunk in chunks if chunk.chunk_id in parents),
            tuple(dict.fromkeys(chunk.chunk_id for chunk in chunks if chunk.chunk_id not in parents)),
        )


def _filled(chunk: RetrievedChunk, parents: ChunkParents) -> RetrievedChunk:
    return replace(chunk, parent_file_id=parents.parent_file_id, path=parents.path, node_id=parents.node_id)
