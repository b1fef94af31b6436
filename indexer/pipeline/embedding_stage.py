"""Last stage: vectors for chunks that have none. No text is embedded twice.

One's own files come before vendored ones, and recently changed ones before others.
"""

import contextlib
import time
from collections import deque
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from indexer.pipeline.context import READABLE, IndexingContext, scope_filter, wanted_of, with_contents
from indexer.pipeline.control import Run
from indexer.pipeline.low_priority import LowPriorityThread
from indexer.pipeline.ports import Depth, ReadRequest
from indexer.pipeline.progress import StepProgress
from indexer.pipeline.reading_pool import Reads, read_all
from search.embedding.ports import Encoder
from search.storage.chunk_columns import StoredVector
from search.types.files import FileRecord, Flag, Root
from search.types.ids import ChunkId, FileId, RootId
from search.types.status import Step

WINDOW_CHUNKS = 512
"""Chunks sorted by length and committed together: about ten seconds of work on a small CPU."""

ENCODE_AT_ONCE = 64
"""Texts encoded between two checks of the controls while no query is answered."""

ANSWERING_CHARACTERS = 4_000
"""Characters encoded between two checks during queries: 0.1 s on a small CPU, at a tenth less throughput."""

READ_CHARACTERS = 1_200
"""Approximate length at which the model truncates a text."""

Vectors = dict[str, npt.NDArray[np.float32]]

Texts = Sequence[tuple[str, str]]
"""Hash and text of each chunk to embed, short texts first."""


@dataclass(frozen=True, slots=True)
class _Window:
    """Files whose vectors are committed together.

    Attributes:
        chunks: their chunks. The vector of a chunk may be that of an earlier text.
        vectors: cached vectors of the texts, by hash.
    """

    rows: Sequence[FileRecord]
    chunks: Sequence[StoredVector]
    vectors: Vectors

    @property
    def wanted(self) -> set[str]:
        """Return the hashes of the texts to embed."""
        return {chunk.embed_hash for chunk in self.chunks} - self.vectors.keys()

    def to_read(self) -> list[FileRecord]:
        """Return the files whose texts are needed."""
        wanted = self.wanted
        files = {chunk.file_id for chunk in self.chunks if chunk.embed_hash in wanted}
        return [row for row in self.rows if row.id in files]


@dataclass(frozen=True, slots=True)
class _Order:
    """The root whose vectors are filled, its condition to stop, and its progress."""

    root: Root
    run: Run
    is_stale: Callable[[], bool]
    progress: StepProgress | None

    def goes_on(self) -> bool:
        """Wait while paused; return False if something else comes first or the run was cancelled."""
        return not self.is_stale() and self.run.goes_on()


class _FileSteps:
    """Counts the files of a window while its texts are embedded, which are in no order of files.

    Args:
        work: texts of these files, those included that are not embedded again.
        texts: how many are embedded.
    """

    def __init__(self, progress: StepProgress | None, files: int, work: int, texts: int) -> None:
        self._progress = progress
        self._files, self._work, self._texts = files, work, texts
        self._files_done = self._texts_done = 0

    def advance(self, texts: int) -> None:
        """Count texts that were embedded."""
        if self._progress is not None:
            self._texts_done += texts
            files = self._files * self._texts_done // (self._texts + 1)
            self._progress.advance(files - self._files_done, texts)
            self._files_done = files

    def end(self) -> None:
        """Count the rest of the window, which was committed."""
        if self._progress is not None:
            self._progress.advance(self._files - self._files_done, max(0, self._work - self._texts_done))


