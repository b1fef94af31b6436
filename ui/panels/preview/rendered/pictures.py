"""Reads the pictures of a rendered text, from files below its root or from embedded bytes. For a worker thread."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from ui.panels.preview.rendered.links import path_inside

MOST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
"""Larger pictures are not decoded: a small file can contain a picture that takes gigabytes of memory."""

WIDEST = 1_600
"""Pixels; wider pictures are scaled down while they are read, which keeps scrolling fast."""


def picture_file(root: Path, path: str, source: str) -> Path | None:
    """Return the file that ``source`` refers to in a text at ``path``; None unless it is really below ``root``."""
    inside = path_inside(source.partition("?")[0].partition("#")[0], path)
    if not inside or not str(root):
        return None
    try:
        real = (root / inside).resolve(strict=True)
        if real.is_relative_to(root.resolve()) and real.is_file() and real.stat().st_size <= MOST_BYTES:
            return real
    except (OSError, RuntimeError, ValueError):
        return None
    return None


def picture_of_file(file: Path) -> QImage | None:
    """Return the picture in a file; None if the file is not a picture or is too large."""
    try:
        return picture_of_bytes(file.read_bytes())
    except OSError:
        return None


def picture_of_bytes(data: bytes) -> QImage | None:
    """Return the picture in ``data``; None if it is not a picture or is too large."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
        return None
    if size.width() > WIDEST:
        reader.setScaledSize(size.scaled(QSize(WIDEST, size.height()), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return None if image.isNull() else image
