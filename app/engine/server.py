"""Accepts the clients of an index, reads their requests and writes answers and events."""

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

import structlog

from app.engine import wire
from app.engine.channel import close, hang_up, has_left, limit_sending, peer_process, proves_key, receive
from app.engine.connection_limits import MAX_CLIENTS, ConnectionLimits
from app.engine.dispatcher import Call, Dispatcher, call_of
from app.engine.lifetime import Lifetime
from app.engine.messages import MAX_MESSAGE_BYTES, PROTOCOL, Refused, Welcome
from app.engine.operations import EngineOperations, Lane
from app.installation.version import VERSION
from search.errors import EngineError
from search.events import Event, Progress
from search.messages import NOTHING, Message
from search.ports import SearchCore
from search.types.filters import Access

MAX_WAITING = 512
"""Unread messages at which a client is disconnected: it hangs, and the messages take memory."""

MAX_UNREAD = 8
"""Unread messages above which no more questions of a client are answered: it does not read, or not that fast."""

MAX_EVENTS_BEHIND = 32
"""Unread messages above which progress events are dropped; the next one has newer figures."""

MAX_QUESTIONS = 64
"""Requests of a client that are answered at once or wait; beyond, nothing more is read from it. An HTTP server for
agents has up to 40 under way."""

MAX_CHANGES = 64
"""The same for requests that change the index and may take an hour; they do not count as questions."""

UNREAD_S = 60.0
"""Seconds after which a client is disconnected that does not read its answers."""

LOOK_S = 0.2
"""Seconds between two looks whether a client that is not read from has left."""

_log = structlog.get_logger(__name__)


