"""Excel workbooks as text: a heading for each sheet, then its rows, its comments and what is drawn on it."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from indexer.parsing.archives import additions, local_name, opened, related_id, relations, xml_of
from indexer.parsing.converted import Converted, without_headings
from indexer.parsing.drawings import drawn_texts
from indexer.parsing.sheet_dates import Shown, formats_of, iso

MOST_ROWS = 20_000
"""Rows read of a sheet: longer ones are data, whose first rows show what it contains."""

MOST_GAP = 20
"""Empty cells kept between two cells of a row, so that columns stay aligned."""

MOST_DIGITS = 15
"""Digits of a number that Excel shows; a file has up to 17, of which the last ones are errors of rounding."""

MOST_CELL_CHARS = 32_767
"""Characters that Excel allows in a cell. A file made to do harm has a long text and names it in every cell."""

MOST_CHARS = 3_900_000
"""Characters of the cells of a workbook that are read, a little fewer than of any text."""

_SEPARATOR = " | "

MOST_LETTERS = 3
"""The last column of a sheet is ``XFD``."""

_OF_A_THREAD = "tc="
"""Beginning of the author of a copy that old programs show of a thread of comments."""


def sheets_text(data: bytes, path: str) -> Converted:
    """Return the text of a workbook, cells apart by ``|``.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, "an Excel workbook") as archive:
        book = xml_of(archive, "xl/workbook.xml")
        formats = formats_of(xml_of(archive, "xl/styles.xml"))
        cells = _Cells(_shared_texts(archive), formats, _counts_from_1904(book), MOST_CHARS)
        sheets = [
            (name, _rows(archive, part, cells), list(map(without_headings, _beside(archive, part))))
            for name, part in _sheets(archive, book)
        ]
    longer = [name for name, rows, _ in sheets if len(rows) > MOST_ROWS]
    text = "\n\n".join(
        "\n".join([f"## {name}", "", *rows[:MOST_ROWS], *(["", *beside] if beside else [])])
        for name, rows, beside in sheets
    )
    truncated = f"only the first {MOST_ROWS:,} rows of {', '.join(longer)} are indexed" if longer else ""
    if cells.characters_left <= 0:
        truncated = f"only the first {MOST_CHARS:,} characters are indexed"
    return Converted(text, truncated)


@dataclass(slots=True)
class _Cells:
    """Tables shared by the cells of all sheets, and how many characters of them may still be read."""

    shared: list[str]
    formats: list[Shown]
    since_1904: bool
    characters_left: int

    def text(self, cell: "etree._Element") -> str:
        """Return the displayed value of a cell, on one line; nothing once there is no room for more."""
        if self.characters_left <= 0:
            return ""
        text = " ".join(self._value(cell)[:MOST_CELL_CHARS].split())
        if text:
            self.characters_left -= len(text) + len(_SEPARATOR)
        return text

    def _value(self, cell: "etree._Element") -> str:
        kind = cell.get("t") or "n"
        if kind == "inlineStr":
            return _text(cell)
        value = next((part.text or "" for part in cell if local_name(part) == "v"), "")
        if kind == "s":
            return self.shared[int(value)] if value.isdigit() and int(value) < len(self.shared) else ""
        if kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(value, "")
        style = cell.get("s") or ""
        if kind != "n":
            return value
        value = rounded(value)
        if not style.isdigit() or int(style) >= len(self.formats):
            return value
        return iso(value, self.formats[int(style)], since_1904=self.since_1904)


def rounded(value: str) -> str:
    """Return a number with the digits that Excel computes with: ``8158.959999999999`` is 8158.96."""
    if len(value) <= MOST_DIGITS or "." not in value or "e" in value.lower():
        return value
    try:
        return f"{float(value):.{MOST_DIGITS}g}"
    except ValueError:
        return value


def _counts_from_1904(book: "etree._Element | None") -> bool:
    properties = () if book is None else (element for element in book if local_name(element) == "workbookPr")
    return any(element.get("date1904") in {"1", "true"} for element in properties)


