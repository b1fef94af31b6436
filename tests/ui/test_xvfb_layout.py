"""How the real window lies on the screen after a start, with the frame of a window manager around it."""

import json
import os
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ui.virtual_display import missing

HERE = Path(__file__).resolve().parent
MISSING = missing(("Xvfb", "openbox"))
PATIENCE_S = 120
PAGES = ("folders", "ignore", "model", "device", "limits", "access", "appearance", "editor", "shortcuts")

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.timeout(4 * PATIENCE_S),
    pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed"),
]
State = dict[str, object]


class LateWindow:
    """The process of the window and the last state that it printed."""

    def __init__(self, display: str, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(HERE / "late_window.py"), str(folder)],
            env=os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._state: State = {}
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def until(self, ready: Callable[[State], object]) -> State:
        """Return the first state that is ready."""
        end = time.monotonic() + PATIENCE_S
        while not (self._state and ready(self._state)):
            assert self._process.poll() is None, self._process.stderr and self._process.stderr.read()
            assert time.monotonic() < end, json.dumps(self._state)
            time.sleep(0.05)
        return self._state

    def order(self, line: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            if line.startswith("{"):
                self._state = json.loads(line)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str, State], LateWindow]]:
    """Return a function that starts a window on a screen of a size, with the state of its last run."""
    processes: list[subprocess.Popen[bytes]] = []
    windows: list[LateWindow] = []

    def opened(size: str, state: State) -> LateWindow:
        display = _display(size, processes, tmp_path / "managed")
        if state:
            (tmp_path / "window.json").write_text(json.dumps(state), "utf-8")
        windows.append(LateWindow(display, tmp_path))
        return windows[-1]

    yield opened
    for window in windows:
        window.close()
    for process in reversed(processes):
        process.terminate()
        process.wait(20)


def _display(size: str, processes: list[subprocess.Popen[bytes]], managed: Path) -> str:
    """Start a screen and return its name once its window manager runs, which makes the file ``managed``."""
    reading, writing = os.pipe()
    server = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    processes.append(subprocess.Popen(server, pass_fds=(writing,), stderr=subprocess.DEVNULL))
    os.close(writing)
    with os.fdopen(reading) as answer:
        display = f":{answer.readline().strip()}"
    manager = ["openbox", "--startup", f"touch {shlex.quote(str(managed))}"]
    processes.append(subprocess.Popen(manager, env=os.environ | {"DISPLAY": display}, stderr=subprocess.DEVNULL))
    end = time.monotonic() + PATIENCE_S
    while not managed.exists():
        assert time.monotonic() < end, "openbox does not start"
        time.sleep(0.02)
    return display


def is_inside(state: State) -> bool:
    """Whether the frame lies in the work area; the system has drawn one."""
    left, top, width, height = state["frame"]
    area_left, area_top, area_width, area_height = state["area"]
    has_frame = width > state["width"] or state["maximized"]
    across = area_left <= left and left + width <= area_left + area_width
    down = area_top <= top and top + height <= area_top + area_height
    return bool(has_frame and across and down)


def test_a_maximised_window_shows_everything_without_a_resize(start):
    window = start("1440x900", {"maximized": True, "width": 1000, "height": 640})
    state = window.until(lambda state: state["maximized"] and state["filters"])
    assert state["presets"]
    assert state["limits"]


@pytest.mark.parametrize("size", ["1440x900", "1100x700", "1024x600", "1280x1024"])
def test_the_first_window_lies_on_the_screen_with_its_frame(start, size):
    window = start(size, {})
    state = window.until(lambda state: is_inside(state) and not state["overlaps"])
    assert state["presets"]


def test_a_window_from_a_larger_screen_that_is_gone_comes_back_whole(start):
    window = start("1100x700", {"position": [2000, 300], "width": 1800, "height": 1200})
    assert window.until(lambda state: is_inside(state) and not state["overlaps"])


@pytest.mark.heavy
def test_larger_text_leaves_the_window_on_the_screen_and_every_open_page_whole(start):
    window = start("1440x900", {"width": 1200, "height": 800})
    window.until(is_inside)
    for page in PAGES:
        for percent in (100, 160):
            window.order(page)
            window.order(percent)
            state = window.until(
                lambda state, percent=percent: (
                    state["percent"] == percent
                    and state["popup"] == "Settings"
                    and state["popup_inside"]
                    and is_inside(state)
                    and not state["clipped"]
                )
            )
            assert state["popup_inside"]
