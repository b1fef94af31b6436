"""Workbooks of Excel 97 to 2003 as text, as those of later versions are (MS-XLS)."""

import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from indexer.parsing.compound import CompoundFile
from indexer.parsing.converted import Converted
from indexer.parsing.sheet_dates import Shown, iso, shown_by, shown_by_number
from indexer.parsing.sheets import MOST_ROWS, line_of, rounded
from search.errors import BadInputError

_BEGIN, _END, _PASSWORD, _CONTINUED = 0x0809, 0x000A, 0x002F, 0x003C
_SHEET, _TEXTS, _FORMAT, _STYLE, _SINCE_1904 = 0x0085, 0x00FC, 0x041E, 0x00E0, 0x0022
_SHARED, _NUMBER, _SHORT_NUMBER, _SHORT_NUMBERS = 0x00FD, 0x0203, 0x027E, 0x00BD
_FORMULA, _RESULT, _LABEL, _RICH_LABEL, _TRUTH = 0x0006, 0x0207, 0x0204, 0x00D6, 0x0205
_EXCEL_97 = b"\0\6"
_WORKSHEET = 0

_MOST_SHEETS = 1_000
_MOST_CHARACTERS = 8_000_000
"""Of all cells together: a few shared texts may be in millions of them."""

_WIDE, _RICH, _SPOKEN = 1, 8, 4
"""Marks of a text: UTF-16 instead of a byte for a character, with formats, with what Japanese workbooks add."""

_CELL_BYTES = 4
"""Fewer are no cell, and no text that a formula gives."""

_WHOLE = 1e15
"""Whole numbers below this are written without an exponent."""

_NO_NUMBER = 0xFFFF


def old_sheets_text(data: bytes, path: str) -> Converted:
    """Return the text of a workbook in the format that Excel had before 2007, cells apart by ``|``.

    Raises:
        BadInputError: it is none, is older than Excel 97, damaged or protected by a password.
    """
    file = CompoundFile(data, path, "an Excel workbook")
    streams = {name.lower(): name for name in file.names()}
    stream = file.read(streams.get("workbook") or streams.get("book", ""))
    if stream[4:6] != _EXCEL_97:
        raise file.damaged()
    book = _Book(stream, path)
    sheets = [(name, book.rows(start)) for name, start in book.sheets]
    if not sheets:
        raise file.damaged()
    longer = [name for name, rows in sheets if len(rows) > MOST_ROWS]
    text = "\n\n".join("\n".join([f"## {name}", "", *rows[:MOST_ROWS]]) for name, rows in sheets)
    truncated = f"only the first {MOST_ROWS:,} rows of {', '.join(longer)} are indexed" if longer else ""
    return Converted(text, truncated)


class _Book:
    """A workbook: what its sheets share, and their positions.

    Attributes:
        sheets: name and position of each worksheet, in their order.
    """

    def __init__(self, stream: bytes, path: str) -> None:
        self._stream = stream
        self._records_left = len(stream) // 4
        self._characters_left = _MOST_CHARACTERS
        self._texts: list[str] = []
        self._formats: dict[int, Shown] = {}
        self._styles: list[int] = []
        self._since_1904 = False
        self.sheets: list[tuple[str, int]] = []
        for kind, pieces in _joined(self._records(0)):
            if kind == _PASSWORD:
                raise BadInputError("document.password", path=path)
            with suppress(struct.error, IndexError):
                self._share(kind, pieces)

    def _share(self, kind: int, pieces: list[bytes]) -> None:
        record = pieces[0]
        if kind == _SHEET and len(self.sheets) < _MOST_SHEETS:
            position, sort = struct.unpack_from("<IxB", record)
            known = {start for _, start in self.sheets}
            if sort == _WORKSHEET and position not in known:
                self.sheets.append((" ".join(_short_text(record[6:]).split()) or "Sheet", position))
        elif kind == _TEXTS:
            self._texts = _shared_texts(pieces)
        elif kind == _FORMAT:
            self._formats[struct.unpack_from("<H", record)[0]] = shown_by(_text(record[2:]))
        elif kind == _STYLE:
            self._styles.append(struct.unpack_from("<H", record, 2)[0])
        elif kind == _SINCE_1904:
            self._since_1904 = record[:1] == b"\1"

    def rows(self, start: int) -> list[str]:
        """Return the rows of a sheet that show something, one more than are indexed, from the first column on."""
        rows: dict[int, list[tuple[int, str]]] = {}
        for row, column, text in self._cells(start):
            shown = " ".join(text.split())
            self._characters_left -= len(shown) + 3
            if shown and self._characters_left > 0:
                rows.setdefault(row, []).append((column, shown))
            if len(rows) > MOST_ROWS + 1 or self._characters_left <= 0:
                break
        ordered = [sorted(rows[row]) for row in sorted(rows)]
        first = min((row[0][0] for row in ordered), default=0)
        return [line_of(row, first) for row in ordered]

    def _cells(self, start: int) -> Iterator[tuple[int, int, str]]:
        """Yield row, column and text of the cells of a sheet; those of charts in it are left out."""
        depth, formula = 0, (0, 0)
        for kind, record in self._records(start):
            depth += (kind == _BEGIN) - (kind == _END)
            if depth != 1 or kind == _BEGIN or len(record) < _CELL_BYTES:
                continue
            with suppress(struct.error, IndexError):
                if kind == _FORMULA:
                    formula = struct.unpack_from("<HH", record)
                yield from self._shown_by(kind, record, formula)

    def _shown_by(self, kind: int, record: bytes, formula: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
        """Yield row, column and text of the cells of a record; ``formula`` is the cell of the last formula."""
        if kind == _RESULT:
            yield *formula, _text(record)
            return
        row, column, style = struct.unpack("<HHH", record[:6].ljust(6, b"\0"))
        if kind == _SHORT_NUMBERS:
            yield from self._numbers(row, column, record)
        elif kind == _FORMULA:
            yield row, column, self._computed(record[6:14], style)
        else:
            yield row, column, self._value(kind, record[6:], style)

    def _numbers(self, row: int, column: int, record: bytes) -> Iterator[tuple[int, int, str]]:
        for at, offset in enumerate(range(4, len(record) - 7, 6)):
            style, packed = struct.unpack_from("<HI", record, offset)
            yield row, column + at, self._shown(_unpacked(packed), style)

    def _value(self, kind: int, record: bytes, style: int) -> str:
        if kind == _SHARED:
            number = struct.unpack_from("<I", record)[0]
            return self._texts[number] if number < len(self._texts) else ""
        if kind == _NUMBER:
            return self._shown(struct.unpack_from("<d", record)[0], style)
        if kind == _SHORT_NUMBER:
            return self._shown(_unpacked(struct.unpack_from("<I", record)[0]), style)
        if kind in {_LABEL, _RICH_LABEL}:
            return _text(record)
        return ("TRUE" if record[0] else "FALSE") if kind == _TRUTH and record[1:2] == b"\0" else ""

    def _computed(self, result: bytes, style: int) -> str:
        sort, value, mark = struct.unpack("<BxB3xH", result)
        if mark != _NO_NUMBER:
            return self._shown(struct.unpack("<d", result)[0], style)
        return ("FALSE", "TRUE")[value != 0] if sort == 1 else ""

    def _shown(self, number: float, style: int) -> str:
        """Return a number as its cell shows it; styles that are not there show numbers."""
        text = rounded(str(int(number)) if number.is_integer() and abs(number) < _WHOLE else repr(number))
        code = self._styles[style] if style < len(self._styles) else 0
        shown = self._formats.get(code) or shown_by_number(code)
        return iso(text, shown, since_1904=self._since_1904)

    def _records(self, start: int) -> Iterator[tuple[int, bytes]]:
        """Yield kind and content of the records from a position to the end of what begins there."""
        depth = 0
        while start + 4 <= len(self._stream) and self._records_left > 0:
            self._records_left -= 1
            kind, size = struct.unpack_from("<HH", self._stream, start)
            record = self._stream[start + 4 : start + 4 + size]
            yield kind, record
            depth += (kind == _BEGIN) - (kind == _END)
            if depth <= 0:
                return
            start += 4 + size


def _joined(records: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, list[bytes]]]:
    """Yield the records with those that continue them."""
    last: tuple[int, list[bytes]] | None = None
    for kind, record in records:
        if kind == _CONTINUED and last is not None:
            last[1].append(record)
            continue
        if last is not None:
            yield last
        last = kind, [record]
    if last is not None:
        yield last


