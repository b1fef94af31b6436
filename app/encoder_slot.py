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
        load: loads it, which takes seconds.
        emit: takes the notice that it cannot be loaded; words still answer then.
    """

    def __init__(self, load: Callable[[], Encoder], emit: Callable[[Event], None]) -> None:
        self._load = load
        self._emit = emit
        self._guard = threading.Lock()
        self._encoder: Encoder | None = None
        self._error: KnownError | None = None

    def begin(self) -> None:
        """Load it on another thread."""
        threading.Thread(target=self.wait, name="encoder-loading", daemon=True).start()

    def now(self) -> Encoder | None:
        """Return the encoder when it is loaded, else None, at once."""
        return self._encoder

    def wait(self) -> Encoder | None:
        """Return the encoder, loading it where needed; None when it cannot be loaded, which is told as a notice."""
        with self._guard:
            if self._encoder is None and self._error is None:
                try:
                    self._encoder = self._load()
                    _log.info("encoder loaded", model=self._encoder.model, device=self._encoder.device)
                except KnownError as error:
                    self._error = error
                    _log.warning("encoder failed", error=str(error))
                    self._emit(Notice(f"Search by meaning is off: {error}", error.remedy))
            return self._encoder
