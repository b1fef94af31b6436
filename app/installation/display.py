"""Whether a window can be shown here."""

import ctypes
import os
import sys

from search.errors import MissingExtraError

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


def require_answering_display() -> None:
    """Check that a display server takes the connection that Qt will make; otherwise Qt ends the process.

    A variable names a server that is not there in a terminal that outlived its session, and one that refuses after
    ``su`` and ``sudo``.

    Raises:
        MissingExtraError: none answers.
    """
    if not sys.platform.startswith("linux"):
        return
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    platforms = {platform.split(":")[0] for platform in chosen.split(";")} if chosen else set(_ATTEMPTS)
    if platforms <= set(_ATTEMPTS) and not any(_ATTEMPTS[platform]() for platform in platforms):
        names = [f"{name}={os.environ[name]}" for name in ("DISPLAY", "WAYLAND_DISPLAY") if os.environ.get(name)]
        raise MissingExtraError("desktop.display_silent", names=", ".join(names))


def _x11_answers() -> bool:
    """Return whether the X server takes a connection, which stays open until this process ends.

    A server without `-noreset` starts anew when its only client leaves, and refuses Qt's connection meanwhile.
    """
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # `qt_libraries` says what is missing
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    return not xcb.xcb_connection_has_error(connection)


def _wayland_answers() -> bool:
    if not os.environ.get("XDG_RUNTIME_DIR") and not os.environ.get("WAYLAND_DISPLAY", "").startswith("/"):
        return False  # the library would print that it has nowhere to look
    try:
        wayland = ctypes.CDLL("libwayland-client.so.0")
    except OSError:
        return False  # Qt draws on X11 then
    wayland.wl_display_connect.restype = ctypes.c_void_p
    display = wayland.wl_display_connect(None)
    if not display:
        return False
    wayland.wl_display_disconnect(ctypes.c_void_p(display))
    return True


_ATTEMPTS = {"xcb": _x11_answers, "wayland": _wayland_answers}
"""Whether a connection is possible, by the name of Qt's platform."""
