"""Names that files define, in arrays: lookups by word and by spelling without a Python object for each name."""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.retrieval.array_folder import BytesWriter
from search.retrieval.bm25_postings import Integers, id_digest
from search.retrieval.bm25_strings import Offsets, StringTable, StringTableWriter, encoded

MIN_WORDS = 2
"""Names of fewer words count only for exact matches: coverage of a one-word name adds no information."""

Numbers = npt.NDArray[np.int32] | Integers

_NUMBER_BITS = 32


@dataclass(frozen=True, slots=True, eq=False)
class StoredNames:
    """Names by number: those of one file are consecutive, in their order in the file.

    Attributes:
        names: as they are written.
        starts: where the names of each file begin, with the end of the last one appended.
        lengths: number of words of each name.
        words: sorted; of names with `MIN_WORDS` and more.
        word_starts: where the numbers of each word begin in ``word_numbers``, with the end appended.
        word_numbers: names that hold the word, rising.
        hashes: sorted, of the names in lower case.
        hash_numbers: the name of each hash.
    """

    names: StringTable
    starts: Offsets
    lengths: Numbers
    words: StringTable
    word_starts: Offsets
    word_numbers: Numbers
    hashes: npt.NDArray[np.uint64]
    hash_numbers: Numbers

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self.lengths)

    @property
    def file_count(self) -> int:
        """Return the number of files, those without names included."""
        return len(self.starts) - 1

    def of_file(self, file: int) -> slice:
        """Return the numbers of a file's names."""
        return slice(int(self.starts[file]), int(self.starts[file + 1]))

    def owner_of(self, numbers: Integers) -> Integers:
        """Return the file of each of these names."""
        return np.asarray(np.searchsorted(self.starts, numbers, side="right") - 1)

    def with_word(self, word: str) -> Numbers:
        """Return the names that hold a word."""
        row = self.words.find(encoded(word))
        return (
            self.word_numbers[int(self.word_starts[row]) : int(self.word_starts[row + 1])] if row >= 0 else _NONE
        )

    def called(self, folded: Sequence[str]) -> list[list[tuple[int, str]]]:
        """Return for each lower-case name the numbers and spellings of the names that equal it."""
        digests = np.fromiter(map(id_digest, folded), np.uint64, len(folded))
        lows, highs = (np.searchsorted(self.hashes, digests, side).tolist() for side in ("left", "right"))
        numbers = [self.hash_numbers[low:high] for low, high in zip(lows, highs, strict=True)]
        names = iter(self.names.many(np.concatenate([np.zeros(0, np.int64), *numbers])))
        return [
            [(number, name) for number, name in zip(some.tolist(), names, strict=False) if name.casefold() == fold]
            for some, fold in zip(numbers, folded, strict=True)
        ]


_NONE = np.zeros(0, np.int32)
_NO_STRINGS = StringTable.of([])
NO_NAMES = StoredNames(
    _NO_STRINGS,
    np.zeros(1, np.int64),
    _NONE,
    _NO_STRINGS,
    np.zeros(1, np.int64),
    _NONE,
    np.zeros(0, np.uint64),
    _NONE,
)


