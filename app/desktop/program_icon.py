"""The icon of the program as a picture: its mark in white on a rounded tile."""

from resources.locate import resource

TILE, STROKE = "#0B62C4", "#ffffff"
"""The accent of the light theme, and what is readable on it."""


def tile() -> str:
    """Return the icon as SVG."""
    lines = resource("icons", "dowse.svg").read_text("utf-8").splitlines()
    shapes = "\n".join(lines[1:-1]).replace("currentColor", STROKE)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 48 48">\n'
        f'<rect x="2" y="2" width="44" height="44" rx="10" fill="{TILE}"/>\n'
        f'<g transform="translate(9.6 9.6) scale(1.2)" fill="none" stroke="{STROKE}" stroke-width="2" '
        f'stroke-linecap="round" stroke-linejoin="round">\n{shapes}\n</g>\n</svg>\n'
    )


def png(drawing: str, size: int) -> bytes:
    """Return a drawing in SVG as a square PNG of so many pixels.

    Raises:
        ImportError: a library that Qt needs is missing on this system.
    """
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes, which it refuses
    return bytes(buffer.data().data())
