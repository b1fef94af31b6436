"""One connection to the engine, shared by all threads of a client."""

import itertools
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from app.engine import wire
from app.engine.channel import close, connect, hang_up, limit_sending, receive
from app.engine.messages import ANSWER_S, ENDING, Answer, Failure, Happened, Refused, Welcome
from search.errors import EngineError, KnownError
from search.messages import Message
from search.processes import wait_for

if TYPE_CHECKING:
    from search.events import Event


class _Waiting:
    """A request that has no answer yet."""

    __slots__ = ("done", "error", "result")

    def __init__(self) -> None:
        self.done = threading.Event()
        self.result: msgspec.Raw | None = None
        self.error: KnownError | None = None


class NotSentError(EngineError):
    """The engine ended before the request reached it, so it may be sent to the next engine."""


class EndedInOrderError(EngineError):
    """The engine ended in order before it answered, so the request may be sent to the next engine."""


class Link:
    """Sends requests from any thread and gives each the answer with its number.

    Args:
        send_s: seconds after which an engine that reads nothing counts as ended.

    Attributes:
        on_event: called from the reading thread for every event.
        on_end: called from that thread once, when the connection has ended.
        ended: set once the connection has ended.
        last_words: why the engine hung up, if it gave a reason.
    """

    def __init__(self, connection: Connection, welcome: Welcome, send_s: float = ANSWER_S) -> None:
        self.welcome = welcome
        self.on_event: Callable[[Event], None] = _ignore
        self.on_end: Callable[[], None] = _nothing
        self.ended = threading.Event()
        self._connection = connection
        limit_sending(connection, send_s)
        self._numbers = itertools.count(1)
        self._waiting: dict[int, _Waiting] = {}
        self._guard = threading.Lock()
        self._sending = threading.Lock()
        self.last_words: KnownError | None = None
        threading.Thread(target=self._read, name="engine-replies", daemon=True).start()

    @classmethod
    def to(cls, index: Path) -> "Link | None":
        """Return a link to the engine of this index, or None when none answers."""
        connected = connect(index)
        return None if connected is None else cls(*connected)

    def call(self, operation: str, arguments: tuple[object, ...], timeout_s: float | None = None) -> msgspec.Raw:
        """Send a request and return its result, still encoded.

        Raises:
            KnownError: the error of the engine, as the same class.
            EngineError: the engine ended, or did not answer within ``timeout_s``.
        """
        number = next(self._numbers)
        message = wire.request(number, operation, arguments)
        waiting = self._register(number)
        try:
            self._send(message)
            if not wait_for(waiting.done, timeout_s):
                raise EngineError("engine.silent", pid=self.welcome.pid, seconds=timeout_s)
        finally:
            with self._guard:
                self._waiting.pop(number, None)
        if waiting.error is not None:
            raise waiting.error
        if waiting.result is None:
            raise self.ended_error()
        return waiting.result

    def close(self) -> None:
        """Hang up; requests under way fail."""
        hang_up(self._connection)

    def ended_error(self) -> KnownError:
        """Return why the engine hung up, or that it has ended."""
        if self.last_words is not None:
            return self.last_words
        return EngineError("engine.ended", pid=self.welcome.pid)

    def _register(self, number: int) -> _Waiting:
        waiting = _Waiting()
        with self._guard:
            if self.ended.is_set():
                raise self._not_sent_error()
            self._waiting[number] = waiting
        return waiting

    def _send(self, message: bytes) -> None:
        try:
            with self._sending:
                self._connection.send_bytes(message)
        except (OSError, ValueError) as error:
            self.ended.set()  # the reader may not have seen the end yet, and nothing more can be sent
            hang_up(self._connection)
            raise self._not_sent_error() from error

    def _read(self) -> None:
        try:
            while True:
                self._handle(receive(self._connection))
        except (EOFError, OSError, KnownError) as error:
            self.last_words = error if isinstance(error, KnownError) else None
        finally:
            self._end()

    def _handle(self, data: bytes) -> None:
        match wire.reply_from(data):
            case Answer(id=number, result=result):
                self._settle(number, result=msgspec.Raw(result), error=None)
            case Failure(id=number) as failure:
                self._settle(number, result=None, error=wire.error_from(failure))
            case Happened() as message:
                if (event := wire.event_from(message)) is not None:
                    self.on_event(event)
            case Refused(message=Message(code=code)) if code == ENDING:
                raise EndedInOrderError("engine.ended", pid=self.welcome.pid)
            case Refused(message=message):
                raise EngineError(message)
            case Welcome():
                return

    def _settle(self, number: int, *, result: msgspec.Raw | None, error: KnownError | None) -> None:
        with self._guard:
            waiting = self._waiting.get(number)
        if waiting is not None:
            waiting.result, waiting.error = result, error
            waiting.done.set()

    def _end(self) -> None:
        with self._guard:
            self.ended.set()
            unanswered = list(self._waiting.values())
        for waiting in unanswered:
            waiting.done.set()
        with self._sending:
            close(self._connection)
        self.on_end()

    def _not_sent_error(self) -> KnownError:
        if self.last_words is not None and not isinstance(self.last_words, EndedInOrderError):
            return self.last_words
        return NotSentError(self.ended_error().message)


def _nothing() -> None:
    """Do nothing at the end of the connection."""


def _ignore(_event: "Event") -> None:
    """Ignore an event without a listener."""
