"""Last step: vectors, for chunks that have none; nothing is embedded twice, what was changed last comes first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from indexer.worker.control import Run
from indexer.worker.workplace import Workplace
from search.ports import Encoder
from search.storage.chunks_table import MissingVector
from search.types.files import FileRecord, Root
from search.types.ids import ChunkId, FileId

WINDOW_CHUNKS = 512
"""Chunks that are sorted by length together and committed together: about ten seconds of work on a small CPU."""

ENCODE_AT_ONCE = 64
"""Texts between two looks at the controls."""

Vectors = dict[str, npt.NDArray[np.float32]]


class MeaningStep:
    """Fills the vectors of one root."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self.encoder: Encoder | None = None
        self.embedded = 0
        """Texts that the encoder has read since the start."""

    def run(self, root: Root, run: Run, is_stale: Callable[[], bool]) -> bool:
        """Fill vectors until all are there; return False when it stopped early.

        Args:
            root: whose chunks.
            run: asked before each batch.
            is_stale: True when files changed meanwhile, so that they should come first now.
        """
        if self.encoder is None:
            return True
        pending = self.pending(root)
        self._place.progress.begin("meaning", sum(row.chunk_count for row in pending))
        for window in windows(pending):
            if is_stale() or not run.goes_on():
                return False
            if not self._window(root, window, self.encoder, run):
                return False
        return True

    def pending(self, root: Root) -> list[FileRecord]:
        """Return the files that lack vectors, the most recently modified first, ties by id."""
        rows = [row for row in self._place.readable(root) if not row.meaning]
        return sorted(rows, key=lambda row: (-row.mtime_ns, row.id))

    def _window(self, root: Root, rows: Sequence[FileRecord], encoder: Encoder, run: Run) -> bool:
        missing = self._place.storage.chunks.without_vector([row.id for row in rows])
        vectors = self._place.storage.vectors.get_many(encoder.model, [chunk.embed_hash for chunk in missing])
        self._place.progress.advance(sum(chunk.embed_hash in vectors for chunk in missing))
        wanted = {chunk.embed_hash for chunk in missing} - vectors.keys()
        files = {chunk.file_id for chunk in missing if chunk.embed_hash in wanted}
        texts = self._texts(root, [row for row in rows if row.id in files], wanted)
        fresh = self._encoded(texts, encoder, run)
        self._place.storage.vectors.put_many(encoder.model, fresh)
        self._fill(rows, vectors | fresh)
        return len(fresh) == len(texts)

    def _texts(self, root: Root, rows: Sequence[FileRecord], wanted: set[str]) -> list[tuple[str, str]]:
        """Return (hash, text) of what is to be embedded, short ones first; the texts are cut again, not stored."""
        texts: dict[str, str] = {}
        for row in rows:
            read = self._place.read_again(root, row)
            if read is not None:
                texts |= {c.embed_hash: c.embed_text for c in read.chunks if c.embed_hash in wanted}
        return sorted(texts.items(), key=lambda item: (len(item[1]), item[0]))

    def _encoded(self, texts: Sequence[tuple[str, str]], encoder: Encoder, run: Run) -> Vectors:
        vectors: Vectors = {}
        for start in range(0, len(texts), ENCODE_AT_ONCE):
            if not run.goes_on():
                break
            part = texts[start : start + ENCODE_AT_ONCE]
            rows = encoder.encode([text for _, text in part])
            vectors |= {name: row for (name, _), row in zip(part, rows, strict=True)}
            self.embedded += len(part)
            self._place.progress.advance(len(part))
        return vectors

    def _fill(self, rows: Sequence[FileRecord], vectors: Vectors) -> None:
        """Write the vectors to the chunks that still have the text they were made from."""
        chunks = self._place.storage.chunks
        ids = [row.id for row in rows]
        with self._place.writing:
            missing = chunks.without_vector(ids)
            found = {c.id: vectors[c.embed_hash] for c in missing if c.embed_hash in vectors}
            chunks.put_vectors(found)
            done = _complete(ids, missing, found)
            self._place.storage.files.set_numbers("meaning", dict.fromkeys(done, True))
        self._place.listener.records_changed([replace(row, meaning=True) for row in rows if row.id in done])


def _complete(
    ids: Sequence[FileId], missing: Sequence[MissingVector], found: dict[ChunkId, npt.NDArray[np.float32]]
) -> list[FileId]:
    lacking = {chunk.file_id for chunk in missing if chunk.id not in found}
    return [identifier for identifier in ids if identifier not in lacking]


def windows(rows: Sequence[FileRecord]) -> Iterator[list[FileRecord]]:
    """Yield the files in order, in pieces of about `WINDOW_CHUNKS` chunks; a larger file stands alone."""
    window: list[FileRecord] = []
    size = 0
    for row in rows:
        if window and size + row.chunk_count > WINDOW_CHUNKS:
            yield window
            window, size = [], 0
        window.append(row)
        size += row.chunk_count
    if window:
        yield window
