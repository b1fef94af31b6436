"""The work of one task of a cluster: some files become rows with vectors, written as fragments."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from indexer.pipeline.context import READABLE
from indexer.pipeline.control import Pace
from indexer.pipeline.ports import FileReader, ReadFile, ReadRequest
from indexer.pipeline.reading_pool import read_all
from search.embedding.ports import Encoder
from search.errors import ModelError
from search.storage.fragments import Fragments, FragmentWriter, Vectors
from search.types.chunks import Chunk
from search.types.files import FileRecord, Root

OpenEncoder = Callable[[], Encoder]
"""Opens the encoder on the machine where a task runs; can be pickled, and hashed."""

_ONE_PROCESS = Pace(processes=1, niceness=0)


@dataclass(frozen=True, slots=True)
class Written:
    """Results of a task for the driver.

    Attributes:
        rows: of the manifest, to be written when the fragments are committed.
        fragments: of the tables.
        embedded: texts that were embedded.
    """

    rows: tuple[FileRecord, ...]
    fragments: Fragments
    embedded: int = 0


@dataclass(frozen=True, slots=True)
class Task:
    """Reads, cuts and embeds files of one root. The same files always give the same rows.

    Attributes:
        open_encoder: None for words only.
        model: of the vectors in the index; a machine with another encoder is refused.
    """

    root: Root
    reader: FileReader
    writer: FragmentWriter
    open_encoder: OpenEncoder | None = None
    model: str = ""

    def __call__(self, files: Sequence[ReadRequest]) -> Written:
        """Return what became of these files; one that vanished meanwhile has no row.

        Raises:
            ModelError: the encoder of this machine gives other vectors than the driver's.
        """
        size = sum(request.labelled.file.size_bytes for request in files)
        (reads,) = read_all(self.reader, self.root, [files], size_bytes=size, pace=_ONE_PROCESS)
        present = [read for read in reads if read is not None]
        chunks = [chunk for read in present for chunk in read.chunks]
        vectors = self._vectors(chunks)
        facts = {read.facts_key: read.facts for read in present if read.facts_key}
        fragments = self.writer.write(chunks, vectors, facts, self.model)
        return Written(tuple(_row(read, vectors) for read in present), fragments, len(vectors))

    def _vectors(self, chunks: Sequence[Chunk]) -> Vectors:
        if self.open_encoder is None:
            return {}
        encoder = _opened(self.open_encoder)
        if encoder.model != self.model:
            raise ModelError("cluster.other_model", model=encoder.model, index_model=self.model)
        texts = {chunk.embed_hash: chunk.embed_text for chunk in chunks if chunk.embed_hash}
        rows = encoder.encode(list(texts.values()))
        return dict(zip(texts, rows, strict=True))


@cache
def _opened(open_encoder: OpenEncoder) -> Encoder:
    """Return the encoder of this process, which outlives a task."""
    return open_encoder()


def _row(read: ReadFile, vectors: Vectors) -> FileRecord:
    embedded = read.record.state in READABLE and all(
        chunk.embed_hash in vectors or not chunk.embed_hash for chunk in read.chunks
    )
    return replace(read.record, meaning=embedded)
