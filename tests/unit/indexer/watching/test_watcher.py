import errno
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.watching import linux_source
from indexer.watching import watcher as watcher_module
from indexer.watching.budget import instances_remedy, limit_remedy, watch_limit
from indexer.watching.coalescer import Changes
from indexer.watching.sources import Enters, WatchLimitError
from indexer.watching.watcher import Watcher, platform_source
from search.errors import IndexWriteError
from search.events import Notice
from search.messages import Message
from search.types.files import Root
from search.types.ids import path_hash

WAIT_SECONDS = 20


class Collector:
    """Takes changes and lets a test wait for those it needs."""

    def __init__(self) -> None:
        self.changes: list[Changes] = []
        self.events: list[object] = []
        self._condition = threading.Condition()

    def take(self, changes: Changes) -> None:
        with self._condition:
            self.changes.append(changes)
            self._condition.notify_all()

    def emit(self, event: object) -> None:
        with self._condition:
            self.events.append(event)
            self._condition.notify_all()

    def paths(self) -> set[str]:
        return {path for changes in self.changes for path in changes.paths}

    def wait_for(self, what) -> bool:
        with self._condition:
            return self._condition.wait_for(what, WAIT_SECONDS)


def every_folder(_root: Root) -> Enters:
    return lambda _folder: True


def own_folders(_root: Root) -> Enters:
    return lambda folder: "node_modules" not in folder.split("/")


@pytest.fixture
def collector() -> Collector:
    return Collector()


@pytest.fixture
def watcher(collector: Collector):
    made = Watcher(collector.take, collector.emit, own_folders)
    yield made
    made.close()


def test_a_saved_moved_and_deleted_file_is_told(watcher, collector, root):
    assert watcher.watch(root) == "events"
    folder = Path(root.path)
    (folder / "a.py").write_text("x = 1")
    assert collector.wait_for(lambda: "a.py" in collector.paths())
    (folder / "a.py").rename(folder / "b.py")
    assert collector.wait_for(lambda: "b.py" in collector.paths())
    collector.changes.clear()
    (folder / "b.py").unlink()
    assert collector.wait_for(lambda: "b.py" in collector.paths())


def test_a_new_folder_in_which_a_repository_has_begun_before_it_is_looked_at_is_reported(collector, root):
    def enters(folder: str) -> bool:
        if folder == "copy":  # git was faster than the thread that reads events
            (Path(root.path) / "copy" / ".git").mkdir(exist_ok=True)
        return folder != "copy"

    watcher = Watcher(collector.take, collector.emit, lambda _root: enters)
    assert watcher.watch(root) == "events"
    (Path(root.path) / "copy").mkdir()
    assert collector.wait_for(lambda: "copy" in collector.paths())
    watcher.close()


def test_what_is_in_a_new_folder_is_told_too(watcher, collector, root):
    watcher.watch(root)
    deep = Path(root.path) / "new" / "deep"
    deep.mkdir(parents=True)
    assert collector.wait_for(lambda: any(path.startswith("new") for path in collector.paths()))
    (deep / "late.py").write_text("x")
    assert collector.wait_for(lambda: collector.paths() & {"new/deep/late.py", "new/deep", "new"})
    collector.changes.clear()
    (deep / "later.py").write_text("x")
    assert collector.wait_for(lambda: "new/deep/later.py" in collector.paths())


def test_a_moved_folder_is_told_at_both_places_and_watched_at_the_new_one(watcher, collector, root):
    folder = Path(root.path)
    (folder / "old").mkdir()
    (folder / "old" / "x.py").write_text("x")
    watcher.watch(root)
    (folder / "old").rename(folder / "new")
    assert collector.wait_for(lambda: {"old", "new"} <= collector.paths())
    (folder / "new" / "y.py").write_text("y")
    assert collector.wait_for(lambda: "new/y.py" in collector.paths())


def test_an_ignored_folder_is_not_watched(watcher, collector, root):
    ignored = Path(root.path) / "node_modules" / "pkg"
    ignored.mkdir(parents=True)
    watcher.watch(root)
    (ignored / "index.js").write_text("x")
    (Path(root.path) / "a.js").write_text("x")
    assert collector.wait_for(lambda: "a.js" in collector.paths())
    assert collector.paths() == {"a.js"}


