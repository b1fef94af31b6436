"""OpenDocument texts, sheets, presentations and drawings as text: headings as ``#`` lines, then notes and margins.

Text deleted with change tracking is left out, as in Word documents. A flat document is one XML file with the parts
that an archive has.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator

from lxml import etree

from indexer.parsing.archives import damage_named, local_name, opened, xml_of, xml_root
from indexer.parsing.converted import Converted, without_headings
from indexer.parsing.sheets import MOST_GAP, MOST_ROWS
from search.errors import BadInputError

_KIND = "an OpenDocument file"
_MANIFEST = "META-INF/manifest.xml"
_DEEPEST_HEADING = 6

_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_PRESENTATION = "{urn:oasis:names:tc:opendocument:xmlns:presentation:1.0}"

_ASIDE = frozenset({"note", "annotation"})
"""Elements inside a paragraph whose text follows all paragraphs."""

_UNSEEN = frozenset(
    {"tracked-changes", "annotation-end", "note-citation", "forms", "sequence-decls", "binary-data"}
)
_PICTURE = re.compile(rb"(<office:binary-data\b[^<>]{0,1000}>)[^<]*")
"""A picture in a flat document, which may be longer than any text that the XML parser reads."""

_MARGINS = frozenset({"header", "footer"})
_PAGES = {"presentation": "Slide", "drawing": "Page"}
"""What a document of pages contains -> what a page of it is called."""


def open_document_text(data: bytes, path: str) -> Converted:
    """Return the text of a document, of a workbook (cells apart by ``|``) or of a presentation.

    Raises:
        BadInputError: it is damaged, encrypted, or unpacks to too much.
    """
    with opened(data, path, _KIND) as archive:
        _refuse_encrypted(archive, path)
        content = xml_of(archive, "content.xml")
        if content is None:
            raise KeyError("there is no part 'content.xml'")
        return _text_of(content, lambda: xml_of(archive, "styles.xml"))


def flat_document_text(data: bytes, path: str) -> Converted:
    """Return the same of a document that is one XML file.

    Raises:
        BadInputError: it is damaged.
    """
    with damage_named(path, _KIND):
        document = xml_root(_PICTURE.sub(rb"\1", data))
        return _text_of(document, lambda: document)


def _text_of(content: "etree._Element", styles: "Callable[[], etree._Element | None]") -> Converted:
    """Return the text of a document from the part with its content; ``styles`` gives the one with its margins."""
    body = next((element for element in content.iter() if local_name(element) == "body"), None)
    kinds = () if body is None else body
    sheets = next((element for element in kinds if local_name(element) == "spreadsheet"), None)
    if sheets is not None:
        return _workbook(sheets)
    slides = next((element for element in kinds if local_name(element) in _PAGES), None)
    if slides is not None:
        return Converted("\n\n".join(_slides(slides, _PAGES[local_name(slides)])))
    titles = _titles(content)
    blocks = [text for kind in kinds for text in _blocks(kind, titles)]
    return Converted("\n\n".join(filter(None, (*blocks, *_notes(kinds), *_margins(styles())))))


def _refuse_encrypted(archive: zipfile.ZipFile, path: str) -> None:
    """Raise for a document with a password; its manifest is not parsed, since some are malformed."""
    if _MANIFEST in archive.NameToInfo and b"encryption-data" in archive.read(_MANIFEST):
        raise BadInputError("document.password", path=path)


def _titles(content: "etree._Element") -> frozenset[str]:
    """Return the names of the styles that a title has."""
    styles = (element for element in content.iter() if local_name(element) == "style")
    return frozenset(
        [
            "Title",
            *(
                element.get(f"{_STYLE}name") or ""
                for element in styles
                if element.get(f"{_STYLE}parent-style-name") == "Title"
            ),
        ]
    )


def _blocks(element: "etree._Element", titles: frozenset[str]) -> Iterator[str]:
    """Yield headings, paragraphs, lists and tables in their order."""
    for child in element:
        name = local_name(child)
        if name == "h":
            yield _heading(_text(child), child.get(f"{_TEXT}outline-level") or "")
        elif name == "p":
            text = _text(child)
            is_title = text and child.get(f"{_TEXT}style-name") in titles
            yield f"# {text}" if is_title else without_headings(text)
        elif name == "list":
            yield "\n".join(_items(child))
        elif name == "table":
            yield "\n".join(_rows(child))
        elif name and name not in _UNSEEN | _ASIDE:
            yield from _blocks(child, titles)


def _heading(text: str, level: str) -> str:
    depth = int(level) if level.isdigit() and level.isascii() else 1
    return f"{'#' * max(1, min(depth, _DEEPEST_HEADING))} {text}" if text else ""


def _items(element: "etree._Element") -> Iterator[str]:
    """Yield the lines of a list, those of lists inside it after the line that they belong to."""
    for child in element:
        if local_name(child) in {"p", "h"}:
            text = _text(child)
            if text:
                yield f"- {text}"
        elif local_name(child) not in _UNSEEN:
            yield from _items(child)


def _text(element: "etree._Element") -> str:
    return " ".join("".join(_pieces(element)).split())


def _pieces(element: "etree._Element") -> Iterator[str]:
    yield element.text or ""
    for child in element:
        name = local_name(child)
        if name and name not in _UNSEEN | _ASIDE:
            yield " " if name in {"s", "tab", "line-break", "p", "h", "list-item"} else ""
            yield from _pieces(child)
        yield child.tail or ""


def _notes(kinds: "Iterable[etree._Element]") -> Iterator[str]:
    """Yield footnotes, endnotes and comments, in their order."""
    for kind in kinds:
        for element in kind.iter():
            if local_name(element) in _ASIDE:
                texts = (_text(part) for part in element.iter() if local_name(part) in {"p", "h"})
                yield without_headings(" ".join(filter(None, texts)))


def _margins(styles: "etree._Element | None") -> Iterator[str]:
    """Yield headers and footers, each text once."""
    margins = () if styles is None else (element for element in styles.iter() if local_name(element) in _MARGINS)
    yield from dict.fromkeys(" ".join(_blocks(element, frozenset())) for element in margins)


def _workbook(sheets: "etree._Element") -> Converted:
    texts, longer = [], []
    for table in (element for element in sheets if local_name(element) == "table"):
        name = table.get(f"{_TABLE}name") or "Sheet"
        rows = [row for _, row in zip(range(MOST_ROWS + 1), _rows(table), strict=False)]
        longer += [name] if len(rows) > MOST_ROWS else []
        beside = list(filter(None, (*_notes([table]), *_shapes(table))))
        texts.append("\n".join([f"## {name}", "", *rows[:MOST_ROWS], *(["", *beside] if beside else [])]))
    truncated = f"only the first {MOST_ROWS:,} rows of {', '.join(longer)} are indexed" if longer else ""
    return Converted("\n\n".join(texts), truncated)


def _shapes(table: "etree._Element") -> Iterator[str]:
    for shapes in (element for element in table if local_name(element) == "shapes"):
        yield from _blocks(shapes, frozenset())


def _rows(table: "etree._Element") -> Iterator[str]:
    """Yield the rows that hold something, one that repeats once; a table inside another is text of its cell."""
    for child in table:
        name = local_name(child)
        if name == "table-row":
            line = _row(child)
            if line:
                yield line
        elif name in {"table-header-rows", "table-rows", "table-row-group"}:
            yield from _rows(child)


def _row(row: "etree._Element") -> str:
    texts: list[str] = []
    for cell in row:
        if local_name(cell) in {"table-cell", "covered-table-cell"}:
            repeated = cell.get(f"{_TABLE}number-columns-repeated") or "1"
            count = int(repeated) if repeated.isdigit() and repeated.isascii() else 1
            texts += [_text(cell)] * min(count, MOST_GAP)
    return without_headings(" | ".join(texts).rstrip(" |"))


def _slides(presentation: "etree._Element", called: str) -> Iterator[str]:
    pages = (element for element in presentation if local_name(element) == "page")
    for number, page in enumerate(pages, start=1):
        frames = [element for element in page if local_name(element) != "notes"]
        title = next((_text(element) for element in frames if element.get(f"{_PRESENTATION}class") == "title"), "")
        body = [
            text
            for element in frames
            if element.get(f"{_PRESENTATION}class") != "title"
            for text in _blocks_of_frame(element)
        ]
        notes = [text for element in page if local_name(element) == "notes" for text in _blocks_of_frame(element)]
        heading = f"## {called} {number}: {title}" if title else f"## {called} {number}"
        yield "\n".join([heading, "", *body, *notes])


def _blocks_of_frame(frame: "etree._Element") -> Iterator[str]:
    return filter(None, _blocks(frame, frozenset()))
