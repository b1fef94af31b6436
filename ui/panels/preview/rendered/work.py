"""Renders files in a worker thread. A newer job cancels the older one, and late answers are dropped.

The modules that read the formats are imported in the thread, because most windows never need them.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal
from PySide6.QtGui import QImage

from search.file_names import file_at
from ui.panels.preview.rendered.blocks import Block, Picture
from ui.panels.preview.rendered.kinds import Kind
from ui.panels.preview.rendered.page import PdfPage, UnreadablePdfError
from ui.panels.preview.rendered.pictures import picture_file, picture_of_bytes, picture_of_file
from ui.panels.results.snippet import Marker

MOST_NOTEBOOK_BYTES = 30_000_000


@dataclass(frozen=True, slots=True)
class RenderJob:
    """A file to render.

    Attributes:
        path: relative to the root.
        terms: query terms to mark in a PDF page.
        page: page of a PDF document, from 1.
        width: width of a PDF page in pixels.
    """

    kind: Kind
    text: str
    root_path: str
    path: str
    terms: tuple[str, ...] = ()
    page: int = 1
    width: int = 0

    @property
    def file(self) -> Path:
        """Path of the file on disk."""
        return file_at(Path(self.root_path), self.path)


@dataclass(frozen=True, slots=True)
class Rendered:
    """Blocks, and the pictures that could be read, by the index of their block."""

    blocks: tuple[Block, ...]
    pictures: dict[int, QImage] = field(default_factory=dict)


class CannotRenderError(Exception):
    """The file cannot be rendered; its source can be shown."""


def render(job: RenderJob, marker: Marker, is_cancelled: Callable[[], bool]) -> Rendered | PdfPage:
    """Render a file; the result is incomplete once cancelled.

    Raises:
        CannotRenderError: the file is damaged, too large or missing.
    """
    try:
        if job.kind is Kind.PDF:
            from ui.panels.preview.rendered.pdf_pages import pdf_page

            return pdf_page(job.file, job.page, job.width, lambda text: marker(text, job.terms))
        blocks = _blocks(job, is_cancelled)
    except (UnreadablePdfError, OSError, ValueError, RecursionError) as error:
        raise CannotRenderError(str(error)) from error
    return Rendered(blocks, _pictures(job, blocks, is_cancelled))


def _blocks(job: RenderJob, is_cancelled: Callable[[], bool]) -> tuple[Block, ...]:
    if job.kind is Kind.MARKDOWN:
        from ui.panels.preview.rendered.markdown_blocks import markdown_blocks

        return markdown_blocks(job.text, is_cancelled)
    if job.kind in {Kind.OUTLINE, Kind.PAGE}:
        from ui.panels.preview.rendered.outline_blocks import outline_blocks

        return outline_blocks(job.text, is_cancelled, on_source_lines=job.kind is Kind.PAGE)
    if job.file.stat().st_size > MOST_NOTEBOOK_BYTES:
        raise CannotRenderError("too large")
    from ui.panels.preview.rendered.notebook_blocks import notebook_blocks

    return notebook_blocks(job.file.read_text("utf-8"), is_cancelled)


def _pictures(job: RenderJob, blocks: tuple[Block, ...], is_cancelled: Callable[[], bool]) -> dict[int, QImage]:
    images: dict[int, QImage] = {}
    for index, block in enumerate(blocks):
        if is_cancelled():
            break
        image = _picture(job, block) if isinstance(block, Picture) else None
        if image is not None:
            images[index] = image
    return images


def _picture(job: RenderJob, block: Picture) -> QImage | None:
    if block.data:
        return picture_of_bytes(block.data)
    file = picture_file(Path(job.root_path), job.path, block.source) if job.root_path else None
    return picture_of_file(file) if file is not None else None


class RenderWork(QObject):
    """Renders in a thread of its own, one job at a time.

    Signals:
        done: `Rendered` or `PdfPage` of the newest job.
        failed: the file of the newest job cannot be rendered.
    """

    done = Signal(object)
    failed = Signal()
    _finished = Signal(object, object)

    def __init__(self, marker: Marker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marker = marker
        self._cancel = Event()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._finished.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def start(self, job: RenderJob) -> None:
        """Render a file, and cancel the older job."""
        self.cancel()
        self._cancel = Event()
        self._pool.start(_Run(self, job, self._marker, self._cancel))

    def cancel(self) -> None:
        """Cancel the job in progress."""
        self._cancel.set()
        self._pool.clear()

    def shutdown(self) -> None:
        """Cancel the job in progress and wait until the thread is idle."""
        self.cancel()
        self._pool.waitForDone()

    def _take(self, cancel: Event, result: Rendered | PdfPage | None) -> None:
        if cancel is not self._cancel or cancel.is_set():
            return
        if result is None:
            self.failed.emit()
        else:
            self.done.emit(result)


class _Run(QRunnable):
    def __init__(self, work: RenderWork, job: RenderJob, marker: Marker, cancel: Event) -> None:
        super().__init__()
        self._work, self._job, self._marker, self._cancel = work, job, marker, cancel

    def run(self) -> None:
        if self._cancel.is_set():
            return
        try:
            result = render(self._job, self._marker, self._cancel.is_set)
        except CannotRenderError:
            result = None
        with suppress(RuntimeError):  # the window was closed meanwhile: Qt deleted the receiver
            self._work._finished.emit(self._cancel, result)  # noqa: SLF001 - same unit