def test_two_roots_of_which_one_holds_the_other_are_both_told(watcher, collector, root):
    inner = Path(root.path) / "inner"
    inner.mkdir()
    second = Root(path_hash(str(inner)), str(inner), "inner", "-")
    watcher.watch(root)
    watcher.watch(second)
    (inner / "x.py").write_text("x")
    assert collector.wait_for(lambda: {c.root for c in collector.changes} == {root.id, second.id})
    assert collector.paths() == {"inner/x.py", "x.py"}
    watcher.unwatch(second.id)
    collector.changes.clear()
    (inner / "y.py").write_text("x")
    assert collector.wait_for(lambda: "inner/y.py" in collector.paths())
    assert collector.paths() == {"inner/y.py"}


def test_another_branch_means_the_whole_root(watcher, collector, root):
    git = Path(root.path) / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    watcher.watch(root)
    (git / "ORIG_HEAD").write_text("x")
    (git / "HEAD").write_text("ref: refs/heads/other\n")
    assert collector.wait_for(lambda: bool(collector.changes))
    assert collector.changes == [Changes(root.id, whole=True)]


def test_changes_wait_until_git_has_settled(watcher, collector, root):
    git = Path(root.path) / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    lock = git / "index.lock"
    lock.touch()
    seen_with_lock = []
    original = collector.take

    def take(changes: Changes) -> None:
        seen_with_lock.append(lock.exists())
        original(changes)

    watcher._on_changes = take
    watcher.watch(root)
    (Path(root.path) / "a.py").write_text("x")
    timer = threading.Timer(0.7, lock.unlink)
    timer.start()
    assert collector.wait_for(lambda: "a.py" in collector.paths())
    assert seen_with_lock == [False]


@pytest.mark.parametrize("by", ["limit", "error"])
def test_without_watches_every_root_is_polled_and_it_says_so_once(collector, root, tmp_path, by):
    class Full:
        def __init__(self, changed, enters, short) -> None:
            self.unwatched = []

        def watch(self, root) -> None:
            raise WatchLimitError(100_000) if by == "limit" else OSError(5, "broken")

        def unwatch(self, root) -> None:
            self.unwatched.append(root)

        def close(self) -> None:
            pass

    second = Root("b" * 64, str(tmp_path), "second", "-")
    watcher = Watcher(collector.take, collector.emit, every_folder, make_source=Full, poll_seconds=0.01)
    try:
        assert watcher.watch(root) == "polling"
        assert watcher.watch(second) == "polling"
        assert collector.wait_for(lambda: {c.root for c in collector.changes} == {root.id, second.id})
        assert all(changes.whole for changes in collector.changes)
        (notice,) = collector.events
        assert isinstance(notice, Notice)
        assert by != "limit" or "fs.inotify.max_user_watches=" in str(notice.remedy)
        assert watcher.state(root.id) == "polling"
    finally:
        watcher.close()
    assert watcher.state("unknown") == "off"


def test_when_a_later_root_does_not_fit_the_earlier_ones_are_polled_too(collector, root, tmp_path):
    class RoomForOne:
        def __init__(self, changed, enters, short) -> None:
            self.watched = []

        def watch(self, root) -> None:
            if self.watched:
                raise WatchLimitError(100_000)
            self.watched.append(root.id)

        def unwatch(self, root) -> None:
            self.watched.remove(root)

        def close(self) -> None:
            assert self.watched == []

    second = Root("b" * 64, str(tmp_path), "second", "-")
    watcher = Watcher(collector.take, collector.emit, every_folder, make_source=RoomForOne, poll_seconds=0.01)
    try:
        assert watcher.watch(root) == "events"
        assert watcher.watch(second) == "polling"
        assert watcher.state(root.id) == "polling"
        assert collector.wait_for(lambda: {c.root for c in collector.changes} == {root.id, second.id})
    finally:
        watcher.close()


def failing(collector: Collector, times: int) -> Callable[[Changes], None]:
    """Return a receiver of changes that cannot write the first ones."""
    left = iter(range(times))

    def take(changes: Changes) -> None:
        if next(left, None) is not None:
            raise IndexWriteError("disk full", remedy="Free some space.")
        collector.take(changes)

    return take


