"""The location of the visible text: repository / folder / file, then the symbol."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.painting.text import TextStyle, baseline_for, draw, elided_middle, elided_right, width
from ui.theme import sizes
from ui.widgets.tips import plain_tip

_REPOSITORY = TextStyle(12, 500, "text2")
_FOLDER = TextStyle(12, 400, "text3")
_SEPARATOR = TextStyle(12, 400, "text3")
_FILE = TextStyle(12, 600, "text")
_SYMBOL = TextStyle(12, 500, "text2")

_SLASH = " / "
_ANGLE = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_MIN_WIDTH = 28.0
"""Pixels below which an elided part is unreadable and is omitted."""


@dataclass(frozen=True, slots=True)
class BreadcrumbParts:
    """The parts of a breadcrumb; all but the file may be empty. ``full_symbol`` is for the tooltip."""

    repository: str
    folder: str
    file: str
    symbol: str
    full_symbol: str = ""

    def spoken(self) -> str:
        """Return all parts in one line, for tool tip and screen reader."""
        path = "/".join(part for part in (self.repository, self.folder, self.file) if part)
        symbol = self.full_symbol or self.symbol
        return f"{path}, {symbol}" if symbol else path


def fitted(parts: BreadcrumbParts, room: float) -> BreadcrumbParts:
    """Return the parts shortened to ``room`` pixels: the folder first, then the symbol.

    The file name is shortened only if it does not fit alone.
    """
    excess = _width(parts) - room
    if excess <= 0:
        return parts
    folder = _shortened(_FOLDER, parts.folder, excess, middle=True)
    parts = BreadcrumbParts(parts.repository, folder, parts.file, parts.symbol)
    excess = _width(parts) - room
    if excess > 0:
        symbol = _shortened(_SYMBOL, parts.symbol, excess, middle=False)
        parts = BreadcrumbParts(parts.repository, folder, parts.file, symbol)
    if _width(parts) > room:
        file = elided_middle(_FILE, parts.file, room)
        parts = BreadcrumbParts("", parts.folder, file, parts.symbol)
    return parts


def _shortened(style: TextStyle, text: str, excess: float, *, middle: bool) -> str:
    room = width(style, text) - excess
    if not text or room < _MIN_WIDTH:
        return ""
    return elided_middle(style, text, room) if middle else elided_right(style, text, room)


def _pieces(parts: BreadcrumbParts) -> list[tuple[TextStyle, str]]:
    pieces: list[tuple[TextStyle, str]] = []
    for style, text in ((_REPOSITORY, parts.repository), (_FOLDER, parts.folder)):
        if text:
            pieces += [(style, text), (_SEPARATOR, _SLASH)]
    pieces.append((_FILE, parts.file))
    if parts.symbol:
        pieces += [(_SEPARATOR, _ANGLE), (_SYMBOL, parts.symbol)]
    return pieces


def _width(parts: BreadcrumbParts) -> float:
    return sum(width(style, text) for style, text in _pieces(parts))


class Breadcrumb(QWidget):
    """Paints `BreadcrumbParts` in one line."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = BreadcrumbParts("", "", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(60)

    @property
    def least_width(self) -> float:
        """Pixels that the name of the file needs."""
        return width(_FILE, self._parts.file)

    def set_parts(self, parts: BreadcrumbParts) -> None:
        """Show another location."""
        self._parts = parts
        self.setAccessibleName(parts.spoken())
        self.setToolTip(plain_tip(parts.spoken()))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of one line."""
        return QSize(200, sizes.scaled(24))

    def changeEvent(self, event: QEvent) -> None:
        """Repaint in the colours of the theme."""
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is drawn
        """Draw the parts that fit."""
        with QPainter(self) as painter:
            x = 0.0
            for style, text in _pieces(fitted(self._parts, self.width())):
                x = draw(painter, style, x, baseline_for(style, self.height() / 2), text)
