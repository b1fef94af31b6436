"""Whether a window can be shown here."""

import os
import sys

WITHOUT_A_SCREEN = frozenset({"offscreen", "minimal", "vnc", "minimalegl"})
"""Platforms of Qt that draw without a display."""


def has_display() -> bool:
    """Return whether there is a display, or Qt was told to draw without one."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or draws_offscreen()


def draws_offscreen() -> bool:
    """Return whether Qt was told to draw without a display."""
    return os.environ.get("QT_QPA_PLATFORM", "").split(":")[0] in WITHOUT_A_SCREEN