def test_an_error_of_the_indexer_is_told_and_the_watcher_goes_on(collector, root):
    watcher = Watcher(failing(collector, 1), collector.emit, every_folder)
    try:
        watcher.watch(root)
        (Path(root.path) / "a.py").write_text("x")
        assert collector.wait_for(lambda: bool(collector.events))
        assert collector.events == [Notice(Message("disk full"), Message("Free some space."))]
        (Path(root.path) / "b.py").write_text("x")
        assert collector.wait_for(lambda: "b.py" in collector.paths())
    finally:
        watcher.close()


def test_a_root_whose_changes_could_not_be_written_is_compared_soon_and_the_reason_is_said_once(
    collector, root, monkeypatch
):
    monkeypatch.setattr(watcher_module, "AGAIN_SECONDS", 0.05)
    watcher = Watcher(failing(collector, 2), collector.emit, every_folder)
    try:
        watcher.watch(root)
        (Path(root.path) / "a.py").write_text("x")
        assert collector.wait_for(lambda: bool(collector.changes))
        assert collector.changes[0] == Changes(root.id, whole=True)
        assert collector.events == [Notice(Message("disk full"), Message("Free some space."))]
    finally:
        watcher.close()


def test_every_root_is_compared_from_time_to_time(collector, root):
    watcher = Watcher(collector.take, collector.emit, every_folder, reconcile_seconds=0.05)
    try:
        watcher.watch(root)
        assert collector.wait_for(lambda: len(collector.changes) >= 2)
        assert collector.changes[0] == Changes(root.id, whole=True)
    finally:
        watcher.close()


def test_a_root_that_is_slow_to_compare_is_compared_less_often(collector, root, monkeypatch):
    monkeypatch.setattr(watcher_module, "RECONCILE_SHARE", 1e-9)
    watcher = Watcher(collector.take, collector.emit, every_folder, reconcile_seconds=0.05)
    try:
        watcher.watch(root)
        assert collector.wait_for(lambda: bool(collector.changes))
        (Path(root.path) / "a.py").write_text("x")
        assert collector.wait_for(lambda: "a.py" in collector.paths())
        assert sum(changes.whole for changes in collector.changes) == 1
    finally:
        watcher.close()


def test_the_remedy_names_a_setting_that_is_large_enough(tmp_path):
    setting = tmp_path / "max_user_watches"
    setting.write_text("1000\n")
    assert str(limit_remedy(10, setting)) == "Run: sudo sysctl fs.inotify.max_user_watches=65536"
    assert str(limit_remedy(200_000, setting)) == "Run: sudo sysctl fs.inotify.max_user_watches=524288"
    assert str(limit_remedy(10, tmp_path / "missing")) == "Run: sudo sysctl fs.inotify.max_user_watches=65536"
    if sys.platform.startswith("linux"):
        assert watch_limit(setting) == 800
    assert watch_limit(tmp_path / "missing") is None


def test_the_remedy_lowers_no_setting_that_other_programs_have_used_up(tmp_path):
    setting = tmp_path / "max_user_watches"
    setting.write_text("192536\n")
    assert str(limit_remedy(10, setting)) == "Run: sudo sysctl fs.inotify.max_user_watches=385072"


def test_the_platform_has_a_source_of_events(root):
    events = threading.Event()
    source = platform_source(lambda *_: events.set(), every_folder, lambda _folders: None)
    source.watch(root)
    (Path(root.path) / "a.py").write_text("x")
    assert events.wait(30)
    source.close()


def test_a_folder_that_goes_away_and_comes_back_is_compared_and_followed_again(collector, root):
    away = Path(root.path).with_name("away")
    watcher = Watcher(collector.take, collector.emit, every_folder, poll_seconds=0.05)
    try:
        watcher.watch(root)
        Path(root.path).rename(away)
        assert collector.wait_for(lambda: Changes(root.id, whole=True) in collector.changes)
        collector.changes.clear()
        away.rename(root.path)
        assert collector.wait_for(lambda: Changes(root.id, whole=True) in collector.changes)
        (Path(root.path) / "b.py").write_text("x")
        assert collector.wait_for(lambda: "b.py" in collector.paths())
    finally:
        watcher.close()


