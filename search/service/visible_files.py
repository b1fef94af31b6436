"""The searchable files that a client may see, in order, and the names that they define."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from search.retrieval.corpus import Corpus
from search.storage.storage import Storage
from search.types.files import FileRecord
from search.types.filters import RowFilter
from search.types.lines import LinePosition

_REMEMBERED = 8
"""Number of filters whose sorted files are cached, for the pages of a search for lines."""


class VisibleFiles:
    """Files of the catalogue that pass a filter; cached until the index changes."""

    def __init__(self, storage: Storage, corpus: Corpus) -> None:
        self._storage, self._corpus = storage, corpus
        self._ordered = lru_cache(maxsize=_REMEMBERED)(self._files_in_order)
        self._names = lru_cache(maxsize=_REMEMBERED)(self._names_in_order)

    def of(self, wanted: RowFilter) -> Sequence[FileRecord]:
        """Return the files that pass, by repository, branch and path."""
        with self._corpus.lock:
            return self._ordered(wanted, self._corpus.catalogue.version)

    def names(self, prefix: str, visible: RowFilter, limit: int) -> tuple[tuple[str, int], ...]:
        """Return defined names that begin so in any case, each with its number of files, most files first."""
        with self._corpus.lock:
            names = self._names(visible, self._corpus.catalogue.version)
        folded = prefix.casefold()
        begin = bisect_left(names, folded, key=lambda name: name[0])
        end = bisect_left(names, f"{folded}\U0010ffff", key=lambda name: name[0])
        best = sorted(names[begin:end], key=lambda name: (-name[2], len(name[1]), name[1]))
        return tuple((name, count) for _, name, count in best[:limit])

    def _files_in_order(self, wanted: RowFilter, _version: int) -> Sequence[FileRecord]:
        """Return the files; the version only tells cached answers apart."""
        catalogue = self._corpus.catalogue
        if wanted.conditions:
            ids = self._storage.files.visible_ids(wanted)
            entries = [entry for file in ids if (entry := catalogue.get(file)) is not None]
        else:
            entries = list(catalogue.files())
        return sorted((entry.record for entry in entries), key=position_of)

    def _names_in_order(self, visible: RowFilter, version: int) -> Sequence[tuple[str, str, int]]:
        """Return each defined name in lower case, as it is written, and its number of files; sorted."""
        files = self._ordered(visible, version)
        counts = Counter(name for file in files for name in set(file.definitions))
        return sorted((name.casefold(), name, count) for name, count in counts.items())


def position_of(file: FileRecord | LinePosition) -> tuple[str, str, str]:
    """Return what files are ordered by."""
    return file.repository, file.branch, file.path
