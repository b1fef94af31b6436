"""The address on which the engine of an index listens, and the key that clients need."""

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from search.atomic_write import atomic_write
from search.errors import EngineError, IndexWriteError

KEY_FILE = "engine.key"
MAX_SOCKET_PATH = 100
"""Bytes; the kernel's limit for a Unix socket is 108 with the final zero, on macOS 104."""

KEY_BYTES = 32


def engine_address(index: Path) -> str:
    """Return the address for this index: a named pipe on Windows, else a socket in a folder of this user alone.

    Raises:
        EngineError: the folder for sockets belongs to someone else.
    """
    name = "dowse-" + hashlib.sha256(os.fsencode(index)).hexdigest()[:20]
    if sys.platform == "win32":
        return rf"\\.\pipe\{name}"
    return str(_socket_folder() / f"{name}.sock")


def new_key(index: Path) -> bytes:
    """Write a fresh key that only this user can read, and return it.

    Raises:
        IndexWriteError: the index folder cannot be written.
    """
    import secrets

    key = secrets.token_bytes(KEY_BYTES)
    try:
        atomic_write(index / KEY_FILE, key, fsync=False)
    except OSError as error:
        raise IndexWriteError("engine.key_not_writable", path=index / KEY_FILE, reason=error.strerror) from error
    return key


def read_key(index: Path) -> bytes:
    """Return the key of the engine that serves this index.

    Raises:
        EngineError: there is none, or this user may not read it.
    """
    try:
        return (index / KEY_FILE).read_bytes()
    except OSError as error:
        raise EngineError("engine.key_unreadable", path=index / KEY_FILE, reason=error.strerror) from error


def _socket_folder() -> Path:
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    for folder in (
        Path(base) / "dowse" if base else None,
        Path(tempfile.gettempdir()) / f"dowse-{_user()}",
    ):
        if folder is not None and len(os.fsencode(folder)) + 40 <= MAX_SOCKET_PATH and _is_ours(folder):
            return folder
    return _fallback_folder()


def _fallback_folder() -> Path:
    folder = Path("/tmp") / f"dowse-{_user()}"  # noqa: S108 - made 0700 and its owner checked below
    if not _is_ours(folder):
        raise EngineError("engine.folder_of_other_user", folder=folder)
    return folder


def _is_ours(folder: Path) -> bool:
    """Make the folder where needed; return whether it is a real folder that only this user can enter."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != _user():
            return False
        folder.chmod(0o700)
    except OSError:
        return False
    return True


def _user() -> int:
    """Return the number of this user; Windows, where sockets have no folder, has none."""
    if sys.platform == "win32":
        return -1
    return os.getuid()