class Session:
    """A connected client that has proved it knows the key."""

    def __init__(self, connection: Connection, core: SearchCore, dispatcher: Dispatcher) -> None:
        self._connection = connection
        self._core = core
        self._dispatcher = dispatcher
        self._outbox: queue.Queue[tuple[bytes, threading.Semaphore | None] | None] = queue.Queue(MAX_WAITING)
        self._questions = threading.Semaphore(MAX_QUESTIONS)
        self._changes = threading.Semaphore(MAX_CHANGES)
        self._unsubscribe: Callable[[], None] | None = None
        self._paused = False
        self._writer = threading.Thread(target=self._write, name="session-writer", daemon=True)

    def run(self, greeting: bytes) -> None:
        """Serve the client until it disconnects, breaks the protocol or `hang_up` is called."""
        limit_sending(self._connection, UNREAD_S)
        self._writer.start()
        self._send(greeting)
        try:
            while True:
                self._handle(call_of(wire.request_from(receive(self._connection))))
        except EOFError:
            pass
        except EngineError as error:
            self._refuse(error.message)
        except OSError as error:
            if not self._connection.closed and "length" in str(error):
                self._refuse(Message("engine.over_limit", limit=MAX_MESSAGE_BYTES))
        finally:
            self._finish()

    def end(self, because: Message) -> None:
        """End the session from another thread, after sending the answers that are there, and the reason if any."""
        if because.code:
            self._send(wire.welcome(Refused(because)))
        with contextlib.suppress(queue.Full):
            self._outbox.put_nowait(None)
            self._writer.join(timeout=1.0)
        self.hang_up()

    def hang_up(self) -> None:
        """End the session from another thread."""
        hang_up(self._connection)

    def send_events(self, access: Access, /) -> None:
        """Send the client every event that the access allows; see `EngineControl.send_events`."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._unsubscribe = self._core.subscribe(self._send_event, access)

    def _handle(self, call: Call) -> None:
        is_change = call.operation.lane not in {Lane.AT_ONCE, Lane.QUESTION}
        slots = self._changes if is_change else self._questions
        self._wait_for(slots)
        if call.operation is EngineOperations.send_events:
            self._send(self._dispatcher.answer(call, self), slots)
        else:
            self._dispatcher.submit(self, call, partial(self._send, slots=slots))

    def _wait_for(self, slots: threading.Semaphore) -> None:
        """Return once the client has room for a request; meanwhile its socket is not read.

        Raises:
            EOFError: it has left.
        """
        while not slots.acquire(timeout=LOOK_S):
            if has_left(self._connection):
                raise EOFError

    def _send_event(self, event: Event) -> None:
        if isinstance(event, Progress) and self._outbox.qsize() > MAX_EVENTS_BEHIND:
            return
        self._send(wire.happened(event))

    def _send(self, message: bytes, slots: threading.Semaphore | None = None) -> None:
        """Queue a message; the request that it answers gives its slot back once the message is written."""
        try:
            self._outbox.put_nowait((message, slots))
        except queue.Full:
            _log.warning("client does not read", waiting=MAX_WAITING)
            self.hang_up()
        if self._outbox.qsize() > MAX_UNREAD:
            self._dispatcher.pause(self)
            self._paused = True
            self._resume_if_read()  # it may have read all of them before it was paused

    def _resume_if_read(self) -> None:
        if self._paused and self._outbox.qsize() <= MAX_UNREAD:
            self._paused = False
            self._dispatcher.resume(self)

    def _write(self) -> None:
        try:
            while (item := self._outbox.get()) is not None:
                message, slots = item
                self._connection.send_bytes(message)
                if slots is not None:
                    slots.release()
                self._resume_if_read()
        except (OSError, ValueError):
            self.hang_up()

    def _refuse(self, why: Message) -> None:
        _log.warning("client refused", reason=str(why))
        self._send(wire.welcome(Refused(Message("engine.bad_client", reason=why))))

    def _finish(self) -> None:
        self._dispatcher.drop(self)
        if self._unsubscribe is not None:
            self._unsubscribe()
        try:
            self._outbox.put_nowait(None)
            self._writer.join(timeout=1.0)
        except queue.Full:
            pass
        self.hang_up()
        self._writer.join(timeout=1.0)
        close(self._connection)


class EngineServer:
    """Serves one core to clients on this machine.

    Args:
        address: from `app.engine.address.engine_address`.
        key: the key that clients have to prove they know.
    """

    def __init__(
        self, core: SearchCore, dispatcher: Dispatcher, lifetime: Lifetime, address: str, key: bytes
    ) -> None:
        self._core = core
        self._dispatcher = dispatcher
        self._lifetime = lifetime
        self._address = address
        self._key = key
        self._sessions: set[Session] = set()
        self._limits = ConnectionLimits()
        self._guard = threading.Lock()
        self._closing = threading.Event()
        self._listener: Listener | None = None

    def start(self) -> None:
        """Begin to accept clients.

        Raises:
            EngineError: the address cannot be listened on.
        """
        try:
            self._listener = _listen(self._address)
        except OSError as error:
            raise EngineError("engine.cannot_listen", address=self._address, reason=error.strerror) from error
        threading.Thread(target=self._accept, args=(self._listener,), name="accept", daemon=True).start()

    def is_reachable(self) -> bool:
        """Return whether the file of the socket is there; a named pipe has none."""
        return sys.platform == "win32" or Path(self._address).is_socket()

    def listen_again(self, address: str) -> None:
        """Accept clients at an address instead of the former one; those that are connected stay.

        Raises:
            EngineError: the address cannot be listened on.
        """
        former, self._listener = self._listener, None
        if former is not None:
            with contextlib.suppress(OSError):  # it deletes its file, which is gone
                former.close()
        self._address = address
        self.start()

    def close(self, because: Message = NOTHING) -> None:
        """Stop accepting clients and disconnect all; ``because`` is the reason that they are sent."""
        if self._closing.is_set():
            return
        self._closing.set()
        if self._listener is not None:
            self._wake()
        with self._guard:
            sessions = list(self._sessions)
        for session in sessions:
            session.end(because)

    def _wake(self) -> None:
        """Connect once, to wake the thread that waits for clients."""
        try:
            Client(self._address).close()
        except OSError:
            return

    def _accept(self, listener: Listener) -> None:
        with listener:
            while True:
                try:
                    connection = listener.accept()
                except OSError as error:
                    if listener is not self._listener:
                        return
                    _log.warning("accept failed", error=str(error))
                    if self._closing.wait(0.1):
                        return
                    continue
                if self._closing.is_set():
                    connection.close()
                    return
                threading.Thread(target=self._serve, args=(connection,), name="session", daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        process, end = peer_process(connection), partial(hang_up, connection)
        refusal = self._limits.add(process, end)
        try:
            if proves_key(connection, self._key):
                self._converse(connection, process, refusal)
            else:
                _log.warning("client without the key")
        finally:
            close(connection)
            self._limits.remove(process, end)

    def _converse(self, connection: Connection, process: int | None, refusal: Message) -> None:
        if refusal.code:
            connection.send_bytes(wire.welcome(Refused(refusal)))
            return
        session = Session(connection, self._core, self._dispatcher)
        with self._guard:
            self._sessions.add(session)
        self._lifetime.joined(process)
        try:
            session.run(wire.welcome(Welcome(PROTOCOL, VERSION, os.getpid())))
        finally:
            with self._guard:
                self._sessions.discard(session)
            self._lifetime.left(process)


def _listen(address: str) -> Listener:
    if sys.platform == "win32":
        return Listener(address, family="AF_PIPE")
    Path(address).unlink(missing_ok=True)  # stale: this process has the writer lock, so nobody listens there
    listener = Listener(address, family="AF_UNIX", backlog=MAX_CLIENTS)
    Path(address).chmod(0o600)
    return listener
