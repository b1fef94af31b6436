"""Where the shown place is: repository / folder / file, then the symbol."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.painting.text import TextStyle, baseline_for, draw, elided_middle, elided_right, width
from ui.theme import sizes

_REPOSITORY = TextStyle(12, 500, "text2")
_FOLDER = TextStyle(12, 400, "text3")
_SIGN = TextStyle(12, 400, "text3")
_FILE = TextStyle(12, 600, "text")
_SYMBOL = TextStyle(12, 500, "text2")

_SLASH = " / "
_ANGLE = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_LEAST = 28.0
"""Pixels below which an elided part says nothing and is left out."""


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a breadcrumb; each but the file may be empty."""

    repository: str
    folder: str
    file: str
    symbol: str

    def spoken(self) -> str:
        """Return all of it in one line."""
        path = "/".join(part for part in (self.repository, self.folder, self.file) if part)
        return f"{path}, {self.symbol}" if self.symbol else path


def fitted(place: Place, room: float) -> Place:
    """Return the parts as they fit into ``room`` px: the folder gives way first, then the symbol.

    The file's name is shortened only where it does not fit alone.
    """
    excess = _width(place) - room
    if excess <= 0:
        return place
    folder = _shortened(_FOLDER, place.folder, excess, middle=True)
    place = Place(place.repository, folder, place.file, place.symbol)
    excess = _width(place) - room
    if excess > 0:
        symbol = _shortened(_SYMBOL, place.symbol, excess, middle=False)
        place = Place(place.repository, folder, place.file, symbol)
    if _width(place) > room:
        file = elided_middle(_FILE, place.file, room)
        place = Place("", place.folder, file, place.symbol)
    return place


def _shortened(style: TextStyle, text: str, excess: float, *, middle: bool) -> str:
    room = width(style, text) - excess
    if not text or room < _LEAST:
        return ""
    return elided_middle(style, text, room) if middle else elided_right(style, text, room)


def _pieces(place: Place) -> list[tuple[TextStyle, str]]:
    pieces: list[tuple[TextStyle, str]] = []
    for style, text in ((_REPOSITORY, place.repository), (_FOLDER, place.folder)):
        if text:
            pieces += [(style, text), (_SIGN, _SLASH)]
    pieces.append((_FILE, place.file))
    if place.symbol:
        pieces += [(_SIGN, _ANGLE), (_SYMBOL, place.symbol)]
    return pieces


def _width(place: Place) -> float:
    return sum(width(style, text) for style, text in _pieces(place))


class Breadcrumb(QWidget):
    """Paints a `Place` in one line."""

    def __init__(self) -> None:
        super().__init__()
        self._place = Place("", "", "", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(60)

    def set_place(self, place: Place) -> None:
        """Show another place."""
        self._place = place
        self.setAccessibleName(place.spoken())
        self.setToolTip(place.spoken())
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for one line."""
        return QSize(200, sizes.scaled(24))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - drawn whole
        """Draw the parts that fit."""
        with QPainter(self) as painter:
            x = 0.0
            for style, text in _pieces(fitted(self._place, self.width())):
                x = draw(painter, style, x, baseline_for(style, self.height() / 2), text)
