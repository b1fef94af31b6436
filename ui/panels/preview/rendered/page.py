"""A drawn page of a PDF document."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage


class UnreadablePdfError(Exception):
    """The document is damaged, asks for a password, is too large, or is gone."""


@dataclass(frozen=True, slots=True)
class PdfPage:
    """A drawn page.

    Attributes:
        number: from 1.
        count: pages of the document.
        marks: rectangles of every matched word in turn, in parts of the page's width and height.
    """

    image: QImage
    number: int
    count: int
    marks: tuple[tuple[QRectF, ...], ...]
