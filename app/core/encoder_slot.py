"""The encoder of this process: loaded in the background, so that keyword search answers before it is ready."""

import threading
from collections.abc import Callable

import structlog

from search.embedding.converted import ConversionStoppedError
from search.embedding.ports import Encoder
from search.errors import KnownError
from search.events import Event, Notice, Pausing
from search.messages import NOTHING, Message

CLOSE_S = 2.0
"""Seconds to wait until a preparation ends; it checks several times a second whether to stop."""

Load = Callable[[Callable[[], bool]], Encoder]
"""Loads an encoder; its argument returns whether to stop."""

_log = structlog.get_logger(__name__)


class EncoderSlot:
    """Holds the encoder once it is loaded.

    Args:
        load: loads the encoder, which takes a while; None where semantic search is off.
        emit: gets the notice that the encoder cannot be loaded; keyword search still answers then.
        obstacle: returns what will keep it from being loaded, as far as that is known before.
    """

    def __init__(
        self,
        load: Load | None,
        emit: Callable[[Event], None],
        obstacle: Callable[[], Message] = lambda: NOTHING,
    ) -> None:
        self._obstacle = obstacle
        self._failure = NOTHING
        self._load = load
        self._emit = emit
        self._guard = threading.Lock()
        self._encoder: Encoder | None = None
        self._stopping = threading.Event()

    def now(self) -> Encoder | None:
        """Return the encoder, or None while it is not loaded, without waiting."""
        return self._encoder

    @property
    def is_expected(self) -> bool:
        """Whether the encoder is not loaded and may be: semantic search is on, and loading has not failed."""
        return self._encoder is None and self._load is not None

    def off_because(self) -> Message:
        """Return that search by meaning is off, and why; `NOTHING` where the encoder is loaded or may be."""
        if self._encoder is not None:
            return NOTHING
        failure = self._failure if self._load is None else self._obstacle()
        return Message("model.meaning_off", reason=failure) if failure.code else NOTHING

    def wait(self) -> Encoder | None:
        """Load the encoder if necessary and return it; None, and one notice, when it cannot be loaded."""
        with self._guard:
            if self._encoder is None and self._load is not None:
                try:
                    self._encoder = self._load(self._stopping.is_set)
                    _log.info("encoder loaded", model=self._encoder.model, device=self._encoder.device)
                except ConversionStoppedError as error:
                    self._emit(_off(error, Pausing.BEGINS))
                except KnownError as error:
                    self._failure = error.message
                    self._load = None
                    _log.warning("encoder failed", error=str(error))
                    self._emit(_off(error))
            return self._encoder

    def pause(self, *, paused: bool) -> None:
        """Stop preparing a model, or allow it again; a model that is prepared already is loaded in any case."""
        if paused:
            self._stopping.set()
        else:
            self._stopping.clear()

    def close(self) -> None:
        """End the preparation of a model, whose process would otherwise survive this one."""
        self._stopping.set()
        if self._guard.acquire(timeout=CLOSE_S):
            self._guard.release()


def _off(error: KnownError, pausing: Pausing = Pausing.NOTHING) -> Notice:
    return Notice(Message("model.meaning_off", reason=error), error.remedy, meaning_off=True, pausing=pausing)
