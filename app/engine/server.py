"""Accepts clients of an index and gives each its session."""

import os
import threading
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

import structlog

from app.engine import wire
from app.engine.channel import proves_key
from app.engine.dispatcher import Dispatcher
from app.engine.lifetime import Lifetime
from app.engine.messages import PROTOCOL, Refused, Welcome
from app.engine.session import Session
from app.installation.version import VERSION
from search.errors import EngineError
from search.ports import SearchCore

MAX_CLIENTS = 64
"""Connections at once; a person has a handful, so more is a program gone wrong."""

_log = structlog.get_logger(__name__)


class EngineServer:
    """Serves one core to clients on this machine.

    Args:
        address: from `app.engine.address.engine_address`.
        key: what clients have to know.
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
            raise EngineError(
                f"the engine cannot listen on {self._address}: {error.strerror}",
                remedy="Set XDG_RUNTIME_DIR to a folder of your own.",
            ) from error
        threading.Thread(target=self._accept, args=(self._listener,), name="accept", daemon=True).start()

    def close(self, because: str = "") -> None:
        """Accept nobody any more and hang up on everyone, telling them why where that is unusual."""
        if self._listener is None or self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        with self._guard:
            sessions = list(self._sessions)
        for session in sessions:
            session.hang_up(because)

    def _wake(self) -> None:
        """Connect once, so that the thread that waits for clients looks up."""
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
            refusal = Refused(f"{MAX_CLIENTS} clients are connected already", "Close some windows or commands.")
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
    Path(address).unlink(missing_ok=True)  # ours alone: the writer lock is held, so nobody listens there
    listener = Listener(address, family="AF_UNIX", backlog=MAX_CLIENTS)
    Path(address).chmod(0o600)
    return listener
