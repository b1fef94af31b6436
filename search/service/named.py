"""The promise for names: a query that is exactly the name of something defined gets what defines it, first."""

import re
from collections.abc import Iterable

import numpy as np

from search.query.intent import exact_name
from search.query.parse import ParsedQuery
from search.retrieval.catalogue import CataloguedFile
from search.retrieval.corpus import Corpus
from search.service.scope import Scope
from search.types.files import Flag
from search.types.ids import ChunkId

_MOST_FILES = 50
"""Files that define a name and are candidates whatever the signals say; of ``get`` there are hundreds."""


class NamedThings:
    """Finds the files and chunks that define a name."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def name_of(self, parsed: ParsedQuery) -> str:
        """Return the name that the whole query is, else nothing; names such as ``valid?`` only where defined."""
        whole = parsed.symbols[0] if parsed.symbols and not parsed.words else parsed.words.strip()
        with self._corpus.lock:
            defined = bool(whole) and bool(self._corpus.catalogue.definitions.files_defining(whole))
        return whole if defined else exact_name(parsed)

    def chunks_defining(self, name: str, scope: Scope) -> tuple[ChunkId, ...]:
        """Return the chunks that pass and define the name, for each file those named like it, else its first."""
        if not name:
            return ()
        lexical, (wanted,) = self._corpus.snapshot(scope.wanted)
        with self._corpus.lock:
            catalogue = self._corpus.catalogue
            files = [catalogue.get(file) for file in catalogue.definitions.files_defining(name)]
            known = [file for file in files if file is not None]
            chunks = [
                chunk
                for file in sorted(known, key=_standing)
                for chunk in _named_like(name, self._corpus.chunks_of(file.record.id))
            ]
        slots = lexical.slots_of(chunks)
        passing = np.flatnonzero(slots >= 0 if wanted is None else (slots >= 0) & wanted[slots])
        return tuple(chunks[place] for place in passing[:_MOST_FILES].tolist())


def _standing(file: CataloguedFile) -> tuple[bool, int, str]:
    record = file.record
    behind = {Flag.TEST.value, Flag.VENDORED.value, Flag.GENERATED.value, Flag.EXAMPLE.value}
    return not behind.isdisjoint(record.flags), -record.referred_by, record.id


def _named_like(name: str, chunks: Iterable[ChunkId]) -> list[ChunkId]:
    """Return the chunks whose identifier ends in the name, else the first one."""
    every = list(chunks)
    ending = name.casefold()
    named = [chunk for chunk in every if _last_name(chunk).casefold() == ending]
    return named[:1] or every[:1]


def _last_name(chunk: str) -> str:
    """Return the last part of the qualified name in a chunk's identifier."""
    qualified = chunk.rpartition("/")[0].rpartition("#")[2]
    return re.split(r"\.|::", qualified)[-1]
