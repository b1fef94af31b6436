"""Drawing and measuring single-line texts with the theme's cached fonts."""

from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from ui.theme.fonts import font
from ui.theme.tokens import c


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How a text run looks; sizes in px at a text scale of 100 %."""

    px: float
    weight: int = 400
    token: str = "text"  # noqa: S105 - a colour token
    mono: bool = False
    tnum: bool = False
    struck: bool = False

    def font(self) -> QFont:
        """Return the cached font."""
        plain = font(self.px, self.weight, mono=self.mono, tnum=self.tnum)
        return _struck(_FontKey(plain.key(), plain)) if self.struck else plain


@dataclass(frozen=True, slots=True)
class _FontKey:
    """A font as a cache key: equal when Qt calls the fonts equal."""

    key: str
    font: QFont = field(compare=False)


@lru_cache(maxsize=64)
def _metrics(key: _FontKey) -> QFontMetricsF:
    return QFontMetricsF(key.font)


@lru_cache(maxsize=32)
def _struck(key: _FontKey) -> QFont:
    made = QFont(key.font)
    made.setStrikeOut(True)
    return made


def metrics(style: TextStyle) -> QFontMetricsF:
    """Return the metrics of a style's font, made once."""
    used = style.font()
    return _metrics(_FontKey(used.key(), used))


def width(style: TextStyle, text: str) -> float:
    """Return how wide ``text`` is, in device-independent pixels."""
    return metrics(style).horizontalAdvance(text)


def elided_middle(style: TextStyle, text: str, room: float) -> str:
    """Return ``text``, with an ellipsis in its middle when it is wider than ``room``."""
    return metrics(style).elidedText(text, Qt.TextElideMode.ElideMiddle, max(0.0, room))


def elided_right(style: TextStyle, text: str, room: float) -> str:
    """Return ``text``, with an ellipsis at its end when it is wider than ``room``."""
    return metrics(style).elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, room))


def draw(painter: QPainter, style: TextStyle, x: float, baseline: float, text: str, token: str = "") -> float:
    """Draw ``text`` from ``x`` and return where it ends; ``token`` overrides the style's colour."""
    painter.setFont(style.font())
    painter.setPen(c(token or style.token))
    painter.drawText(QPointF(x, baseline), text)
    return x + width(style, text)


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
