"""The engine process: owns an index, serves clients until its lifetime ends, then shuts down in order."""

import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import structlog

from app.engine.address import engine_address, new_key
from app.engine.dispatcher import Dispatcher
from app.engine.lifetime import GRACE_S, Lifetime
from app.engine.lock import WriterLock
from app.engine.messages import ENDING
from app.engine.server import EngineServer
from app.installation.version import VERSION
from search.errors import EngineError
from search.messages import NOTHING, Message
from search.ports import SearchCore

LOOK_AT_LOCK_S = 1.0
"""Seconds until an engine notices that its index was deleted or moved, or that its socket was deleted."""

FINISH_S = 5.0
"""Seconds in which an engine that ends finishes the requests under way; it leaves the rest to the next engine. A
client that requested the end waits longer."""

_log = structlog.get_logger(__name__)


class Engine:
    """Serves a core of this process to clients, until `close`.

    Args:
        lock: acquired by the caller; the address is announced in it. The engine ends when the lock is lost, since
            the folder of the index was then deleted or moved.
        keep: stay without clients until `stop` is called.
        is_working: whether the core has work of its own, such as indexing; never waits and never fails.
        confirms_damage: called after an operation could not read the index; if it returns true, the engine ends.
    """

    def __init__(
        self,
        core: SearchCore,
        index: Path,
        lock: WriterLock,
        *,
        keep: bool = False,
        grace_s: float = GRACE_S,
        is_working: Callable[[], bool] = lambda: False,
        confirms_damage: Callable[[], bool] = lambda: False,
    ) -> None:
        self._lock = lock
        self._index = index
        self._closing = threading.Event()
        self._ends_because = NOTHING
        self._is_working = is_working
        self._confirms_damage = confirms_damage
        self._lifetime = Lifetime(self._is_busy, keep=keep, grace_s=grace_s, on_keep=lock.announce_keeping)
        self._dispatcher = Dispatcher(core, self._lifetime, str(index), self._look_for_damage)
        self._address = engine_address(index)
        self._server = EngineServer(core, self._dispatcher, self._lifetime, self._address, new_key(index))

    def start(self) -> None:
        """Listen, then publish the address.

        Raises:
            EngineError: the address cannot be listened on.
        """
        self._server.start()
        self._lock.announce(self._address)
        threading.Thread(target=self._watch_lock, name="lock", daemon=True).start()
        _log.info("engine started", pid=os.getpid(), version=VERSION)

    def interrupt_when_stopped(self, interrupt: Callable[[], None]) -> None:
        """Call ``interrupt`` from a thread of its own once a client requests the end."""

        def look() -> None:
            self.wait()
            if self._dispatcher.stop_requested and not self._closing.is_set():
                interrupt()

        threading.Thread(target=look, name="stop-request", daemon=True).start()

    def wait(self) -> None:
        """Return when the engine was stopped, or was idle for the grace period."""
        self._lifetime.wait()

    def stop(self) -> None:
        """Make `wait` return; safe in a signal handler's thread."""
        self._lifetime.stop()

    def finish(self) -> None:
        """Let no more clients find the engine, and answer the requests under way, as far as that is done soon."""
        self._lock.announce("")
        self._dispatcher.finish(FINISH_S)

    def close(self) -> None:
        """Stop accepting clients, disconnect all, and drop requests that wait.

        Clients are sent the reason. Unless one of them requested the end, they turn to the next engine.
        """
        self._closing.set()
        self.stop()
        self._lock.announce("")
        handed_over = NOTHING if self._dispatcher.stop_requested else Message(ENDING)
        self._server.close(self._ends_because if self._ends_because.code else handed_over)
        self._dispatcher.close()
        _log.info("engine ended", pid=os.getpid())

    def _watch_lock(self) -> None:
        while not self._closing.wait(LOOK_AT_LOCK_S):
            if not self._lock.holds():
                self._end(Message("engine.index_moved"))
                return
            if not self._server.is_reachable():
                self._listen_again()

    def _listen_again(self) -> None:
        """Take an address again whose file was deleted: systems tidy up folders for what is temporary."""
        try:
            self._address = engine_address(self._index)
            self._server.listen_again(self._address)
        except EngineError as error:
            self._end(error.message)
            return
        self._lock.announce(self._address)
        _log.warning("engine listens again", address=self._address)

    def _look_for_damage(self) -> None:
        if self._confirms_damage():
            self._end(Message("engine.index_renewed"))

    def _end(self, because: Message) -> None:
        _log.warning("engine ends", because=str(because))
        self._ends_because = because
        self.stop()

    def _is_busy(self) -> bool:
        return self._dispatcher.under_way > 0 or self._is_working()


def stop_on_signals(engine: Engine) -> None:
    """Shut the engine down in order on a signal from the system or a terminal."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        threading.Thread(target=engine.stop, daemon=True).start()

    for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), handle)
