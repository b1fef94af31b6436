"""Excel workbooks as text: a heading for each sheet, then its rows."""

import posixpath
import zipfile
from collections.abc import Iterator

from lxml import etree

from indexer.parsing.archives import local_name, opened, xml_of
from indexer.parsing.converted import Converted

MOST_ROWS = 20_000
"""Rows read of a sheet: what is longer is data, of which the beginning tells what it is."""

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def sheets_text(data: bytes, path: str) -> Converted:
    """Return the text of a workbook, cells apart by ``|``.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, "an Excel workbook") as archive:
        shared = _shared_texts(archive)
        sheets = [(name, list(_rows(archive, part, shared))) for name, part in _sheets(archive)]
    longer = [name for name, rows in sheets if len(rows) > MOST_ROWS]
    text = "\n\n".join("\n".join([f"## {name}", "", *rows[:MOST_ROWS]]) for name, rows in sheets)
    truncated = f"only the first {MOST_ROWS:,} rows of {', '.join(longer)} are indexed" if longer else ""
    return Converted(text, truncated)


def _sheets(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield name and part of each sheet, in the order of the workbook."""
    book = xml_of(archive, "xl/workbook.xml")
    relations = xml_of(archive, "xl/_rels/workbook.xml.rels")
    parts = {} if relations is None else {one.get("Id"): one.get("Target") or "" for one in relations}
    for sheet in () if book is None else book.iter():
        if local_name(sheet) == "sheet":
            target = parts.get(sheet.get(_RELATION), "")
            yield sheet.get("name") or "Sheet", posixpath.join("/xl", target).lstrip("/")


def _shared_texts(archive: zipfile.ZipFile) -> list[str]:
    root = xml_of(archive, "xl/sharedStrings.xml")
    return [] if root is None else [_text(item) for item in root if local_name(item) == "si"]


def _text(element: "etree._Element") -> str:
    return "".join(one.text or "" for one in element.iter() if local_name(one) == "t")


def _rows(archive: zipfile.ZipFile, part: str, shared: list[str]) -> Iterator[str]:
    """Yield the rows of a sheet that hold something, one more than are kept."""
    sheet = xml_of(archive, part)
    count = 0
    for row in () if sheet is None else sheet.iter():
        if local_name(row) != "row":
            continue
        cells = [" ".join(_cell(cell, shared).split()) for cell in row if local_name(cell) == "c"]
        if any(cells):
            yield " | ".join(cells)
            count += 1
        if count > MOST_ROWS:
            return


def _cell(cell: "etree._Element", shared: list[str]) -> str:
    kind = cell.get("t")
    if kind == "inlineStr":
        return _text(cell)
    value = next((one.text or "" for one in cell if local_name(one) == "v"), "")
    if kind == "s":
        return shared[int(value)] if value.isdigit() and int(value) < len(shared) else ""
    return value
