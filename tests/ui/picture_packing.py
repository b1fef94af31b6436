"""Pictures in 256 colours of their own, which take a third of the room and look the same."""

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

MOST_COLOURS, FREQUENT_COLOURS = 256, 96
"""How many there are, and how many of them are kept whatever they are."""

DISTANCES = (2, 3, 4, 5, 6, 8, 10, 12, 14, 18, 24, 32)
"""Steps of a channel within which one colour stands for another; the least that suffices is taken."""


def packed(picture: QImage) -> QImage:
    """Return a picture in its own 256 colours.

    Every frequent colour stays as it is; of the rest, edges of letters and runs of colour, near ones stand for one
    another.
    """
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    table = palette_of(np.frombuffer(plain.constBits(), np.uint32))
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither)


def palette_of(pixels: npt.NDArray[np.uint32]) -> list[int]:
    """Return at most 256 colours that stand for those of all these pixels."""
    colours, counts = np.unique(pixels, return_counts=True)
    colours = colours[np.argsort(-counts)]
    parts = np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(int)
    results = (_palette(parts, distance) for distance in DISTANCES)
    retained = next((result for result, whole in results if whole), list(range(MOST_COLOURS)))
    return [int(colour) for colour in colours[retained]]


def _palette(parts: npt.NDArray[np.int_], distance: int) -> tuple[list[int], bool]:
    """Return which colours stand for all within this distance, and whether that many are allowed."""
    retained: list[int] = []
    left = np.ones(len(parts), bool)
    for position in range(len(parts)):
        if position >= FREQUENT_COLOURS and not left[position]:
            continue
        if len(retained) == MOST_COLOURS:
            return retained, False
        retained.append(position)
        left &= np.abs(parts - parts[position]).max(axis=1) >= distance
    return retained, True
