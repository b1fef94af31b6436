"""Word documents as text: headings as ``#`` lines, paragraphs and tables in order, then charts, notes and margins.

Text boxes, form fields and text inserted with change tracking are read; deleted text is left out. A part in
another format is read in its place (`word_chunks.py`).
"""

import posixpath
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from indexer.parsing.archives import addition_of, local_name, opened, related_id, relations, xml_of
from indexer.parsing.converted import without_headings
from indexer.parsing.drawings import drawn_texts
from indexer.parsing.word_chunks import chunk_texts

_DEEPEST_HEADING = 6
_BODY_TEXT = 9
"""The outline level that says that a paragraph is no heading; headings have 0 to 8."""

_HEADING = re.compile(r"heading ([1-9])")
"""What styles of headings are called in a file, whatever the language of Word."""

_MOST_ANCESTORS = 20
"""Styles that are followed from one to the one that it is based on; a damaged file may go around in a circle."""

_AROUND = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo"})
"""Elements around paragraphs, tables, rows and cells: form fields, and text inserted with change tracking."""

_UNSEEN = frozenset({"pPr", "rPr", "tblPr", "trPr", "tcPr", "del", "moveFrom", "Fallback", "sdtPr"})
"""Properties, text deleted with change tracking, and the second copy of a drawing's text for old programs."""

_APART = frozenset({"p", "tr", "tc", "tab", "br", "cr"})

_BESIDE = re.compile(
    r"word/(?:(?:footnotes|endnotes|comments|header\d*|footer\d*)|charts/chart\d+|diagrams/data\d+)\.xml"
)
"""Parts with text in addition to the body's."""

_ORDER = ("chart", "data", "footnotes", "endnotes", "comments", "header", "footer")
"""The order in which they follow it."""


@dataclass(frozen=True, slots=True)
class _Style:
    """A style of paragraphs: its lower-case name, the style it is based on, and its own outline level if any."""

    name: str
    based_on: str
    outline: int | None


def word_text(data: bytes, path: str) -> str:
    """Return the text of a Word document, or of a template of one.

    Raises:
        BadInputError: it is no Word document, is damaged, or unpacks to too much.
    """
    return _document_text(data, path, with_chunks=True)


def _document_text(data: bytes, path: str, *, with_chunks: bool) -> str:
    with opened(data, path, "a Word document") as archive:
        name = next((part for _, kind, part in relations(archive, "") if kind.endswith("/officeDocument")), "")
        document = xml_of(archive, name)
        body = None if document is None else document.find("{*}body")
        if body is None or local_name(body.getparent()) != "document":
            raise KeyError("there is no body of a document")
        styles = _styles(xml_of(archive, posixpath.join(posixpath.dirname(name), "styles.xml")))
        chunks = chunk_texts(archive, name, _chunk_text) if with_chunks else {}
        return "\n\n".join(filter(None, (*_blocks(body, styles, chunks), *_beside(archive))))


def _chunk_text(data: bytes, path: str) -> str:
    """Return the text of a document in a document, without those in it: they might go on without end."""
    return _document_text(data, path, with_chunks=False)


def _styles(part: "etree._Element | None") -> dict[str, _Style]:
    """Return the styles of a document by their ids."""
    styles = {}
    for style in () if part is None else part.iterfind("{*}style"):
        outline = _value(style, "{*}pPr/{*}outlineLvl")
        styles[_attribute(style, "styleId")] = _Style(
            name=_value(style, "{*}name").casefold(),
            based_on=_value(style, "{*}basedOn"),
            outline=int(outline) if outline.isdecimal() else None,
        )
    return styles


def _value(element: "etree._Element", path: str) -> str:
    """Return what a property of an element is set to, empty where it has none."""
    of_property = element.find(path)
    return "" if of_property is None else _attribute(of_property, "val")


def _attribute(element: "etree._Element", name: str) -> str:
    """Return an attribute, in whichever of the two namespaces of the format it is."""
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), "")


def _blocks(body: "etree._Element", styles: Mapping[str, _Style], chunks: Mapping[str, str]) -> Iterator[str]:
    for item in _children(body, "p", "tbl", "altChunk"):
        if local_name(item) == "altChunk":
            yield chunks.get(related_id(item), "")
        else:
            yield _table(item) if local_name(item) == "tbl" else _paragraph(item, styles)


def _beside(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield charts, diagrams, notes, comments, headers and footers, each text once."""
    texts: dict[str, None] = {}
    for name in sorted(filter(_BESIDE.fullmatch, archive.namelist()), key=_sort_key):
        part = addition_of(archive, name)
        if part is not None and "/" in name.removeprefix("word/"):
            texts["\n".join(drawn_texts(part))] = None
        elif part is not None:
            texts.update((_text(each), None) for each in part.iter() if local_name(each) == "p")
    yield from map(without_headings, texts)


def _sort_key(name: str) -> tuple[int, int, str]:
    stem = posixpath.basename(name)
    return next(number for number, kind in enumerate(_ORDER) if stem.startswith(kind)), len(stem), stem


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


def _paragraph(paragraph: "etree._Element", styles: Mapping[str, _Style]) -> str:
    text = _text(paragraph)
    style = _value(paragraph, "{*}pPr/{*}pStyle")
    outline = _value(paragraph, "{*}pPr/{*}outlineLvl")
    level = int(outline) + 1 if outline.isdecimal() else _level(style, styles)
    if text and 0 < level <= _BODY_TEXT:
        return f"{'#' * min(level, _DEEPEST_HEADING)} {text}"
    is_item = style in styles and styles[style].name.startswith("list")
    return f"- {text}" if text and is_item else without_headings(text)


def _level(style: str, styles: Mapping[str, _Style]) -> int:
    """Return the level of the headings that have a style, from 1 on, 0 for a style of other text.

    A style of a person's own has the level of the style that it is based on, unless it says otherwise.
    """
    for _ in range(_MOST_ANCESTORS):
        if style not in styles:
            return 0
        each = styles[style]
        heading = _HEADING.fullmatch(each.name)
        if heading or each.name == "title":
            return int(heading[1]) if heading else 1
        if each.outline is not None:
            return each.outline + 1
        style = each.based_on
    return 0


def _table(table: "etree._Element") -> str:
    rows = ([_text(cell) for cell in _children(row, "tc")] for row in _children(table, "tr"))
    return without_headings("\n".join(" | ".join(cells).rstrip(" |") for cells in rows if any(cells)))
