"""Draws and measures single-line texts with the cached fonts of the theme."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from search.types.shown import in_one_line
from ui.painting.mirror import is_mirrored, upright
from ui.theme.fonts import font
from ui.theme.tokens import c

REMEMBERED_WIDTHS = 4096
"""Measured texts for each font; a screen shows a few hundred."""

REMEMBERED_FACES = 64


@dataclass(frozen=True, slots=True)
class TextStyle:
    """The style of a text; sizes in pixels at a text scale of 100 %."""

    px: float
    weight: int = 400
    token: str = "text"  # noqa: S105 - a colour token
    mono: bool = False
    tnum: bool = False
    struck: bool = False

    def font(self) -> QFont:
        """Return the cached font."""
        plain = font(self.px, self.weight, mono=self.mono, tnum=self.tnum)
        return _face(plain).struck() if self.struck else plain


class _Face:
    """The metrics of a font, and the cached widths of texts."""

    def __init__(self, used: QFont) -> None:
        self.font = used
        self.metrics = QFontMetricsF(used)
        self._widths: dict[str, float] = {}
        self._struck: QFont | None = None

    def width(self, text: str) -> float:
        known = self._widths.get(text)
        if known is None:
            if len(self._widths) >= REMEMBERED_WIDTHS:
                self._widths.clear()
            known = self._widths[text] = self.metrics.horizontalAdvance(in_one_line(text))
        return known

    def struck(self) -> QFont:
        if self._struck is None:
            self._struck = QFont(self.font)
            self._struck.setStrikeOut(True)
        return self._struck


_faces: dict[int, _Face] = {}
"""By the id of the shared font, which the face keeps alive: comparing fonts costs more than drawing a word."""


def _face(used: QFont) -> _Face:
    known = _faces.get(id(used))
    if known is None:
        if len(_faces) >= REMEMBERED_FACES:
            _faces.clear()
        known = _faces[id(used)] = _Face(used)
    return known


def metrics(style: TextStyle) -> QFontMetricsF:
    """Return the cached metrics of the font of a style."""
    return _face(style.font()).metrics


def width(style: TextStyle, text: str) -> float:
    """Return the width of ``text`` in device-independent pixels."""
    return _face(style.font()).width(text)


def elided_middle(style: TextStyle, text: str, room: float) -> str:
    """Return ``text``, with an ellipsis in its middle if it is wider than ``room``."""
    return _elided(style, text, room, Qt.TextElideMode.ElideMiddle)


def elided_right(style: TextStyle, text: str, room: float) -> str:
    """Return ``text``, with an ellipsis at its end if it is wider than ``room``."""
    return _elided(style, text, room, Qt.TextElideMode.ElideRight)


def _elided(style: TextStyle, text: str, room: float, mode: Qt.TextElideMode) -> str:
    if width(style, text) <= room:
        return text
    return metrics(style).elidedText(in_one_line(text), mode, max(0.0, room))


def draw(painter: QPainter, style: TextStyle, x: float, baseline: float, text: str, token: str = "") -> float:
    """Draw ``text`` at ``x`` and return where it ends; ``token`` overrides the colour of the style.

    Control characters, such as marks of writing direction in a file name, are drawn as visible codes.
    """
    painter.setFont(style.font())
    painter.setPen(c(token or style.token))
    painter.setLayoutDirection(
        Qt.LayoutDirection.LayoutDirectionAuto
    )  # the direction of the text, not of the window
    end = x + width(style, text)
    if is_mirrored():
        with upright(painter, x, end):
            painter.drawText(QPointF(x, baseline), in_one_line(text))
    else:
        painter.drawText(QPointF(x, baseline), in_one_line(text))
    return end


def draw_right(
    painter: QPainter, style: TextStyle, right: float, baseline: float, text: str, token: str = ""
) -> float:
    """Draw ``text`` so that it ends at ``right``; return where it begins."""
    x = right - width(style, text)
    draw(painter, style, x, baseline, text, token)
    return x


def baseline_for(style: TextStyle, middle: float) -> float:
    """Return the baseline that centres the height of capitals on ``middle``."""
    return middle + metrics(style).capHeight() / 2
