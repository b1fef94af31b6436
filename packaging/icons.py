"""Icons of the program in every size and format that systems ask for, from its mark.

``python packaging/icons.py DIR`` writes ``hicolor/SIZExSIZE/apps/dowse.png``, ``hicolor/scalable/apps/dowse.svg``,
``dowse.ico`` and ``dowse.icns``.
"""

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.desktop.program_icon import png, tile

SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Pixels, as the icon themes of desktops name their folders."""

ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic11": 32, b"ic12": 64}
"""Apple's types of pictures in PNG, and their pixels."""


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return PNGs by their size as one file of Windows: a header, an entry of 16 bytes for each, the pictures."""
    begins = 6 + 16 * len(pictures)
    entries = b""
    for size, data in pictures.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), begins)
        begins += len(data)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns(pictures: dict[bytes, bytes]) -> bytes:
    """Return PNGs by their type as one file of macOS: each with its type and its length, which counts both."""
    body = b"".join(kind + struct.pack(">I", len(data) + 8) + data for kind, data in pictures.items())
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write_icons(folder: Path) -> None:
    """Write all icons into this folder."""
    drawing = tile()
    _write(folder / "hicolor" / "scalable" / "apps" / "dowse.svg", drawing.encode())
    for size in SIZES:
        _write(folder / "hicolor" / f"{size}x{size}" / "apps" / "dowse.png", png(drawing, size))
    _write(folder / "dowse.ico", ico({size: png(drawing, size) for size in ICO_SIZES}))
    _write(folder / "dowse.icns", icns({kind: png(drawing, size) for kind, size in ICNS_KINDS.items()}))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    write_icons(Path(sys.argv[1]))
