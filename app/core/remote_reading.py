"""Keeps a reader up to date with an index on object storage, which jobs on other machines change."""

import threading

import structlog

from search.errors import KnownError
from search.retrieval.corpus import Corpus
from search.storage.storage import Storage

LOOK_AGAIN_S = 10.0
"""Seconds between two checks: jobs change an index rarely, and a check costs some requests."""

_log = structlog.get_logger(__name__)


class RemoteReading:
    """Loads what was committed since the last check; questions are answered meanwhile."""

    def __init__(self, storage: Storage, corpus: Corpus, look_again_s: float = LOOK_AGAIN_S) -> None:
        self._storage = storage
        self._corpus = corpus
        self._look_again_s = look_again_s
        self._seen: tuple[int, int] | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="remote-reading", daemon=True)

    def begin(self) -> None:
        """Start to check regularly, on a thread of its own."""
        self._thread.start()

    def look(self) -> bool:
        """Load new commits; return whether there were any.

        Raises:
            IndexUnreachableError: the object storage does not answer.
        """
        now = self._storage.refresh()
        if now == self._seen:
            return False
        self._corpus.load()
        self._seen = now
        return True

    def close(self) -> None:
        """End the thread."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._closed.wait(self._look_again_s):
            try:
                if self.look():
                    _log.info("index taken in again", files=len(self._corpus.catalogue))
            except KnownError as error:
                _log.warning("index not looked at", error=str(error))
