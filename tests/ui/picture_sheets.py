"""Sheets of small pictures: every state that was drawn in one size and theme, side by side with its name."""

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from tests.ui.picture_packing import packed
from ui.theme.fonts import font

ACROSS = 5
WIDTH, LABEL, GAP = 480, 24, 12
"""Pixels of a small picture, of the line with its name, and between two."""
GROUND, INK = "#5A6472", "#FFFFFF"
SMALLEST = 0
"""Quality with which Qt packs a PNG most; it loses nothing."""


def write_sheets(folder: Path) -> list[Path]:
    """Write a sheet beside ``folder`` for each theme that its pictures are named by; return the files."""
    written = []
    for theme in sorted({file.stem.rpartition("-")[2] for file in folder.glob("*.png")}):
        files = sorted(folder.glob(f"*-{theme}.png"))
        target = folder.with_name(f"every-{folder.name}-{theme}.png")
        packed(_sheet(files, theme)).save(str(target), "PNG", SMALLEST)
        written.append(target)
    return written


def _sheet(files: list[Path], theme: str) -> QImage:
    small = [QImage(str(file)).scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation) for file in files]
    high = max(picture.height() for picture in small) + LABEL + GAP
    rows = -(-len(small) // ACROSS)
    sheet = QImage(ACROSS * (WIDTH + GAP) + GAP, rows * high + GAP, QImage.Format.Format_RGB32)
    sheet.fill(QColor(GROUND))
    with QPainter(sheet) as painter:
        painter.setFont(font(13, 600))
        painter.setPen(QColor(INK))
        for position, (file, picture) in enumerate(zip(files, small, strict=True)):
            corner = QPoint(GAP + position % ACROSS * (WIDTH + GAP), GAP + position // ACROSS * high)
            name = QRect(corner.x(), corner.y(), WIDTH, LABEL)
            painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, file.stem.removesuffix(f"-{theme}"))
            painter.drawImage(corner + QPoint(0, LABEL), picture)
    return sheet
