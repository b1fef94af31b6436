"""What a machine needs before the real window can be opened on a virtual display."""

import ctypes.util
import shutil
from collections.abc import Sequence

LIBRARIES = ("xcb-cursor", "xcb-icccm", "xcb-image", "xcb-keysyms", "xcb-render-util", "xcb-xkb", "xkbcommon-x11")


def missing(programs: Sequence[str]) -> list[str]:
    """Return the programs, and the libraries of Qt's xcb platform, that this machine lacks.

    Qt ends the process when its xcb plugin lacks a library, so a test has to look before it starts a window.
    """
    absent = [name for name in programs if shutil.which(name) is None]
    return absent + [f"lib{name}" for name in LIBRARIES if ctypes.util.find_library(name) is None]
