"""Word documents as text: headings as ``#`` lines, paragraphs and tables in their order, then notes and margins.

Text boxes, form fields and text inserted with change tracking are read; deleted text is left out.
"""

import io
import re
import zipfile
from collections.abc import Iterator

import docx
from docx.document import Document
from docx.exceptions import PythonDocxError
from docx.oxml.exceptions import XmlchemyError
from docx.text.paragraph import Paragraph
from lxml import etree

from indexer.parsing.archives import local_name, opened, xml_of

_DEEPEST_HEADING = 6

_DAMAGED = (PythonDocxError, XmlchemyError, AttributeError)
"""Errors of the parser; it raises the last one for an element in a wrong position."""

_AROUND = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"})
"""Elements around paragraphs, tables, rows and cells: form fields, and text inserted with change tracking."""

_UNSEEN = frozenset({"pPr", "rPr", "tblPr", "trPr", "tcPr", "del", "moveFrom", "Fallback", "sdtPr"})
"""Properties, text deleted with change tracking, and the second copy of a drawing's text for old programs."""

_APART = frozenset({"p", "tr", "tc", "tab", "br", "cr"})

_BESIDE = re.compile(r"word/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml")
"""Parts with text in addition to the body's, in the order in which they follow it."""


def word_text(data: bytes, path: str) -> str:
    """Return the text of a Word document.

    Raises:
        BadInputError: it is no Word document, is damaged, or unpacks to too much.
    """
    with opened(data, path, "a Word document", *_DAMAGED) as archive:
        document = docx.Document(io.BytesIO(data))
        return "\n\n".join(filter(None, (*_blocks(document), *_beside(archive))))


def _blocks(document: Document) -> Iterator[str]:
    for item in _children(document.element.body, "p", "tbl"):
        yield _table(item) if local_name(item) == "tbl" else _paragraph(Paragraph(item, document))


def _beside(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield notes, comments, headers and footers, each text once."""
    texts: dict[str, None] = {}
    for name in sorted(filter(_BESIDE.fullmatch, archive.namelist()), key=_sort_key):
        part = xml_of(archive, name)
        for paragraph in () if part is None else part.iter():
            if local_name(paragraph) == "p":
                texts[_text(paragraph)] = None
    yield from texts


def _sort_key(name: str) -> tuple[int, str]:
    order = ("footnotes", "endnotes", "comments", "header", "footer")
    return next(number for number, kind in enumerate(order) if kind in name), name


def _children(element: "etree._Element", *names: str) -> Iterator["etree._Element"]:
    """Yield the elements of these names right in another, or in what may stand around them."""
    for child in element:
        name = local_name(child)
        if name in names:
            yield child
        elif name in _AROUND:
            yield from _children(child, *names)


def _text(element: "etree._Element") -> str:
    return " ".join("".join(_pieces(element)).split())


def _pieces(element: "etree._Element") -> Iterator[str]:
    for child in element:
        name = local_name(child)
        if name == "t":
            yield child.text or ""
        elif name == "noBreakHyphen":
            yield "-"
        elif name not in _UNSEEN:
            yield " " if name in _APART else ""
            yield from _pieces(child)


def _paragraph(paragraph: Paragraph) -> str:
    text = _text(paragraph._p)  # noqa: SLF001 - its own text leaves out what is under review, and text boxes
    style = str(paragraph.style.name) if paragraph.style is not None else ""
    level = style.removeprefix("Heading ")
    if text and style == "Title":
        return f"# {text}"
    if text and level != style and level.isdigit():
        return f"{'#' * min(int(level), _DEEPEST_HEADING)} {text}"
    return f"- {text}" if text and style.startswith("List") else text


def _table(table: "etree._Element") -> str:
    rows = ([_text(cell) for cell in _children(row, "tc")] for row in _children(table, "tr"))
    return "\n".join(" | ".join(cells).rstrip(" |") for cells in rows if any(cells))
