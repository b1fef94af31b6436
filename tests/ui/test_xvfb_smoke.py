"""The real window on an X server without a window manager: typed in, dragged, asked for tree and context."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ui.virtual_display import missing

HERE = Path(__file__).resolve().parent
MISSING = missing(("Xvfb", "xdotool"))
PATIENCE_S = 240

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.timeout(3 * PATIENCE_S),
    pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed"),
]


class Window:
    """The window's process and the last state that it told."""

    def __init__(self, display: str) -> None:
        self._environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(HERE / "shown_window.py")],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.state: dict[str, object] = {}
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def until(
        self, ready: Callable[[dict[str, object]], object], why: str = "", patience_s: float = PATIENCE_S
    ) -> dict[str, object]:
        """Return the first state that is ready."""
        end = time.monotonic() + patience_s
        while not (self.state and ready(self.state)):
            assert self._process.poll() is None, self._process.stderr and self._process.stderr.read()
            assert time.monotonic() < end, f"{why}: {json.dumps(self.state)}"
            time.sleep(0.05)
        return self.state

    def do(self, *words: object) -> None:
        subprocess.run(["xdotool", *map(str, words)], env=self._environment, check=True, timeout=30)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(20)
        self._thread.join()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            if line.startswith("{"):
                self.state = json.loads(line)


@pytest.fixture
def display() -> Iterator[str]:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as answer:
            yield f":{answer.readline().strip()}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture
def window(display: str) -> Iterator[Window]:
    opened = Window(display)
    yield opened
    opened.close()


def test_a_person_types_drags_opens_the_tree_and_copies_the_context(window: Window):
    window.until(lambda state: state["colours"] > 1)
    window.do("search", "--sync", "--onlyvisible", "--name", "Dowse", "windowfocus")
    window.do("type", "--delay", "40", "lease renewed")
    result = window.until(lambda state: state["query"] == "lease renewed" and state["files"] and state["settled"])
    before, weight = result["files"], result["weight"]
    x, y = result["slider"]
    window.do("mousemove", x, y, "mousedown", 1, "mousemove", x - result["width"] // 2 + 8, y, "mouseup", 1)
    dragged = window.until(lambda state: state["weight"] < weight)
    assert dragged["weight"] < 0.1
    by_word = window.until(lambda state: state["files"] and state["files"] != before)["files"]
    assert set(by_word) < set(before), "those without a word of the query go"
    window.do("key", "Down", "alt+4")
    tree = window.until(lambda state: state["tab"] == 1 and state["nodes"])
    assert tree["nodes"] >= 1
    window.do("key", "ctrl+shift+c")
    copied = window.until(lambda state: state["clipboard"])
    assert "lease" in str(copied["clipboard"]).lower()
    assert copied["colours"] > 5
