"""The way from a tool to the engine: connected in the background, with the client's access on every request."""

import threading
from pathlib import Path

from app.engine.client import RemoteCore
from app.engine.spawn import start_engine
from app.installation.locations import require_index
from app.mcp.scope import ClientScope
from search.errors import EngineError, KnownError
from search.types.filters import Access


class EngineSession:
    """Reaches the engine of one index for one client.

    Attributes:
        core: what to ask; the first request connects, and starts an engine where none runs.
        scope: access rights of the client.
    """

    def __init__(self, index: Path, scope: ClientScope, config: Path | None = None) -> None:
        self.core = RemoteCore.starting(index, self._start, renews=not scope.read_only)
        self.scope = scope
        self._index = index
        self._config = config
        self._access: Access | None = None
        self._resolving = threading.Lock()

    @property
    def access(self) -> Access:
        """Return the access of this client, worked out with the first request.

        Raises:
            NotFoundError: the scope names a root that is not there.
            EngineError: no engine answers.
        """
        with self._resolving:
            if self._access is None:
                self._access = self.scope.access(self.core)
            return self._access

    def begin(self) -> None:
        """Connect in the background: the first request finds a warm engine, and the handshake waits for none."""
        threading.Thread(target=self._connect, name="engine-connection", daemon=True).start()

    def close(self) -> None:
        """Leave the engine; requests under way fail."""
        self.core.close()

    def _connect(self) -> None:
        try:
            self.core.connected()
        except KnownError:
            return  # the first request meets it again, and tells the agent

    def _start(self) -> None:
        require_index(self._index)
        if self.scope.read_only:
            raise EngineError("mcp.no_engine")
        start_engine(self._index, config=self._config)
