"""The rendered view of a file: its text, or one page of a PDF document."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from search.types.status import FileText
from ui.controllers.spot import Scroll, Spot
from ui.panels.preview.matches import FileMatches
from ui.panels.preview.rendered.kinds import MOST_CHARACTERS, Kind, kind_of
from ui.panels.preview.rendered.links import LinkKind, Target, target_of
from ui.panels.preview.rendered.page import PageLines, PdfPage
from ui.panels.preview.rendered.pdf_view import PdfView
from ui.panels.preview.rendered.text_view import RenderedText
from ui.panels.preview.rendered.work import Rendered, RenderJob, RenderWork
from ui.panels.results.snippet import Marker, Span

FROM_DISK = "disk"
"""`FileText.source` of a file that can be read from disk."""


def can_render(text: FileText) -> bool:
    """Return whether a file has a rendered view."""
    kind = kind_of(text.language, text.path)
    needs_file = kind in {Kind.PDF, Kind.NOTEBOOK}
    return kind is not Kind.NONE and not (needs_file and (text.source != FROM_DISK or not text.root_path))


def is_too_long(text: FileText) -> bool:
    """Return whether a file is not rendered only because it is too long."""
    return len(text.text) > MOST_CHARACTERS and kind_of(text.language, text.path) is not Kind.PDF


class RenderedPane(QWidget):
    """Shows a file rendered, not as source.

    Signals:
        ready: the file is visible, and its words can be marked.
        failed: the file cannot be rendered; show its source.
        linkWanted: `Target` of a link that was clicked.
        spotWanted: `Spot` of the heading or footnote that a clicked link leads to, before it is scrolled to.
        copyPathWanted: Ctrl+C without a selection.
    """

    ready = Signal()
    failed = Signal()
    linkWanted = Signal(object)
    spotWanted = Signal(object)
    copyPathWanted = Signal()

    def __init__(self, marker: Marker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marker = marker
        self._work = RenderWork(marker, self)
        self._text: FileText | None = None
        self._spot: Spot | None = None
        self._shown_spot: Spot | None = None
        self._line = 1
        self._terms: tuple[str, ...] = ()
        self._pages = PageLines("")
        self._matches = FileMatches()
        self._requested_page = 1
        self._match_on_page = -1
        self._anchor = ""
        self._stays = False
        self.text = RenderedText()
        self.page = PdfView()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.text)
        self._stack.addWidget(self.page)
        self.setFocusProxy(self.text)
        self._connect()

    def show_file(self, text: FileText, spot: Spot, terms: tuple[str, ...], *, stays: bool = False) -> None:
        """Render a file and scroll to ``spot``; with ``stays``, leave the scroll position or the page as it is."""
        self._stays = stays
        self._text, self._spot, self._terms, self._shown_spot = text, spot, terms, None
        self._matches, self._match_on_page = FileMatches(), -1
        kind = kind_of(text.language, text.path)
        if kind is Kind.PDF:
            self._pages = PageLines(text.text)
            self._line = self._best_line(spot)
            self._request_page(self.page.number if stays else self._pages.page_of(self._line))
        else:
            self._work.start(RenderJob(kind, text.text, text.root_path, text.path, terms))

    def go_to(self, spot: Spot) -> None:
        """Scroll to another position in the same file."""
        self._spot = self._shown_spot = spot
        if not self.is_paged:
            self.text.go_to(spot.top, follows=spot.scroll is None)
            return
        self._line = self._best_line(spot)
        page = self._pages.page_of(self._line)
        if page != self.page.number:
            self._request_page(page)

    @property
    def shown_spot(self) -> Spot | None:
        """The spot whose text is shown; None until it is."""
        return self._shown_spot

    def scrolled(self) -> Scroll:
        """Return which line is near the top."""
        line = self._pages.line_of(self.page.number) if self.is_paged else self.text.top_line()
        return Scroll(line, line=line)

    @property
    def follows(self) -> bool:
        """Whether the person has not scrolled, or turned the page, since the spot was gone to."""
        if self.is_paged:
            return self._pages.page_of(self._line) == self.page.number
        return self.text.follows

    def stop(self) -> None:
        """Cancel the rendering in progress, because another file was selected."""
        self._work.cancel()
        self.text.stop()

    def shutdown(self) -> None:
        """End the thread."""
        self._work.shutdown()

    @property
    def is_paged(self) -> bool:
        """Whether the file is a PDF document."""
        return self._text is not None and kind_of(self._text.language, self._text.path) is Kind.PDF

    def words(self) -> str:
        """Return the text to which the lines of `set_matches` refer."""
        if self.is_paged and self._text is not None:
            return self._text.text
        return self.text.text()

    def shown_chunks(self) -> tuple[Span, ...]:
        """Return the supporting chunks as lines of `words`, from 1, both inclusive."""
        if self.is_paged:
            return self._spot.chunks if self._spot is not None else ()
        return self.text.shown_chunks()

    def shown_line(self) -> int:
        """Return the line of `words`, from 0, that shows the spot."""
        if self.is_paged:
            return self._line - 1
        return self.text.shown_line(self._spot.top if self._spot is not None else 1)

    def set_matches(self, matches: FileMatches) -> None:
        """Mark matched words."""
        self._matches = matches
        if not self.is_paged:
            self.text.set_matches(matches)

    def set_semantic(self, *, on: bool) -> None:
        """Show or hide the violet rules beside semantic matches."""
        self.text.set_semantic(on=on)

    def show_match(self, number: int) -> None:
        """Scroll to a match, and turn to its page if it is on another one."""
        if not self.is_paged:
            self.text.show_match(number)
            return
        page, self._match_on_page = self._pages.match_on_page(self._matches.all, number)
        if page == self.page.number == self._requested_page:
            self.page.set_current(self._match_on_page)
        else:
            self._request_page(page)

    def go_to_heading(self, anchor: str) -> None:
        """Scroll to a heading, now or once the text is rendered."""
        self._anchor = anchor
        self.text.scrollToAnchor(anchor)

    def _best_line(self, spot: Spot) -> int:
        """Return the line of the text of a PDF document whose page shows a spot."""
        if spot.scroll is not None or self._text is None:
            return spot.top
        return self._pages.best_line(self._text.text, spot.line, self._terms, spot.chunks, self._marker)

    def _request_page(self, number: int) -> None:
        text, width = self._text, self.page.wanted_width()
        if text is not None:
            self._requested_page = number
            job = RenderJob(Kind.PDF, "", text.root_path, text.path, self._terms, page=number, width=width)
            self._work.start(job)

    def _turn_page(self, step: int) -> None:
        if step:
            self._match_on_page = -1
        self._request_page(self._requested_page + step)

    def _take(self, result: Rendered | PdfPage) -> None:
        if isinstance(result, PdfPage):
            first = self._stack.currentWidget() is not self.page or not self.page.number
            self._requested_page = result.number
            self.page.show_page(result, self._match_on_page)
            self._shown_spot = self._spot
            self._stack.setCurrentWidget(self.page)
            self.setFocusProxy(self.page)
            if first or not self._matches.all:
                self.ready.emit()
            return
        spot = self._spot
        chunks, line = (spot.chunks, spot.top) if spot is not None else ((), 1)
        self._stack.setCurrentWidget(self.text)
        self.setFocusProxy(self.text)
        follows = spot is None or spot.scroll is None
        self.text.show_rendered(result, chunks, line, follows=follows, stays=self._stays)

    def _written(self) -> None:
        self._shown_spot = self._spot
        if self._anchor:
            self.text.scrollToAnchor(self._anchor)
            self._anchor = ""
        self.ready.emit()

    def _follow(self, link: str) -> None:
        target = target_of(link, self._text.path if self._text is not None else "")
        if target.kind is LinkKind.ANCHOR:
            line = self.text.line_of_anchor(target.anchor)
            if line and self._spot is not None:
                self.spotWanted.emit(replace(self._spot, line=line, symbol="", full_symbol="", scroll=None))
                self.text.go_to(line)
        elif target.kind is not LinkKind.REFUSED:
            self.linkWanted.emit(target)
        else:
            self.linkWanted.emit(Target(LinkKind.REFUSED, link))

    def _connect(self) -> None:
        queued = Qt.ConnectionType.QueuedConnection
        self._work.done.connect(self._take)
        self._work.failed.connect(self.failed)
        self.text.written.connect(self._written)
        self.text.linkChosen.connect(self._follow, queued)
        self.text.copyPathWanted.connect(self.copyPathWanted)
        self.page.turned.connect(self._turn_page)
