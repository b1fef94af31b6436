"""Files that become others once they are whole: until then each has the ending ``.draft``, wherever it lies.

A process that is killed in between leaves its draft, which `sweep` deletes: in an index the holder of the writer
lock does, when it opens that; where several processes write, whoever starts, by their age.
"""

import contextlib
import errno
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ENDING = ".draft"

PATIENCE_S = 1.0
"""Seconds for which a name is tried that Windows refuses: the file with that name is being read."""

_TRY_AGAIN_S = 0.01

_NOT_OFFERED = {errno.EINVAL, errno.ENOTSUP}
"""What some file systems of networks answer when a file is to be synchronised."""


def draft_beside(path: Path) -> Path:
    """Return an unused name beside a file or folder, for its replacement."""
    return path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(4).hex()}{ENDING}")


def atomic_write(path: Path, content: bytes, *, fsync: bool = True, mode: int = 0o600) -> None:
    """Write a file so that a reader, or a crash, sees the old or the new content and nothing between.

    Args:
        path: what it is called then; its folder is made where it is missing.
        content: all of it.
        fsync: return only when the disk has the content; otherwise a power cut may lose it.
        mode: who may read it, less what the user's mask takes away.

    Raises:
        OSError: it cannot be written; the previous content is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = draft_beside(path)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(draft, flags, mode), "wb") as file:
            file.write(content)
            if fsync:
                file.flush()
                os.fsync(file.fileno())
        give_name(draft, path)
        if fsync:
            sync(path.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def give_name(draft: Path, path: Path) -> None:
    """Rename a finished draft; a file that had the name is replaced.

    Windows refuses that while another process, such as a scanner for viruses, has one of the two open; most do so
    for a moment only.

    Raises:
        OSError: it cannot be renamed, on Windows for `PATIENCE_S`.
    """
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            draft.replace(path)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() >= until:
                raise
            time.sleep(_TRY_AGAIN_S)
        else:
            return


def sync(path: Path) -> None:
    """Return when the disk has the content of a file, or the names in a folder.

    Raises:
        OSError: it cannot be opened, or the disk does not take it.
    """
    on_windows = sys.platform == "win32"
    if on_windows and path.is_dir():  # the system does this by itself
        return
    opened = os.open(path, os.O_RDWR if on_windows else os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NOT_OFFERED:
            raise
    finally:
        os.close(opened)


def is_draft(name: str) -> bool:
    """Return whether a file or folder of this name is a draft."""
    return name.endswith(ENDING)


def sweep(folder: Path, *, older_than_s: float = 0.0, is_left: Callable[[str], bool] = is_draft) -> list[Path]:
    """Delete the drafts in a folder and in all folders below it, and return them; one that resists stays.

    Args:
        folder: need not be there.
        older_than_s: younger ones may be what another process is writing.
        is_left: whether a name is that of a draft.
    """
    before = time.time() - older_than_s
    return [path for path in list(_left(folder, is_left)) if _is_old(path, before) and _deleted(path)]


def _left(folder: Path, is_left: Callable[[str], bool]) -> Iterator[Path]:
    for top, folders, files in os.walk(folder):
        yield from (Path(top, name) for name in sorted((*folders, *files)) if is_left(name))
        folders[:] = [name for name in folders if not is_left(name)]


def _is_old(path: Path, before: float) -> bool:
    try:
        return path.stat().st_mtime <= before
    except OSError:
        return False


def _deleted(path: Path) -> bool:
    try:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    except OSError:
        return False
    return True
