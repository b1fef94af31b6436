"""A key that brings the window to the front from anywhere, where the system lets a program ask for one: X11.

Wayland leaves keys of the whole desktop to its own settings; there, and on Windows and macOS, `grab` says no.
"""

import ctypes
import ctypes.util
import sys

from PySide6.QtCore import QObject, QSocketNotifier, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence

_KEY_PRESS = 2
"""Number of the event in the X11 protocol."""

_EVENT_BYTES = 192
"""Size of the union of all X11 events on 64 bit systems."""

_MODIFIERS = {
    Qt.KeyboardModifier.ShiftModifier: 1,
    Qt.KeyboardModifier.ControlModifier: 4,
    Qt.KeyboardModifier.AltModifier: 8,
    Qt.KeyboardModifier.MetaModifier: 64,
}
"""Bits of X11's modifier mask; Alt is Mod1, Super is Mod4."""

_LOCKS = (0, 2, 16, 18)
"""Caps Lock, Num Lock and both: the key must fire whatever of them is on."""

_ASYNC = 1

_ERROR_HANDLER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class GlobalHotkey(QObject):
    """One key of the whole desktop, on an own connection to the X server; ``pressed`` comes with each press."""

    pressed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._grabbed: tuple[int, int] | None = None
        self._x11: ctypes.CDLL | None = None
        self._display: int | None = None
        self._listening: QSocketNotifier | None = None
        self._refused = False
        self._on_error = _ERROR_HANDLER(self._refuse)

    @staticmethod
    def is_available() -> bool:
        """Return whether this desktop lets a program ask for a key."""
        return sys.platform.startswith("linux") and QGuiApplication.platformName() == "xcb"

    def grab(self, keys: QKeySequence) -> bool:
        """Take a key for the whole desktop; return whether it is ours now. An empty one gives the last back."""
        self.release()
        if keys.isEmpty() or not self.is_available():
            return False
        x11 = self._connected()
        if x11 is None:
            return False
        pressed = keys[0]  # type: ignore[index] # the stubs of PySide6 do not know that it is a sequence
        modifiers = pressed.keyboardModifiers()
        mask = sum(bit for modifier, bit in _MODIFIERS.items() if modifiers & modifier)
        code = int(x11.XKeysymToKeycode(self._display, keysym_of(pressed.key()))) & 0xFF
        if not code:
            return False
        root = x11.XDefaultRootWindow(self._display)
        for locks in _LOCKS:
            x11.XGrabKey(self._display, code, mask | locks, root, 1, _ASYNC, _ASYNC)
        self._grabbed, self._refused = (code, mask), False
        x11.XSync(self._display, 0)
        if self._refused:
            self.release()
        return self._grabbed is not None

    def release(self) -> None:
        """Give the key back."""
        x11 = self._x11
        if self._grabbed is None or x11 is None:
            return
        code, mask = self._grabbed
        root = x11.XDefaultRootWindow(self._display)
        for locks in _LOCKS:
            x11.XUngrabKey(self._display, code, mask | locks, root)
        x11.XFlush(self._display)
        self._grabbed = None

    def _connected(self) -> ctypes.CDLL | None:
        if self._display is not None:
            return self._x11
        try:
            x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        except OSError:
            return None
        _declare(x11)
        display = x11.XOpenDisplay(None)
        if not display:
            return None
        x11.XSetErrorHandler(self._on_error)  # Xlib's own would end the program when a key is taken
        self._x11, self._display = x11, display
        self._listening = QSocketNotifier(x11.XConnectionNumber(display), QSocketNotifier.Type.Read, self)
        self._listening.activated.connect(self._read)
        return x11

    def _refuse(self, _display: int | None, _event: int | None) -> int:
        self._refused = True
        return 0

    def _read(self) -> None:
        x11 = self._x11
        while x11 is not None and x11.XPending(self._display):
            event = ctypes.create_string_buffer(_EVENT_BYTES)
            x11.XNextEvent(self._display, event)
            if int.from_bytes(event.raw[:4], sys.byteorder) == _KEY_PRESS:
                self.pressed.emit()


def leaves_typing_alone(keys: QKeySequence) -> bool:
    """Return whether these keys type nothing and close nothing: with Ctrl, Alt or Super, or a function key."""
    pressed = keys[0]  # type: ignore[index] # the stubs of PySide6 do not know that it is a sequence
    modifiers = pressed.keyboardModifiers()
    has_modifier = any(
        modifiers & modifier for modifier in _MODIFIERS if modifier is not Qt.KeyboardModifier.ShiftModifier
    )
    return has_modifier or Qt.Key.Key_F1.value <= pressed.key().value <= Qt.Key.Key_F35.value


def keysym_of(key: Qt.Key) -> int:
    """Return the X11 keysym of a Qt key; 0 for one that has no simple one."""
    if Qt.Key.Key_F1.value <= key.value <= Qt.Key.Key_F35.value:
        return 0xFFBE + key.value - Qt.Key.Key_F1.value
    if Qt.Key.Key_A.value <= key.value <= Qt.Key.Key_Z.value:
        return key.value + 0x20  # letters: keysyms are those of the small ones
    return key.value if 0x20 <= key.value <= 0xFF else 0


def _declare(x11: ctypes.CDLL) -> None:
    pointer, number, word = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
    unsigned = ctypes.c_uint
    for name, result, arguments in (
        ("XOpenDisplay", pointer, [ctypes.c_char_p]),
        ("XConnectionNumber", number, [pointer]),
        ("XPending", number, [pointer]),
        ("XNextEvent", number, [pointer, ctypes.c_char_p]),
        ("XDefaultRootWindow", word, [pointer]),
        ("XKeysymToKeycode", ctypes.c_ubyte, [pointer, word]),
        ("XGrabKey", number, [pointer, number, unsigned, word, number, number, number]),
        ("XUngrabKey", number, [pointer, number, unsigned, word]),
        ("XFlush", number, [pointer]),
        ("XSync", number, [pointer, number]),
        ("XSetErrorHandler", pointer, [_ERROR_HANDLER]),
    ):
        function = getattr(x11, name)
        function.restype, function.argtypes = result, arguments
