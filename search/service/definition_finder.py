"""Finds the files and chunks that define a name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice

import numpy as np

from search.query.intent import exact_name
from search.query.parse import ParsedQuery
from search.retrieval.bm25 import LexicalIndex
from search.retrieval.corpus import Corpus, Mask
from search.retrieval.stored_catalogue import CataloguedFile
from search.service.scope import Scope
from search.storage.chunks_table import ChunksTable
from search.types.files import BY_WORD_ONLY, Flag
from search.types.ids import ChunkId, FileId

_MOST_FILES = 50
"""Limit of defining files that become candidates regardless of their signals; ``get`` has hundreds."""

_MOST_READ = 8
"""Limit of files whose chunks are read to find the one that contains the name, if no chunk is named after it."""

_RANKED_LAST = BY_WORD_ONLY | {Flag.TEST.value, Flag.VENDORED.value, Flag.EXAMPLE.value}
"""Kinds of file whose definitions come after all others."""


class DefinitionFinder:
    """Finds definitions by their name, in the files that a query may see."""

    def __init__(self, corpus: Corpus, chunks: ChunksTable) -> None:
        self._corpus, self._chunks = corpus, chunks

    def name_of(self, parsed: ParsedQuery, scope: Scope) -> str:
        """Return the name if the whole query or its ``sym:`` is one, else ""; ``valid?`` must be defined."""
        whole = parsed.symbols[0] if parsed.symbols else parsed.words.strip()
        lexical, (visible,) = self._corpus.snapshot(scope.visible)
        return whole if whole and self._files_defining(whole, lexical, visible) else exact_name(parsed)

    def _files_defining(self, name: str, lexical: LexicalIndex, visible: Mask | None) -> list[CataloguedFile]:
        """Return the visible files that define a name: those with a visible chunk."""
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            files = [catalogue.get(file) for file in catalogue.definitions.files_defining(name)]
            known = [file for file in files if file is not None]
        if visible is None:
            return known
        chunks = self._chunks_of(known)
        slots = [lexical.slots_of(chunks[file.record.id]) for file in known]
        return [file for file, at in zip(known, slots, strict=True) if visible[at[at >= 0]].any()]

    def chunks_defining(self, name: str, scope: Scope) -> tuple[ChunkId, ...]:
        """Return a chunk for each file in scope that defines the name, preferably the chunk named after it."""
        if not name:
            return ()
        lexical, (wanted, visible) = self._corpus.snapshot(scope.wanted, scope.visible)
        sort_key = partial(_sort_key, counts=visible is None)
        known = sorted(self._files_defining(name, lexical, visible), key=sort_key)
        chosen: list[ChunkId] = []
        left_to_read = _MOST_READ
        for start in range(0, len(known), _MOST_FILES):
            by_file = self._chunks_of(known[start : start + _MOST_FILES])
            named = {file: _named_like(name, chunks) for file, chunks in by_file.items()}
            unnamed = {file: by_file[file] for file, chunk in named.items() if chunk is None}
            containing = self._chunks_containing(name, dict(islice(unnamed.items(), left_to_read)))
            left_to_read = max(0, left_to_read - len(unnamed))
            by_name = [named[file] or containing.get(file) or next(iter(by_file[file]), None) for file in by_file]
            chunks = [chunk for chunk in by_name if chunk is not None]
            slots = lexical.slots_of(chunks)
            passing = np.flatnonzero(slots >= 0 if wanted is None else (slots >= 0) & wanted[slots])
            chosen += [chunks[index] for index in passing.tolist()]
            if len(chosen) >= _MOST_FILES:
                break
        return tuple(chosen[:_MOST_FILES])

    def _chunks_of(self, files: Sequence[CataloguedFile]) -> dict[FileId, list[ChunkId]]:
        return self._corpus.chunks_of_each([file.record.id for file in files])

    def _chunks_containing(self, name: str, by_file: Mapping[FileId, Sequence[ChunkId]]) -> dict[FileId, ChunkId]:
        """Return the first chunk of each file that defines the name among others."""
        wanted = name.casefold()
        defined = self._chunks.defined_names([chunk for chunks in by_file.values() for chunk in chunks])
        first_chunks: dict[FileId, ChunkId] = {}
        for file, chunks in by_file.items():
            naming = [
                (defined[chunk].ordinal, chunk)
                for chunk in chunks
                if chunk in defined and wanted in map(str.casefold, defined[chunk].names)
            ]
            if naming:
                first_chunks[file] = min(naming)[1]
        return first_chunks


def _sort_key(file: CataloguedFile, *, counts: bool) -> tuple[bool, int, str]:
    """Return the sort key of a file; how many files refer to it counts only for clients that see all files."""
    record = file.record
    return not _RANKED_LAST.isdisjoint(record.flags), -record.referred_by if counts else 0, record.id


def _named_like(name: str, chunks: Iterable[ChunkId]) -> ChunkId | None:
    """Return the first chunk whose identifier ends in the name."""
    ending = name.casefold()
    return next((chunk for chunk in chunks if _last_name(chunk).casefold() == ending), None)


def _last_name(chunk: str) -> str:
    """Return the last part of the qualified name in a chunk's identifier."""
    qualified = chunk.rpartition("/")[0].rpartition("#")[2]
    return re.split(r"\.|::", qualified)[-1]
