"""The indexed files in memory: what ranking, filters and facets need of each, updated by file."""

import posixpath
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from search.retrieval.definitions import DefinitionIndex
from search.types.files import FileRecord, FileState
from search.types.ids import ChunkId, FileId

_NAMED_BY_FOLDER = frozenset({"__init__", "__main__", "index", "main", "mod", "lib", "readme", "init"})
"""File names that say nothing: the folder's name stands for them."""
_SEARCHABLE = frozenset({FileState.INDEXED, FileState.TRUNCATED, FileState.OFFLINE})


@dataclass(frozen=True, slots=True)
class CataloguedFile:
    """A searchable file with the stems of its name's own words."""

    record: FileRecord
    name_words: frozenset[str]


class Catalogue:
    """Searchable files by id, the names they define, and how often the most referred one is referred to.

    Args:
        words_of: gives the stems of a name's words, the same analysis as for queries.
    """

    def __init__(self, words_of: Callable[[str], Sequence[str]]) -> None:
        self._words_of = words_of
        self._files: dict[FileId, CataloguedFile] = {}
        self.definitions = DefinitionIndex(words_of)
        self.most_referred = 0
        self.version = 0

    def __len__(self) -> int:
        return len(self._files)

    def update(self, records: Iterable[FileRecord], removed: Iterable[FileId] = ()) -> None:
        """Take in new and changed files and forget removed ones; unsearchable states count as removed."""
        for record in records:
            if record.state in _SEARCHABLE:
                self._files[record.id] = CataloguedFile(record, self._name_words(record.path))
                self.definitions.replace(record.id, record.definitions)
                self.most_referred = max(self.most_referred, record.referred_by)
            else:
                self._forget(record.id)
        for file in removed:
            self._forget(file)
        self.version += 1

    def _forget(self, file: FileId) -> None:
        if self._files.pop(file, None) is not None:
            self.definitions.replace(file, ())

    def get(self, file: FileId) -> CataloguedFile | None:
        """Return the file, or None when it is not searchable."""
        return self._files.get(file)

    def files(self) -> Iterable[CataloguedFile]:
        """Return all searchable files."""
        return self._files.values()

    def file_of(self, chunk: str) -> FileId | None:
        """Return the file of a chunk from its identifier, None when that file is not searchable.

        Paths and names may both hold ``#``, so the shortest path that is a known file decides.
        """
        scope, _, rest = chunk.partition(":chunk:")
        end = rest.find("#")
        while end >= 0:
            file = FileId(f"{scope}:file:{rest[:end]}")
            if file in self._files:
                return file
            end = rest.find("#", end + 1)
        return None

    def chunks_by_file(self, chunks: Iterable[ChunkId]) -> dict[FileId, list[ChunkId]]:
        """Return the chunks of each searchable file, both in the order given."""
        grouped: dict[FileId, list[ChunkId]] = {}
        for chunk in chunks:
            file = self.file_of(chunk)
            if file is not None:
                grouped.setdefault(file, []).append(chunk)
        return grouped

    def _name_words(self, path: str) -> frozenset[str]:
        folder, name = posixpath.split(path)
        stem = name.split(".", 1)[0] or name.lstrip(".")
        if stem.lower() in _NAMED_BY_FOLDER and folder:
            stem = posixpath.basename(folder)
        return frozenset(self._words_of(stem))
