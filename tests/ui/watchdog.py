"""Notices when the window's thread does not come back to its event loop, and what it was doing then."""

import sys
import threading
import time
import traceback
from dataclasses import dataclass
from types import FrameType

from PySide6.QtCore import QObject, QTimer

BEAT_MS = 2
"""How often the window's thread says that it is free."""


@dataclass(frozen=True, slots=True)
class Block:
    """A time in which nothing could be painted or typed.

    Attributes:
        cpu_ms: processor time that the thread used meanwhile: the rest it waited, for others or for the machine.
        stack: where the thread was in the middle of it, innermost call last; empty when it was over too soon.
    """

    milliseconds: float
    cpu_ms: float
    stack: tuple[str, ...]

    def in_our_code(self) -> str:
        """Return the innermost place in the window's own modules, or the innermost of all."""
        own = [line for line in self.stack if line.startswith("ui/") or "/ui/" in line]
        return own[-1] if own else (self.stack[-1] if self.stack else "unknown")


class Watchdog(QObject):
    """Watches the thread it is made in until `stop`; ``blocks`` holds what took longer than ``limit_ms``."""

    def __init__(self, limit_ms: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.blocks: list[Block] = []
        self._limit = limit_ms / 1000.0
        self._thread = threading.get_ident()
        self._beat, self._cpu = time.perf_counter(), time.thread_time()
        self._seen: tuple[str, ...] = ()
        self._frames: list[FrameType] = []
        self._looking = threading.Lock()
        self._ended = threading.Event()
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._live)
        self._timer.start()
        self._watcher = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._watcher.start()

    def stop(self) -> None:
        """Watch no more; a block that is not over counts."""
        self._live()
        self._timer.stop()
        self._ended.set()
        self._watcher.join()
        self._let_frames_go()

    def longest(self, count: int) -> list[Block]:
        """Return the longest blocks, longest first."""
        return sorted(self.blocks, key=lambda block: -block.milliseconds)[:count]

    def _live(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        if now - self._beat > self._limit:
            self.blocks.append(Block((now - self._beat) * 1000.0, (cpu - self._cpu) * 1000.0, self._seen))
        self._seen = ()
        self._let_frames_go()
        self._beat, self._cpu = now, cpu

    def _let_frames_go(self) -> None:
        """Drop the frames in the thread they are of: with the last name of one go its locals, Qt's objects too."""
        if self._looking.acquire(blocking=False):
            self._frames.clear()
            self._looking.release()

    def _watch(self) -> None:
        while not self._ended.wait(self._limit / 4):
            if time.perf_counter() - self._beat > self._limit / 2:
                with self._looking:
                    self._frames.append(sys._current_frames()[self._thread])
                    self._seen = tuple(_location(frame) for frame in traceback.extract_stack(self._frames[-1]))


def _location(frame: traceback.FrameSummary) -> str:
    short = frame.filename.replace("\\", "/").rpartition("/ui/")
    name = f"ui/{short[2]}" if short[1] else frame.filename
    return f"{name}:{frame.lineno} {frame.name}"
