"""Word documents as text: headings as ``#`` lines, paragraphs and tables in their order."""

import io
from collections.abc import Iterator

import docx
from docx.document import Document
from docx.exceptions import PythonDocxError
from docx.oxml.exceptions import XmlchemyError
from docx.table import Table
from docx.text.paragraph import Paragraph

from indexer.parsing.archives import opened

_DEEPEST_HEADING = 6

_DAMAGED = (PythonDocxError, XmlchemyError, AttributeError)
"""What the reader raises: the last where an element stands in a place that is another's."""


def word_text(data: bytes, path: str) -> str:
    """Return the text of a Word document.

    Raises:
        BadInputError: it is no Word document, is damaged, or unpacks to too much.
    """
    with opened(data, path, "a Word document", *_DAMAGED):
        document = docx.Document(io.BytesIO(data))
        return "\n\n".join(filter(None, _blocks(document)))


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
