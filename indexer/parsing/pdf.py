"""PDF documents as text: a heading for each page, so that a hit leads to it.

What a person wrote into fields and notes follows the text of its page.
"""

import ctypes
import re
import threading
from collections.abc import Callable, Iterator

import pypdfium2
from pypdfium2 import raw

from indexer.parsing.accents import with_accents
from indexer.parsing.converted import Converted, without_headings
from search.errors import BadInputError

MOST_PAGES = 5_000

_HYPHEN = re.compile("\ufffe\n?")
"""What PDFium gives for a hyphen at the end of a line together with the line break: the word goes on."""

_NO_CHARACTER = re.compile("[\0\ufdd0-\ufdef\uffff]")
"""Code points that stand for no character; damaged fonts map glyphs to them."""

_NO_TITLES = frozenset({"untitled", "untitled document", "(anonymous)", "unbenannt", "ohne titel", "sans titre"})
"""What programs write where nobody gave a document a title."""

_NO_NOTES = frozenset({raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP, raw.FPDF_ANNOT_WIDGET})
"""Kinds of annotations whose texts are no notes; a widget is a field of a form."""

_FIELDS = frozenset({raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX})
"""Kinds of fields whose values are words."""

_MOST_ANNOTATIONS = 5_000
"""Annotations of a page that are read; more are no notes of a person."""

MOST_BYTES_OF_A_NOTE = 1_000_000
"""A longer note is left out, as PDFium reads all of it or nothing."""

MOST_BYTES_OF_NOTES = 10_000_000
"""Of a whole document: one note may be on each of its pages many times."""

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
        document.init_forms()
        title = " ".join(document.get_metadata_value("Title").split())
        title = "" if title.casefold() in _NO_TITLES else title
        notes = _Notes(document)
        pages = [_page(document, index, notes) for index in range(min(len(document), MOST_PAGES))]
        left_out = len(document) - len(pages)
    finally:
        document.close()
    texts = [page for page in pages if page]
    if not texts:
        return Converted("")
    of_pages = f"only the first {MOST_PAGES:,} of {MOST_PAGES + left_out:,} pages are indexed" if left_out else ""
    truncated = ", ".join(filter(None, (of_pages, "" if notes.complete else "not all of its notes are indexed")))
    return Converted("\n\n".join([*([f"# {title}"] if title else []), *texts]), truncated)


def _page(document: pypdfium2.PdfDocument, index: int, notes: "_Notes") -> str:
    page = document[index]
    try:
        text_page = page.get_textpage()
        try:
            text = text_page.get_text_range()
        finally:
            text_page.close()
        of_page = list(dict.fromkeys(filter(None, notes.of(page))))
    finally:
        page.close()
    text = with_accents(_HYPHEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))
    body = "\n\n".join(filter(None, (_clean(text), "\n".join(map(_clean, of_page)))))
    return f"## Page {index + 1}\n\n{without_headings(body)}" if body else ""


def _clean(text: str) -> str:
    lines = (line.rstrip() for line in _NO_CHARACTER.sub("", text).split("\n"))
    return "\n".join(lines).strip()


class _Notes:
    """Values of fields that hold text, and the notes in a document, up to a size of all of them together."""

    def __init__(self, document: pypdfium2.PdfDocument) -> None:
        self.complete = True
        self._form = document.formenv
        self._left = MOST_BYTES_OF_NOTES

    def of(self, page: pypdfium2.PdfPage) -> Iterator[str]:
        """Yield the values and notes of a page."""
        for number in range(min(raw.FPDFPage_GetAnnotCount(page), _MOST_ANNOTATIONS)):
            annotation = raw.FPDFPage_GetAnnot(page, number)
            if not annotation:
                continue
            try:
                kind = raw.FPDFAnnot_GetSubtype(annotation)
                if kind == raw.FPDF_ANNOT_WIDGET and self._form:
                    yield self._value(self._form, annotation)
                elif kind not in _NO_NOTES:
                    yield self._string(raw.FPDFAnnot_GetStringValue, annotation, b"Contents")
            finally:
                raw.FPDFPage_CloseAnnot(annotation)

    def _value(self, form: pypdfium2.PdfFormEnv, annotation: object) -> str:
        is_text = raw.FPDFAnnot_GetFormFieldType(form, annotation) in _FIELDS
        return self._string(raw.FPDFAnnot_GetFormFieldValue, form, annotation) if is_text else ""

    def _string(self, function: Callable[..., int], *arguments: object) -> str:
        """Return the text that a function of PDFium writes into a buffer, whose size it says first."""
        size = function(*arguments, None, 0) if self._left > 0 else 0
        self._left -= size
        if self._left <= 0 or size > MOST_BYTES_OF_A_NOTE:
            self.complete = False
            return ""
        buffer = ctypes.create_string_buffer(size)
        function(*arguments, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size)
        text = buffer.raw.decode("utf-16-le", "replace").partition("\0")[0]
        return text.replace("\r\n", "\n").replace("\r", "\n")
