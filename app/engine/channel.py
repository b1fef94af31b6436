"""A connection between one client and the engine: connecting, mutual proof of the key, limits, and closing.

`multiprocessing.connection` gives framed bytes over a Unix socket or a named pipe; its pickling is never used.
"""

import errno
import os
import select
import socket
import struct
import sys
import threading
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, answer_challenge, deliver_challenge
from pathlib import Path
from typing import Any

from app.engine.address import read_key
from app.engine.lock import owner_of
from app.engine.messages import MAX_MESSAGE_BYTES, PROTOCOL, Refused, Welcome
from app.engine.wire import reply_from
from search.errors import EngineError

HANDSHAKE_S = 5.0
"""Seconds in which each side has to prove that it knows the key."""

_closing = threading.Lock()


class OtherVersionError(EngineError):
    """The running engine speaks another protocol version, as after an update."""


class EngineBusyError(EngineError):
    """The running engine does not answer in time, as while a question takes all of its processor time."""


def open_connection(address: str) -> Connection:
    """Return a connection to a listener of this machine.

    On Windows that is a connection of another class with the same methods.

    Raises:
        OSError: nobody listens there.
    """
    connection: Any = Client(address)
    answer: Connection = connection
    return answer


def connect(index: Path) -> "tuple[Connection, Welcome] | None":
    """Return a connection to the engine of this index, ready for requests, or None when no engine answers.

    An engine that ends during the handshake counts as none.

    Raises:
        EngineError: an engine answers, but refuses.
        EngineBusyError: it does not answer in time.
        OtherVersionError: it speaks another protocol.
    """
    owner = owner_of(index)
    if owner is None or not owner.address:
        return None
    try:
        connection = open_connection(owner.address)
    except OSError:
        return None
    try:
        return connection, _greeted(connection, read_key(index))
    except (
        EOFError,
        ConnectionError,
    ):  # a refusal has a message: this engine is ending, and its socket is still there
        connection.close()
        return None
    except BlockingIOError as error:
        connection.close()
        raise EngineBusyError("engine.busy", pid=owner.pid, seconds=HANDSHAKE_S) from error
    except BaseException:
        connection.close()
        raise


def _greeted(connection: Connection, key: bytes) -> Welcome:
    limit_waiting(connection, HANDSHAKE_S)
    try:
        await_first_message(connection)
        answer_challenge(connection, key)
        deliver_challenge(connection, key)
        greeting = reply_from(receive(connection))
    except (EOFError, ConnectionError, BlockingIOError):
        raise
    except (OSError, AssertionError, AuthenticationError) as error:
        raise EngineError("engine.client_refused") from error
    limit_waiting(connection, 0.0)
    if isinstance(greeting, Refused):
        raise EngineError(greeting.message)
    if not isinstance(greeting, Welcome) or greeting.protocol != PROTOCOL:
        raise OtherVersionError("engine.other_version")
    return greeting


def proves_key(connection: Connection, key: bytes) -> bool:
    """Return whether the other end knows the key, after showing that this end does."""
    limit_waiting(connection, HANDSHAKE_S)
    try:
        deliver_challenge(connection, key)
        answer_challenge(connection, key)
    except (OSError, EOFError, AssertionError, AuthenticationError, ValueError):
        return False
    limit_waiting(connection, 0.0)
    return True


def receive(connection: Connection) -> bytes:
    """Return the next message.

    Raises:
        EOFError: the other end closed.
        OSError: the connection broke, or the message is larger than `MAX_MESSAGE_BYTES`.
    """
    try:
        return connection.recv_bytes(MAX_MESSAGE_BYTES)
    except (RuntimeError, TypeError) as error:  # a pipe of Windows raises these where another thread closed it
        raise EOFError from error


def await_first_message(connection: Connection) -> None:
    """Wait for the first message of the other end on Windows, where `limit_waiting` does nothing.

    There a process that is suspended, or hangs, still takes connections.

    Raises:
        BlockingIOError: none arrived within `HANDSHAKE_S`.
    """
    if sys.platform == "win32" and not connection.poll(HANDSHAKE_S):
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


def limit_waiting(connection: Connection, seconds: float) -> None:
    """Set a timeout in seconds for reads; 0.0 removes it. A named pipe of Windows has none."""
    _set_timeout(connection, socket.SO_RCVTIMEO, seconds)


def limit_sending(connection: Connection, seconds: float) -> None:
    """Set a timeout in seconds for writes; after one that timed out the connection is of no use."""
    _set_timeout(connection, socket.SO_SNDTIMEO, seconds)


def _set_timeout(connection: Connection, option: int, seconds: float) -> None:
    if sys.platform == "win32":
        return
    with socket.socket(fileno=os.dup(connection.fileno())) as twin:
        twin.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", int(seconds), int(seconds % 1 * 1_000_000)))


def peer_process(connection: Connection) -> int | None:
    """Return the id of the process that connected; None where the system does not say."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    try:
        with socket.socket(fileno=os.dup(connection.fileno())) as twin:
            data = twin.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    except OSError:
        return None
    return int(struct.unpack("3i", data)[0]) or None  # 0 for a process outside of this container


def has_left(connection: Connection) -> bool:
    """Return whether the other end has closed; messages that it sent before may still be unread."""
    if sys.platform == "win32":
        return connection.closed
    poll = select.poll()
    try:
        poll.register(connection.fileno(), 0)
        return bool(poll.poll(0))
    except (OSError, ValueError):
        return True


def close(connection: Connection) -> None:
    """Close a connection that other threads may close as well.

    Without turns, two of them would close the same handle, whose number may belong to something else by then.
    """
    with _closing:
        connection.close()


def hang_up(connection: Connection) -> None:
    """Close a connection that another thread may be reading; that read then fails."""
    try:
        if sys.platform == "win32":
            close(connection)
            return
        with socket.socket(fileno=os.dup(connection.fileno())) as twin:
            twin.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
