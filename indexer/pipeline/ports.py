"""What the worker needs of its neighbours."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from indexer.types import FoundFile
from search.events import Event
from search.types.chunks import Chunk
from search.types.files import FileRecord, Root
from search.types.ids import ChunkId, FileId, RootId

Emit = Callable[[Event], None]


class Discovery(Protocol):
    """Finds files and says which are not indexed and why."""

    def everything(self, root: Root, /) -> Iterable[FoundFile]:
        """Yield every file below the root, each with its `Skip` if it is not to be indexed."""
        ...

    def below(self, root: Root, path: str, /) -> Iterable[FoundFile]:
        """Yield the file at ``path`` (relative to the root), or all files below that folder; none if gone."""
        ...

    def label(self, root: Root, found: FoundFile, /) -> FileRecord:
        """Return the manifest row of a file that was not read yet: ``waiting``, or ``skipped`` with the rule."""
        ...


@dataclass(frozen=True, slots=True)
class Labelled:
    """A file found, with the row it has before it is read."""

    found: FoundFile
    row: FileRecord


class Depth(StrEnum):
    """How much of a file is read. Text and facts together are the whole, in twice the steps."""

    WHOLE = "whole"
    TEXT = "text"
    FACTS = "facts"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to read, how far, and the content hash of its stored rows (empty: cut it anyway)."""

    labelled: Labelled
    known_hash: str = ""
    depth: Depth = Depth.WHOLE


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file after reading, cutting and looking for facts.

    Attributes:
        record: its whole manifest row; ``meaning`` and ``referred_by`` are set later.
        chunks: with their ``embed_text``; empty for a file that turned out not to be text.
        unchanged: the content is that of the stored rows: they stay, and ``record`` only tells size and time.
        facts_key, facts: for the cache; an empty key stores nothing, as where only the text was read.
    """

    record: FileRecord
    chunks: tuple[Chunk, ...] = ()
    unchanged: bool = False
    facts_key: str = ""
    facts: bytes = b""


class FileReader(Protocol):
    """Turns one file into rows; pure but for reading that file."""

    def read(self, root: Root, labelled: Labelled, known_hash: str, depth: Depth, /) -> ReadFile:
        """Return the rows of a file.

        Args:
            root: whose file it is.
            labelled: the file, and what `Discovery.label` says of it.
            known_hash: content hash of its stored rows; equal content is not cut again. Empty: cut it anyway.
            depth: without its text there are no chunks, without its facts none for the cache.

        Raises:
            FileNotFoundError: it vanished meanwhile.
            KnownError: it cannot be read; the message says why.
        """
        ...


class IndexListener(Protocol):
    """Keeps what is derived from the tables, such as keyword postings, in step; called after each commit."""

    def files_replaced(
        self, records: Sequence[FileRecord], removed: Sequence[FileId], terms: Sequence[tuple[ChunkId, str]], /
    ) -> None:
        """Text rows and manifest rows of these files were replaced, those of ``removed`` deleted.

        ``terms`` are what words find of the files now: their chunks but the cards, each once.
        """
        ...

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Only the manifest rows of these files changed, not their text."""
        ...

    def graph_replaced(self, root: RootId, /) -> None:
        """Nodes and edges of this root were replaced."""
        ...


class NoListener:
    """Listens to nothing."""

    def files_replaced(
        self, records: Sequence[FileRecord], removed: Sequence[FileId], terms: Sequence[tuple[ChunkId, str]], /
    ) -> None:
        """Do nothing."""

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Do nothing."""

    def graph_replaced(self, root: RootId, /) -> None:
        """Do nothing."""
