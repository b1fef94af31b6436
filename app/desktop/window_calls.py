"""How a program of the same person reaches the open window of an index: a message over a local socket, with a key.

The window listens beside the engine's socket; see docs/guide/editors.md for the addresses that editors use.
"""

import contextlib
import hashlib
import os
import secrets
import sys
import threading
from collections.abc import Callable
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, Listener, answer_challenge, deliver_challenge
from pathlib import Path

import msgspec

from app.engine.address import KEY_BYTES, engine_address
from app.engine.channel import (
    HANDSHAKE_S,
    await_first_message,
    limit_waiting,
    open_connection,
    peer_process,
    proves_key,
)

KEY_FILE = "window.key"
MOST_BYTES = 64 * 1024
"""Of a call: a query and a path."""

SHOWN = b"shown"
_ANY_PROCESS = 0xFFFFFFFF
"""``ASFW_ANY`` of Windows: the window may come to the front, as this process might that a person has started."""


class WindowCall(msgspec.Struct, frozen=True):
    """Asks the window to come to the front.

    Attributes:
        query: to run; empty for none.
        file_id: file to show in the preview, with the place that follows; empty for none.
        line: from 1.
    """

    query: str
    file_id: str = ""
    repository: str = ""
    path: str = ""
    root_path: str = ""
    line: int = 1


TO_THE_FRONT = WindowCall("")


def window_address(index: Path) -> str:
    """Return where the window of this index listens."""
    engine = engine_address(index)
    name = hashlib.sha256(b"window" + os.fsencode(index)).hexdigest()[:20]
    return rf"\\.\pipe\dowse-{name}" if os.name == "nt" else str(Path(engine).with_name(f"dowse-{name}.sock"))


def call_window(index: Path, call: WindowCall) -> bool:
    """Ask the open window of this index; return whether there is one that took the call."""
    try:
        key = (index / KEY_FILE).read_bytes()
        connection = open_connection(window_address(index))
    except OSError:
        return False
    with connection:
        limit_waiting(connection, HANDSHAKE_S)
        if sys.platform == "win32":
            import ctypes

            ctypes.windll.user32.AllowSetForegroundWindow(_ANY_PROCESS)
        try:
            await_first_message(connection)
            answer_challenge(connection, key)
            deliver_challenge(connection, key)
            connection.send_bytes(msgspec.msgpack.encode(call))
            return connection.recv_bytes(MOST_BYTES) == SHOWN
        except (OSError, EOFError, AssertionError, AuthenticationError, ValueError):
            return False


def window_process(index: Path) -> int | None:
    """Return the process of the open window of this index, 0 where it is not known; None without a window."""
    try:
        with open_connection(window_address(index)) as connection:
            return peer_process(connection) or 0
    except OSError:
        return None


class WindowCalls:
    """Takes calls for the window of an index until `close`; the window that was opened first has them.

    Where the index cannot be written, nobody can learn the key: there the window opens and takes no calls.

    Args:
        take: gets each call, in a thread.
    """

    def __init__(self, index: Path, take: Callable[[WindowCall], None]) -> None:
        self._take = take
        self._address = window_address(index)
        self._closing = threading.Event()
        self._listens = not _answers(self._address)
        if not self._listens:
            return
        try:
            self._key = _new_key(index / KEY_FILE)
        except OSError:
            self._listens = False
            return
        if os.name != "nt":
            Path(self._address).unlink(missing_ok=True)  # of a window that was killed
        self._listener = Listener(self._address)
        self._accepting = threading.Thread(target=self._accept, name="window-calls", daemon=True)
        self._accepting.start()

    def close(self) -> None:
        """Take no more calls."""
        if not self._listens or self._closing.is_set():
            return
        self._closing.set()
        with contextlib.suppress(OSError):
            open_connection(self._address).close()  # wakes the thread that waits for callers
        self._accepting.join(HANDSHAKE_S)

    def _accept(self) -> None:
        with self._listener:
            while not self._closing.is_set():
                try:
                    connection = self._listener.accept()
                except OSError:
                    return
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        with connection:
            if self._closing.is_set() or not proves_key(connection, self._key):
                return
            limit_waiting(connection, HANDSHAKE_S)
            try:
                call = msgspec.msgpack.decode(connection.recv_bytes(MOST_BYTES), type=WindowCall)
            except (OSError, EOFError, msgspec.DecodeError):
                return
            self._take(call)
            with contextlib.suppress(OSError):
                connection.send_bytes(SHOWN)


def _answers(address: str) -> bool:
    try:
        open_connection(address).close()
    except OSError:
        return False
    return True


def _new_key(path: Path) -> bytes:
    """Write a fresh key that only this user can read, and return it."""
    key = secrets.token_bytes(KEY_BYTES)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key)
    return key
