"""Puts the code of a project before what programs wrote and before copies of libraries."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from search.errors import AmbiguousNameError
from search.graph.names import ambiguous
from search.retrieval.indexed_text import node_conditions
from search.storage.storage import Storage
from search.types.files import Flag
from search.types.filters import RowFilter
from search.types.graph import Node
from search.types.ids import FileId, NodeId

OF_OTHERS = frozenset((Flag.GENERATED.value, Flag.VENDORED.value, Flag.EXTERNAL.value))
"""Flags of files whose code is not part of the project."""


class OwnCodeFirst:
    """Orders nodes, and the candidates of an ambiguous name, by the flags of their files."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def ordered(self, nodes: Sequence[Node], rows: RowFilter) -> list[Node]:
        """Return nodes with those of generated and copied files last; ``rows`` is what the client may see."""
        others = self._of_others((node.file_id for node in nodes), rows) if len(nodes) > 1 else set()
        return sorted(nodes, key=lambda node: node.file_id in others)

    @contextmanager
    def listed_first(self, rows: RowFilter) -> Iterator[None]:
        """List candidates in generated and copied files last, if a name is ambiguous.

        Args:
            rows: what the client may see.

        Raises:
            AmbiguousNameError: inside of this a name stands for several nodes.
        """
        try:
            yield
        except AmbiguousNameError as error:
            ids = [NodeId(candidate) for candidate in error.candidates]
            nodes = self._storage.graph.nodes_by_id(ids, node_conditions(rows))
            files = {node_id: node.file_id for node_id, node in nodes.items()}
            others = self._of_others(files.values(), rows)
            candidates = sorted(error.candidates, key=lambda each: files.get(NodeId(each)) in others)
            raise ambiguous(str(error.message.values["name"]), tuple(candidates)) from None

    def _of_others(self, files: Iterable[FileId], rows: RowFilter) -> set[FileId]:
        records = self._storage.files.by_id(sorted({file for file in files if file}), rows)
        return {file for file, record in records.items() if not OF_OTHERS.isdisjoint(record.flags)}
