"""Animated PNG (APNG): frames in one palette, of which each file frame holds only the rectangle that changed."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from tests.ui.picture_packing import palette_of

Indexes = npt.NDArray[np.uint8]
"""A picture as numbers of colours in a palette, of shape (height, width)."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_FOR_EVER = 0
_KEEP, _REPLACE = 0, 0
"""What is left of a frame when the next comes, and how a frame is put over it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture and for how long it is shown."""

    picture: QImage
    milliseconds: int


@dataclass(frozen=True, slots=True)
class _Patch:
    """The rectangle of a frame that differs from the frame before."""

    left: int
    top: int
    pixels: Indexes
    milliseconds: int


def animated_png(frames: Sequence[Frame]) -> bytes:
    """Return the film of these frames, all of one size, as the bytes of an APNG that is repeated."""
    plain = [frame.picture.convertToFormat(QImage.Format.Format_RGB32) for frame in frames]
    pixels = np.concatenate([np.frombuffer(picture.constBits(), np.uint32) for picture in plain])
    palette = palette_of(pixels)
    patches = list(
        _patches([(_indexed(picture, palette), frame) for picture, frame in zip(plain, frames, strict=True)])
    )
    height, width = patches[0].pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = b"".join(colour.to_bytes(4, "big")[1:] for colour in palette)
    chunks = [
        _chunk(b"IHDR", header),
        _chunk(b"acTL", struct.pack(">II", len(patches), _FOR_EVER)),
        _chunk(b"PLTE", colours),
    ]
    return _SIGNATURE + b"".join((*chunks, *_frame_chunks(patches), _chunk(b"IEND", b"")))


def _indexed(picture: QImage, palette: list[int]) -> Indexes:
    image = picture.convertToFormat(QImage.Format.Format_Indexed8, palette, Qt.ImageConversionFlag.ThresholdDither)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : image.width()].copy()


def _patches(frames: Sequence[tuple[Indexes, Frame]]) -> Iterator[_Patch]:
    """Yield what changes from frame to frame; a frame that changes nothing lengthens the one before."""
    shown, first = frames[0]
    patch = _Patch(0, 0, shown, first.milliseconds)
    for pixels, frame in frames[1:]:
        changed = pixels != shown
        if not changed.any():
            patch = _Patch(patch.left, patch.top, patch.pixels, patch.milliseconds + frame.milliseconds)
            continue
        yield patch
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        box = pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        patch = _Patch(int(columns[0]), int(rows[0]), box, frame.milliseconds)
        shown = pixels
    yield patch


def _frame_chunks(patches: Sequence[_Patch]) -> Iterator[bytes]:
    sequence = 0
    for number, patch in enumerate(patches):
        height, width = patch.pixels.shape
        box = struct.pack(">IIIII", sequence, width, height, patch.left, patch.top)
        yield _chunk(b"fcTL", box + struct.pack(">HHBB", patch.milliseconds, 1_000, _KEEP, _REPLACE))
        unfiltered = np.pad(patch.pixels, ((0, 0), (1, 0)))
        data = zlib.compress(unfiltered.tobytes(), 9)
        yield _chunk(b"fdAT", struct.pack(">I", sequence + 1) + data) if number else _chunk(b"IDAT", data)
        sequence += 2 if number else 1


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
