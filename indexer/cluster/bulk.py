"""The driver of indexing in bulk: finds new files, distributes them, and commits the results."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from indexer.cluster.task import OpenEncoder, Task, Written
from indexer.pipeline.context import scope_filter
from indexer.pipeline.planning import plan
from indexer.pipeline.ports import Discovery, FileReader, LabelledFile, ReadRequest
from indexer.pipeline.text_stage import batches
from search.embedding.ports import Encoder
from search.storage import fragments
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, Root

CLEAR_AT_ONCE = 2_000
"""Files whose left-over rows are deleted in one commit."""


class Cluster(Protocol):
    """Runs tasks somewhere."""

    def run(self, task: Task, batches: Sequence[Sequence[ReadRequest]], /) -> Iterable[Written]:
        """Yield the result of each batch, in any order; the batch of a worker that died is repeated."""
        ...

    def build_vector_index(self, storage: Storage, /) -> None:
        """Build the vector index of the chunks, where they are many enough for one."""
        ...


@dataclass(frozen=True, slots=True)
class Embedding:
    """How a cluster embeds.

    Attributes:
        encoder: of this machine; says which model's vectors the index holds.
        opener: opens an equal one on each machine.
    """

    encoder: Encoder
    opener: OpenEncoder


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of indexing in bulk: numbers of written files and of embedded texts."""

    files: int = 0
    embedded: int = 0


class BulkIndexing:
    """Fills an index with files that it does not know yet.

    What it leaves (files that changed, the graph, the keyword index) is for `Indexer.index_roots`, which also
    makes whole what a driver that was killed left: rows of the manifest are written last.

    Args:
        tell: called with the numbers of files done and to do.
    """

    def __init__(
        self, storage: Storage, discovery: Discovery, reader: FileReader, tell: Callable[[int, int], None]
    ) -> None:
        self._storage = storage
        self._discovery = discovery
        self._reader = reader
        self._tell = tell

    def load(self, root: Root, cluster: Cluster, embedding: Embedding | None) -> Loaded:
        """Read the new files of a root on a cluster; return when all of them are committed.

        Raises:
            KnownError: the error of a task or a commit; committed rows remain.
        """
        current = self._storage.roots.refresh_branch(root.id)
        if embedding is not None:
            self._storage.use_model(embedding.encoder.model, embedding.encoder.dimension)
        new = self._new_files(current)
        self._clear([labelled.row for labelled in new])
        parts = list(batches([ReadRequest(labelled) for labelled in new]))
        done = Loaded()
        for written in cluster.run(self._task(current, embedding), parts) if parts else ():
            self._commit(written)
            done = Loaded(done.files + len(written.rows), done.embedded + written.embedded)
            self._tell(done.files, len(new))
        cluster.build_vector_index(self._storage)
        return done

    def _new_files(self, root: Root) -> list[LabelledFile]:
        """Return the files of which nothing is indexed."""
        labelled_files = [
            LabelledFile(file, self._discovery.label(root, file)) for file in self._discovery.everything(root)
        ]
        rows = {row.path: row for row in self._storage.files.matching(scope_filter(root))}
        todo = plan(labelled_files, rows)
        return [file for file in todo.read if _is_new(todo.known.get(file.row.path))]

    def _clear(self, rows: Sequence[FileRecord]) -> None:
        """Delete what a driver that was killed committed of these files without writing their rows."""
        if not self._storage.chunks.count():
            return
        for start in range(0, len(rows), CLEAR_AT_ONCE):
            self._storage.chunks.replace_files([row.id for row in rows[start : start + CLEAR_AT_ONCE]], [], {})

    def _task(self, root: Root, embedding: Embedding | None) -> Task:
        task = Task(root, self._reader, fragments.writer_of(self._storage))
        if embedding is None:
            return task
        return replace(task, open_encoder=embedding.opener, model=embedding.encoder.model)

    def _commit(self, written: Written) -> None:
        fragments.commit(self._storage, written.fragments)
        self._storage.files.upsert(written.rows)


def _is_new(known: FileRecord | None) -> bool:
    return known is None or known.state is FileState.WAITING
