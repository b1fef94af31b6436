"""The write lease of an index on object storage: one job holds it until it ends or is killed."""

import re
import socket
import threading
import time
import uuid
from typing import Protocol

import structlog

from search.errors import IndexLockedError

LEASE_S = 300.0
"""Time after which the lease of a killed job expires; the clocks of the machines must agree within it."""

RENEW_S = 60.0
"""Interval at which a running job renews the lease."""

_NAME = "writer"
_log = structlog.get_logger(__name__)


class SharedTexts(Protocol):
    """Texts shared by all machines."""

    def all(self) -> dict[str, str]:
        """Return the present texts by name."""
        ...

    def put(self, name: str, text: str) -> None:
        """Write a text."""
        ...

    def swap(self, name: str, before: str | None, after: str) -> bool:
        """Replace a text if it still equals ``before`` (None: does not exist); return whether that succeeded."""
        ...


class WriterLease:
    """The write lease. It is acquired in the constructor and renewed by a background thread.

    Raises:
        IndexLockedError: another job has the lease.
    """

    def __init__(self, texts: SharedTexts, url: str) -> None:
        self._texts = texts
        self._url = url
        self._holder = f"{_host()}-{uuid.uuid4().hex}"
        self._over = threading.Event()
        self._lost = False
        before = texts.all().get(_NAME)
        if before is not None and _until(before) > time.time():
            raise self._locked(before)
        self._text = self._renewed()
        if not texts.swap(_NAME, before, self._text):
            raise self._locked(texts.all().get(_NAME, ""))
        self._thread = threading.Thread(target=self._keep, name="writer-lease", daemon=True)
        self._thread.start()

    def check(self) -> None:
        """Raise if the lease has expired.

        Raises:
            IndexLockedError: the lease has expired, or another job has it.
        """
        if self._lost or _until(self._text) <= time.time():
            raise IndexLockedError("index.lease_lost", url=self._url)

    def release(self) -> None:
        """Release the lease; a second call does nothing."""
        if self._over.is_set():
            return
        self._over.set()
        self._thread.join(RENEW_S)
        if not self._lost:
            self._texts.swap(_NAME, self._text, f"{self._holder} 0")

    def _renewed(self) -> str:
        return f"{self._holder} {time.time() + LEASE_S:.0f}"

    def _keep(self) -> None:
        while not self._over.wait(RENEW_S):
            try:
                fresh = self._renewed()
                if not self._texts.swap(_NAME, self._text, fresh):
                    self._lost = True
                    return
                self._text = fresh
            except (RuntimeError, OSError) as error:
                _log.warning("lease not renewed", error=type(error).__name__)

    def _locked(self, text: str) -> IndexLockedError:
        seconds = max(0.0, _until(text) - time.time())
        return IndexLockedError(
            "index.locked_by_job", url=self._url, owner=text.partition(" ")[0] or "unknown", seconds=seconds
        )


def _host() -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "-", socket.gethostname())[:40]


def _until(text: str) -> float:
    try:
        return float(text.rpartition(" ")[2])
    except ValueError:
        return 0.0
