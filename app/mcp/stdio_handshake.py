"""How a client on standard input is met: its first line is answered before the protocol package is imported."""

import contextlib
import io
import os
import threading
from typing import BinaryIO

from app.mcp.greeting import greeting

SOON_S = 0.2
"""Seconds that imports wait for the first line: they would take the processor from the answer."""

MOST_BYTES = 64_000
"""Of a first line that is looked at; a longer one is left to the package."""

_STDIN, _STDOUT = 0, 1


class StdioHandshake:
    """Reads the first bytes, answers a plain hello, and hands everything on.

    Attributes:
        answered: whether the first line was answered; valid after `standard_input`.
    """

    def __init__(self) -> None:
        self.answered = False
        self._read = b""
        self._reading = threading.Thread(target=self._answer, name="first-line", daemon=True)

    def begin(self) -> None:
        """Return when the first line is answered, or after `SOON_S`; it is then answered in the background."""
        self._reading.start()
        self._reading.join(SOON_S)

    def standard_input(self) -> BinaryIO:
        """Return all that the client says from its first byte on; waits for its first line.

        Whatever else reads standard input from now on, such as a child process, finds it empty.
        """
        self._reading.join()
        rest = os.dup(_STDIN)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, _STDIN)
        os.close(nothing)
        return io.BufferedReader(_Following(self._read, rest))

    def _answer(self) -> None:
        while b"\n" not in self._read and len(self._read) <= MOST_BYTES:
            more = os.read(_STDIN, MOST_BYTES)
            if not more:
                return
            self._read += more
        answer = greeting(self._read[: self._read.index(b"\n") + 1]) if b"\n" in self._read else None
        if answer is not None:
            self.answered = True
            with contextlib.suppress(OSError):  # a client that left is met again by what serves it
                _write(answer)


def _write(answer: bytes) -> None:
    while answer:
        answer = answer[os.write(_STDOUT, answer) :]


class _Following(io.RawIOBase):
    """Bytes that were read already, and then the rest of a descriptor; the descriptor stays open."""

    def __init__(self, read: bytes, descriptor: int) -> None:
        super().__init__()
        self._read = read
        self._descriptor = descriptor

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._read[: len(buffer)] or os.read(self._descriptor, len(buffer))
        self._read = self._read[len(data) :]
        buffer[: len(data)] = data
        return len(data)
