"""The encoder of this process: loaded in the background, so that words answer before meaning does."""

import threading
from collections.abc import Callable

import structlog

from search.errors import KnownError
from search.events import Event, Notice
from search.ports import Encoder

_log = structlog.get_logger(__name__)


class EncoderSlot:
    """Holds the encoder once it is loaded.

    Args:
        load: loads it, which takes a while; None where meaning is switched off.
        emit: takes the notice that it cannot be loaded; words still answer then.
    """

    def __init__(self, load: Callable[[], Encoder] | None, emit: Callable[[Event], None]) -> None:
        self._load = load
        self._emit = emit
        self._guard = threading.Lock()
        self._encoder: Encoder | None = None

    def now(self) -> Encoder | None:
        """Return the encoder when it is loaded, else None, at once."""
        return self._encoder

    def wait(self) -> Encoder | None:
        """Return the encoder, loading it where needed; None, and a notice once, when it cannot be loaded."""
        with self._guard:
            if self._encoder is None and self._load is not None:
                try:
                    self._encoder = self._load()
                    _log.info("encoder loaded", model=self._encoder.model, device=self._encoder.device)
                except KnownError as error:
                    self._load = None
                    _log.warning("encoder failed", error=str(error))
                    self._emit(Notice(f"Search by meaning is off: {error}", error.remedy, meaning_off=True))
            return self._encoder
