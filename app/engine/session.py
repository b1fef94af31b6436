"""One client of the engine: reads its requests and writes answers and events, without blocking other clients."""

import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

import structlog

from app.engine import wire
from app.engine.channel import hang_up, receive
from app.engine.dispatcher import Call, Dispatcher, call_of
from app.engine.messages import MAX_MESSAGE_BYTES, Refused
from app.engine.operations import EngineOperations
from search.errors import EngineError
from search.events import Event, Progress
from search.ports import SearchCore
from search.types.filters import Access

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
            self._refuse(str(error))
        except OSError as error:
            if not self._connection.closed and "length" in str(error):
                self._refuse(f"a message is larger than {MAX_MESSAGE_BYTES} bytes")
        finally:
            self._finish()

    def hang_up(self, because: str = "") -> None:
        """End the session from another thread, after sending the client the reason if there is one."""
        if because:
            self._send(wire.welcome(Refused(because, "Ask again; the engine is started anew.")))
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

    def _refuse(self, why: str) -> None:
        _log.warning("client refused", reason=why)
        self._send(wire.welcome(Refused(why, "Update or restart the program that sent it.")))

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
