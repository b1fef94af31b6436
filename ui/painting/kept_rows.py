"""Pictures of painted rows: showing one again takes a hundredth of the time of painting it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.painting.mirror import mirrored
from ui.theme.fonts import fonts_in_use
from ui.theme.tokens import c, theme_in_use

MOST_BYTES = 16_000_000
"""What the pictures of one list may take; a screen of rows at two device pixels takes 7 MB."""
_BYTES_A_PIXEL = 4

Paint = Callable[[QPainter, QRectF], object]
"""Paints a row into a box."""


class KeptRows:
    """Shows rows of one list, painting only those whose look it does not know.

    A picture is as sharp as its row where rows begin on whole device pixels: at a ratio such as 1.5, where they do
    not, every row is painted.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._bytes = 0
        self._dressed: Hashable = None

    def show(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        ground: str,
        look: Hashable,
        paint: Paint,
        over: Paint | None = None,
    ) -> None:
        """Show a row in the rectangle and the direction of ``option``.

        ``ground`` is the colour token that fills it before ``paint`` is called; ``look`` is all else that decides
        what the row looks like, but for its place, theme and fonts. ``over`` paints above it what is not kept,
        since it is other every time.
        """
        box, device = option.rect, painter.device()
        if box.isEmpty():
            return
        ratio = device.devicePixelRatio() if device is not None else 1.0
        if float(ratio).is_integer():
            picture = self._picture(box.size(), option.direction, ground, look, ratio, paint)
            painter.drawPixmap(box.topLeft(), picture)
        else:
            painter.fillRect(box, c(ground))
            _paint(painter, box, option.direction, paint)
        if over is not None:
            _paint(painter, box, option.direction, over)

    def _picture(
        self, size: QSize, direction: Qt.LayoutDirection, ground: str, look: Hashable, ratio: float, paint: Paint
    ) -> QPixmap:
        self._dress((theme_in_use(), fonts_in_use()))
        key = (look, ground, size.width(), size.height(), direction, ratio)
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
            return known
        known = QPixmap(size * ratio)
        known.setDevicePixelRatio(ratio)
        known.fill(c(ground))
        with QPainter(known) as own:
            _paint(own, QRect(QPoint(), size), direction, paint)
        self._keep(key, known)
        return known

    def _keep(self, key: Hashable, picture: QPixmap) -> None:
        self._kept[key] = picture
        self._bytes += _size(picture)
        while self._bytes > MOST_BYTES:
            self._bytes -= _size(self._kept.popitem(last=False)[1])

    def _dress(self, dressed: Hashable) -> None:
        """Forget the rows of another theme, of other fonts or of another text scale."""
        if dressed != self._dressed:
            self._dressed, self._bytes = dressed, 0
            self._kept.clear()


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
