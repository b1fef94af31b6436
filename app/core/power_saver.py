"""Whether the computer saves power: optional parts of an answer are then left out."""

import ctypes
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

CHECKED_FOR_S = 30.0
"""Seconds for which an answer of the system is used again; a person who switches the saver on waits no longer."""

LOW_PERCENT = 20
"""A discharging battery at or below this counts as saving; desktops switch their saver on there by themselves."""

_SYSTEM_FILES = Path("/sys")
_ON_BATTERY, _ON_MAINS = 0, 1
"""``ACLineStatus`` of Windows."""
_MAC_SAVES = re.compile(r"^\s*lowpowermode\s+1\b", re.MULTILINE)
_MAC_WAIT_S = 2.0


class PowerSaver:
    """Remembers the answer of the system for some seconds.

    Args:
        saves: asks the system.
        clock: seconds.
    """

    def __init__(
        self, saves: Callable[[], bool] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._saves = saves or system_saves_power
        self._clock = clock
        self._until = float("-inf")
        self._state = False

    def __call__(self) -> bool:
        """Return whether the computer saves power."""
        if self._clock() >= self._until:
            self._state = self._saves()
            self._until = self._clock() + CHECKED_FOR_S
        return self._state


def system_saves_power() -> bool:
    """Return whether the battery saver is on; False where the system does not say."""
    if sys.platform == "win32":
        return windows_saves_power()
    if sys.platform == "darwin":
        return mac_saves_power()
    return linux_saves_power(_SYSTEM_FILES)


def linux_saves_power(files: Path) -> bool:
    """Return whether the power profile is the saving one or a battery that is being used is nearly empty.

    Args:
        files: where the kernel shows its devices, ``/sys``.
    """
    if _text(files / "firmware/acpi/platform_profile") == "low-power":
        return True
    return any(_is_low(battery) for battery in files.glob("class/power_supply/*"))


def _is_low(battery: Path) -> bool:
    if _text(battery / "type") != "Battery" or _text(battery / "scope") == "Device":
        return False  # an adapter, or the battery of a mouse
    percent = _text(battery / "capacity")
    return _text(battery / "status") == "Discharging" and percent.isdecimal() and int(percent) <= LOW_PERCENT


def _text(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def mac_saves_power(command: tuple[str, ...] = ("/usr/bin/pmset", "-g")) -> bool:
    """Return whether the low power mode of macOS is on, as ``pmset`` prints it."""
    try:
        shown = subprocess.run(command, capture_output=True, text=True, timeout=_MAC_WAIT_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
    return bool(_MAC_SAVES.search(shown))


class WindowsPowerStatus(ctypes.Structure):
    """``SYSTEM_POWER_STATUS`` of Windows; ``saver`` is 1 while the saver is on, ``percent`` 255 where unknown."""

    _fields_ = (
        ("mains", ctypes.c_ubyte),
        ("battery", ctypes.c_ubyte),
        ("percent", ctypes.c_ubyte),
        ("saver", ctypes.c_ubyte),
        ("seconds_left", ctypes.c_uint32),
        ("seconds_full", ctypes.c_uint32),
    )


def windows_saves_power() -> bool:
    """Return whether the battery saver of Windows is on, or its battery is in use and nearly empty."""
    status = WindowsPowerStatus(mains=_ON_MAINS)
    if sys.platform == "win32" and not ctypes.windll.kernel32.GetSystemPowerStatus(ctypes.byref(status)):
        return False
    return is_saving(status)


def is_saving(status: WindowsPowerStatus) -> bool:
    """Return whether the battery saver is on, or the battery is in use and at most a fifth full."""
    return bool(status.saver == 1 or (status.mains == _ON_BATTERY and status.percent <= LOW_PERCENT))
