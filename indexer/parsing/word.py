"""Word documents as text: headings as ``#`` lines, paragraphs and tables in their order."""

import io
import zipfile
from collections.abc import Iterator

import docx
from docx.document import Document
from docx.oxml.exceptions import InvalidXmlError
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml.etree import XMLSyntaxError

from search.errors import BadInputError

MOST_UNPACKED_BYTES = 200_000_000
"""A document that unpacks to more than this is refused before it is opened: it may be a bomb."""
_DEEPEST_HEADING = 6


def word_text(data: bytes, path: str) -> str:
    """Return the text of a Word document.

    Raises:
        BadInputError: it is no Word document, is damaged, or unpacks to too much.
    """
    try:
        _refuse_bomb(data, path)
        document = docx.Document(io.BytesIO(data))
    except (zipfile.BadZipFile, KeyError, ValueError, InvalidXmlError, XMLSyntaxError, OSError) as error:
        raise BadInputError(
            f"{path} cannot be read as a Word document: {error}", remedy="Open and save it again."
        ) from error
    return "\n\n".join(filter(None, _blocks(document)))


def word_title(data: bytes) -> str:
    """Return the title in the document's properties, empty when there is none."""
    return str(docx.Document(io.BytesIO(data)).core_properties.title or "").strip()


def _refuse_bomb(data: bytes, path: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > MOST_UNPACKED_BYTES:
        raise BadInputError(f"{path} unpacks to {size} bytes", remedy=f"At most {MOST_UNPACKED_BYTES} are read.")


def _blocks(document: Document) -> Iterator[str]:
    for item in document.iter_inner_content():
        yield _table(item) if isinstance(item, Table) else _paragraph(item)


def _paragraph(paragraph: Paragraph) -> str:
    text = " ".join(paragraph.text.split())
    style = str(paragraph.style.name) if paragraph.style is not None else ""
    level = style.removeprefix("Heading ")
    if text and style == "Title":
        return f"# {text}"
    if text and level != style and level.isdigit():
        return f"{'#' * min(int(level), _DEEPEST_HEADING)} {text}"
    return f"- {text}" if text and style.startswith("List") else text


def _table(table: Table) -> str:
    rows = (dict.fromkeys(" ".join(cell.text.split()) for cell in row.cells) for row in table.rows)
    return "\n".join(" | ".join(row) for row in rows)
