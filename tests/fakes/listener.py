"""An index listener that ignores every commit."""

from collections.abc import Sequence

from search.types.files import FileRecord
from search.types.ids import ChunkId, FileId, RootId


class NoListener:
    """Does nothing."""

    def files_replaced(
        self, records: Sequence[FileRecord], removed: Sequence[FileId], terms: Sequence[tuple[ChunkId, str]], /
    ) -> None:
        """Do nothing."""

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Do nothing."""

    def graph_replaced(self, root: RootId, /) -> None:
        """Do nothing."""
