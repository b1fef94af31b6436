"""Many strings in two arrays: they need a fraction of the memory of Python strings and can be mapped."""

import itertools
import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from search.retrieval.array_folder import BytesWriter

Bytes = npt.NDArray[np.uint8]
Offsets = npt.NDArray[np.int64]

_AT_ONCE = 50_000
"""Strings of a table that are objects at the same time while tables are joined."""

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

    def raws(self, start: int = 0, stop: int | None = None) -> list[bytes]:
        """Return all strings, or those of a range of positions, as stored bytes."""
        ends = self.ends[start : len(self) + 1 if stop is None else stop + 1]
        blob = self.blob[ends[0] : ends[-1]].tobytes()
        return [blob[begin:end] for begin, end in itertools.pairwise((ends - ends[0]).tolist())]

    def find(self, wanted: bytes) -> int:
        """Return the position of a string in a sorted table, -1 if the table lacks it."""
        position = self.position(wanted)
        return position if position < len(self) and self.raw(position) == wanted else -1

    def containing(self, part: bytes) -> npt.NDArray[np.int64]:
        """Return the positions of the strings that have a part, which is not empty, in order."""
        pattern, blob = re.compile(re.escape(part)), self.blob.data
        match, begins = pattern.search(blob), []
        while match:
            begins.append(match.start())
            match = pattern.search(blob, match.start() + 1)
        starts = np.array(begins, np.int64)
        positions = np.searchsorted(self.ends, starts, "right") - 1
        return np.unique(positions[starts + len(part) <= self.ends[positions + 1]])

    def position(self, wanted: bytes) -> int:
        """Return how many strings of a sorted table come before this one."""
        blob, ends = self.blob.data, self.ends.data  # a slice of an array takes five times as long
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if bytes(blob[ends[middle] : ends[middle + 1]]) < wanted:
                low = middle + 1
            else:
                high = middle
        return low


def kept_strings(parts: Sequence[tuple[StringTable, npt.NDArray[np.bool_]]]) -> StringTable:
    """Return the strings of all tables that their masks keep, in order, without an object for each."""
    runs: list[memoryview] = []
    lengths: list[Offsets] = [np.zeros(0, np.int64)]
    for table, keep in parts:
        changes = np.flatnonzero(np.diff(np.concatenate([[False], keep, [False]]).astype(np.int8)))
        bounds = table.ends[changes].tolist()
        blob = table.blob.data
        runs += [blob[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
        lengths.append(np.diff(table.ends)[keep])
    ends = np.zeros(sum(map(len, lengths)) + 1, np.int64)
    np.cumsum(np.concatenate(lengths), out=ends[1:])
    return StringTable(np.frombuffer(b"".join(runs), np.uint8), ends)


def union_of(
    tables: Sequence[StringTable], *, at_once: int = _AT_ONCE
) -> tuple[list[npt.NDArray[np.int64]], StringTable]:
    """Return where each sorted table's strings are in their sorted union, and the union.

    A million chunks have millions of distinct terms: only those of one range are objects at a time.
    """
    if len(tables) == 1:
        return [np.arange(len(tables[0]))], tables[0]
    rows = [np.empty(len(table), np.int64) for table in tables]
    blobs, lengths = [], array("i")
    starts = [0] * len(tables)
    while begun := [at for at, table in enumerate(tables) if starts[at] < len(table)]:
        last = min(tables[at].raw(min(starts[at] + at_once, len(tables[at])) - 1) for at in begun)
        stops = [table.position(last + b"\0") for table in tables]
        ranges = [table.raws(*bounds) for table, *bounds in zip(tables, starts, stops, strict=True)]
        union = sorted(set().union(*ranges))
        row_of = {raw: row for row, raw in enumerate(union, len(lengths))}
        for own, start, stop, strings in zip(rows, starts, stops, ranges, strict=True):
            own[start:stop] = np.fromiter(map(row_of.__getitem__, strings), np.int64, stop - start)
        blobs.append(b"".join(union))
        lengths.extend(map(len, union))
        starts = stops
    ends = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=ends[1:])
    return rows, StringTable(np.frombuffer(b"".join(blobs), np.uint8), ends)


class StringTableWriter:
    """Writes a table of strings, new ones and runs of another table, in order, without an object for each.

    Args:
        before: the other table.
        blob: takes the strings.
    """

    def __init__(self, before: StringTable, blob: BytesWriter) -> None:
        self._before = before
        self._blob = blob
        self._lengths = array("i")
        self._run = slice(0, 0)
        """Strings of the other table that come next: those of many files follow each other."""

    def add(self, strings: Sequence[bytes]) -> None:
        """Append new strings.

        Raises:
            OSError: they cannot be written.
        """
        if strings:
            self._write_run()
            self._blob.write(b"".join(strings))
            self._lengths.extend(map(len, strings))

    def copy(self, start: int, stop: int) -> None:
        """Append strings of the other table.

        Raises:
            OSError: they cannot be written.
        """
        if start == self._run.stop:
            self._run = slice(self._run.start, stop)
        elif stop > start:
            self._write_run()
            self._run = slice(start, stop)

    def finish(self) -> StringTable:
        """Return the table; nothing is appended after this call.

        Raises:
            OSError: it cannot be written.
        """
        self._write_run()
        ends = np.zeros(len(self._lengths) + 1, np.int64)
        np.cumsum(self._lengths, out=ends[1:])
        return StringTable(self._blob.finish(), ends)

    def _write_run(self) -> None:
        start, stop = self._run.start, self._run.stop
        if stop > start:
            ends = self._before.ends
            self._blob.write(self._before.blob.data[int(ends[start]) : int(ends[stop])])
            self._lengths.frombytes(np.diff(ends[start : stop + 1]).astype(np.intc).tobytes())
        self._run = slice(0, 0)
