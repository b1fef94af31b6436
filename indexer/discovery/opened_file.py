"""Opens a file that was listed, and nothing else that may have taken its place since then.

Anyone who can write below a root can replace a file or folder by a link between its listing and its reading.
Following it would show text from outside the root, or a file under the labels and rights of another one.
"""

import errno
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from indexer.types import FoundFile, Skip
from search.types.files import ONLINE_ONLY

MOST_GROWTH_BYTES = 10_000_000
"""A file that grew by more than this since it was listed is left to the next listing, which knows its size."""

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = getattr(os, "O_DIRECTORY", 0)
_IS_LINK = {errno.ELOOP, errno.ENOTDIR, errno.EMLINK}
"""How systems refuse to open a link, or to go through one."""

_NOT_ON_DISK = 0x400000 | 0x1000
"""File attributes of Windows: reading would fetch the file from a cloud drive (recall on access, offline)."""

_DATALESS = 0x40000000
"""The flag of macOS for a file that iCloud or another cloud drive keeps (``SF_DATALESS`` of sys/stat.h)."""


def is_in_the_cloud(info: os.stat_result) -> bool:
    """Return whether reading a file would fetch it from a cloud drive; looking at it and opening it do not."""
    on_windows, on_macos = getattr(info, "st_file_attributes", 0), getattr(info, "st_flags", 0)
    return bool(on_windows & _NOT_ON_DISK or on_macos & _DATALESS)


def content_of(file: FoundFile, *, follow_links: bool = False) -> bytes | Skip:
    """Return the content of a file on disk, or why it is not read.

    It is a link or a pipe, it is much larger now, or only a cloud drive has its content.

    Raises:
        OSError: it vanished or cannot be read.
    """
    try:
        handle = os.open(file.absolute, _FLAGS) if follow_links else opened_below(*_root_and_names(file))
    except OSError as error:
        if error.errno in _IS_LINK and not follow_links:
            return Skip("link")
        raise
    try:
        return _content(handle, file.size_bytes + MOST_GROWTH_BYTES)
    finally:
        os.close(handle)


def _content(handle: int, most_bytes: int) -> bytes | Skip:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        return Skip("special")
    if is_in_the_cloud(status):
        return Skip(ONLINE_ONLY)
    if status.st_size <= most_bytes:
        with os.fdopen(handle, "rb", closefd=False) as opened:
            data = opened.read(most_bytes + 1)
        if len(data) <= most_bytes:
            return data
    return Skip("size", "it grew while it was read")


def opened_below(root: Path, names: Sequence[str]) -> int:
    """Return a handle of a file below a root. The root itself may be reached through links; nothing below it may.

    Raises:
        OSError: it cannot be opened; for a link, one of the errors that `content_of` takes for it.
    """
    with FilesBelow(root) as files:
        return files.opened(names)


class FilesBelow:
    """Opens files below a root, as `opened_below` does; those of one folder after each other share its handle.

    A context manager: the handle is closed at its end.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder: Sequence[str] = ()
        self._handle: int | None = None

    def __enter__(self) -> Self:
        """Return the object itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the handle of the folder."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def opened(self, names: Sequence[str]) -> int:
        """Return a handle of a file; see `opened_below`."""
        if os.open not in os.supports_dir_fd:
            return _opened_by_path(self._root, names)
        if self._handle is None or self._folder != names[:-1]:
            self.__exit__()
            self._handle, self._folder = _opened_folder(self._root, names[:-1]), names[:-1]
        return os.open(names[-1], _FLAGS | _NO_LINK, dir_fd=self._handle)


def _opened_folder(root: Path, names: Sequence[str]) -> int:
    """Return a handle of a folder below a root, which is reached through no link.

    Raises:
        OSError: as in `opened_below`.
    """
    folder = os.open(root, _FLAGS | _FOLDER)
    for name in names:
        outer = folder
        try:
            folder = os.open(name, _FLAGS | _FOLDER | _NO_LINK, dir_fd=outer)
        finally:
            os.close(outer)
    return folder


def _opened_by_path(root: Path, names: Sequence[str]) -> int:
    """Open a file where no folder can be opened, as on Windows, and check afterwards that no name is a link."""
    path = root.joinpath(*names)
    handle = os.open(path, _FLAGS)
    if os.path.realpath(path) == os.path.join(os.path.realpath(root), *names):  # noqa: PTH118 - strings compared
        return handle
    os.close(handle)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def _root_and_names(file: FoundFile) -> tuple[Path, tuple[str, ...]]:
    """Return the root of a listed file, and the names that lead to it from there as they are on disk."""
    count = file.path.count("/") + 1
    return file.absolute.parents[count - 1], file.absolute.parts[-count:]
