"""Many strings in two arrays: they need a fraction of the memory of Python strings and can be mapped."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]

_ERRORS = "surrogatepass"
"""A path that is not UTF-8 has lone surrogates in its identifiers."""


def encoded(text: str) -> bytes:
    """Return the bytes by which strings are stored and sorted."""
    return text.encode("utf-8", _ERRORS)


@dataclass(frozen=True, slots=True, eq=False)
class StringTable:
    """Strings by position.

    Attributes:
        blob: all strings, encoded, one after the other.
        ends: where each string ends in ``blob``, with a leading 0.
    """

    blob: Bytes
    ends: Offsets

    @classmethod
    def of(cls, strings: Sequence[bytes]) -> "StringTable":
        """Return a table of encoded strings in the order given."""
        ends = np.zeros(len(strings) + 1, np.int64)
        np.cumsum([len(string) for string in strings], out=ends[1:])
        return cls(np.frombuffer(b"".join(strings), np.uint8), ends)

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __getitem__(self, position: int) -> str:
        return self.raw(position).decode("utf-8", _ERRORS)

    def raw(self, position: int) -> bytes:
        """Return one string as stored bytes."""
        return self.blob[self.ends[position] : self.ends[position + 1]].tobytes()

    def many(self, positions: npt.NDArray[np.int64]) -> list[str]:
        """Return the strings at these positions, in their order; much faster than one by one."""
        blob = self.blob.data
        starts, ends = self.ends[positions].tolist(), self.ends[positions + 1].tolist()
        return [str(blob[start:end], "utf-8", _ERRORS) for start, end in zip(starts, ends, strict=True)]

    def raws(self) -> list[bytes]:
        """Return all strings as stored bytes."""
        blob, ends = self.blob.tobytes(), self.ends.tolist()
        return [blob[start:end] for start, end in itertools.pairwise(ends)]

    def find(self, wanted: bytes) -> int:
        """Return the position of a string in a sorted table, -1 if the table lacks it."""
        blob, ends = self.blob.data, self.ends.data  # a slice of an array takes five times as long
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if bytes(blob[ends[middle] : ends[middle + 1]]) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self.raw(low) == wanted else -1


def spliced(before: StringTable, pieces: Iterable[slice | Sequence[bytes]]) -> StringTable:
    """Return a table of these strings of ``before`` and encoded new ones, in order, without an object for each."""
    blobs, lengths = [before.blob[:0]], [before.ends[:0]]
    for piece in _merged(pieces):
        if isinstance(piece, slice):
            blobs.append(before.blob[int(before.ends[piece.start]) : int(before.ends[piece.stop])])
            lengths.append(np.diff(before.ends[piece.start : piece.stop + 1]))
        else:
            blobs.append(np.frombuffer(b"".join(piece), np.uint8))
            lengths.append(np.array(list(map(len, piece)), np.int64))
    ends = np.concatenate([np.zeros(1, np.int64), *lengths])
    return StringTable(np.concatenate(blobs), np.cumsum(ends, out=ends))


def _merged(pieces: Iterable[slice | Sequence[bytes]]) -> list[slice | list[bytes]]:
    """Return the pieces, with those that follow each other as one: often each is a single file's."""
    merged: list[slice | list[bytes]] = []
    for piece in pieces:
        last = merged[-1] if merged else None
        if isinstance(piece, slice):
            if isinstance(last, slice) and last.stop == piece.start:
                merged[-1] = slice(last.start, piece.stop)
            else:
                merged.append(piece)
        elif isinstance(last, list):
            last += piece
        elif piece:
            merged.append(list(piece))
    return merged