def _sheets(archive: zipfile.ZipFile, book: "etree._Element | None") -> Iterator[tuple[str, str]]:
    """Yield name and part of each sheet, in the order of the workbook, without those that an earlier one has."""
    parts = {name: part for name, _, part in relations(archive, "xl/workbook.xml")}
    unread = {"", *parts.values()}
    for sheet in () if book is None else book.iter():
        part = parts.get(related_id(sheet), "")
        if local_name(sheet) == "sheet" and part in unread:
            unread -= {part} - {""}
            yield sheet.get("name") or "Sheet", part


def _beside(archive: zipfile.ZipFile, sheet: str) -> Iterator[str]:
    """Yield the comments of a sheet, then the texts of its drawings: of boxes, charts and diagrams."""
    drawings = []
    for kind, name, part in additions(archive, sheet, {"comments", "threadedComment", "drawing"}):
        if kind == "drawing":
            drawings.append((name, part))
        else:
            yield from _comments(part)
    for name, part in drawings:
        yield from drawn_texts(part)
        for _, _, drawn in additions(archive, name, {"chart", "diagramData"}):
            yield from drawn_texts(drawn)


def _comments(part: "etree._Element") -> Iterator[str]:
    """Yield comments, each with its cell in front."""
    authors = (author.text or "" for author in part.iter() if local_name(author) == "author")
    of_threads = {str(number) for number, author in enumerate(authors) if author.startswith(_OF_A_THREAD)}
    for comment in part.iter():
        if local_name(comment) in {"comment", "threadedComment"} and comment.get("authorId") not in of_threads:
            texts = (text for text in comment.iter() if local_name(text) in {"t", "text"})
            text = " ".join("".join(text.text or "" for text in texts).split())
            yield f"{comment.get('ref') or ''}: {text}".removeprefix(": ")


def _shared_texts(archive: zipfile.ZipFile) -> list[str]:
    root = xml_of(archive, "xl/sharedStrings.xml")
    return [] if root is None else [_text(item) for item in root if local_name(item) == "si"]


def _text(element: "etree._Element") -> str:
    """Return the text of a cell, without the phonetic text that Japanese workbooks add."""
    spoken = {text for part in element.iter() if local_name(part) == "rPh" for text in part.iter()}
    return "".join(part.text or "" for part in element.iter() if local_name(part) == "t" and part not in spoken)


def _rows(archive: zipfile.ZipFile, part: str, cells: _Cells) -> list[str]:
    """Return the rows of a sheet that hold something, one more than are kept, each from the first column on."""
    rows = []
    sheet = xml_of(archive, part)
    for row in () if sheet is None else sheet.iter():
        if local_name(row) == "row" and (filled := _filled(row, cells)):
            rows.append(filled)
        if len(rows) > MOST_ROWS:
            break
    first = min((row[0][0] for row in rows), default=0)
    return [line_of(row, first) for row in rows]


def _filled(row: "etree._Element", cells: _Cells) -> list[tuple[int, str]]:
    """Return the cells of a row that show something, each with the number of its column."""
    cells_of_row, column = [], -1
    for cell in row:
        if local_name(cell) == "c":
            column = _column(cell.get("r") or "", column + 1)
            if text := cells.text(cell):
                cells_of_row.append((column, text))
    return cells_of_row


def _column(reference: str, otherwise: int) -> int:
    """Return the number of the column of a reference such as ``AB12``, from 0 on."""
    letters = reference.rstrip("0123456789").upper()
    if not 1 <= len(letters) <= MOST_LETTERS or not letters.isascii() or not letters.isalpha():
        return otherwise
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def line_of(row: list[tuple[int, str]], first: int) -> str:
    """Return the cells of a row, each with the number of its column, from a first column on."""
    texts: list[str] = []
    next_column = first
    for column, text in row:
        texts += [""] * max(0, min(column - next_column, MOST_GAP))
        texts.append(text)
        next_column = column + 1
    return without_headings(_SEPARATOR.join(texts))
