"""One client at the engine: reads its requests, writes answers and events, never blocks anyone else."""

import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

import structlog

from app.engine import wire
from app.engine.channel import hang_up, receive
from app.engine.dispatcher import Dispatcher
from app.engine.messages import MAX_MESSAGE_BYTES, Refused
from app.engine.requests import AnyRequest, SubscribeCall
from search.errors import EngineError
from search.events import Event, Progress
from search.ports import SearchCore

MAX_WAITING = 512
"""Messages a client may leave unread before it is disconnected: it hangs, and they take memory."""

MAX_EVENTS_BEHIND = 32
"""Unread messages beyond which progress is not sent any more; the next one tells the same."""

_log = structlog.get_logger(__name__)


class Session:
    """A connected client that has shown the key."""

    def __init__(self, connection: Connection, core: SearchCore, dispatcher: Dispatcher) -> None:
        self._connection = connection
        self._core = core
        self._dispatcher = dispatcher
        self._outbox: queue.Queue[bytes | None] = queue.Queue(MAX_WAITING)
        self._unsubscribe: Callable[[], None] | None = None
        self._writer = threading.Thread(target=self._write, name="session-writer", daemon=True)

    def run(self, greeting: bytes) -> None:
        """Serve the client until it leaves, breaks the rules or is hung up on."""
        self._writer.start()
        self._send(greeting)
        try:
            while True:
                self._take(wire.request_from(receive(self._connection)))
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
        """End the session from another thread; the client is told why, where there is something to tell."""
        if because:
            self._send(wire.welcome(Refused(because, "Ask again; the engine is started anew.")))
            self._outbox.put(None)
            self._writer.join(timeout=1.0)
        hang_up(self._connection)

    def _take(self, request: AnyRequest) -> None:
        if isinstance(request, SubscribeCall):
            if self._unsubscribe is not None:
                self._unsubscribe()
            self._unsubscribe = self._core.subscribe(self._tell, request.access)
            self._send(wire.answer(request.id, None))
            return
        self._dispatcher.submit(request, self._send)

    def _tell(self, event: Event) -> None:
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