def test_a_lock_of_git_from_the_future_does_not_hold_changes_back(collector, root):
    git = Path(root.path) / ".git"
    git.mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "index.lock").touch()
    os.utime(git / "index.lock", (4_000_000_000, 4_000_000_000))
    watcher = Watcher(collector.take, collector.emit, every_folder)
    try:
        watcher.watch(root)
        (Path(root.path) / "a.py").write_text("x")
        assert collector.wait_for(lambda: "a.py" in collector.paths())
    finally:
        watcher.close()


@pytest.fixture
def allowed(monkeypatch) -> list[int]:
    """How many folders the system lets be watched; a test changes the number."""
    numbers = [3]
    monkeypatch.setattr(linux_source, "watch_limit", lambda: numbers[0])
    return numbers


def test_a_new_folder_without_a_watch_has_all_polled_and_what_is_in_it_is_found(collector, root, allowed):
    watcher = Watcher(collector.take, collector.emit, every_folder, poll_seconds=0.05)
    try:
        assert watcher.watch(root) == "events"
        for number in range(5):
            (Path(root.path) / f"new{number}").mkdir()
        assert collector.wait_for(lambda: any(isinstance(event, Notice) for event in collector.events))
        assert watcher.state(root.id) == "polling"
        collector.changes.clear()
        (Path(root.path) / "new4" / "late.py").write_text("x")
        assert collector.wait_for(lambda: Changes(root.id, whole=True) in collector.changes)
        assert len(collector.events) == 1
    finally:
        watcher.close()


def test_while_all_is_polled_a_folder_that_would_fit_is_polled_too(collector, root, tmp_path, allowed):
    for number in range(5):
        (Path(root.path) / f"folder{number}").mkdir()
    small = tmp_path / "small"
    small.mkdir()
    watcher = Watcher(collector.take, collector.emit, every_folder)
    try:
        assert watcher.watch(root) == "polling"
        assert watcher.watch(Root("b" * 64, str(small), "small", "-")) == "polling"
    finally:
        watcher.close()


def test_when_there_is_room_again_all_are_followed_by_events_and_compared_once(collector, root, allowed):
    for number in range(5):
        (Path(root.path) / f"folder{number}").mkdir()
    watcher = Watcher(collector.take, collector.emit, every_folder, poll_seconds=0.05, reconcile_seconds=0.2)
    try:
        assert watcher.watch(root) == "polling"
        allowed[0] = 100
        assert collector.wait_for(lambda: bool(collector.changes) and watcher.state(root.id) == "events")
        (Path(root.path) / "folder4" / "late.py").write_text("x")
        assert collector.wait_for(lambda: "folder4/late.py" in collector.paths())
    finally:
        watcher.close()


def test_without_an_instance_all_is_polled_until_there_is_one(collector, root):
    received = [True]

    def make(*callbacks):
        if received[0]:
            raise OSError(errno.EMFILE, "inotify instance limit reached")
        return platform_source(*callbacks)

    watcher = Watcher(
        collector.take,
        collector.emit,
        every_folder,
        make_source=make,
        poll_seconds=0.05,
        reconcile_seconds=0.2,
    )
    try:
        assert watcher.watch(root) == "polling"
        (notice,) = collector.events
        assert "max_user_instances" in str(notice.remedy)
        received[0] = False
        assert collector.wait_for(lambda: bool(collector.changes) and watcher.state(root.id) == "events")
        (Path(root.path) / "late.py").write_text("x")
        assert collector.wait_for(lambda: "late.py" in collector.paths())
    finally:
        watcher.close()


def test_the_remedy_for_instances_doubles_what_there_is(tmp_path):
    setting = tmp_path / "max_user_instances"
    assert str(instances_remedy(setting)) == "Run: sudo sysctl fs.inotify.max_user_instances=512"
    setting.write_text("1024\n")
    assert str(instances_remedy(setting)) == "Run: sudo sysctl fs.inotify.max_user_instances=2048"
