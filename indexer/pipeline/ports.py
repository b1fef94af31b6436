"""Interfaces that the pipeline needs from other parts, and the values they exchange."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from indexer.types import FoundFile, Skip
from search.events import Event
from search.types.chunks import Chunk
from search.types.files import FileRecord, Root
from search.types.ids import ChunkId, FileId, RootId

Emit = Callable[[Event], None]


class Discovery(Protocol):
    """Lists files and says which are not indexed, and why."""

    def everything(self, root: Root, /) -> Iterable[FoundFile]:
        """Yield every file below the root, with its `Skip` if it is not to be indexed."""
        ...

    def below(self, root: Root, path: str, /) -> Iterable[FoundFile]:
        """Yield the file at ``path`` (relative to the root) or all files below that folder.

        Nothing if it does not exist.
        """
        ...

    def label(self, root: Root, file: FoundFile, /) -> FileRecord:
        """Return the manifest row of a file before it is read: ``waiting``, or ``skipped`` with the rule."""
        ...

    def why_not(self, root: Root, path: str, /) -> Skip | None:
        """Return why a path of the root is not indexed, None when it is to be.

        Raises:
            NotFoundError: it is not there.
        """
        ...


@dataclass(frozen=True, slots=True)
class LabelledFile:
    """A file on disk with the row it has before it is read."""

    file: FoundFile
    row: FileRecord


class Depth(StrEnum):
    """What to read from a file: its text, its facts, or both."""

    WHOLE = "whole"
    TEXT = "text"
    FACTS = "facts"


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A file to read.

    Attributes:
        known_hash: content hash of its stored rows, or empty to read it in any case.
    """

    labelled: LabelledFile
    known_hash: str = ""
    depth: Depth = Depth.WHOLE


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file after parsing, chunking and extraction of facts.

    Attributes:
        record: its complete manifest row; ``meaning`` and ``referred_by`` are set later.
        chunks: with their ``embed_text``; empty for a file that is not text.
        unchanged: the content equals that of the stored rows: they stay, and ``record`` holds only size and time.
        facts_key, facts: entry for the cache; an empty key stores nothing, as when only the text was read.
    """

    record: FileRecord
    chunks: tuple[Chunk, ...] = ()
    unchanged: bool = False
    facts_key: str = ""
    facts: bytes = b""


class FileReader(Protocol):
    """Turns one file into rows. Pure apart from reading that file."""

    def read(self, root: Root, labelled: LabelledFile, known_hash: str, depth: Depth, /) -> ReadFile:
        """Return the rows of a file.

        Args:
            root: the root of the file.
            labelled: the file and its row from `Discovery.label`.
            known_hash: content hash of its stored rows; equal content is not chunked again. Empty: always read.
            depth: without text there are no chunks, without facts no entry for the cache.

        Raises:
            FileNotFoundError: the file was deleted meanwhile.
            KnownError: it cannot be read; the message says why.
        """
        ...


class IndexListener(Protocol):
    """Keeps data derived from the tables, such as keyword postings, in step. Called after each commit."""

    def files_replaced(
        self, records: Sequence[FileRecord], removed: Sequence[FileId], terms: Sequence[tuple[ChunkId, str]], /
    ) -> None:
        """Text rows and manifest rows of these files were replaced, those of ``removed`` deleted.

        ``terms`` holds the keyword terms of the files now, once for each of their chunks except cards.
        """
        ...

    def records_changed(self, records: Sequence[FileRecord], /) -> None:
        """Only the manifest rows of these files changed, not their text."""
        ...

    def graph_replaced(self, root: RootId, /) -> None:
        """Nodes and edges of this root were replaced."""
        ...
