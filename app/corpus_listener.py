"""Keeps what the engine holds in memory in step with what the indexer commits."""

from collections.abc import Sequence

from search.retrieval.corpus import Corpus
from search.types.files import FileRecord
from search.types.ids import FileId, RootId


class CorpusListener:
    """Tells the corpus of each commit; the graph is read again by its version."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def files_replaced(self, records: Sequence[FileRecord], removed: Sequence[FileId], /) -> None:
        """Read the text of these files again; forget those of ``removed``."""
        self._corpus.refresh([*(record.id for record in records), *removed])

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Take in the manifest rows of these files."""
        with self._corpus.lock:
            self._corpus.catalogue.update(records)

    def graph_replaced(self, root: RootId, /) -> None:
        """Do nothing: the next tree sees the new version of the tables."""