class EmbeddingStage:
    """Fills the vectors of one root."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context
        self._low_priority = LowPriorityThread()
        self.encoder: Encoder | None = None
        self.embedded = 0
        """Number of texts encoded since the start."""

    def run(self, root: Root, run: Run, is_stale: Callable[[], bool]) -> bool:
        """Fill all missing vectors; return False if it stopped early.

        Args:
            root: the root of the chunks.
            run: checked before each batch.
            is_stale: returns True when something else comes first; checked after each piece of texts.
        """
        pending = self.pending(root)
        if self.encoder is None or not pending:
            return True
        counts = self._context.readiness.steps_of(root.id)
        with self._context.progress.begin(Step.MEANING, root, counts.indexed, done=counts.embedded) as progress:
            return self._fill_all(_Order(root, run, is_stale, progress), pending)

    def run_newest(self, roots: Sequence[Root], run: Run, is_stale: Callable[[], bool]) -> bool:
        """Fill the vectors of the most recently changed files of roots; return False if it stopped early.

        Of several roots these are few enough for one commit; see `first_together`.
        """
        pending = self._pending(roots)
        newest = [(root, next(windows(pending[root.id]), [])) for root in roots]
        rows = [row for _, mine in newest for row in mine]
        if self.encoder is None or not rows:
            return True
        *others, last = (root for root, mine in newest if mine)
        for root in others:
            self._context.progress.begin(Step.RECENT, root).end()
        with self._context.progress.begin(Step.RECENT, last, len(rows)) as progress:
            if not others:
                return self._fill_all(_Order(last, run, is_stale, progress), rows)
            progress.expect_work(sum(map(_texts_in, rows)))
            order = _Order(last, run, is_stale, progress)
            window, texts = self._read_together(newest, self.encoder, run)
            return order.goes_on() and self._embed(window, texts, self.encoder, order)

    def first_together(self, roots: Sequence[Root]) -> int:
        """Return how many of the first of these roots, one at least, `run_newest` can do at once."""
        texts = count = 0
        for root in roots:
            texts += self._context.readiness.texts_of(root.id)
            if texts > WINDOW_CHUNKS or root.from_git:
                break
            count += 1
        return max(1, count)

    def _read_together(
        self, files: Sequence[tuple[Root, Sequence[FileRecord]]], encoder: Encoder, run: Run
    ) -> tuple["_Window", "Texts"]:
        """Return the files of several small roots as one window, and the texts to embed."""
        window = self._window([row for _, rows in files for row in rows], encoder)
        wanted = {row.id for row in window.to_read()}
        texts: dict[str, str] = {}
        for root, rows in files:
            requests = [wanted_of(root, row, Depth.TEXT) for row in rows if row.id in wanted]
            size = sum(row.size_bytes for row in rows)
            for read in read_all(self._context.reader, root, [requests], size_bytes=size, pace=run.pace):
                texts |= _texts_of(read)
        return window, _in_order(texts, window.wanted)

    def run_files(
        self,
        root: Root,
        files: Sequence[FileId],
        run: Run,
        step: Step | None = None,
        is_stale: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Fill the missing vectors of some files of a root; return False if it stopped early.

        A file of more than `WINDOW_CHUNKS` chunks would take minutes; it gets its vectors when its turn comes.

        Args:
            root: the root of the files.
            files: those with vectors, and those of other roots, are left out.
            run: checked before each batch.
            step: `Step.RECENT` or `Step.MEANING`: counted as a part of it; None: nothing is reported.
            is_stale: returns True when something else comes first; checked after each piece of texts.
        """
        rows = self._context.storage.files.by_id(files, scope_filter(root)).values()
        lacking = [row for row in rows if row.state in READABLE and not row.meaning]
        pending = [row for row in lacking if row.chunk_count <= WINDOW_CHUNKS]
        if not pending or step is None:
            return self._fill_all(_Order(root, run, is_stale, None), pending)
        counts = self._context.readiness.steps_of(root.id)
        total, done = (len(pending), 0) if step is Step.RECENT else (counts.indexed, counts.embedded)
        with self._context.progress.begin(step, root, total, done=done) as progress:
            return self._fill_all(_Order(root, run, is_stale, progress), pending)

    def _fill_all(self, order: "_Order", rows: Sequence[FileRecord]) -> bool:
        if self.encoder is None:
            return True
        if order.progress is not None:
            order.progress.expect_work(sum(map(_texts_in, rows)))
        with contextlib.closing(self._read_ahead(order.root, rows, self.encoder, order.run)) as read:
            for window, texts in read:
                if not order.goes_on() or not self._embed(window, texts, self.encoder, order):
                    return False
        return True

    def close(self) -> None:
        """End the thread that embeds."""
        self._low_priority.close()

    def pending(self, root: Root) -> list[FileRecord]:
        """Return the files without vectors: vendored ones last, the most recently modified first, ties by id."""
        return self._pending([root])[root.id]

    def _pending(self, roots: Sequence[Root]) -> dict[RootId, list[FileRecord]]:
        pending: dict[RootId, list[FileRecord]] = {root.id: [] for root in roots}
        for row in self._context.readable(*(root for root in roots if self._lacks_vectors(root))):
            if not row.meaning:
                pending[row.path_hash].append(row)
        for rows in pending.values():
            rows.sort(key=lambda row: (Flag.VENDORED.value in row.flags, -row.mtime_ns, row.id))
        return pending

    def _lacks_vectors(self, root: Root) -> bool:
        counts = self._context.readiness.steps_of(root.id)
        return counts.embedded < counts.indexed

    def roots_of(self, files: Sequence[FileId]) -> set[RootId]:
        """Return the roots that have some of these files."""
        return {row.path_hash for row in self._context.storage.files.by_id(files).values()}

    def _read_ahead(
        self, root: Root, rows: Sequence[FileRecord], encoder: Encoder, run: Run
    ) -> Generator[tuple["_Window", Texts]]:
        """Yield each window with the (hash, text) pairs to embed.

        Texts are not stored, so files are chunked again.
        """
        ahead: deque[_Window] = deque()

        def batches() -> Iterator[Sequence[ReadRequest]]:
            for window in windows(rows):
                ahead.append(self._window(window, encoder))
                yield with_contents(root, [wanted_of(root, row, Depth.TEXT) for row in ahead[-1].to_read()])

        size = sum(row.size_bytes for row in rows)
        pace = replace(run.pace, processes=1)
        reads = read_all(self._context.reader, root, batches(), size_bytes=size, pace=pace)
        with contextlib.closing(reads):
            for read in reads:
                window = ahead.popleft()
                yield window, _in_order(_texts_of(read), window.wanted)

    def _window(self, rows: Sequence[FileRecord], encoder: Encoder) -> "_Window":
        chunks = self._context.storage.chunks.stored_vectors([row.id for row in rows])
        hashes = [chunk.embed_hash for chunk in chunks]
        return _Window(rows, chunks, self._context.storage.vectors.get_many(encoder.model, hashes))

    def _embed(self, window: "_Window", texts: Texts, encoder: Encoder, order: "_Order") -> bool:
        steps = _FileSteps(order.progress, len(window.rows), sum(map(_texts_in, window.rows)), len(texts))
        fresh = self._encoded(texts, encoder, order, steps)
        self._context.storage.vectors.put_many(encoder.model, fresh)
        self._fill(window.rows, window.vectors | fresh)
        if len(fresh) < len(texts):
            return False
        steps.end()
        return True

    def _encoded(self, texts: Texts, encoder: Encoder, order: "_Order", steps: "_FileSteps") -> Vectors:
        vectors: Vectors = {}
        run = order.run
        for part in pieces(texts, run.is_answering):
            if not order.goes_on():
                break
            begun = time.monotonic()
            rows = self._low_priority.call(partial(encoder.encode, [text for _, text in part]), run.pace.niceness)
            vectors |= {name: row for (name, _), row in zip(part, rows, strict=True)}
            self.embedded += len(part)
            steps.advance(len(part))
            worked_s = time.monotonic() - begun
            run.give_way_after(worked_s)
            run.rest_after(worked_s)
        return vectors

    def _fill(self, rows: Sequence[FileRecord], vectors: Vectors) -> None:
        """Write the vectors of the chunks whose text has not changed since."""
        chunks = self._context.storage.chunks
        ids = [row.id for row in rows]
        with self._context.writing:
            stored = chunks.stored_vectors(ids)
            chunks.put_vectors(_fitting(stored, vectors))
            lacking = {chunk.file_id for chunk in stored if chunk.embed_hash not in vectors}
            done = [identifier for identifier in ids if identifier not in lacking]
            self._context.storage.files.set_numbers("meaning", dict.fromkeys(done, True))
        self._context.listener.records_changed([replace(row, meaning=True) for row in rows if row.id in done])


