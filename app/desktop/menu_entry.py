"""The entry of the program in the menu of applications on Linux, for this user alone.

It makes desktops show the icon and open ``dowse://`` addresses. The packages of Linux bring such an entry for all
users; a program that was installed as a Python tool, or is an AppImage, has none.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from app.desktop.deep_links import SCHEME
from app.desktop.desktop_entry import command_in, delete, exec_of, quoted, value_in, value_of
from app.desktop.program_icon import png, tile
from app.installation.locations import PROGRAM
from resources.locate import resource
from search.atomic_write import atomic_write
from search.errors import BadInputError
from search.processes import installed_program

ENTRY = f"{PROGRAM}.desktop"
HANDLER = f"x-scheme-handler/{SCHEME}"

SIZES = (48, 64, 128, 256)
"""Pixels of the icons beside the one that can be drawn at any size: what menus and task bars show."""

WAIT_S = 10.0
"""Seconds for a program of the desktop that notes the entry; it has no more than a few files to read."""

READABLE = 0o644
_OF_ALL_USERS = "/usr/local/share:/usr/share"


class MenuEntry:
    """The entry of this user.

    Args:
        command: command line of the program.
    """

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._data = Path(platformdirs.user_data_path())
        self._file = self._data / "applications" / ENTRY
        self._themes = self._data / "icons" / "hicolor"

    def effective(self) -> Path | None:
        """Return the entry of Dowse that the desktop shows: this user's or one of all users; None without one."""
        file = self._shown()
        return file if file is not None and _opens_addresses(file) else None

    def foreign(self) -> Path | None:
        """Return the entry of another program that the desktop shows by this name; None without one."""
        return None if self.effective() else self._shown()

    def is_whole(self) -> bool:
        """Return whether the desktop shows an entry of Dowse that starts a program which is there."""
        file = self.effective()
        return file is not None and shutil.which(program_of(file)) is not None

    def files(self) -> tuple[Path, ...]:
        """Return the files of this user's own entry that are there; none beside the entry of another program."""
        entry = (self._file,) if self._file.is_file() else ()
        if entry and not _opens_addresses(self._file):
            return ()
        return (*entry, *sorted(self._themes.glob(f"*/apps/{PROGRAM}.*")))

    def write(self, arguments: list[str]) -> None:
        """Write the entry, so that it starts this program with these further arguments.

        Where a package has an entry of this program for all users, that one serves, and an own one is removed.

        Raises:
            BadInputError: a folder cannot be written, or another program has an entry by this name.
        """
        foreign = self.foreign()
        if foreign is not None:
            raise BadInputError("desktop.menu_foreign", path=foreign)
        own = _real_path(self._command[0])
        if not arguments and any(_real_path(program_of(file)) == own for file in _of_all_users()):
            self.remove()
            return
        try:
            for path, content in self._contents(arguments):
                path.parent.mkdir(parents=True, exist_ok=True)
                atomic_write(path, content, mode=READABLE)
        except OSError as error:
            raise BadInputError("desktop.menu_not_writable", folder=self._data, reason=error.strerror) from error
        self._announce()
        _call("xdg-mime", "default", ENTRY, HANDLER)

    def remove(self) -> None:
        """Delete the entry and its icons, the folders that they leave empty, and what names it as a handler.

        Raises:
            BadInputError: a file cannot be deleted.
        """
        for path in self.files():
            delete(path)
            for folder in path.relative_to(self._data).parents[:-1]:
                with contextlib.suppress(OSError):  # something else is in it
                    (self._data / folder).rmdir()
        self._announce()
        if self.effective() is None:
            _forget_handler()

    def _shown(self) -> Path | None:
        return next((file for file in (self._file, *_of_all_users()) if file.is_file()), None)

    def _contents(self, arguments: list[str]) -> Iterator[tuple[Path, bytes]]:
        drawing = tile()
        yield self._themes / "scalable" / "apps" / f"{PROGRAM}.svg", drawing.encode()
        with contextlib.suppress(ImportError):
            for size in SIZES:
                yield self._themes / f"{size}x{size}" / "apps" / f"{PROGRAM}.png", png(drawing, size)
        yield self._file, os.fsencode(self._text(arguments))

    def _text(self, arguments: list[str]) -> str:
        command = " ".join([exec_of(self._command), "%u", *map(quoted, arguments)])
        lines = resource("desktop", ENTRY).read_text("utf-8").splitlines()
        own = {"Exec": command, "TryExec": value_of(self._command[0])}
        keys = ((line, line.partition("=")[0]) for line in lines)
        return "".join(f"{key}={own[key]}\n" if key in own else f"{line}\n" for line, key in keys)

    def _announce(self) -> None:
        """Have desktops read the folders again; without the program for it, most do so by themselves."""
        with contextlib.suppress(OSError):
            os.utime(self._themes)  # an older cache of the icons does not count any more
        if self._file.parent.is_dir():
            _call("update-desktop-database", str(self._file.parent))


def program_of(file: Path) -> str:
    """Return the program that an entry starts, as it names it; empty where the entry cannot be read."""
    return next(iter(command_in(_text_of(file))), "")


def _opens_addresses(file: Path) -> bool:
    """Return whether an entry is of Dowse: another program of the same name opens other addresses."""
    return HANDLER in value_in(_text_of(file), "MimeType").split(";")


def _text_of(file: Path) -> str:
    try:
        return os.fsdecode(file.read_bytes())
    except OSError:
        return ""


def _real_path(program: str) -> Path | None:
    path = shutil.which(program)
    return None if path is None else Path(path).resolve()


def _of_all_users() -> Iterator[Path]:
    folders = os.environ.get("XDG_DATA_DIRS") or _OF_ALL_USERS
    files = (Path(folder) / "applications" / ENTRY for folder in folders.split(os.pathsep) if folder)
    return (file for file in files if file.is_file())


def _forget_handler() -> None:
    """Remove the lines that name the entry as the handler of addresses."""
    with contextlib.suppress(OSError):
        file = (Path(platformdirs.user_config_path()) / "mimeapps.list").resolve()
        lines = file.read_bytes().splitlines(keepends=True)
        others = [line for line in lines if line.strip().rstrip(b";") != f"{HANDLER}={ENTRY}".encode()]
        if others != lines:
            atomic_write(file, b"".join(others), mode=file.stat().st_mode & 0o777)


def _call(name: str, *arguments: str) -> None:
    program = installed_program(name)
    if program is not None:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run([program, *arguments], capture_output=True, timeout=WAIT_S, check=False)
