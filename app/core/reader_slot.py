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
from search.embedding.crashes import Crashes
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
        self._loading = threading.Lock()
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
        with self._loading:  # for seconds; `problem` answers meanwhile
            if self._reader is not None:
                return self._reader
            with self._guard:
                problem, files = self._checked(), self._files
            if problem.code or files is None:
                raise ModelError("reader.no_weights")
            try:
                self._reader = self._loaded(files)
            except KnownError as error:
                self._refuse(_unusable(error))
                raise ModelError("reader.not_loadable", file=files.path, reason=error) from error
            except MemoryError as error:
                no_memory = Message("reader.no_memory")
                self._refuse(no_memory)
                raise ModelError("reader.not_loadable", file=files.path, reason=no_memory) from error
            _log.info("reader loaded", weights=files.info.sha256[:12])
            return self._reader

    def _loaded(self, files: ReaderFiles) -> Reader:
        crashes = crashes_while_loading(files, self._cache)
        plain = crashes.count() >= PLAIN_AFTER
        with crashes.watched():
            reader = open_reader(files, self._cache, Precision.F32 if plain else self._precision(), self._threads)
        if not plain:
            crashes.forget()
        return reader

    def _refuse(self, problem: Message) -> None:
        with self._guard:
            self._problem = problem

    def _checked(self) -> Message:
        if self._problem is None:
            try:
                self._files = reader_files(Remembered(self._cache))
                if self._files is not None:
                    require_no_crashes(self._files, self._cache)
                self._problem = Message("reader.no_weights") if self._files is None else NOTHING
            except KnownError as error:
                self._problem = _unusable(error)
        return self._problem


def crashes_while_loading(files: ReaderFiles, cache: Path) -> Crashes:
    """Return the crashes while the reader was loaded; those of another version of the program do not count."""
    return Crashes(cache, f"loading reader {files.info.sha256[:32]} {VERSION}")


def require_no_crashes(files: ReaderFiles, cache: Path) -> None:
    """Refuse a reader that crashed the program again and again.

    Args:
        files: its weights.
        cache: the cache folder.

    Raises:
        ModelError: `OFF_AFTER` processes or more crashed while they loaded it.
    """
    crashes = crashes_while_loading(files, cache).count()
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


def _never() -> bool:
    return False


def _unusable(error: KnownError) -> Message:
    _log.warning("no reader", reason=str(error))
    return Message("reader.unusable", reason=error.message, hint=error.remedy)
