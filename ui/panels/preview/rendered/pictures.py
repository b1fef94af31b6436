"""Pictures of a rendered text: from files below the file's own root, or from bytes in it. For a worker thread."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from ui.panels.preview.rendered.links import path_inside

MOST_BYTES = 20_000_000
MOST_PIXELS = 60_000_000
"""Larger pictures are not decoded: a small file can hold one that takes gigabytes."""

WIDEST = 1_600
"""Pixels; wider pictures are made smaller at once, so that scrolling stays quick."""


def picture_file(root: Path, path: str, source: str) -> Path | None:
    """Return the file that a text at ``path`` means by ``source``; None unless it truly lies below ``root``."""
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
    """Return the picture in a file; None when it is none, or too large."""
    try:
        return picture_of_bytes(file.read_bytes())
    except OSError:
        return None


def picture_of_bytes(data: bytes) -> QImage | None:
    """Return the picture that ``data`` holds; None when it holds none, or one that is too large."""
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
