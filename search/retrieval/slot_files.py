"""The file that the chunk in each slot of the keyword index belongs to, while the index changes."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from search.retrieval.bm25 import LexicalIndex
from search.retrieval.bm25_postings import Integers, Postings
from search.types.ids import ChunkId, FileId


class SlotFiles:
    """A number for each file, and for each slot the number of its file.

    A file keeps its number. An update looks only at new parts of the keyword index; of merged parts it copies the
    numbers.

    Attributes:
        number_of: of each file, from 0.
    """

    def __init__(self, lexical: LexicalIndex, files: Iterable[FileId], owners: Integers) -> None:
        """Start with the number of the file in each slot, -1 for none; ``files`` are in the order of numbers."""
        self.number_of = {file: number for number, file in enumerate(files)}
        ends = np.cumsum([len(part) for part in lexical.parts])[:-1]
        self._parts = list(lexical.parts)
        self._owners = np.split(owners, ends) if self._parts else []
        self._by_slot = self._joined(lexical)

    @property
    def by_slot(self) -> Integers:
        """The number of the file of each slot, -1 for one without a chunk."""
        return self._by_slot

    def update(self, lexical: LexicalIndex, added: Mapping[FileId, Sequence[ChunkId]]) -> None:
        """Switch to another keyword index, which has these new chunks of files in addition to known ones."""
        for file in added:
            self.number_of.setdefault(file, len(self.number_of))
        number_of = {chunk: self.number_of[file] for file, chunks in added.items() for chunk in chunks}
        known = {part.name: owners for part, owners in zip(self._parts, self._owners, strict=True)}
        self._owners = [
            known[part.name] if part.name in known else self._of_new(part, number_of) for part in lexical.parts
        ]
        self._parts = list(lexical.parts)
        self._by_slot = self._joined(lexical)

    def _of_new(self, part: Postings, number_of: Mapping[ChunkId, int]) -> Integers:
        """Return the numbers of a part that is new or merged of known ones."""
        by_hash = np.full(len(part), -1, np.int64)
        for before, owners in zip(self._parts, self._owners, strict=True):
            if len(before):
                at = np.minimum(np.searchsorted(before.id_hashes, part.id_hashes), len(before) - 1)
                same = before.id_hashes[at] == part.id_hashes
                by_hash[same] = owners[before.id_positions[at[same]]]
        numbers = np.full(len(part), -1, np.int64)
        numbers[part.id_positions] = by_hash
        unknown = np.flatnonzero(numbers < 0)
        numbers[unknown] = [number_of.get(ChunkId(chunk), -1) for chunk in part.ids.many(unknown)]
        return numbers

    def _joined(self, lexical: LexicalIndex) -> Integers:
        return np.where(lexical.live, np.concatenate([np.zeros(0, np.int64), *self._owners]), -1)
