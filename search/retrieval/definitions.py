"""Which files define a name, and which names a query covers; updated by file."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from search.retrieval.bm25_postings import Integers
from search.retrieval.stored_names import MIN_WORDS, NO_NAMES, Numbers, StoredNames, distinct
from search.types.ids import FileId

_REMEMBERED = 200_000
"""Names and files in the cache of lookups, about 20 MB: thousands of copies of a folder define each name as often.
If the cache becomes larger, only the last lookup is kept."""


class DefinitionIndex:
    """Names that files define, by exact spelling and by their words.

    Stored names stay in their arrays. Names that were added since have positions in lists of their own.

    Args:
        words_of: returns the distinct stems of the words of a name, by the same analysis as for queries.
        stored: the names on disk.
        files: the file of each number in ``stored``.
    """

    def __init__(
        self,
        words_of: Callable[[str], Sequence[str]],
        stored: StoredNames = NO_NAMES,
        files: Sequence[FileId] = (),
    ) -> None:
        self._words_of = words_of
        self._stored = stored
        self._stored_alive = np.ones(len(stored), np.bool_)
        self._stored_owners = np.repeat(np.arange(stored.file_count, dtype=np.int32), np.diff(stored.starts))
        self._files = list(files)
        self._number_of = {file: number for number, file in enumerate(files)}
        self._names: list[str] = []
        self._owners = array("i")
        self._alive = array("b")
        self._lengths = array("i")
        self._by_word: dict[str, array[int]] = defaultdict(lambda: array("i"))
        self._by_name: dict[str, array[int]] = defaultdict(lambda: array("i"))
        self._of_file: dict[FileId, range] = {}
        self._cache: dict[str, dict[FileId, str]] = {}
        self._cache_size = 0

    def replace(self, file: FileId, names: Iterable[str]) -> None:
        """Replace the names that this file defines; without names the file is dropped."""
        number = self._number_of.setdefault(file, len(self._files))
        if number == len(self._files):
            self._files.append(file)
        elif number < self._stored.file_count:
            self._stored_alive[self._stored.of_file(number)] = False
        for position in self._of_file.pop(file, ()):
            self._alive[position] = 0
        positions = self._added(number, distinct(names))
        if positions:
            self._of_file[file] = positions
        self._cache, self._cache_size = {}, 0

    def _added(self, file: int, names: Sequence[str]) -> range:
        """Add names, hundreds of thousands if none were stored, and return their positions."""
        first = len(self._names)
        words_of, by_name, by_word = self._words_of, self._by_name, self._by_word
        lengths = []
        for position, name in enumerate(names, first):
            by_name[name.casefold()].append(position)
            words = words_of(name)
            lengths.append(len(words))
            if len(words) >= MIN_WORDS:
                for word in words:
                    by_word[word].append(position)
        self._names.extend(names)
        self._owners.extend([file] * len(names))
        self._alive.extend([1] * len(names))
        self._lengths.extend(lengths)
        return range(first, first + len(names))

    def stored_names_of(self, file: FileId) -> int | None:
        """Return the number of the file in the stored names, None if its names are others now or not stored."""
        number = self._number_of.get(file, self._stored.file_count)
        if number >= self._stored.file_count or file in self._of_file:
            return None
        return number if self._stored_alive[self._stored.of_file(number)].all() else None

    def files_defining(self, name: str) -> dict[FileId, str]:
        """Return the files that define this name (in any case), each with its spelling, by file id."""
        return self.defining_each([name])[name]

    def defining_each(self, names: Iterable[str]) -> dict[str, dict[FileId, str]]:
        """Return `files_defining` of each name, faster than one by one.

        While a query is typed, the best chunks contain the same names at each key. Results are cached until a file
        changes.
        """
        known, unique = self._cache, list(dict.fromkeys(names))
        new = self._looked_up([name for name in unique if name not in known])
        definitions = {name: known[name] if name in known else new[name] for name in unique}
        self._cache_size += _size(new)
        if self._cache_size > _REMEMBERED:
            self._cache, self._cache_size = dict(definitions), _size(definitions)
        else:
            known |= new
        return definitions

    def _looked_up(self, names: Sequence[str]) -> dict[str, dict[FileId, str]]:
        folded = [name.casefold() for name in names]
        stored = [[pair for pair in pairs if self._stored_alive[pair[0]]] for pairs in self._stored.called(folded)]
        numbers = [number for pairs in stored for number, _ in pairs]
        owner_of = dict(zip(numbers, self._stored.owner_of(np.array(numbers, np.int64)).tolist(), strict=True))
        return {
            name: dict(
                sorted(
                    (
                        *((self._files[owner_of[number]], spelling) for number, spelling in pairs),
                        *((self._files[self._owners[at]], self._names[at]) for at in self._positions_of(fold)),
                    )
                )
            )
            for name, fold, pairs in zip(names, folded, stored, strict=True)
        }

    def _positions_of(self, folded: str) -> list[int]:
        """Return the positions of added names that equal ``folded`` in lower case."""
        return [position for position in self._by_name.get(folded, ()) if self._alive[position]]

    def coverage(self, stems: Sequence[str], files: Iterable[FileId]) -> dict[FileId, tuple[float, str]]:
        """Return for each of these files the name with the largest share of words in ``stems``, and that share.

        Only names of two or more words count, and only files with such a name are returned. The first name in the
        file wins a tie.
        """
        wanted = np.zeros(len(self._files), np.bool_)
        numbers = map(self._number_of.get, files)
        wanted[[number for number in numbers if number is not None]] = True
        unique = list(dict.fromkeys(stems))
        return {**self._stored_coverage(unique, wanted), **self._coverage_since(unique, wanted)}

    def _stored_coverage(
        self, stems: Sequence[str], wanted: np.typing.NDArray[np.bool_]
    ) -> dict[FileId, tuple[float, str]]:
        stored = self._stored
        if not len(stored):
            return {}
        alive, owner_of = self._stored_alive, self._stored_owners
        numbers_by_stem = [stored.with_word(stem) for stem in stems]
        counted = [holding[alive[holding] & wanted[owner_of[holding]]] for holding in numbers_by_stem]
        numbers, share = _shares(counted, stored.lengths)
        best = _best(owner_of[numbers], share)
        owners = owner_of[numbers[best]].tolist()
        covered = zip(owners, share[best].tolist(), numbers[best].tolist(), strict=True)
        return {self._files[owner]: (value, stored.names[number]) for owner, value, number in covered}

    def _coverage_since(
        self, stems: Sequence[str], wanted: np.typing.NDArray[np.bool_]
    ) -> dict[FileId, tuple[float, str]]:
        if not self._names:
            return {}
        owners = np.array(self._owners, np.int64)
        counted = np.array(self._alive, np.bool_) & wanted[owners]
        positions_by_stem = [np.array(self._by_word[stem], np.int64) for stem in stems if stem in self._by_word]
        positions, share = _shares(
            [holding[counted[holding]] for holding in positions_by_stem], np.array(self._lengths, np.int32)
        )
        best = _best(owners[positions], share)
        covered = zip(
            owners[positions[best]].tolist(), share[best].tolist(), positions[best].tolist(), strict=True
        )
        return {self._files[owner]: (value, self._names[position]) for owner, value, position in covered}


def _size(files_by_name: Mapping[str, Mapping[FileId, str]]) -> int:
    return sum(map(len, files_by_name.values()), len(files_by_name))


def _shares(
    numbers_by_stem: Sequence[Numbers], lengths: Numbers
) -> tuple[Integers, np.typing.NDArray[np.float64]]:
    """Return the numbers of the names that hold a stem, ascending, and the share of their words that are stems."""
    together = np.concatenate([np.zeros(0, np.int64), *numbers_by_stem])
    together.sort()
    first = _first_of_each(together)
    numbers = together[first]
    return numbers, np.diff(first, append=len(together)) / lengths[numbers]


def _best(owners: Numbers, share: np.typing.NDArray[np.float64]) -> Integers:
    """Return the index of the largest share of each owner, the first of equal ones."""
    order = np.lexsort((-share, owners))
    return np.asarray(order[_first_of_each(owners[order])])


def _first_of_each(rising: Numbers) -> Integers:
    """Return where each number begins; `numpy.unique` would delay the first query by an import."""
    return np.flatnonzero(np.diff(rising, prepend=-1))
