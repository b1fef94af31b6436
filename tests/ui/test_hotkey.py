"""A key from anywhere: taken where the desktop lets a program ask for it, refused elsewhere."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication

from ui.shell.hotkey import GlobalHotkey, keysym_of


@pytest.mark.parametrize(
    ("key", "keysym"),
    [
        (Qt.Key.Key_D, 0x64),
        (Qt.Key.Key_F1, 0xFFBE),
        (Qt.Key.Key_F12, 0xFFC9),
        (Qt.Key.Key_Space, 0x20),
        (Qt.Key.Key_5, 0x35),
        (Qt.Key.Key_VolumeUp, 0),
    ],
)
def test_keys_have_the_keysyms_of_x11(key: Qt.Key, keysym: int):
    assert keysym_of(key) == keysym


def test_without_x11_no_key_is_taken(themed: QApplication):
    hotkey = GlobalHotkey()
    assert not hotkey.is_available()
    assert not hotkey.grab(QKeySequence("Ctrl+Alt+D"))
    hotkey.release()
