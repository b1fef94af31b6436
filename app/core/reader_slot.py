"""The reader of this process: checked at the first question that it could read, and loaded when it first reads."""

import os
import threading
from collections.abc import Callable
from pathlib import Path

import structlog

from app.core.power_saver import PowerSaver
from app.installation.locations import READER_VARIABLE
from app.installation.version import VERSION
from search.config.settings import Settings
from search.embedding.cache import Remembered, cache_folder
from search.embedding.reader import Reader, open_reader
from search.embedding.reader_weights import ReaderFiles, reader_files
from search.embedding.settings import Precision
from search.errors import KnownError, ModelError
from search.messages import NOTHING, Message
from search.types.query import Rerank

PLAIN_AFTER, OFF_AFTER = 2, 3
"""After so many crashes while it was loaded, the reader computes in f32, and after so many it is left out."""

_log = structlog.get_logger(__name__)


class ReaderSlot:
    """Holds the reader once it is loaded, or why there is none; a `search.service.reader_stage.ReaderSource`.

    Args:
        threads: of the processor; 0 for one on each physical core.
        cache: where converted models are kept; None for the user's cache folder.
        precision: returns that of the arithmetic, when the reader is loaded.
        enabled: whether the settings allow reading.
        saves_power: whether the computer saves power now; nothing is read while it does.
    """

    def __init__(
        self,
        threads: int = 0,
        cache: Path | None = None,
        precision: Callable[[], Precision] = lambda: Precision.AUTO,
        *,
        enabled: bool = True,
        saves_power: Callable[[], bool] = lambda: False,
    ) -> None:
        self._saves_power = saves_power
        self._precision = precision
        self._threads = threads
        self._cache = cache_folder(cache)
        self._guard = threading.Lock()
        self._files: ReaderFiles | None = None
        self._reader: Reader | None = None
        self._problem: Message | None = None if enabled else Message("reader.off")

    def problem(self) -> Message:
        """Return why there is no reader, without loading it; the message without text if there can be one."""
        with self._guard:
            problem = self._checked()
        return problem if problem.code or not self._saves_power() else Message("reader.saves_power")

    def is_there(self) -> bool:
        """Return whether there can be a reader, without loading it; the computer may save power now."""
        with self._guard:
            return not self._checked().code

    def opened(self) -> Reader:
        """Return the reader, loaded.

        Raises:
            ModelError: there is none, or it cannot be loaded.
        """
        with self._guard:
            if self._reader is not None:
                return self._reader
            if self._checked().code or self._files is None:
                raise ModelError("reader.no_weights")
            try:
                self._reader = self._loaded(self._files)
            except KnownError as error:
                self._problem = _unusable(error)
                raise ModelError("reader.not_loadable", file=self._files.path, reason=error) from error
            except MemoryError as error:
                self._problem = Message("reader.no_memory")
                raise ModelError("reader.not_loadable", file=self._files.path, reason=self._problem) from error
            _log.info("reader loaded", weights=self._files.info.sha256[:12])
            return self._reader

    def _loaded(self, files: ReaderFiles) -> Reader:
        remembered, loading = Remembered(self._cache), _loading(files)
        precision = Precision.F32 if remembered.crashes(loading) >= PLAIN_AFTER else self._precision()
        with remembered.trial(loading):
            return open_reader(files, self._cache, precision, self._threads)

    def _checked(self) -> Message:
        if self._problem is None:
            try:
                remembered = Remembered(self._cache)
                self._files = reader_files(remembered)
                if self._files is not None:
                    require_no_crashes(self._files, remembered)
                self._problem = Message("reader.no_weights") if self._files is None else NOTHING
            except KnownError as error:
                self._problem = _unusable(error)
        return self._problem


def require_no_crashes(files: ReaderFiles, remembered: Remembered) -> None:
    """Refuse a reader that crashed the program again and again.

    Raises:
        ModelError: `OFF_AFTER` processes or more crashed while they loaded it.
    """
    crashes = remembered.crashes(_loading(files))
    if crashes >= OFF_AFTER:
        raise ModelError("reader.crashed", n=crashes)


def reader_of(settings: Settings, precision: Callable[[], Precision] = lambda: Precision.AUTO) -> ReaderSlot:
    """Return the reader of the settings, unless they or the environment switch it off."""
    variable = os.environ.get(READER_VARIABLE)
    return ReaderSlot(
        settings.embeddings.threads,
        precision=precision,
        enabled=settings.search.rerank is not Rerank.NONE and variable != "off",
        saves_power=_never if variable == "on" else PowerSaver(),
    )


def _loading(files: ReaderFiles) -> str:
    """Return the name under which crashes are counted; those of another version of the program do not count."""
    return f"loading reader {files.info.sha256[:32]} {VERSION}"


def _never() -> bool:
    return False


def _unusable(error: KnownError) -> Message:
    _log.warning("no reader", reason=str(error))
    return Message("reader.unusable", reason=error.message, hint=error.remedy)
