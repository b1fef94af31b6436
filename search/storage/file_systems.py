"""Network file systems: how to recognize them, and how to ask one that may not answer."""

import re
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from pathlib import Path, PurePath
from threading import Lock, Thread
from typing import TypeVar, cast

REMOTE_FILE_SYSTEMS = frozenset(
    {
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "webdav", "davfs", "coda"),
        *("ceph", "glusterfs", "lustre", "beegfs", "gpfs", "orangefs", "ocfs2", "gfs2"),
        *("9p", "virtiofs", "drvfs", "vboxsf", "prl_fs", "vmhgfs", "fakeowner"),
    }
)
"""Changes made on the server cause no event here. The last row is folders of the host of a virtual machine."""

_FUSE = "fuse"
_LOCAL_FUSE = frozenset(
    {
        *("ntfs", "ntfs-3g", "exfat", "ext2", "apfs", "squashfuse", "squashfs", "archivemount", "portal"),
        *("encfs", "gocryptfs", "cryfs", "securefs", "ecryptfs", "veracrypt"),
        *("mergerfs", "unionfs", "unionfs-fuse", "fuse-overlayfs", "bindfs", "lxcfs"),
    }
)
"""FUSE file systems on a local disk; all others on FUSE count as network file systems (sshfs, rclone, gvfs)."""

_SHARE = re.compile(r"\\\\[^\\?.]")
"""How the drive of a share of Windows begins, or of a Linux in it; letters that stand for one are resolved."""

_SHARES = "smb"
"""The type of their file systems."""

MOUNTS_SECONDS = 1.0
"""Seconds for which the list of mounts, and the result for a folder, are reused."""

T = TypeVar("T")


def remote_file_system(path: Path) -> str:
    """Return the type of the file system that holds ``path`` when it reports no changes, else an empty text."""
    return _remote_among(_mounted(), path)


def _mounted() -> dict[Path, str]:
    """Return the type of the file system at each mount point; of several at one, the last.

    None on Windows, where the path of a folder tells, and a drive whose server is away is waited for.
    """
    if sys.platform == "win32":
        return {}
    import psutil  # not for a command on its way to an engine

    return {Path(part.mountpoint): part.fstype.lower() for part in psutil.disk_partitions(all=True)}


def _remote_among(mounted: Mapping[Path, str], path: Path) -> str:
    if is_share(path):
        return _SHARES
    kind = next((mounted[folder] for folder in (path, *path.parents) if folder in mounted), "")
    return kind if is_remote(kind) else ""


def is_share(path: PurePath) -> bool:
    """Return whether a real path of Windows is on a server, or in a Linux of this machine."""
    return _SHARE.match(path.drive) is not None


def is_remote(kind: str) -> bool:
    """Return whether a type of file system is one over a network, or of another machine."""
    fuse, _, of = kind.partition(".")
    return kind in REMOTE_FILE_SYSTEMS or (fuse == _FUSE and of not in _LOCAL_FUSE)


class Mounts:
    """The list of mounts, read once for several folders that are checked shortly after each other.

    What it says of a folder is remembered until the list changes: hundreds of folders are looked at each second.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._looked, self._mounted = -MOUNTS_SECONDS, dict[Path, str]()
        self._known: dict[Path, bool] = {}

    def is_networked(self, folder: Path) -> bool:
        """Return whether a folder lies on a file system over a network."""
        with self._lock:
            now = time.monotonic()
            if now - self._looked >= MOUNTS_SECONDS:
                before, self._looked, self._mounted = self._mounted, now, _mounted()
                self._known = self._known if before == self._mounted else {}
            mounted, known = self._mounted, self._known
        if folder not in known:
            known[folder] = bool(_remote_among(mounted, folder))
        return known[folder]


class Answers:
    """Asks file systems without waiting long for a network file system whose server is unreachable.

    Args:
        is_networked: whether a folder lies on such a file system.
    """

    def __init__(self, is_networked: Callable[[Path], bool]) -> None:
        self._is_networked = is_networked
        self._lock = Lock()
        self._known: dict[str, tuple[float, bool]] = {}
        self._pending: dict[str, tuple[float, Future[object]]] = {}

    def of(self, folder: str, question: Callable[[], T], otherwise: T, *, within_s: float) -> T:
        """Return the result of ``question``, or ``otherwise`` if the file system does not answer in time.

        While an earlier question is unanswered, no other is asked; this call then waits for the rest of its time.
        """
        if not self._may_hang(folder):
            return question()
        if not self._is_free(folder, within_s):
            return otherwise
        answer: Future[T] = Future()
        with self._lock:
            self._pending[folder] = time.monotonic(), cast("Future[object]", answer)
        Thread(target=_ask, args=(question, answer), name="file system", daemon=True).start()
        wait((answer,), within_s)
        return answer.result() if answer.done() else otherwise

    def _is_free(self, folder: str, within_s: float) -> bool:
        with self._lock:
            pending = self._pending.get(folder)
        if pending is None:
            return True
        since, answer = pending
        wait((answer,), max(0.0, since + within_s - time.monotonic()))
        return answer.done()

    def _may_hang(self, folder: str) -> bool:
        now = time.monotonic()
        with self._lock:
            looked, networked = self._known.get(folder, (-MOUNTS_SECONDS, False))
        if now - looked >= MOUNTS_SECONDS:
            networked = self._is_networked(Path(folder))
            with self._lock:
                self._known[folder] = now, networked
        return networked


def _ask(question: Callable[[], T], answer: "Future[T]") -> None:
    try:
        answer.set_result(question())
    except (OSError, ValueError) as error:
        answer.set_exception(error)


ANSWERS = Answers(Mounts().is_networked)
"""Shared by the whole process, so that a file system is not asked twice at once."""
