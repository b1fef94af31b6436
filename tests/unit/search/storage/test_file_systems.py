import threading
import time
from pathlib import Path, PureWindowsPath
from types import SimpleNamespace
from typing import NamedTuple

import psutil
import pytest

from search.storage import file_systems
from search.storage.file_systems import ANSWERS, Answers, Mounts, is_remote, is_share, remote_file_system

SOON_S = 0.02
LATE_S = 20.0


class Mount(NamedTuple):
    mountpoint: str
    fstype: str


@pytest.mark.parametrize(
    "kind", ["nfs4", "cifs", "9p", "virtiofs", "ceph", "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse", "fuse"]
)
def test_what_others_may_change_unseen_is_polled(kind):
    assert is_remote(kind)


@pytest.mark.parametrize(
    "kind", ["ext4", "btrfs", "tmpfs", "overlay", "fuseblk", "fuse.gocryptfs", "fuse.mergerfs", ""]
)
def test_a_disk_of_this_machine_tells_of_changes(kind):
    assert not is_remote(kind)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (r"\\server\code\shop", True),
        (r"\\wsl.localhost\Debian\home\me", True),
        (r"C:\code\shop", False),
        (r"\\?\C:\code\shop", False),
    ],
)
def test_a_share_of_windows_is_known_by_its_path(path, expected):
    assert is_share(PureWindowsPath(path)) is expected


def test_on_windows_no_drive_is_asked_for_its_file_system(monkeypatch):
    monkeypatch.setattr(file_systems, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: pytest.fail("it waits for a server that is away"))
    assert remote_file_system(Path("C:/code")) == ""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/share/code", "9p"),
        ("/srv/share", "9p"),
        ("/srv/sharebox", ""),
        ("/home/x", ""),
        ("/mnt/a b/x", "nfs4"),
    ],
)
def test_the_nearest_mount_counts_and_of_two_at_one_place_the_last(monkeypatch, path, kind):
    mounts = [
        Mount("/", "ext4"),
        Mount("/srv", "nfs"),
        Mount("/srv", "xfs"),
        Mount("/srv/share", "autofs"),
        Mount("/srv/share", "9p"),
        Mount("/mnt/a b", "nfs4"),
    ]
    monkeypatch.setattr(psutil, "disk_partitions", lambda **requests: mounts if requests["all"] else [])
    assert remote_file_system(Path(path)) == kind


class HungServer:
    """A file system that answers nobody until it is told to."""

    def __init__(self) -> None:
        self.back = threading.Event()
        self.requests = 0

    def stat(self) -> str:
        self.requests += 1
        self.back.wait(LATE_S)
        return "there"


@pytest.fixture
def server():
    made = HungServer()
    yield made
    made.back.set()


def test_a_server_that_is_away_holds_up_nobody_and_is_asked_once(server):
    answers = Answers(lambda _folder: True)
    for _ in range(3):
        assert answers.of("/far", server.stat, "away", within_s=SOON_S) == "away"
    assert server.requests == 1
    assert answers.of("/near", lambda: "here", "away", within_s=LATE_S) == "here"


def test_a_server_that_is_back_is_asked_again(server):
    answers = Answers(lambda _folder: True)
    assert answers.of("/far", server.stat, "away", within_s=SOON_S) == "away"
    server.back.set()
    assert answers.of("/far", server.stat, "away", within_s=LATE_S) == "there"
    assert server.requests == 2


def test_a_disk_of_this_machine_is_waited_for(server):
    answers = Answers(lambda _folder: False)
    threading.Timer(5 * SOON_S, server.back.set).start()
    assert answers.of("/here", server.stat, "away", within_s=SOON_S) == "there"


def test_what_a_file_system_refuses_is_raised():
    def refuse() -> str:
        raise PermissionError(13, "not for you")

    with pytest.raises(PermissionError):
        Answers(lambda _folder: True).of("/far", refuse, "away", within_s=LATE_S)


def test_a_folder_is_looked_up_among_the_mounts_once_in_a_while():
    looked: list[Path] = []

    def look(folder: Path) -> bool:
        looked.append(folder)
        return False

    answers = Answers(look)
    begun = time.monotonic()
    for _ in range(100):
        answers.of("/here", lambda: "here", "away", within_s=LATE_S)
    assert len(looked) <= 1 + int(time.monotonic() - begun)


def test_the_mounts_are_read_once_for_many_folders(monkeypatch):
    looked: list[object] = []

    def mounts(**requests: bool) -> list[Mount]:
        looked.append(requests)
        return [Mount("/", "ext4")]

    monkeypatch.setattr(psutil, "disk_partitions", mounts)
    begun = time.monotonic()
    for number in range(50):
        assert ANSWERS.of(f"/folder of many {number}", lambda: "here", "away", within_s=LATE_S) == "here"
    assert len(looked) <= 1 + int(time.monotonic() - begun)


def test_a_folder_is_looked_at_again_once_something_was_mounted(monkeypatch):
    mounted = [Mount("/", "ext4")]
    monkeypatch.setattr(psutil, "disk_partitions", lambda **_: list(mounted))
    monkeypatch.setattr(file_systems, "MOUNTS_SECONDS", 0.0)
    monkeypatch.setattr(file_systems.sys, "platform", "linux")
    mounts = Mounts()
    assert not mounts.is_networked(Path("/data/shop"))
    mounted.append(Mount("/data", "nfs4"))
    assert mounts.is_networked(Path("/data/shop"))
    mounted.pop()
    assert not mounts.is_networked(Path("/data/shop"))
