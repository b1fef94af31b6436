"""Icons: Lucide drawings in the colour of a token, rendered once and cached."""

from functools import cache
from math import ceil

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from resources.locate import resource
from ui.theme.tokens import css, is_dark

STROKE = "1.75"
"""Lucide draws with 2; thinner lines match the weight of the text in the window."""


def pixmap(name: str, token: str, size: int, dpr: float = 1.0) -> QPixmap:
    """Return an icon for painting; ``size`` in device-independent pixels, shared by all callers.

    Raises:
        FileNotFoundError: no icon of that name ships with Dowse.
    """
    return _pixmap(name, css(token), size, dpr)


def icon(name: str, token: str, size: int = 16, *, pad_right: int = 0) -> QIcon:
    """Return an icon for a button, with its disabled state.

    ``pad_right`` widens the picture by that many empty pixels: Qt offers no gap between icon and text.
    Give the button ``QSize(size + pad_right, size)`` as icon size then.
    """
    return _icon(name, token, size, pad_right, is_dark())


def forget_icons() -> None:
    """Clear the cache of icons, after the theme has changed."""
    _icon.cache_clear()
    _pixmap.cache_clear()


@cache
def _shape(name: str, size: int, dpr: float) -> QPixmap:
    """Return an icon in black, which is shared by all themes: drawing takes ten times as long as tinting."""
    text = resource("icons", f"{name}.svg").read_text("utf-8")
    text = text.replace('stroke-width="2"', f'stroke-width="{STROKE}"').replace("currentColor", "#000000")
    drawn = QPixmap(round(size * dpr), round(size * dpr))
    drawn.setDevicePixelRatio(dpr)
    drawn.fill(Qt.GlobalColor.transparent)
    with QPainter(drawn) as painter:
        QSvgRenderer(QByteArray(text.encode())).render(painter, QRectF(0, 0, size, size))
    return drawn


@cache
def _pixmap(name: str, colour: str, size: int, dpr: float) -> QPixmap:
    tinted = QPixmap(_shape(name, size, dpr))
    with QPainter(tinted) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        painter.fillRect(QRectF(0, 0, size, size), QColor(colour))
    return tinted


@cache
def _icon(name: str, token: str, size: int, pad_right: int, dark: bool) -> QIcon:  # noqa: ARG001, FBT001  -- the theme is part of the cache key
    made = QIcon()
    for dpr in _ratios():
        made.addPixmap(_padded(pixmap(name, token, size, dpr), pad_right, dpr), QIcon.Mode.Normal)
        made.addPixmap(_padded(pixmap(name, "disabled", size, dpr), pad_right, dpr), QIcon.Mode.Disabled)
    return made


def _ratios() -> list[float]:
    """Return the integer device pixel ratios for which icons of buttons are rendered: those of the screens."""
    return sorted({float(ceil(screen.devicePixelRatio())) for screen in QGuiApplication.screens()})


def _padded(drawn: QPixmap, pad_right: int, dpr: float) -> QPixmap:
    if not pad_right:
        return drawn
    wide = QPixmap(drawn.width() + round(pad_right * dpr), drawn.height())
    wide.setDevicePixelRatio(dpr)
    wide.fill(Qt.GlobalColor.transparent)
    with QPainter(wide) as painter:
        painter.drawPixmap(pad_right if QGuiApplication.isRightToLeft() else 0, 0, drawn)
    return wide
