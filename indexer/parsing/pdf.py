"""PDF documents as text: a heading for each page, so that a hit leads to it."""

import re
import threading

import pypdfium2

from indexer.parsing.converted import Converted, without_headings
from search.errors import BadInputError

MOST_PAGES = 5_000

_HYPHEN = re.compile("\ufffe\n?")
"""What PDFium gives for a hyphen at the end of a line together with the line break: the word goes on."""

_NO_CHARACTER = re.compile("[\0\ufdd0-\ufdef\uffff]")
"""Code points that stand for no character; damaged fonts map glyphs to them."""

_NO_TITLES = frozenset({"untitled", "untitled document", "(anonymous)", "unbenannt", "ohne titel", "sans titre"})
"""What programs write where nobody gave a document a title."""

_one_at_a_time = threading.Lock()
"""PDFium has global state and must not be called from two threads at the same time."""


def pdf_text(data: bytes, path: str) -> Converted:
    """Return the text of a PDF document; empty when it holds pictures only.

    Raises:
        BadInputError: it is damaged or asks for a password.
    """
    try:
        with _one_at_a_time:
            return _text(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise BadInputError("document.pdf_password", path=path) from error
        raise BadInputError("document.bad_pdf", path=path, reason=error) from error


def _text(data: bytes) -> Converted:
    document = pypdfium2.PdfDocument(data)
    try:
        title = " ".join(document.get_metadata_value("Title").split())
        title = "" if title.casefold() in _NO_TITLES else title
        pages = [_page(document, index) for index in range(min(len(document), MOST_PAGES))]
        left_out = len(document) - len(pages)
    finally:
        document.close()
    texts = [page for page in pages if page]
    if not texts:
        return Converted("")
    truncated = f"only the first {MOST_PAGES:,} of {MOST_PAGES + left_out:,} pages are indexed" if left_out else ""
    return Converted("\n\n".join([*([f"# {title}"] if title else []), *texts]), truncated)


def _page(document: pypdfium2.PdfDocument, index: int) -> str:
    page = document[index]
    try:
        text_page = page.get_textpage()
        try:
            text = text_page.get_text_range()
        finally:
            text_page.close()
    finally:
        page.close()
    text = _HYPHEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = (line.rstrip() for line in _NO_CHARACTER.sub("", text).split("\n"))
    body = "\n".join(lines).strip()
    return f"## Page {index + 1}\n\n{without_headings(body)}" if body else ""