def _unpacked(packed: int) -> float:
    """Return a number of four bytes: whole or the upper half of a double, perhaps in hundredths."""
    if packed & 2:
        number = float((packed >> 2) - ((packed >> 31) << 30))
    else:
        number = float(struct.unpack("<d", struct.pack("<II", 0, packed & 0xFFFFFFFC))[0])
    return number / 100 if packed & 1 else number


def _short_text(raw: bytes) -> str:
    return _decoded(raw[2 : 2 + raw[0] * (1 + (raw[1] & _WIDE))], raw[1])


def _text(raw: bytes) -> str:
    count, marks = struct.unpack_from("<HB", raw)
    return _decoded(raw[3 : 3 + count * (1 + (marks & _WIDE))], marks)


def _decoded(raw: bytes, marks: int) -> str:
    return raw.decode("utf-16-le", "replace") if marks & _WIDE else raw.decode("latin-1")


def _shared_texts(pieces: list[bytes]) -> list[str]:
    """Return the texts that cells refer to, as far as they can be read."""
    count = struct.unpack_from("<I", pieces[0], 4)[0]
    reader = _Pieces(pieces, at=8)
    texts: list[str] = []
    try:
        while len(texts) < count:
            texts.append(reader.text())
    except (struct.error, IndexError):
        return texts
    return texts


@dataclass(slots=True)
class _Pieces:
    """Reads texts from a record and those that continue it. A text that goes on in the next has its mark again."""

    pieces: list[bytes]
    at: int
    number: int = field(default=0)

    def text(self) -> str:
        """Return the next text."""
        count, marks = struct.unpack("<HB", self._bytes(3))
        runs = struct.unpack("<H", self._bytes(2))[0] if marks & _RICH else 0
        spoken = struct.unpack("<I", self._bytes(4))[0] if marks & _SPOKEN else 0
        text = self._characters(count, marks)
        self._skip(4 * runs + spoken)
        return text

    def _characters(self, count: int, marks: int) -> str:
        parts: list[str] = []
        while count > 0:
            if self.at >= len(self.pieces[self.number]):
                self._next()
                marks = self._bytes(1)[0]
            width = 1 + (marks & _WIDE)
            piece = self.pieces[self.number]
            length = max(1, min(count, (len(piece) - self.at) // width))
            parts.append(_decoded(piece[self.at : self.at + length * width], marks))
            self.at += length * width
            count -= length
        return "".join(parts)

    def _bytes(self, count: int) -> bytes:
        if self.at >= len(self.pieces[self.number]):
            self._next()
        raw = self.pieces[self.number][self.at : self.at + count]
        self.at += count
        return raw

    def _skip(self, count: int) -> None:
        self.at += count
        while self.at > len(self.pieces[self.number]):
            beyond = self.at - len(self.pieces[self.number])
            self._next()
            self.at = beyond

    def _next(self) -> None:
        self.number += 1
        self.at = 0
        self.pieces[self.number]
