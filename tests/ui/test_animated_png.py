"""A film is a PNG that plays: what a reader puts together from it is what was pictured."""

import struct
import zlib

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from tests.ui.animated_png import Frame, animated_png

SIZE = (40, 30)
WHITE, RED = "#ffffff", "#c00000"


def picture(*squares: tuple[int, int]) -> QImage:
    image = QImage(*SIZE, QImage.Format.Format_RGB32)
    image.fill(QColor(WHITE))
    painter = QPainter(image)
    for left, top in squares:
        painter.fillRect(left, top, 5, 5, QColor(RED))
    painter.end()
    return image


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    position, result = 8, []
    while position < len(data):
        (length,) = struct.unpack(">I", data[position : position + 4])
        kind, body = data[position + 4 : position + 8], data[position + 8 : position + 8 + length]
        (checksum,) = struct.unpack(">I", data[position + 8 + length : position + 12 + length])
        assert checksum == zlib.crc32(kind + body)
        result.append((kind, body))
        position += 12 + length
    return result


def played(data: bytes) -> list[tuple[npt.NDArray[np.uint8], int]]:
    """Return what is on the screen in each frame, as colours of shape (height, width, 3), and for how long."""
    canvas = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    palette, frames, box = np.zeros((1, 3), np.uint8), [], (0, 0, 0, 0, 0)
    for kind, body in chunks(data):
        if kind == b"PLTE":
            palette = np.frombuffer(body, np.uint8).reshape(-1, 3)
        elif kind == b"fcTL":
            box = (*struct.unpack(">IIII", body[4:20]), struct.unpack(">H", body[20:22])[0])
        elif kind in {b"IDAT", b"fdAT"}:
            width, height, left, top, milliseconds = box
            lines = np.frombuffer(zlib.decompress(body[4:] if kind == b"fdAT" else body), np.uint8)
            canvas[top : top + height, left : left + width] = lines.reshape(height, width + 1)[:, 1:]
            frames.append((palette[canvas].copy(), milliseconds))
    return frames


def red_squares(colours: npt.NDArray[np.uint8]) -> int:
    return int((colours == [0xC0, 0, 0]).all(axis=2).sum()) // 25


def test_each_frame_shows_its_picture_for_its_time() -> None:
    pictures = [picture(), picture((3, 4)), picture((3, 4), (30, 20)), picture((30, 20))]
    frames = played(animated_png([Frame(each, 100 + number) for number, each in enumerate(pictures)]))
    assert [red_squares(colours) for colours, _ in frames] == [0, 1, 2, 1]
    assert [milliseconds for _, milliseconds in frames] == [100, 101, 102, 103]


def test_a_picture_that_changes_nothing_lengthens_the_frame_before() -> None:
    frames = played(animated_png([Frame(picture((3, 4)), 100), Frame(picture((3, 4)), 50)]))
    assert [milliseconds for _, milliseconds in frames] == [150]


def test_a_frame_holds_only_what_changed() -> None:
    data = animated_png([Frame(picture(), 10), Frame(picture((3, 4)), 10)])
    controls = [body for kind, body in chunks(data) if kind == b"fcTL"]
    assert struct.unpack(">IIII", controls[1][4:20]) == (5, 5, 3, 4)


def test_qt_reads_the_first_frame_as_a_picture() -> None:
    image = QImage.fromData(animated_png([Frame(picture((3, 4)), 10), Frame(picture(), 10)]))
    assert image.pixelColor(5, 6) == QColor(RED)


@pytest.mark.parametrize("kind", [b"fcTL", b"fdAT"])
def test_frames_are_numbered_without_a_gap(kind: bytes) -> None:
    pictures = [picture((x, 4)) for x in range(0, 30, 6)]
    data = animated_png([Frame(each, 10) for each in pictures])
    numbers = [struct.unpack(">I", body[:4])[0] for each, body in chunks(data) if each in {b"fcTL", b"fdAT"}]
    assert numbers == list(range(len(numbers)))
    assert kind in {each for each, _ in chunks(data)}
