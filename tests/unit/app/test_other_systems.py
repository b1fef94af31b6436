"""Code of Windows and macOS that can run here: the module under test is given the other system's name.

Nothing of this was run on those systems; docs/guide/install.md lists what nobody has tried.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import platformdirs
import psutil
import pytest
from platformdirs.macos import MacOS
from PySide6.QtGui import QDesktopServices
from watchdog.events import FileCreatedEvent

from app.cli import streams, uninstall
from app.desktop import window_calls
from app.engine import address, channel, server, spawn
from app.installation import crash_report, locations, program
from app.mcp.narrowing import below_folder
from indexer.discovery import walk
from indexer.pipeline import low_priority
from indexer.pipeline.low_priority import started
from indexer.watching import recursive_source
from indexer.watching.recursive_source import RecursiveSource
from indexer.watching.sources import Enters
from indexer.watching.watcher import platform_source
from search.types.files import Root
from search.types.ids import RootId
from ui.controllers import opening
from ui.controllers.editors import SYSTEM

PIPE = "\\\\.\\pipe\\dowse-"
MOUNT_POINT = 0xA0000003
"""The tag of a junction; winnt.h calls it IO_REPARSE_TAG_MOUNT_POINT."""


def as_windows(monkeypatch: pytest.MonkeyPatch, *modules: ModuleType) -> None:
    """Let modules believe that this is Windows; `pathlib` and all others stay what they are."""
    windows = SimpleNamespace(**{name: getattr(os, name) for name in dir(os)} | {"name": "nt"})
    system = SimpleNamespace(**{name: getattr(sys, name) for name in dir(sys)} | {"platform": "win32"})
    for module in modules:
        for name, patched in (("os", windows), ("sys", system)):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, patched)


def test_on_windows_engine_and_window_listen_at_named_pipes_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    as_windows(monkeypatch, address, window_calls)
    engine, window = address.engine_address(tmp_path), window_calls.window_address(tmp_path)
    assert engine.startswith(PIPE)
    assert window.startswith(PIPE)
    assert len({engine, window, address.engine_address(tmp_path / "other")}) == 3


def test_on_windows_an_engine_opens_its_pipe_and_touches_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    as_windows(monkeypatch, server)
    opened: list[tuple[str, str]] = []
    monkeypatch.setattr(server, "Listener", lambda name, family: opened.append((name, family)))
    server._listen(f"{PIPE}abc")
    assert opened == [(f"{PIPE}abc", "AF_PIPE")]


def test_on_windows_a_pipe_is_closed_where_a_socket_would_be_shut_down(monkeypatch: pytest.MonkeyPatch) -> None:
    as_windows(monkeypatch, channel)
    here, there = channel_pair()
    channel.limit_sending(here, 1.0)
    assert not channel.has_left(here)
    channel.hang_up(here)
    assert channel.has_left(here)
    there.close()


def test_on_windows_an_engine_that_takes_a_client_and_says_nothing_counts_as_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    as_windows(monkeypatch, channel)
    monkeypatch.setattr(channel, "HANDSHAKE_S", 0.05)
    here, there = channel_pair()
    with here, there, pytest.raises(BlockingIOError):
        channel._greeted(here, b"key")


class ClosingSlowly(channel.Connection):
    """Another thread gets its turn while the handle is being closed, as it does on Windows."""

    closings = 0

    def _close(self) -> None:
        self.closings += 1
        time.sleep(0.05)
        os.close(self.fileno())


@pytest.mark.skipif(sys.platform == "win32", reason="a connection has no descriptor there")
def test_a_connection_that_two_threads_close_at_once_is_closed_once() -> None:
    here, there = channel_pair()
    connection = ClosingSlowly(os.dup(here.fileno()))
    with here, there, ThreadPoolExecutor(2) as threads:
        for closing in [threads.submit(channel.close, connection) for _ in range(2)]:
            closing.result()
    assert connection.closings == 1
    assert connection.closed


def test_a_pipe_that_another_thread_closed_while_it_was_read_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed_meanwhile(_most: int) -> bytes:
        raise RuntimeError("shouldn't get here; expected KeyboardInterrupt")  # what `multiprocessing` says there

    here, there = channel_pair()
    monkeypatch.setattr(here, "recv_bytes", closed_meanwhile)
    with here, there, pytest.raises(EOFError):
        channel.receive(here)


def channel_pair() -> tuple[channel.Connection, channel.Connection]:
    from multiprocessing import Pipe

    return Pipe()


def test_on_windows_an_engine_gets_one_console_that_nobody_sees(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    as_windows(monkeypatch, spawn)
    monkeypatch.setattr(spawn, "sys", SimpleNamespace(platform="win32", executable=sys.executable))
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x00000200, raising=False)
    options: dict[str, object] = {}
    monkeypatch.setattr(
        subprocess,
        "Popen",
        lambda _command, **arguments: options.update(arguments) or SimpleNamespace(wait=lambda: 0),
    )
    with (tmp_path / "output").open("wb") as output:
        spawn._launch(["dowse.exe"], tmp_path, output)
    assert options["creationflags"] == 0x08000200
    assert options["start_new_session"] is False


def test_a_junction_of_windows_is_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    as_windows(monkeypatch, walk)
    entry = SimpleNamespace(
        is_symlink=lambda: False, stat=lambda follow_symlinks: SimpleNamespace(st_reparse_tag=MOUNT_POINT)
    )
    assert walk._entry_is_link(entry)


@pytest.mark.parametrize(
    ("system", "command"),
    [("darwin", ["open", "-R"]), ("win32", ["explorer", "/select,"])],
)
def test_a_file_is_shown_by_the_file_manager_of_the_system(
    monkeypatch: pytest.MonkeyPatch, system: str, command: list[str]
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(opening, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(opening, "_start", lambda words: started.append(words) or True)
    assert opening.reveal("/home/a/lease.py")
    assert started == [[*command, str(Path("/home/a/lease.py"))]]


@pytest.fixture
def recursive(tmp_path: Path) -> Iterator[tuple[RecursiveSource, threading.Event, list[str]]]:
    """Watch a folder as macOS and Windows do, with what watchdog has for this system."""
    saved, paths = threading.Event(), []

    def changed(_root: RootId, path: str) -> None:
        paths.append(path)
        if path == "src/lease.py":
            saved.set()

    source = RecursiveSource(changed, lambda _root: lambda folder: folder != "ignored", lambda *_: None)
    source.watch(Root(RootId("r"), str(tmp_path), "r", "-"))
    yield source, saved, paths
    source.close()


def test_the_watcher_of_macos_and_windows_reports_a_saved_file_and_no_ignored_one(
    recursive: tuple[RecursiveSource, threading.Event, list[str]], tmp_path: Path
) -> None:
    _, saved, paths = recursive
    for name in ("ignored/big.bin", "src/lease.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("x")
    for _ in range(200):
        (tmp_path / "src" / "lease.py").write_text("y")
        if saved.wait(0.1):
            break
    assert saved.is_set()
    assert "ignored/big.bin" not in paths


def test_that_watcher_passes_once_over_the_folders_of_many_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(recursive_source, "REMEMBERED_S", 3600.0)
    passes, paths = [], []

    def entering(root: Root) -> Enters:
        passes.append(root)
        return lambda folder: not folder.startswith("node_modules")

    root = Root(RootId("r"), str(tmp_path), "r", "-")
    handler = recursive_source._Handler(root, lambda _root, path: paths.append(path), entering)
    for number in range(100):
        for folder in ("node_modules/left-pad", "src/app"):
            handler.on_any_event(FileCreatedEvent(str(tmp_path / folder / f"{number}.js")))
    assert paths == [f"src/app/{number}.js" for number in range(100)]
    assert passes == [root]


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_the_other_systems_get_that_watcher(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    from indexer.watching import watcher

    monkeypatch.setattr(watcher, "sys", SimpleNamespace(platform=system))
    source = platform_source(lambda *_: None, lambda _root: lambda _folder: True, lambda *_: None)
    assert isinstance(source, RecursiveSource)
    source.close()


@pytest.mark.parametrize(("mounted_at", "is_own"), [(".mount_dowse", True), (".mount_terminal", False)])
def test_from_an_app_image_what_outlives_a_command_is_started_from_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, mounted_at: str, *, is_own: bool
) -> None:
    executable = tmp_path / ".mount_dowse" / "usr" / "lib" / "dowse" / "dowse"
    frozen = SimpleNamespace(platform="linux", executable=str(executable), frozen=True)
    monkeypatch.setattr(program, "sys", frozen)
    monkeypatch.setenv("APPDIR", str(tmp_path / mounted_at))
    image = str(tmp_path / "Dowse.AppImage")
    monkeypatch.setenv("APPIMAGE", image)
    assert program.program() == ([image] if is_own else [str(executable)])
    monkeypatch.delenv("APPIMAGE")
    assert program.program() == [str(executable)]


def test_on_macos_the_window_keeps_its_state_apart_from_index_and_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(locations.INDEX_VARIABLE, raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    others = (locations.index_folder(None), locations.settings_file(), locations.cache_folder())
    assert not any(other.is_relative_to(locations.state_folder()) for other in others)
    assert crash_report.reports_folder().is_relative_to(locations.state_folder())


@pytest.mark.parametrize(("system", "editor"), [("darwin", ["open", "-t"]), ("win32", ["notepad"])])
@pytest.mark.parametrize(("name", "is_text"), [("deploy.js", True), ("Makefile", True), ("notes.md", False)])
def test_source_code_without_an_editor_is_shown_as_text_where_the_default_program_may_run_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, editor: list[str], name: str, *, is_text: bool
) -> None:
    file = tmp_path / name
    file.write_text("x")
    started: list[list[str]] = []
    addresses: list[object] = []
    monkeypatch.setattr(opening, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(opening, "_start", lambda words: started.append(words) or True)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda address: addresses.append(address) or True)
    assert opening.open_at(str(file), 1, SYSTEM)
    assert (started, len(addresses)) == (([[*editor, str(file)]], 0) if is_text else ([], 1))


@pytest.mark.parametrize(
    ("file", "is_started"), [("src/lease & co.py:3", False), ("a%PATH%.py:3", False), ("src/my lease.py:3", True)]
)
def test_on_windows_a_batch_file_gets_no_argument_that_the_shell_would_read_as_a_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, *, is_started: bool
) -> None:
    batch_file = tmp_path / "code.cmd"
    batch_file.touch(0o755)
    started: list[tuple[list[str], object]] = []
    monkeypatch.setattr(opening, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(opening, "NO_WINDOW", 0x08000000)
    monkeypatch.setattr(
        subprocess, "Popen", lambda command, **how: started.append((command, how["creationflags"]))
    )
    assert opening._start([str(batch_file), "--goto", file]) is is_started
    assert started == ([([str(batch_file), "--goto", file], 0x08000000)] if is_started else [])


@pytest.mark.parametrize(
    ("system", "removal"), [("win32", "settings of Windows"), ("darwin", "Trash"), ("linux", "apt")]
)
def test_how_an_installed_program_is_removed_is_said_for_its_system(
    monkeypatch: pytest.MonkeyPatch, system: str, removal: str
) -> None:
    monkeypatch.setattr(uninstall, "sys", SimpleNamespace(platform=system, frozen=True, prefix="/opt/dowse"))
    assert removal in uninstall._program_removal()


@pytest.mark.parametrize(
    ("path", "folder", "rest"),
    [
        ("c:/code/shop/src/cart.py", "C:/Code/shop/", "src/cart.py"),
        ("c:/code/shopping/cart.py", "C:/Code/shop/", None),
        ("/home/me/shop/cart.py", "/home/me/shop/", "cart.py"),
        ("/home/me/Shop/cart.py", "/home/me/shop/", None),
    ],
)
def test_an_agent_on_windows_may_write_a_drive_in_either_case(path: str, folder: str, rest: str | None) -> None:
    assert below_folder(path, folder) == rest


def test_a_child_process_leaves_ctrl_c_to_its_parent() -> None:
    """A console of Windows sends it to every process in it, which would each print a traceback."""
    with started(1) as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN


def test_a_terminal_of_windows_is_asked_to_read_colours() -> None:
    class Kernel:
        """Answers as ``kernel32`` where standard output is a terminal and standard error is none."""

        def __init__(self) -> None:
            self.modes = {-11: 3}

        def GetStdHandle(self, number: int) -> int:
            return number

        def GetConsoleMode(self, handle: int, mode: Any) -> int:
            mode._obj.value = self.modes.get(handle, 0)
            return int(handle in self.modes)

        def SetConsoleMode(self, handle: int, mode: int) -> None:
            self.modes[handle] = mode

    kernel = Kernel()
    streams.read_styles(kernel)
    assert kernel.modes == {-11: 7}


@pytest.mark.parametrize(("niceness", "classes"), [(0, []), (12, [0x4000])])
def test_indexing_on_windows_gives_way_to_other_programs(
    monkeypatch: pytest.MonkeyPatch, niceness: int, classes: list[int]
) -> None:
    set_to: list[int] = []
    monkeypatch.setattr(low_priority, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", 0x4000, raising=False)
    monkeypatch.setattr(psutil, "Process", lambda: SimpleNamespace(nice=set_to.append))
    low_priority.lower_priority(niceness)
    assert set_to == classes


def test_on_windows_an_open_window_may_come_to_the_front_when_it_is_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    events: list[object] = []
    user32 = SimpleNamespace(AllowSetForegroundWindow=events.append)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    calls = window_calls.WindowCalls(tmp_path, events.append)
    monkeypatch.setattr(window_calls, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(user32=user32), raising=False)
    assert window_calls.call_window(tmp_path, window_calls.TO_THE_FRONT)
    calls.close()
    assert events == [0xFFFFFFFF, window_calls.TO_THE_FRONT]


@pytest.mark.parametrize(
    ("attribute", "in_the_cloud"),
    [
        ({"st_file_attributes": 0x400000}, True),  # FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
        ({"st_file_attributes": 0x1000}, True),  # FILE_ATTRIBUTE_OFFLINE
        ({"st_file_attributes": 0x20}, False),  # FILE_ATTRIBUTE_ARCHIVE
        ({"st_flags": 0x40000000}, True),  # SF_DATALESS
        ({"st_flags": 0x8000}, False),  # UF_HIDDEN
        ({}, False),
    ],
)
def test_a_file_that_only_a_cloud_drive_has_is_not_fetched(
    attribute: dict[str, int], in_the_cloud: bool, tmp_path: Path
) -> None:
    (tmp_path / "scan.pdf").write_text("x")
    here = (tmp_path / "scan.pdf").stat()
    status = SimpleNamespace(st_mode=here.st_mode, st_size=here.st_size, **attribute)
    skip = walk._Walk(walk.Rules())._by_state(tmp_path / "scan.pdf", status)
    assert (skip == walk.Skip("online-only")) is in_the_cloud
