"""Guarantees for names: a query that is exactly a defined name returns its definitions first."""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from search.query.intent import exact_name
from search.query.parse import ParsedQuery
from search.retrieval.corpus import Corpus
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.files import BY_WORD_ONLY, Flag
from search.types.ids import ChunkId, FileId

_MOST_FILES = 50
"""Limit of defining files that become candidates regardless of their signals; ``get`` has hundreds."""

_MOST_READ = 8
"""Limit of files whose chunks are read to find the one that contains the name, if no chunk is named after it."""


class NamedThings:
    """Finds the files and chunks that define a name."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus, self._chunks = corpus, chunks

    def name_of(self, parsed: ParsedQuery) -> str:
        """Return the name if the whole query or its ``sym:`` is one, else ""; ``valid?`` must be defined."""
        whole = parsed.symbols[0] if parsed.symbols else parsed.words.strip()
        with self._corpus.lock:
            defined = bool(whole) and bool(self._corpus.catalogue.definitions.files_defining(whole))
        return whole if defined else exact_name(parsed)

    def chunks_defining(self, name: str, scope: Scope) -> tuple[ChunkId, ...]:
        """Return a chunk for each file in scope that defines the name, preferably the chunk named after it."""
        if not name:
            return ()
        lexical, (wanted,) = self._corpus.snapshot(scope.wanted)
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            files = [catalogue.get(file) for file in catalogue.definitions.files_defining(name)]
            known = sorted((file for file in files if file is not None), key=_sort_key)
            by_file = {file.record.id: tuple(self._corpus.chunks_of(file.record.id)) for file in known}
        named = {file: _named_like(name, chunks) for file, chunks in by_file.items()}
        unnamed = [file for file, chunk in named.items() if chunk is None][:_MOST_READ]
        containing = self._chunks_containing(name, unnamed, scope)
        chosen = [named[file] or containing.get(file) or next(iter(by_file[file]), None) for file in by_file]
        chunks = [chunk for chunk in chosen if chunk is not None]
        slots = lexical.slots_of(chunks)
        passing = np.flatnonzero(slots >= 0 if wanted is None else (slots >= 0) & wanted[slots])
        return tuple(chunks[index] for index in passing[:_MOST_FILES].tolist())

    def _chunks_containing(self, name: str, files: Sequence[FileId], scope: Scope) -> dict[FileId, ChunkId]:
        """Return the first chunk of each file that defines the name among others."""
        wanted = name.casefold()
        first_chunks: dict[FileId, ChunkId] = {}
        rows = self._chunks.of_files(files, scope.wanted) if files else []
        for chunk in sorted(rows, key=lambda row: row.ordinal):
            if any(symbol.casefold() == wanted for symbol in chunk.symbols):
                first_chunks.setdefault(chunk.file_id, chunk.id)
        return first_chunks


_RANKED_LAST = BY_WORD_ONLY | {Flag.TEST.value, Flag.VENDORED.value, Flag.EXAMPLE.value}


def _sort_key(file: CataloguedFile) -> tuple[bool, int, str]:
    record = file.record
    return not _RANKED_LAST.isdisjoint(record.flags), -record.referred_by, record.id


def _named_like(name: str, chunks: Iterable[ChunkId]) -> ChunkId | None:
    """Return the first chunk whose identifier ends in the name."""
    ending = name.casefold()
    return next((chunk for chunk in chunks if _last_name(chunk).casefold() == ending), None)


def _last_name(chunk: str) -> str:
    """Return the last part of the qualified name in a chunk's identifier."""
    qualified = chunk.rpartition("/")[0].rpartition("#")[2]
    return re.split(r"\.|::", qualified)[-1]
