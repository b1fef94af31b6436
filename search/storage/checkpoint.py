"""The newest state of the tables that is known to be on the disk; an index returns to it after a loss of power.

The database leaves it to the system when what it writes reaches the disk, and in which order. So after a loss of
power a table may be damaged, or older than another. Therefore every file of the tables is synchronised from time
to time, and then their versions are written down. What came after them is undone when the machine was started
again meanwhile; the files that it was made of differ from their rows then, and are read again.
"""

import contextlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil
import structlog

from search.atomic_write import atomic_write, sync
from search.storage.layout import Layout

INTERVAL_S = 10.0
"""Seconds from a commit to the checkpoint that has it; until then a loss of power undoes it."""

_BOOT = Path("/proc/sys/kernel/random/boot_id")
"""Linux alone has it; elsewhere the time of the start has to do."""

_SAME_START_S = 5
"""Seconds by which two readings of that time may differ: the clock that Windows and macOS derive it from is
corrected now and then. No machine starts, writes an index and starts again within them."""

_MANIFESTS = "_versions"
_UNNEEDED = frozenset({"_transactions", _MANIFESTS})
"""Folders of a table that are not read for a finished commit, except its manifest."""

_INVERTED = 1 << 63
"""Manifests are numbered downwards from 2**64 - 1, so that the newest comes first."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Versions of the tables that the disk has.

    Attributes:
        boot: identifies the start of the machine in which they were written.
        versions: the number of a commit by the name of the table.
    """

    boot: str
    versions: Mapping[str, int]


class Checkpoints:
    """Makes the checkpoints of one index, the first one before the first commit of this process.

    Args:
        versions: returns the newest version of each table.
        lock: the writers' lock. Whoever calls a method has acquired it; the thread that makes a checkpoint later
            acquires it too.
        on_disk: whether the index is in a folder; object storage keeps what it has confirmed, so that nothing is
            done there.
    """

    def __init__(
        self, layout: Layout, versions: Callable[[], dict[str, int]], lock: threading.RLock, *, on_disk: bool
    ) -> None:
        self._layout = layout
        self._versions = versions
        self._lock = lock
        self._on_disk = on_disk
        self._synced: set[Path] | None = None
        self._is_behind = False
        self._timer: threading.Timer | None = None

    def before_commit(self) -> None:
        """Make a checkpoint if this process has made none, so that its first versions are recorded."""
        if self._synced is None:
            self._try()

    def after_commit(self) -> None:
        """Have a checkpoint made within `INTERVAL_S`, by another thread."""
        self._is_behind = self._on_disk
        if self._is_behind and self._timer is None:
            self._timer = threading.Timer(INTERVAL_S, self._catch_up)
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """Make a last checkpoint if something was written after the one before; no other follows."""
        if self._timer is not None:
            self._timer.cancel()
        self._catch_up()
        self._on_disk = self._is_behind = False

    def _catch_up(self) -> None:
        with self._lock:
            self._timer = None
            if self._is_behind:
                self._try()

    def _try(self) -> None:
        try:
            self.save()
        except (OSError, RuntimeError, ValueError) as error:  # also what the database raises of a deleted folder
            _log.warning("no checkpoint", error=type(error).__name__)

    def save(self) -> None:
        """Synchronise all files of the tables and write their versions down.

        Raises:
            OSError: the disk does not take it; the checkpoint before stays.
        """
        if not self._on_disk:
            return
        versions = self._versions()
        files = set(_files(self._layout.tables, versions))
        if self._synced is None and (known := read_checkpoint(self._layout)) is not None:
            self._synced = files if known.versions == versions else None
        new = files - (self._synced or set())
        for file in sorted(new):
            sync(file)
        for folder in sorted(_folders(self._layout.folder, new)):
            sync(folder)
        content = {"boot": boot_id(), "versions": versions}
        atomic_write(self._layout.checkpoint, json.dumps(content, sort_keys=True).encode() + b"\n")
        self._synced, self._is_behind = files, False


def read_checkpoint(layout: Layout) -> Checkpoint | None:
    """Return the last checkpoint of an index, or None where there is none that can be read."""
    try:
        content = json.loads(layout.checkpoint.read_text("utf-8"))
        versions = {str(name): int(number) for name, number in content["versions"].items()}
        return Checkpoint(str(content["boot"]), versions) if versions else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def restore_checkpoint(layout: Layout) -> bool:
    """Undo all writes after the last checkpoint if the machine has been restarted since.

    The caller holds the writer lock and has not opened the tables. What was derived from the rows is deleted
    first, so that a call that was interrupted can be repeated.

    Returns:
        whether something had to be undone.
    """
    saved = read_checkpoint(layout)
    if saved is None or _is_of_this_start(saved.boot):
        return False
    manifests = {name: _manifests(layout.tables / f"{name}.lance") for name in saved.versions}
    if any(version not in manifests[name] for name, version in saved.versions.items()):
        return False  # somebody else put these tables here
    newer = [
        path
        for name, version in saved.versions.items()
        for number, path in sorted(manifests[name].items(), reverse=True)
        if number > version
    ]
    newer += [table for table in layout.tables.glob("*.lance") if table.stem not in saved.versions]
    hints = [path for name in saved.versions for path in _hints(layout.tables / f"{name}.lance")]
    with contextlib.suppress(OSError):  # where nothing can be deleted, the tables are read as they are
        for path in (*layout.derived, *hints, *newer) if newer else ():
            _delete(path)
        return bool(newer)
    return False


def boot_id() -> str:
    """Return what differs after each start of the machine."""
    try:
        return _BOOT.read_text("ascii").strip()
    except OSError:
        return str(int(psutil.boot_time()))


def _is_of_this_start(boot: str) -> bool:
    now = boot_id()
    if boot.isdecimal() and now.isdecimal():
        return abs(int(boot) - int(now)) <= _SAME_START_S
    return boot == now


def _files(tables: Path, versions: Mapping[str, int]) -> Iterator[Path]:
    """Yield each file that is needed to read the newest version of each table."""
    for name, version in versions.items():
        table = tables / f"{name}.lance"
        for part in table.iterdir():
            if part.name not in _UNNEEDED:
                yield from (Path(folder, file) for folder, _, files in os.walk(part) for file in files)
        manifest = _manifests(table).get(version)
        if manifest is not None:
            yield manifest


def _folders(index: Path, files: Iterable[Path]) -> set[Path]:
    """Return the folders that these files are in, up to that of the index: a new folder is a name in another."""
    return {folder for file in files for folder in file.parents if folder.is_relative_to(index)}


def _manifests(table: Path) -> dict[int, Path]:
    """Return the manifests of a table by version."""
    numbered = ((path.stem, path) for path in (table / _MANIFESTS).glob("*.manifest"))
    return {_version_of(int(stem)): path for stem, path in numbered if stem.isdecimal()}


def _version_of(number: int) -> int:
    return number if number < _INVERTED else (1 << 64) - 1 - number


def _hints(table: Path) -> list[Path]:
    """Return the files that name the newest version, so that it need not be looked for."""
    return list((table / _MANIFESTS).glob("*.json"))


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
