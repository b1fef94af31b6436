"""Which theme to use: the person's choice, else what the system says."""

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication


class ThemeChoice(StrEnum):
    """What Settings, Appearance offers."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


SchemeReader = Callable[[], bool | None]
"""Returns whether the system asks for dark; None when it does not say."""

_PORTAL = "org.freedesktop.portal.Desktop"
_PORTAL_PATH = "/org/freedesktop/portal/desktop"
_PORTAL_INTERFACE = "org.freedesktop.portal.Settings"
_PORTAL_TIMEOUT_MS = 300
"""A portal that is starting must not hold up the first paint."""

_PREFER_DARK, _PREFER_LIGHT = 1, 2
"""Values of ``color-scheme`` in the freedesktop portal; 0 means no preference."""


def system_scheme() -> bool | None:
    """Return what Qt or, on Linux, the desktop portal says; None when neither knows."""
    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme is Qt.ColorScheme.Unknown:
        return portal_scheme()
    return scheme is Qt.ColorScheme.Dark


def portal_scheme() -> bool | None:
    """Ask the desktop portal over D-Bus; None when there is no portal or no preference."""
    try:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant
    except ImportError:
        return None  # QtDBus is built for Linux only
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    ask = QDBusMessage.createMethodCall(_PORTAL, _PORTAL_PATH, _PORTAL_INTERFACE, "Read")
    ask.setArguments(["org.freedesktop.appearance", "color-scheme"])
    reply = bus.call(ask, timeout=_PORTAL_TIMEOUT_MS)
    value: object = reply.arguments()[0] if reply.arguments() else None
    while isinstance(value, QDBusVariant):
        value = value.variant()
    return {_PREFER_DARK: True, _PREFER_LIGHT: False}.get(value) if isinstance(value, int) else None


def system_contrast() -> bool:
    """Return whether the system asks for high contrast; no where Qt cannot tell (before 6.10)."""
    hints = getattr(QGuiApplication.styleHints(), "accessibility", None)
    if hints is None:
        return False
    return bool(hints().contrastPreference() is Qt.ContrastPreference.HighContrast)


def wants_contrast(choice: ThemeChoice, read_system: Callable[[], bool] = system_contrast) -> bool:
    """Return whether the high-contrast theme is to be used."""
    return choice is ThemeChoice.CONTRAST or (choice is ThemeChoice.SYSTEM and read_system())


def wants_dark(choice: ThemeChoice, read_system: SchemeReader = system_scheme) -> bool:
    """Return whether the dark theme is to be used; light where nobody has a preference."""
    if choice is ThemeChoice.SYSTEM:
        return bool(read_system())
    return choice is ThemeChoice.DARK
