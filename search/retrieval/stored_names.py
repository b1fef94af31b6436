"""Names that files define, in arrays: lookups by word and by spelling without a Python object for each name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.retrieval.bm25_postings import Integers, id_digest
from search.retrieval.bm25_strings import Offsets, StringTable, encoded, spliced

MIN_WORDS = 2
"""Names of fewer words count only for exact matches: coverage of a one-word name adds no information."""

Numbers = npt.NDArray[np.int32] | Integers


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


def joined(
    before: StoredNames, files: Sequence[int | Sequence[str]], words_of: Callable[[str], Sequence[str]]
) -> StoredNames:
    """Return the names of these files in their order.

    Args:
        before: the previous names.
        files: for each file its number in ``before``, or its distinct names.
        words_of: returns the distinct stems of the words of a name.
    """
    moved = np.full(len(before), -1, np.int64)
    pieces: list[slice | list[bytes]] = []
    starts = np.zeros(len(files) + 1, np.int64)
    came: list[tuple[int, str]] = []
    count = 0
    for at, file in enumerate(files):
        if isinstance(file, int):
            span = before.of_file(file)
            pieces.append(span)
            moved[span] = np.arange(count, count + span.stop - span.start)
            count += span.stop - span.start
        else:
            came += enumerate(file, count)
            pieces.append(list(map(encoded, file)))
            count += len(file)
        starts[at + 1] = count
    words = [words_of(name) for _, name in came]
    new = np.array([number for number, _ in came], np.int64)
    lengths = np.zeros(count, np.int32)
    hashes = np.zeros(count, np.uint64)
    stays = np.flatnonzero(moved >= 0)
    lengths[moved[stays]] = before.lengths[stays]
    lengths[new] = list(map(len, words))
    known = moved[before.hash_numbers]
    hashes[known[known >= 0]] = before.hashes[known >= 0]
    hashes[new] = np.fromiter((id_digest(name.casefold()) for _, name in came), np.uint64, len(came))
    order = np.argsort(hashes, kind="stable")
    return StoredNames(
        spliced(before.names, pieces),
        starts,
        lengths,
        *_by_word(before, moved, new, words),
        hashes[order],
        order.astype(np.int32),
    )


def distinct(names: Iterable[str]) -> list[str]:
    """Return the distinct, non-empty names of a file in their order."""
    return [name for name in dict.fromkeys(names) if name]


def _by_word(
    before: StoredNames, moved: Integers, new: Integers, words: Sequence[Sequence[str]]
) -> tuple[StringTable, Offsets, Numbers]:
    """Return the words of all names, sorted, the start of the numbers of each word, and the numbers."""
    old = before.words.raws()
    pairs = [
        (encoded(word), number)
        for number, of_name in zip(new.tolist(), words, strict=True)
        if len(of_name) >= MIN_WORDS
        for word in of_name
    ]
    union = sorted({*old, *(word for word, _ in pairs)})
    row_of = {word: row for row, word in enumerate(union)}
    renumbered = moved[before.word_numbers]
    rows_before = np.repeat(np.array([row_of[word] for word in old], np.int64), np.diff(before.word_starts))
    rows = np.concatenate([rows_before[renumbered >= 0], np.array([row_of[word] for word, _ in pairs], np.int64)])
    numbers = np.concatenate([renumbered[renumbered >= 0], np.array([number for _, number in pairs], np.int64)])
    order = np.lexsort((numbers, rows))
    counts = np.bincount(rows, minlength=len(union))
    starts = np.concatenate([[0], np.cumsum(counts[counts > 0])]).astype(np.int64)
    used = [union[row] for row in np.flatnonzero(counts).tolist()]
    return StringTable.of(used), starts, numbers[order].astype(np.int32)
