"""Lexes files in a worker thread and caches the results."""

from collections import OrderedDict
from contextlib import suppress
from threading import Event

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal

from ui.code.lexing import LexedText, lex

REMEMBERED_CHARACTERS = 4_000_000
"""Total length of the texts whose spans are cached; the spans of as much code take about 6 MB."""


class LexPool(QObject):
    """Lexes texts one after the other in a thread of its own, each text once.

    Signals:
        ready: key of a text for which `lexed` now returns the spans.
    """

    ready = Signal(str)
    _finished = Signal(str, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._known: OrderedDict[str, tuple[LexedText | None, int]] = OrderedDict()
        self._waiting: dict[str, Event] = {}
        self._content: dict[str, int] = {}
        self._finished.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def lexed(self, key: str) -> LexedText | None:
        """Return the spans of a text; None while they are not ready, or if the text has none."""
        known = self._known.get(key)
        if known is None:
            return None
        self._known.move_to_end(key)
        return known[0]

    def request(self, key: str, text: str, path: str, language: str, *, urgent: bool = False) -> None:
        """Lex ``text`` unless it is already lexed or queued; ``ready`` is emitted when it is done.

        Spans of an older text with this key are dropped, because the file has changed.
        """
        if self._content.get(key) == hash(text):
            return
        self._forget(key)
        self._content[key] = hash(text)
        cancel = Event()
        self._waiting[key] = cancel
        self._pool.start(_Job(self, key, (text, path, language), cancel), 1 if urgent else 0)

    def shutdown(self) -> None:
        """Cancel all jobs and wait until the thread is idle."""
        for cancel in self._waiting.values():
            cancel.set()
        self._waiting.clear()
        self._pool.clear()
        self._pool.waitForDone()

    def _forget(self, key: str) -> None:
        self._content.pop(key, None)
        self._known.pop(key, None)
        cancel = self._waiting.pop(key, None)
        if cancel is not None:
            cancel.set()

    def _take(self, key: str, result: tuple[LexedText | None, int], cancel: Event) -> None:
        if self._waiting.get(key) is not cancel:
            return
        del self._waiting[key]
        self._known[key] = result
        while len(self._known) > 1 and sum(size for _, size in self._known.values()) > REMEMBERED_CHARACTERS:
            self._forget(next(iter(self._known)))
        self.ready.emit(key)


class _Job(QRunnable):
    """Lexes one text; a cancelled job ends at its next check."""

    def __init__(self, pool: LexPool, key: str, source: tuple[str, str, str], cancel: Event) -> None:
        super().__init__()
        self._pool, self._key, self._source, self._cancel = pool, key, source, cancel

    def run(self) -> None:
        text, path, language = self._source
        result = None if self._cancel.is_set() else lex(text, path, language, self._cancel.is_set)
        if not self._cancel.is_set():
            with suppress(RuntimeError):  # the window was closed meanwhile: Qt deleted the receiver
                self._pool._finished.emit(self._key, (result, len(text)), self._cancel)  # noqa: SLF001 - same unit