def _fitting(stored: Sequence[StoredVector], vectors: Vectors) -> dict[ChunkId, npt.NDArray[np.float32]]:
    """Return the vectors of the chunks whose row does not have the vector of its text yet."""
    known = ((chunk, vectors[chunk.embed_hash]) for chunk in stored if chunk.embed_hash in vectors)
    return {
        chunk.id: vector
        for chunk, vector in known
        if chunk.vector is None or not np.array_equal(chunk.vector, vector)
    }


def _texts_of(read: Reads) -> dict[str, str]:
    return {chunk.embed_hash: chunk.embed_text for file in read if file is not None for chunk in file.chunks}


def _in_order(texts: Mapping[str, str], wanted: Container[str]) -> Texts:
    """Return hash and text of those that are wanted, short texts first."""
    pairs = ((name, text) for name, text in texts.items() if name in wanted)
    return sorted(pairs, key=lambda item: (len(item[1]), item[0]))


def _texts_in(row: FileRecord) -> int:
    """Return how many texts of a file are embedded: its chunks and its card."""
    return row.chunk_count + 1


def windows(rows: Sequence[FileRecord]) -> Iterator[list[FileRecord]]:
    """Yield the files in order, in groups of about `WINDOW_CHUNKS` chunks; a larger file is a group by itself."""
    window: list[FileRecord] = []
    size = 0
    for row in rows:
        if window and size + _texts_in(row) > WINDOW_CHUNKS:
            yield window
            window, size = [], 0
        window.append(row)
        size += _texts_in(row)
    if window:
        yield window


def pieces(texts: Texts, is_answering: Callable[[], bool]) -> Iterator[Texts]:
    """Yield the texts in order, in pieces of `ENCODE_AT_ONCE`, or of `ANSWERING_CHARACTERS` during queries."""
    start = 0
    while start < len(texts):
        end = start + ENCODE_AT_ONCE
        if is_answering():
            lengths = accumulate(min(len(text), READ_CHARACTERS) for _, text in texts[start:end])
            end = start + max(1, sum(characters <= ANSWERING_CHARACTERS for characters in lengths))
        yield texts[start:end]
        start = end
