"""Starting the engine when a person logs in, each system in its own way, for this user alone."""

import contextlib
import importlib
import os
import plistlib
import sys
from pathlib import Path
from typing import Any, Protocol

from app.desktop.desktop_entry import delete, exec_of
from search.errors import BadInputError

LABEL = "dowse.engine"
_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"


class Entry(Protocol):
    """What makes a system start a program at login."""

    @property
    def location(self) -> str:
        """Where a person finds it."""

    def is_there(self) -> bool:
        """Return whether the program is started at login."""

    def write(self, command: list[str]) -> None:
        """Start this program at each login, from the next one on, instead of an earlier entry."""

    def remove(self) -> None:
        """Start nothing any more."""


def entry_of(system: str = sys.platform, home: Path | None = None) -> Entry:
    """Return the entry of this user on a system, by its name in `sys.platform`."""
    person = home or Path.home()
    if system == "win32":
        return RegistryEntry()
    if system == "darwin":
        return FileEntry(person / "Library" / "LaunchAgents" / f"{LABEL}.plist", _launch_agent)
    config = Path(os.environ.get("XDG_CONFIG_HOME") or person / ".config")
    return FileEntry(config / "autostart" / "dowse-engine.desktop", _desktop_entry)


class FileEntry:
    """A file in a folder that the desktop reads at login.

    Args:
        form: writes a command in the form of this system.
    """

    def __init__(self, file: Path, form: "Form") -> None:
        self._file, self._form = file, form

    @property
    def location(self) -> str:
        """The file."""
        return str(self._file)

    def is_there(self) -> bool:
        """Return whether the file is there."""
        return self._file.is_file()

    def write(self, command: list[str]) -> None:
        """Write the file.

        Raises:
            BadInputError: the folder cannot be written.
        """
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_bytes(self._form(command))
        except OSError as error:
            raise BadInputError(
                "desktop.autostart_not_writable", path=self._file, reason=error.strerror
            ) from error

    def remove(self) -> None:
        """Delete the file, and its folder if nothing else is in it.

        Raises:
            BadInputError: the file cannot be deleted.
        """
        delete(self._file)
        with contextlib.suppress(OSError):
            self._file.parent.rmdir()


class RegistryEntry:
    """A value of the key that Windows reads at login."""

    location = rf"HKEY_CURRENT_USER\{_RUN_KEY}\{LABEL}"

    def is_there(self) -> bool:
        """Return whether the value is there."""
        winreg = _registry()
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
            try:
                winreg.QueryValueEx(key, LABEL)
            except FileNotFoundError:
                return False
        return True

    def write(self, command: list[str]) -> None:
        """Set the value."""
        import subprocess

        winreg = _registry()
        with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
            winreg.SetValueEx(key, LABEL, 0, winreg.REG_SZ, subprocess.list2cmdline(without_terminal(command)))

    def remove(self) -> None:
        """Delete the value."""
        winreg = _registry()
        if self.is_there():
            with winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY, 0, winreg.KEY_SET_VALUE) as key:
                winreg.DeleteValue(key, LABEL)


_WITHOUT_TERMINAL = {"dowse.exe": "dowse-window.exe", "python.exe": "pythonw.exe"}


def without_terminal(command: list[str]) -> list[str]:
    """Return a command with the program beside its own that opens no terminal, where there is one."""
    program, *arguments = command
    name = Path(program).name
    other = Path(program).with_name(_WITHOUT_TERMINAL.get(name.lower(), name))
    return [str(other), *arguments] if other.is_file() else command


def _registry() -> Any:
    """Return the module `winreg`, which is there, and typed, on Windows only."""
    return importlib.import_module("winreg")


class Form(Protocol):
    """Writes a command as a system reads it at login."""

    def __call__(self, command: list[str], /) -> bytes:
        """Return the contents of the file."""


def _desktop_entry(command: list[str]) -> bytes:
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=Dowse engine",
        f"Exec={exec_of(command)}",
        "NoDisplay=true",
    )
    return os.fsencode("\n".join(lines) + "\n")


def _launch_agent(command: list[str]) -> bytes:
    return plistlib.dumps({"Label": LABEL, "ProgramArguments": command, "RunAtLoad": True})
