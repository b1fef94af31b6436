"""A drawing as a picture: SVG and PNG, in the colours of the window."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator

from ui.panels.dependencies.graph.drawing import Drawing
from ui.panels.dependencies.graph.painter import Emphasis, paint_drawing
from ui.theme.tokens import c

PNG_SCALE = 2.0
"""Pixels for one of the screen at 100 %, so that the words are sharp in a document."""

LARGEST_SIDE = 16_000
"""Pixels of the longer side of a PNG at most."""


def drawing_svg(drawing: Drawing, way: tuple[str, ...], title: str) -> bytes:
    """Return the drawing as SVG; words stay words."""
    area = drawing.bounds
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setTitle(title)
    generator.setSize(QSize(round(area.width()), round(area.height())))
    generator.setViewBox(QRectF(0, 0, area.width(), area.height()))
    generator.setResolution(96)
    with QPainter(generator) as painter:
        _paint(painter, drawing, way)
    buffer.close()
    return bytes(written.data())


def drawing_image(drawing: Drawing, way: tuple[str, ...]) -> QImage:
    """Return the drawing as an image in the colours of the window."""
    area = drawing.bounds
    scale = min(PNG_SCALE, LARGEST_SIDE / max(area.width(), area.height(), 1.0))
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.scale(scale, scale)
        _paint(painter, drawing, way)
    return image


def png_bytes(image: QImage) -> bytes:
    """Return an image as PNG; takes long, so that a thread should call it."""
    written = QByteArray()
    buffer = QBuffer(written)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(written.data())


def _paint(painter: QPainter, drawing: Drawing, way: tuple[str, ...]) -> None:
    area = drawing.bounds
    painter.translate(-area.left(), -area.top())
    painter.fillRect(area, QColor(c("surface")))
    paint_drawing(painter, drawing, Emphasis(way=way), area)
