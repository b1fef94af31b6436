"""The right to write an index on object storage: of several jobs one has it, until it ends or is killed."""

import re
import socket
import threading
import time
import uuid
from typing import Protocol

import structlog

from search.errors import IndexLockedError

LEASE_S = 300.0
"""Seconds after which the right of a killed job lapses; the clocks of the machines have to agree that far."""

RENEW_S = 60.0
"""So often a living job renews it."""

_NAME = "writer"
_log = structlog.get_logger(__name__)


class SharedTexts(Protocol):
    """Texts that all machines see."""

    def all(self) -> dict[str, str]:
        """Return every text by its name, as it is now."""
        ...

    def put(self, name: str, text: str) -> None:
        """Write a text."""
        ...

    def swap(self, name: str, before: str | None, after: str) -> bool:
        """Write a text where it is as it was ``before`` (None: not there); return whether it is ours now."""
        ...


class WriterLease:
    """The right to write, held from the start and renewed on a thread of its own.

    Raises:
        IndexLockedError: another job has it.
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
        """Refuse where the right has lapsed.

        Raises:
            IndexLockedError: it has, or another job took it.
        """
        if self._lost or _until(self._text) <= time.time():
            raise IndexLockedError(
                f"The right to write {self._url} was lost: it could not be renewed in time",
                remedy="Run the job again; it goes on from what is written.",
            )

    def release(self) -> None:
        """Give the right back; a second call does nothing."""
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
            f"Another job writes {self._url}: {text.partition(' ')[0] or 'unknown'}",
            remedy=f"Wait until it is over. Where it was killed, its right lapses in {seconds:.0f} s.",
        )


def _host() -> str:
    return re.sub(r"[^A-Za-z0-9.]+", "-", socket.gethostname())[:40]


def _until(text: str) -> float:
    try:
        return float(text.rpartition(" ")[2])
    except ValueError:
        return 0.0
