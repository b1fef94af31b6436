"""Accepts the clients of an index, reads their requests and writes answers and events."""

import os
import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

import structlog

from app.engine import wire
from app.engine.channel import hang_up, proves_key, receive
from app.engine.dispatcher import Call, Dispatcher, call_of
from app.engine.lifetime import Lifetime
from app.engine.messages import MAX_MESSAGE_BYTES, PROTOCOL, Refused, Welcome
from app.engine.operations import EngineOperations
from app.installation.version import VERSION
from search.errors import EngineError
from search.events import Event, Progress
from search.messages import NOTHING, Message
from search.ports import SearchCore
from search.types.filters import Access

MAX_CLIENTS = 64
"""Connections at once; a person has a handful, so more is a program gone wrong."""

MAX_WAITING = 512
"""Unread messages at which a client is disconnected: it hangs, and the messages take memory."""

MAX_EVENTS_BEHIND = 32
"""Unread messages above which progress events are dropped; the next one has newer figures."""

_log = structlog.get_logger(__name__)


class Session:
    """A connected client that has proved it knows the key."""

    def __init__(self, connection: Connection, core: SearchCore, dispatcher: Dispatcher) -> None:
        self._connection = connection
        self._core = core
        self._dispatcher = dispatcher
        self._outbox: queue.Queue[bytes | None] = queue.Queue(MAX_WAITING)
        self._unsubscribe: Callable[[], None] | None = None
        self._writer = threading.Thread(target=self._write, name="session-writer", daemon=True)

    def run(self, greeting: bytes) -> None:
        """Serve the client until it disconnects, breaks the protocol or `hang_up` is called."""
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

    def hang_up(self, because: Message = NOTHING) -> None:
        """End the session from another thread, after sending the client the reason if there is one."""
        if because.code:
            self._send(wire.welcome(Refused(because)))
            self._outbox.put(None)
            self._writer.join(timeout=1.0)
        hang_up(self._connection)

    def send_events(self, access: Access, /) -> None:
        """Send the client every event that the access allows; see `EngineControl.send_events`."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._unsubscribe = self._core.subscribe(self._send_event, access)

    def _handle(self, call: Call) -> None:
        if call.operation is EngineOperations.send_events:
            self._send(self._dispatcher.answer(call, self))
        else:
            self._dispatcher.submit(call, self._send)

    def _send_event(self, event: Event) -> None:
        if isinstance(event, Progress) and self._outbox.qsize() > MAX_EVENTS_BEHIND:
            return
        self._send(wire.happened(event))

    def _send(self, message: bytes) -> None:
        try:
            self._outbox.put_nowait(message)
        except queue.Full:
            _log.warning("client does not read", waiting=MAX_WAITING)
            self.hang_up()

    def _write(self) -> None:
        try:
            while (message := self._outbox.get()) is not None:
                self._connection.send_bytes(message)
        except (OSError, ValueError):
            self.hang_up()

    def _refuse(self, why: Message) -> None:
        _log.warning("client refused", reason=str(why))
        self._send(wire.welcome(Refused(Message("engine.bad_client", reason=why))))

    def _finish(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        try:
            self._outbox.put_nowait(None)
            self._writer.join(timeout=1.0)
        except queue.Full:
            pass
        self.hang_up()
        self._writer.join(timeout=1.0)
        self._connection.close()


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
        self._connections = 0
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

    def close(self, because: Message = NOTHING) -> None:
        """Stop accepting clients and disconnect all; ``because`` is the reason that they are sent."""
        if self._listener is None or self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        with self._guard:
            sessions = list(self._sessions)
        for session in sessions:
            session.hang_up(because)

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
                    _log.warning("accept failed", error=str(error))
                    if self._closing.wait(0.1):
                        return
                    continue
                if self._closing.is_set():
                    connection.close()
                    return
                threading.Thread(target=self._serve, args=(connection,), name="session", daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        with self._guard:
            self._connections += 1
            too_many = self._connections > MAX_CLIENTS
        try:
            if proves_key(connection, self._key):
                self._converse(connection, too_many=too_many)
            else:
                _log.warning("client without the key")
        finally:
            connection.close()
            with self._guard:
                self._connections -= 1

    def _converse(self, connection: Connection, *, too_many: bool) -> None:
        if too_many:
            refusal = Refused(Message("engine.too_many_clients", count=MAX_CLIENTS))
            connection.send_bytes(wire.welcome(refusal))
            return
        session = Session(connection, self._core, self._dispatcher)
        with self._guard:
            self._sessions.add(session)
        self._lifetime.joined()
        try:
            session.run(wire.welcome(Welcome(PROTOCOL, VERSION, os.getpid())))
        finally:
            with self._guard:
                self._sessions.discard(session)
            self._lifetime.left()


def _listen(address: str) -> Listener:
    if os.name == "nt":
        return Listener(address, family="AF_PIPE")
    Path(address).unlink(missing_ok=True)  # stale: this process has the writer lock, so nobody listens there
    listener = Listener(address, family="AF_UNIX", backlog=MAX_CLIENTS)
    Path(address).chmod(0o600)
    return listener
