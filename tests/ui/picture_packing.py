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
    colours, counts = np.unique(np.frombuffer(plain.constBits(), np.uint32), return_counts=True)
    colours = colours[np.argsort(-counts)]
    parts = np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(int)
    found = (_kept(parts, distance) for distance in DISTANCES)
    kept = next((places for places, whole in found if whole), list(range(MOST_COLOURS)))
    table = [int(colour) for colour in colours[kept]]
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, Qt.ImageConversionFlag.ThresholdDither)


def _kept(parts: npt.NDArray[np.int_], distance: int) -> tuple[list[int], bool]:
    """Return which colours stand for all within this distance, and whether that many are allowed."""
    kept: list[int] = []
    left = np.ones(len(parts), bool)
    for place in range(len(parts)):
        if place >= FREQUENT_COLOURS and not left[place]:
            continue
        if len(kept) == MOST_COLOURS:
            return kept, False
        kept.append(place)
        left &= np.abs(parts - parts[place]).max(axis=1) >= distance
    return kept, True
