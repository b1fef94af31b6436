"""A repository at one commit, cut into chunks as the product cuts it."""

import pickle
import subprocess
from dataclasses import dataclass
from pathlib import Path

from indexer.discovery.finder import FileFinder
from indexer.pipeline.ports import Depth, LabelledFile, ReadRequest
from indexer.pipeline.reading import Reader, attempt
from search.types.chunks import ChunkKind
from search.types.files import FileState, Flag, Root
from search.types.ids import RootId

LARGEST_FILE = 200_000
"""Bytes; longer files are mostly data."""

_NO_ANSWER = frozenset((Flag.TEST, Flag.EXAMPLE, Flag.GENERATED, Flag.VENDORED, Flag.TRANSLATION, Flag.BARREL))


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk of a file, with what training needs of it."""

    path: str
    header: str
    kind: ChunkKind
    start: int
    end: int
    text: str
    terms: str
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a snapshot.

    Attributes:
        doc_type: ``code``, ``document``, ``configuration`` or ``data``.
    """

    path: str
    language: str
    doc_type: str
    flags: frozenset[str]
    passages: tuple[Passage, ...]

    @property
    def may_answer(self) -> bool:
        """Return whether it is code that people wrote for the product itself."""
        return self.doc_type == "code" and not _NO_ANSWER.intersection(self.flags)

    @property
    def is_test(self) -> bool:
        """Return whether it is a test."""
        return Flag.TEST in self.flags

    @property
    def is_document(self) -> bool:
        """Return whether it is a document in English."""
        return self.doc_type == "document" and Flag.TRANSLATION not in self.flags


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of a repository at one commit."""

    name: str
    commit: str
    files: tuple[SourceFile, ...]


def git(repository: Path, *arguments: str) -> str:
    """Return what git prints; bytes that are no text are replaced."""
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")


def check_out(mirror: Path, commit: str, folder: Path) -> None:
    """Put the files of a commit into a folder; objects that the mirror lacks (large ones) are left out."""
    if not folder.is_dir():
        git(mirror, "clone", "-q", "--shared", "--no-checkout", str(mirror), str(folder))
    command = ["git", "-C", str(folder), "checkout", "-q", "--force", commit]
    subprocess.run(command, capture_output=True, check=False)


def snapshot(name: str, folder: Path, commit: str, cache: Path, parts: tuple[str, ...] = ()) -> Snapshot:
    """Return the files of a checkout; a second call reads them from the cache.

    Args:
        name: of the repository.
        folder: of the checkout.
        commit: that is checked out.
        cache: folder of what was read before.
        parts: folders to which a large repository is cut down; none for all of it.
    """
    stored = cache / f"{name}-{commit[:12]}.pickle"
    if stored.is_file():
        return pickle.loads(stored.read_bytes())  # noqa: S301 -- written by this function
    read = Snapshot(name, commit, tuple(_files(name, folder, parts)))
    cache.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(pickle.dumps(read))
    return read


def _files(name: str, folder: Path, parts: tuple[str, ...]) -> list[SourceFile]:
    root = Root(id=RootId("0" * 64), path=str(folder), repository=name, branch="-", inode=0)
    finder, reader = FileFinder(), Reader()
    files = []
    for file in finder.everything(root):
        if file.skip or file.size_bytes > LARGEST_FILE or (parts and not file.path.startswith(parts)):
            continue
        labelled = LabelledFile(file, finder.label(root, file))
        if labelled.row.doc_type not in {"code", "document"}:
            continue
        read = attempt(reader, root, ReadRequest(labelled, depth=Depth.TEXT))
        if read.record.state is FileState.INDEXED:
            passages = tuple(
                Passage(
                    chunk.path,
                    chunk.header_path,
                    chunk.kind,
                    chunk.start_line,
                    chunk.end_line,
                    chunk.text,
                    chunk.terms,
                    chunk.symbols,
                )
                for chunk in read.chunks
                if chunk.kind is not ChunkKind.CARD
            )
            record = read.record
            files.append(
                SourceFile(record.path, record.language, record.doc_type, frozenset(record.flags), passages)
            )
    return files