class StoredNamesWriter:
    """Writes the names of files in their order, new ones and those of files that had them before.

    Args:
        before: the previous names.
        words_of: returns the distinct stems of the words of a name.
        blob: takes the names as they are written.
    """

    def __init__(self, before: StoredNames, words_of: Callable[[str], Sequence[str]], blob: BytesWriter) -> None:
        self._before = before
        self._words_of = words_of
        self._names = StringTableWriter(before.names, blob)
        self._moved = np.full(len(before), -1, np.int32)
        """The new number of each previous name, -1 for one that is no more."""
        self._starts = array("q", [0])
        self._new = _NewNames()

    def add(self, names: Sequence[str]) -> None:
        """Append a file with these distinct names.

        Raises:
            OSError: they cannot be written.
        """
        first = self._starts[-1]
        self._names.add(list(map(encoded, names)))
        for number, name in enumerate(names, first):
            self._new.add(number, name, self._words_of(name))
        self._starts.append(first + len(names))

    def copy(self, file: int) -> None:
        """Append a file that has the names of this one of before.

        Raises:
            OSError: they cannot be written.
        """
        span, first = self._before.of_file(file), self._starts[-1]
        end = first + span.stop - span.start
        self._names.copy(span.start, span.stop)
        self._moved[span] = np.arange(first, end)
        self._starts.append(end)

    def finish(self) -> StoredNames:
        """Return the names of all files; none is appended after this call.

        Raises:
            OSError: they cannot be written.
        """
        before, moved, new, count = self._before, self._moved, self._new, self._starts[-1]
        stays = np.flatnonzero(moved >= 0)
        lengths = np.zeros(count, np.int32)
        lengths[moved[stays]] = before.lengths[stays]
        lengths[new.numbers] = new.lengths
        known = moved[before.hash_numbers]
        hashes = np.zeros(count, np.uint64)
        hashes[known[known >= 0]] = before.hashes[known >= 0]
        hashes[new.numbers] = new.hashes
        order = np.argsort(hashes, kind="stable").astype(np.int32)
        starts = np.array(self._starts, np.int64)
        return StoredNames(
            self._names.finish(), starts, lengths, *_by_word(before, moved, new), hashes[order], order
        )


class _NewNames:
    """Names that were not there before, in arrays.

    Attributes:
        numbers: of each name.
        lengths: number of words of each name.
        hashes: of each name in lower case.
        words: the number of each word, in the order in which the words came.
        word_of: for each word of each name of `MIN_WORDS` and more, its number.
        name_of: the number of that name.
    """

    def __init__(self) -> None:
        self.numbers = array("i")
        self.lengths = array("i")
        self.hashes = array("Q")
        self.words: dict[bytes, int] = {}
        self.word_of = array("i")
        self.name_of = array("i")

    def add(self, number: int, name: str, words: Sequence[str]) -> None:
        """Add a name."""
        self.numbers.append(number)
        self.lengths.append(len(words))
        self.hashes.append(id_digest(name.casefold()))
        if len(words) >= MIN_WORDS:
            self.word_of.extend([self.words.setdefault(encoded(word), len(self.words)) for word in words])
            self.name_of.extend([number] * len(words))


def distinct(names: Iterable[str]) -> list[str]:
    """Return the distinct, non-empty names of a file in their order."""
    return [name for name in dict.fromkeys(names) if name]


def _by_word(before: StoredNames, moved: Numbers, new: _NewNames) -> tuple[StringTable, Offsets, Numbers]:
    """Return the words of all names, sorted, the start of the numbers of each word, and the numbers."""
    union = sorted({*before.words.raws(), *new.words})
    row_of = {word: row for row, word in enumerate(union)}
    pairs = _sorted_pairs(before, moved, new, row_of)
    starts = np.searchsorted(pairs, np.arange(len(union) + 1) << _NUMBER_BITS)
    used = np.flatnonzero(np.diff(starts)).tolist()
    table = StringTable.of([union[row] for row in used])
    return table, np.append(starts[used], len(pairs)).astype(np.int64), pairs.astype(np.int32)


def _sorted_pairs(before: StoredNames, moved: Numbers, new: _NewNames, row_of: Mapping[bytes, int]) -> Integers:
    """Return the row of each word with the number of each name that holds it, as one integer, sorted."""
    renumbered = moved[before.word_numbers]
    stays = renumbered >= 0
    count = int(np.count_nonzero(stays))
    pairs = np.empty(count + len(new.name_of), np.int64)
    rows = np.array([row_of[word] for word in before.words.raws()], np.int32)
    pairs[:count] = np.repeat(rows, np.diff(before.word_starts))[stays]
    pairs[count:] = np.array([row_of[word] for word in new.words], np.int32)[new.word_of]
    pairs <<= _NUMBER_BITS
    pairs[:count] |= renumbered[stays]
    pairs[count:] |= np.array(new.name_of, np.int32)
    pairs.sort()
    return pairs
