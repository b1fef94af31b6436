"""All tables of one index in one object, which the composition opens and the layers share."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from search.messages import Message
from search.storage import maintenance, recovery
from search.storage.branch_rows import BranchRows
from search.storage.caches import FactsCache, VectorCache
from search.storage.chunks_table import ChunksTable
from search.storage.database import Database
from search.storage.failures import translated
from search.storage.files_table import NO_CONTENTS, FilesTable
from search.storage.graph_provenance import GraphMarks, GraphSource, GraphSources
from search.storage.graph_tables import GraphTables
from search.storage.heap import HeapTrimming, trim_heap
from search.storage.histories import Histories
from search.storage.lance import col, lit
from search.storage.layout import Layout
from search.storage.location import location_of
from search.storage.roots import RootsFile
from search.storage.schema import CHUNKS, FILES
from search.storage.versions import Versions
from search.types.ids import RootId

NO_OPTIONS: Mapping[str, str] = {}
"""Of an index in a folder."""


class Storage:
    """The index in one folder, or on object storage that the folder refers to.

    Args:
        folder: of the index; made when missing.
        versions: of this program: schema, chunker, program. Its ``model`` counts only through `use_model`.
        notices: messages for the person about how the index was opened.
        options: of the object storage, such as ``aws_endpoint``.

    Raises:
        IndexTooNewError: a newer program wrote it.
        IndexDamagedError: it cannot be read; `search.storage.recovery` makes room for a new one.
        IndexWriteError: it cannot be made or written.
        IndexUnreachableError: it lies on object storage, which does not answer.
        IndexLockedError: another job writes it there.
    """

    def __init__(
        self,
        folder: Path,
        versions: Versions = Versions(),  # noqa: B008 -- a frozen value
        notices: tuple[Message, ...] = (),
        options: Mapping[str, str] = NO_OPTIONS,
    ) -> None:
        self.layout = Layout(folder)
        self.heap = HeapTrimming()
        self.location = location_of(self.layout, options)
        try:
            self._open(versions, notices)
        except BaseException:
            self.location.close()
            raise

    def _open(self, versions: Versions, notices: tuple[Message, ...]) -> None:
        self.roots = RootsFile(self.layout, self.location.write_file)
        self.database = Database(self.layout, self.location, versions)
        self.files = FilesTable(self.database)
        self.chunks = ChunksTable(self.database, self.files.paths)
        self.branch_rows = BranchRows(self.chunks)
        self.graph = GraphTables(self.database, self.files.paths)
        self.graph_marks = GraphMarks(self.layout, self.location.write_file)
        self.graph_sources = GraphSources(self.layout)
        self.histories = Histories(self.layout)
        self.vectors = VectorCache(self.database)
        self.facts = FactsCache(self.database)
        self.notices = (*notices, *self._catch_up(versions))

    def _catch_up(self, versions: Versions) -> tuple[Message, ...]:
        """Mark all text that an older program split as unread; return notices if that is impossible.

        The contents first, so that a crash only repeats it.
        """
        written = self.database.written_with
        if written.chunker == versions.chunker and written.schema == versions.schema:
            return ()
        if not self.location.writes:
            return (Message("index.of_other_version"),)
        self.files.forget_contents()
        current = replace(written, chunker=versions.chunker, schema=versions.schema, program=versions.program)
        self.database.adopt(current)
        return ()

    def use_model(self, model: str, dimension: int) -> bool:
        """Make the vectors those of this model; return whether vectors of another one had to be dropped.

        Vectors of another model stay in the cache, so that changing back embeds nothing.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        written = self.database.written_with
        if (written.model, written.dimension) == (model, dimension):
            return False
        had_vectors = bool(written.model)
        if had_vectors or written.dimension != dimension:
            self.files.forget_meaning()
            self.database.replace_vectors_columns(dimension)
        self.database.adopt(replace(written, model=model, dimension=dimension))
        return had_vectors

    def forget(self, root: RootId) -> None:
        """Delete everything of a root; its entry last, so that after a crash it can be forgotten again.

        Or be kept after all: its files are taken for unread before their chunks go.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with translated(self.location):
            self.graph_marks.drop(root)  # first: the same files may come back before their graph does
            self.graph_sources.drop(root)
            self.histories.drop(root)
        mine = col("path_hash") == lit(root)
        self.files.forget_contents(root)
        self.chunks.forget(root)
        self.graph.replace_scope(root, [], [])
        self.database.write(FILES, lambda table: table.delete(mine))
        self.database.checkpoint()  # after a loss of power nothing knows the root of rows that came back
        self.roots.remove(root)

    @contextlib.contextmanager
    def changing_graphs(self, sources: Mapping[RootId, GraphSource]) -> Iterator[None]:
        """Around writing the rows of graphs: what they were made of is not known until they all are written.

        On object storage it is never known, and every graph is made as a whole.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with translated(self.location):
            for root in sources:
                self.graph_sources.drop(root)
        yield
        if not self.location.is_remote:
            with translated(self.location):
                for root, source in sources.items():
                    self.graph_sources.put(root, source)

    def mark_graphs(self, digests: Mapping[RootId, str], version: str) -> None:
        """Write that the graphs of roots are whole, made of these contents by a version of the program.

        Args:
            digests: of the contents of each root.
            version: of the rules by which the graphs were made.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with translated(self.location):
            self.graph_marks.put({root: f"{version}:{digest}" for root, digest in digests.items()})

    def current_graphs(self, version: str) -> set[RootId]:
        """Return the roots whose graph this version would build the same from their files as indexed now.

        A branch in git has none.
        """
        marks, roots = self.graph_marks.all(), self.roots.all()
        digests = self.files.content_digests() if any(root.id in marks for root in roots) else {}
        return {
            root.id
            for root in roots
            if root.from_git
            or marks.get(root.id) == f"{version}:{digests.get((root.id, root.branch)) or NO_CONTENTS}"
        }

    def older_graphs(self, version: str) -> set[RootId]:
        """Return the roots whose graph was complete before the program or the reading of files was updated."""
        unread = self.files.unread()
        marks = self.graph_marks.all()
        return {root for root, mark in marks.items() if root in unread or not mark.startswith(f"{version}:")}

    def refresh(self) -> tuple[int, int]:
        """Take in what jobs elsewhere changed, and return the numbers of the newest commits of files and chunks.

        Raises:
            IndexUnreachableError: the object storage does not answer.
        """
        self.location.refresh()
        self.roots.reload()
        self.database.reread_versions()
        return self.database.table_version(FILES), self.database.table_version(CHUNKS)

    def verify(self) -> None:
        """Read everything once.

        Raises:
            IndexDamagedError: something cannot be read.
        """
        recovery.verify(self.database)

    def sweep(self) -> list[Path]:
        """Delete the drafts that a killed writer left, and return them; the caller holds the writer lock."""
        return maintenance.sweep(self.layout)

    def maintain(self) -> list[str]:
        """Compact the tables and build indexes of large ones; return the names of both. Called in idle time."""
        return maintenance.compact(self.database) + maintenance.build_indexes(self.database)

    def keep_quick(self) -> None:
        """Keep a large index quick to read and to write while many commits change it."""
        if maintenance.join_fragments(self.database, FILES):
            maintenance.index_again(self.database, CHUNKS, ("id", "file_id"))
            trim_heap()  # half of the heap is free by then, in pieces
        self.heap.trim_if_due()

    def bytes_by_part(self) -> Mapping[str, int]:
        """Return how many bytes each table, and each other file or folder of the index, takes on disk."""
        return maintenance.bytes_by_part(self.layout)

    def close(self) -> None:
        """Close the tables and release the right to write them."""
        self.chunks.close()
        self.database.close()
        self.location.close()
