"""Caches pictures of painted rows: showing a picture takes a hundredth of the time of painting the row."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.painting.mirror import mirrored
from ui.theme.fonts import fonts_in_use
from ui.theme.tokens import c, theme_in_use

MOST_BYTES = 16_000_000
"""Most memory of the pictures of one list; a screen of rows at a device pixel ratio of 2 takes 7 MB."""
_BYTES_A_PIXEL = 4

_Key = tuple[Hashable, str, int]
"""Look, background and height of a row."""

Paint = Callable[[QPainter, QRectF], object]
"""Paints a row into a rectangle."""


@dataclass(frozen=True, slots=True)
class Over:
    """An overlay that changes more often than its row; ``look`` is everything on which its picture depends."""

    look: Hashable
    paint: Paint


class PaintedRowCache:
    """Shows rows of one list, and paints only those whose look is not in the cache.

    A picture is as sharp as its row only if rows begin on whole device pixels. At a ratio such as 1.5 they do not,
    and every row is painted. All rows of a list have the same width, so pictures of another width are dropped.
    """

    def __init__(self) -> None:
        self._pictures: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._over: dict[Hashable, Hashable] = {}
        self._bytes = 0
        self._dressed: Hashable = None

    def show(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        ground: str,
        look: Hashable,
        paint: Paint,
        over: Over | None = None,
    ) -> None:
        """Show a row in the rectangle and the direction of ``option``.

        ``ground`` is the colour token that fills it before ``paint`` is called. ``look`` is everything else on
        which the picture depends, except position, theme and fonts. The row is cached together with the overlay
        ``over`` once that looks the same for a second time; an overlay that changes each time, such as the scores
        while the slider moves, is painted.
        """
        box, device = option.rect, painter.device()
        if box.isEmpty():
            return
        ratio = device.devicePixelRatio() if device is not None else 1.0
        if not float(ratio).is_integer():
            painter.fillRect(box, c(ground))
            _paint(painter, box, option.direction, paint)
            shown_over = False
        else:
            self._dress((theme_in_use(), fonts_in_use(), box.width(), option.direction, ratio))
            key = (look, ground, box.height())
            whole = self._whole(key, over, option) if over is not None else None
            painter.drawPixmap(box.topLeft(), whole or self._row(key, option, ratio, paint))
            shown_over = whole is not None
        if over is not None and not shown_over:
            _paint(painter, box, option.direction, over.paint)

    def _row(self, key: _Key, option: QStyleOptionViewItem, ratio: float, paint: Paint) -> QPixmap:
        """Return the picture of a row without its overlay."""
        known = self._known(key)
        if known is None:
            known = QPixmap(option.rect.size() * ratio)
            known.setDevicePixelRatio(ratio)
            known.fill(c(key[1]))
            self._paint_on(known, key, option, paint)
        return known

    def _whole(self, key: _Key, over: Over, option: QStyleOptionViewItem) -> QPixmap | None:
        """Return the picture of a row with its overlay; None until the overlay was the same twice."""
        known = self._known((key, over.look))
        if known is None and key in self._pictures and self._over.get(key) == over.look:
            known = QPixmap(self._pictures[key])
            self._paint_on(known, (key, over.look), option, over.paint)
        elif known is None:
            self._over[key] = over.look
        return known

    def _paint_on(self, picture: QPixmap, key: Hashable, option: QStyleOptionViewItem, paint: Paint) -> None:
        with QPainter(picture) as own:
            _paint(own, QRect(QPoint(), option.rect.size()), option.direction, paint)
        self._pictures[key] = picture
        self._bytes += _size(picture)
        while self._bytes > MOST_BYTES:
            oldest, dropped = self._pictures.popitem(last=False)
            self._bytes -= _size(dropped)
            self._over.pop(oldest, None)

    def _known(self, key: Hashable) -> QPixmap | None:
        known = self._pictures.get(key)
        if known is not None:
            self._pictures.move_to_end(key)
        return known

    def _dress(self, dressed: Hashable) -> None:
        """Clear the cache if theme, fonts, text scale, width or direction have changed."""
        if dressed != self._dressed:
            self._dressed, self._bytes = dressed, 0
            self._pictures.clear()
            self._over.clear()


def _paint(painter: QPainter, box: QRect, direction: Qt.LayoutDirection, paint: Paint) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(box)
    row = QRectF(box)
    with mirrored(painter, row, direction):
        paint(painter, row)
    painter.restore()


def _size(picture: QPixmap) -> int:
    return picture.width() * picture.height() * _BYTES_A_PIXEL
