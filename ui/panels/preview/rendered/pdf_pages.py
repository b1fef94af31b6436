"""Draws a page of a PDF document and locates its matched words. For a worker thread."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2
from pypdfium2 import raw
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from ui.panels.preview.rendered.page import PdfPage, UnreadablePdfError
from ui.panels.results.snippet import Span

MOST_BYTES = 200_000_000
WIDEST_PIXELS = 4_000
"""Wider pictures show no more detail on any screen."""

_MAX_CHARACTERS = 40_000
"""Characters of a page that are searched for matches."""

_HYPHEN = 2
"""What PDFium gives for a hyphen at the end of a line together with the line break: the word goes on."""

_one_at_a_time = threading.Lock()
"""PDFium has state for the whole process and must not be called from two threads at once."""


def pdf_page(file: Path, number: int, width: int, find: Callable[[str], Sequence[Span]]) -> PdfPage:
    """Draw a page ``width`` pixels wide; a number outside the document draws the nearest page.

    Raises:
        UnreadablePdfError: the document cannot be drawn.
    """
    try:
        if file.stat().st_size > MOST_BYTES:
            raise UnreadablePdfError("too large")
        with _one_at_a_time:
            document = pypdfium2.PdfDocument(file)
            try:
                return _draw(document, number, min(width, WIDEST_PIXELS), find)
            finally:
                document.close()
    except (pypdfium2.PdfiumError, OSError, ValueError) as error:
        raise UnreadablePdfError(str(error)) from error


def _draw(
    document: pypdfium2.PdfDocument, number: int, width: int, find: Callable[[str], Sequence[Span]]
) -> PdfPage:
    count = len(document)
    index = max(0, min(number, count) - 1)
    page = document[index]
    try:
        page_width, page_height = page.get_size()
        bitmap = page.render(scale=max(1, width) / page_width, rev_byteorder=True, prefer_bgrx=True)
        try:
            image = _image(bitmap)
        finally:
            bitmap.close()
        marks = _marks(page, (page_width, page_height), find)
    finally:
        page.close()
    return PdfPage(image, index + 1, count, marks)


def _image(bitmap: pypdfium2.PdfBitmap) -> QImage:
    view = QImage(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGBX8888)
    return view.copy()


def _marks(
    page: pypdfium2.PdfPage, size: tuple[float, float], find: Callable[[str], Sequence[Span]]
) -> tuple[tuple[QRectF, ...], ...]:
    text_page = page.get_textpage()
    try:
        count = min(text_page.count_chars(), _MAX_CHARACTERS)
        codes = [(index, raw.FPDFText_GetUnicode(text_page, index)) for index in range(count)]
        letters = [(index, _character(code)) for index, code in codes if code != _HYPHEN]
        spans = find("".join(letter for _, letter in letters))
        return tuple(_word_boxes(text_page, (letters[a][0], letters[b - 1][0] + 1), size) for a, b in spans)
    finally:
        text_page.close()


def _character(code: int) -> str:
    """Return exactly one character for each code, so that offsets in the text are offsets in the page."""
    is_surrogate = 0xD800 <= code <= 0xDFFF
    return " " if is_surrogate or code in {0, 13} else chr(code)


def _word_boxes(text_page: pypdfium2.PdfTextPage, span: Span, size: tuple[float, float]) -> tuple[QRectF, ...]:
    width, height = size
    boxes = []
    for index in range(text_page.count_rects(span[0], span[1] - span[0])):
        left, bottom, right, top = text_page.get_rect(index)
        boxes.append(QRectF(left / width, 1 - top / height, (right - left) / width, (top - bottom) / height))
    return united(boxes)


def united(boxes: Sequence[QRectF]) -> tuple[QRectF, ...]:
    """Return one box for each line of a word; a document may store its letters in pieces that each have a box."""
    lines: list[QRectF] = []
    for box in boxes:
        if lines and lines[-1].top() < box.bottom() and box.top() < lines[-1].bottom():
            lines[-1] = lines[-1].united(box)
        else:
            lines.append(box)
    return tuple(lines)
