"""Chooses the theme: the user's choice, or that of the system."""

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication


class ThemeChoice(StrEnum):
    """The choices in Settings, Appearance."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


SchemeReader = Callable[[], bool | None]
"""Returns whether the system asks for a dark theme; None if it has no preference."""

_PORTAL = "org.freedesktop.portal.Desktop"
_PORTAL_PATH = "/org/freedesktop/portal/desktop"
_PORTAL_INTERFACE = "org.freedesktop.portal.Settings"
_PORTAL_TIMEOUT_MS = 300
"""A portal that is starting must not delay the first paint."""

_PREFER_DARK, _PREFER_LIGHT = 1, 2
"""Values of ``color-scheme`` in the freedesktop portal; 0 means no preference."""

_HIGH_CONTRAST = 1
"""Value of ``contrast`` in the freedesktop portal; 0 means no preference."""


def system_scheme() -> bool | None:
    """Return the preference from Qt or, on Linux, the desktop portal; None if neither has one."""
    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme is Qt.ColorScheme.Unknown:
        return portal_scheme()
    return scheme is Qt.ColorScheme.Dark


def portal_scheme() -> bool | None:
    """Return the preference of the desktop portal over D-Bus; None without a portal or preference."""
    return {_PREFER_DARK: True, _PREFER_LIGHT: False}.get(portal_setting("color-scheme"))


def portal_setting(key: str) -> int:
    """Return a setting of the appearance from the desktop portal over D-Bus; 0 without a portal or preference."""
    try:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant
    except ImportError:
        return 0  # QtDBus is built for Linux only
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return 0
    ask = QDBusMessage.createMethodCall(_PORTAL, _PORTAL_PATH, _PORTAL_INTERFACE, "Read")
    ask.setArguments(["org.freedesktop.appearance", key])
    reply = bus.call(ask, timeout=_PORTAL_TIMEOUT_MS)
    value: object = reply.arguments()[0] if reply.arguments() else None
    while isinstance(value, QDBusVariant):
        value = value.variant()
    return value if isinstance(value, int) else 0


def system_contrast() -> bool:
    """Return whether the system asks for high contrast: Qt tells from 6.10 on, else the desktop portal does."""
    hints = QGuiApplication.styleHints()
    accessibility = getattr(hints, "accessibility", None)
    if accessibility is not None and accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast:
        return True
    return hints.colorScheme() is Qt.ColorScheme.Unknown and portal_setting("contrast") == _HIGH_CONTRAST


ContrastReader = Callable[[], bool]
"""Returns whether the system asks for high contrast."""


def wants_contrast(choice: ThemeChoice, read_system: ContrastReader = system_contrast) -> bool:
    """Return whether to use the high-contrast theme."""
    return choice is ThemeChoice.CONTRAST or (choice is ThemeChoice.SYSTEM and read_system())


def wants_dark(choice: ThemeChoice, read_system: SchemeReader = system_scheme) -> bool:
    """Return whether to use the dark theme; False without any preference."""
    if choice is ThemeChoice.SYSTEM:
        return bool(read_system())
    return choice is ThemeChoice.DARK
