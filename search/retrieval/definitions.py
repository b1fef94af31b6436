"""Which files define a name, and which names a question covers; kept in memory, updated by file."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from search.types.ids import FileId

MIN_WORDS = 2
"""Names of fewer words count only when they are named exactly: a covered one-word name says nothing more."""


class DefinitionIndex:
    """Names that files define, by exact spelling and by their words.

    Args:
        words_of: gives the stems of a name's words, each once, by the same analysis as for queries.
    """

    def __init__(self, words_of: Callable[[str], Sequence[str]]) -> None:
        self._words_of = words_of
        self._names: list[str] = []
        self._owners: list[FileId] = []
        self._alive = array("b")
        self._lengths = array("i")
        self._by_word: dict[str, array[int]] = defaultdict(lambda: array("i"))
        self._by_name: dict[str, array[int]] = defaultdict(lambda: array("i"))
        self._of_file: dict[FileId, array[int]] = {}

    def replace(self, file: FileId, names: Iterable[str]) -> None:
        """Make ``names`` the names that this file defines; none forgets the file."""
        for number in self._of_file.pop(file, ()):
            self._alive[number] = 0
        numbers = array("i", self._added(file, [name for name in dict.fromkeys(names) if name]))
        if numbers:
            self._of_file[file] = numbers

    def _added(self, file: FileId, names: Sequence[str]) -> range:
        """Take in names, hundreds of thousands at a start, and return their numbers."""
        first = len(self._names)
        words_of, by_name, by_word = self._words_of, self._by_name, self._by_word
        lengths = []
        for number, name in enumerate(names, first):
            by_name[name.casefold()].append(number)
            words = words_of(name)
            lengths.append(len(words))
            if len(words) >= MIN_WORDS:
                for word in words:
                    by_word[word].append(number)
        self._names.extend(names)
        self._owners.extend([file] * len(names))
        self._alive.extend([1] * len(names))
        self._lengths.extend(lengths)
        return range(first, first + len(names))

    def files_defining(self, name: str) -> dict[FileId, str]:
        """Return the files that define this name (in any case), each with its spelling, by file id."""
        numbers = self._by_name.get(name.casefold(), ())
        return {self._owners[n]: self._names[n] for n in sorted(numbers, key=self._order) if self._alive[n]}

    def _order(self, number: int) -> tuple[str, str]:
        return self._owners[number], self._names[number]

    def coverage(self, stems: Sequence[str]) -> dict[FileId, tuple[float, str]]:
        """Return for each file the largest share of a name's words that ``stems`` cover, with that name.

        Only names of two words and more count. Ties: the name that stands first in the index.
        """
        postings = [
            np.array(self._by_word[stem], np.int32) for stem in dict.fromkeys(stems) if stem in self._by_word
        ]
        if not postings:
            return {}
        numbers, counts = np.unique(np.concatenate(postings), return_counts=True)
        share = counts / np.array(self._lengths, np.int32)[numbers]
        best: dict[FileId, tuple[float, str]] = {}
        for number, value in zip(numbers.tolist(), share.tolist(), strict=True):
            if self._alive[number] and value > best.get(self._owners[number], (0.0, ""))[0]:
                best[self._owners[number]] = (value, self._names[number])
        return best
