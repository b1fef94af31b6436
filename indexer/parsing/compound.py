"""The container of Office's old formats and of Outlook's mails: streams in folders of one file (MS-CFB)."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from search.errors import BadInputError
from search.messages import Message

BEGINS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_HEADER = struct.Struct("<8s16xHHHHH6xIIIIIIIII")
_LISTED_IN_HEADER = 109
_LISTED_FROM = 76
_HEADER_BYTES = 512
_ENTRY_BYTES = 128
_NO_SECTOR = 0xFFFFFFFA
"""This number and greater ones are marks, such as the end of a chain."""
_NO_ENTRY = 0xFFFFFFFF
_SHIFTS = (9, 12)
_MOST_ENTRIES = 50_000

_FOLDERS = (1, 5)
_STREAM = 2


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    kind: int
    left: int
    right: int
    child: int
    start: int
    size: int


class CompoundFile:
    """The streams of a file, by their path, such as ``WordDocument`` or ``FOLDER/NAME``.

    Args:
        data: the content of the file.
        path: of the file, for messages.
        kind: what it should be, such as ``a Word document``.

    Raises:
        BadInputError: it is none of these files, or damaged.
    """

    def __init__(self, data: bytes, path: str, kind: str) -> None:
        self._data, self._path, self._kind = data, path, kind
        if not data.startswith(BEGINS) or len(data) < _HEADER_BYTES:
            raise self.damaged()
        header = _HEADER.unpack_from(data)
        shift, self._small_limit, first_small = header[4], header[10], header[11]
        if shift not in _SHIFTS:
            raise self.damaged()
        self._sector_bytes = 1 << shift
        self._most_sectors = len(data) // self._sector_bytes + 1
        self._next = self._numbers(self._table_sectors(header[13]))
        self._next_small = self._numbers(self._chain(first_small, self._next))
        entries = self._entries(header[8])
        root = next((entry for entry in entries if entry.kind == _FOLDERS[1]), None)
        if root is None:
            raise self.damaged()
        self._small = self._read(root.start, root.size)
        self._streams = dict(self._walk(entries, root))

    def damaged(self) -> BadInputError:
        """Return the error for a file that cannot be read."""
        reason = Message("document.damaged_part")
        return BadInputError("document.unreadable", path=self._path, kind=self._kind, reason=reason)

    def names(self) -> list[str]:
        """Return the paths of all streams."""
        return list(self._streams)

    def read(self, name: str) -> bytes:
        """Return the content of a stream, empty where there is none; of a damaged one what can be read."""
        entry = self._streams.get(name)
        if entry is None:
            return b""
        if entry.size >= self._small_limit:
            return self._read(entry.start, entry.size)
        pieces = (
            self._small[number * 64 : number * 64 + 64] for number in self._chain(entry.start, self._next_small)
        )
        return b"".join(pieces)[: entry.size]

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._sector_bytes
        return self._data[start : start + self._sector_bytes]

    def _read(self, start: int, size: int) -> bytes:
        return b"".join(map(self._sector, self._chain(start, self._next)))[:size]

    def _chain(self, start: int, following: tuple[int, ...]) -> list[int]:
        """Return the sectors of a chain; one that leads in a circle ends there."""
        chain: dict[int, None] = {}
        while start < len(following) and start not in chain:
            chain[start] = None
            start = following[start]
        return list(chain)

    def _numbers(self, sectors: list[int]) -> tuple[int, ...]:
        data = b"".join(map(self._sector, sectors))
        return struct.unpack_from(f"<{len(data) // 4}I", data)

    def _table_sectors(self, more: int) -> list[int]:
        """Return the sectors that hold the table of chains; the header lists the first ones."""
        listed = list(struct.unpack_from(f"<{_LISTED_IN_HEADER}I", self._data, _LISTED_FROM))
        visited: set[int] = set()
        while more < min(_NO_SECTOR, self._most_sectors) and more not in visited:
            visited.add(more)
            *numbers, more = self._numbers([more]) or (_NO_ENTRY,)
            listed += numbers
        valid = dict.fromkeys(number for number in listed if number < self._most_sectors)
        return list(valid)

    def _entries(self, first: int) -> list[_Entry]:
        data = b"".join(map(self._sector, self._chain(first, self._next)))
        starts = range(0, min(len(data) - _ENTRY_BYTES + 1, _MOST_ENTRIES * _ENTRY_BYTES), _ENTRY_BYTES)
        return [_entry(data[start : start + _ENTRY_BYTES]) for start in starts]

    def _walk(self, entries: list[_Entry], root: _Entry) -> Iterator[tuple[str, _Entry]]:
        visited: set[int] = set()
        waiting = [(root.child, "")]
        while waiting:
            number, folder = waiting.pop()
            if number >= len(entries) or number in visited:
                continue
            visited.add(number)
            entry = entries[number]
            waiting += [(entry.left, folder), (entry.right, folder)]
            if entry.kind == _STREAM:
                yield folder + entry.name, entry
            elif entry.kind in _FOLDERS:
                waiting.append((entry.child, f"{folder}{entry.name}/"))


def _entry(raw: bytes) -> _Entry:
    name_bytes, kind = struct.unpack_from("<HB", raw, 64)
    left, right, child = struct.unpack_from("<III", raw, 68)
    start, size = struct.unpack_from("<II", raw, 116)
    name = raw[: max(0, min(name_bytes, 64) - 2)].decode("utf-16-le", "replace")
    return _Entry(name, kind, left, right, child, start, size)
