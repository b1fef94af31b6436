"""The preview pane: header, notice, text, find bar and footer."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from search.types.status import FileText
from ui.code.pool import LexPool
from ui.preview.breadcrumb import Place
from ui.preview.code_view import CodeView
from ui.preview.excerpt import Excerpt, excerpt
from ui.preview.find_bar import FindBar
from ui.preview.finder import MatchFinder, MatchJob
from ui.preview.footer import PreviewFooter, size_words
from ui.preview.header import NoticeBar, PreviewHeader
from ui.preview.help_page import HelpPage
from ui.preview.matches import FileMatches
from ui.preview.plain_find import plain_matches
from ui.preview.spot import Spot
from ui.results.snippet import Marker
from ui.widgets.message_page import MessagePage

WAITING_AFTER_MS = 300
"""A text that comes sooner is shown without a word."""

INDEXED = "index"
"""`FileText.source` of a file that is gone from the disk."""


class PreviewPane(QWidget):
    """See the package docstring for methods and signals."""

    openRequested = Signal(str, int)
    revealRequested = Signal(str)
    copyRequested = Signal(str)
    textShown = Signal(str)

    def __init__(self, marker: Marker, pool: LexPool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pool = pool
        self._finder = MatchFinder(marker, self)
        self._spot: Spot | None = None
        self._text: FileText | None = None
        self._part = Excerpt("", 1, whole=True)
        self._terms: tuple[str, ...] = ()
        self._matches = FileMatches()
        self._place: int | None = None
        self._semantic = True
        self.header = PreviewHeader()
        self.notice = NoticeBar()
        self.code = CodeView()
        self.finding = FindBar()
        self.footer = PreviewFooter()
        self._message = MessagePage()
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(WAITING_AFTER_MS)
        self._lay_out()
        self._connect()
        self.clear()

    @property
    def spot(self) -> Spot | None:
        """What is shown."""
        return self._spot

    def clear(self) -> None:
        """Show that nothing is selected."""
        self._forget()
        self._say("file-search", "Nothing selected", "Select a result to see it here.")

    def show_help(self) -> None:
        """Show what can be typed."""
        self._forget()
        self._pages.setCurrentWidget(self._help_page)

    def show_failure(self, message: str, remedy: str) -> None:
        """Say that the text could not be had."""
        self._late.stop()
        self._text = None
        self.footer.set_text(None)
        self._say("circle-alert", message, remedy)

    def show_waiting(self, spot: Spot) -> None:
        """Show where the next text is from; the old text stays until it comes, unless it is the same file."""
        self._spot = spot
        self.header.set_place(_place_of(spot))
        if self._pages.currentWidget() is not self._content:
            self._late.start()

    def show_text(self, text: FileText, spot: Spot, terms: tuple[str, ...]) -> None:
        """Show a file; the same text again only moves to the other place."""
        again = text == self._text and terms == self._terms and self._pages.currentWidget() is self._content
        chunks_before = self._spot.chunks if self._spot is not None else ()
        self.show_waiting(spot)
        self._late.stop()
        self._text, self._terms = text, terms
        self.footer.set_text(text)
        if not text.text:
            self._show_nothing(text)
            return
        if again and chunks_before == spot.chunks and self._covers(spot.line):
            self._go_to(spot.line)
        else:
            self._load(excerpt(text.text, text.size_bytes, spot.line))
        self._pages.setCurrentWidget(self._content)
        self.textShown.emit(text.file_id)

    def set_semantic(self, *, on: bool) -> None:
        """Show or leave out the violet rules: without semantic search nothing is found by meaning."""
        self._semantic = on
        self.code.set_matches(self.code.matches, self._chunks_in_view())

    def next_match(self) -> None:
        """Go to the next match, from the last one to the first."""
        self._step(1)

    def previous_match(self) -> None:
        """Go to the previous match, from the first one to the last."""
        self._step(-1)

    def open_find(self) -> None:
        """Open the find bar."""
        if self._pages.currentWidget() is self._content:
            self.finding.open()

    def show_whole_file(self) -> None:
        """Show all of a large file."""
        if self._text is not None and self._spot is not None:
            line = self._part.first_line + self.code.firstVisibleBlock().blockNumber()
            self._load(excerpt(self._text.text, self._text.size_bytes, line, all_of_it=True))
            self.code.jump_to(line - 1)

    def _forget(self) -> None:
        self._finder.cancel()
        self._late.stop()
        self._spot, self._text, self._place = None, None, None
        self._matches = FileMatches()

    def _say_waiting(self) -> None:
        if self._spot is not None:
            self._say("file-text", self._spot.path.rpartition("/")[2], "The file is being read.")

    def _say(self, icon: str, title: str, sentence: str) -> None:
        self._message.say(icon, title, sentence)
        self._pages.setCurrentWidget(self._message)

    def _show_nothing(self, text: FileText) -> None:
        name = text.path.rpartition("/")[2]
        if text.size_bytes:
            self._say("file-question-mark", name, f"{size_words(text.size_bytes)}. This file is not text.")
        else:
            self._say("file", name, "This file is empty.")

    def _covers(self, line: int) -> bool:
        return self._part.first_line <= line < self._part.first_line + self.code.blockCount()

    def _load(self, part: Excerpt) -> None:
        text, spot = self._text, self._spot
        if text is None or spot is None:
            return
        self._part = part
        self.finding.hide()
        self._matches, self._place = FileMatches(), None
        self.code.show_text(part.text, part.first_line)
        self._go_to(spot.line)
        self._show_notice(text)
        self._colour(text, part)
        self._finder.start(MatchJob(part.text, self._terms, self._chunks_of(spot)))

    def _chunks_of(self, spot: Spot) -> tuple[tuple[int, int], ...]:
        above = self._part.first_line - 1
        return tuple((first - above, last - above) for first, last in spot.chunks)

    def _chunks_in_view(self) -> tuple[tuple[int, int], ...]:
        if self._spot is None or not self._semantic:
            return ()
        return tuple((first - 1, last - 1) for first, last in self._chunks_of(self._spot))

    def _show_notice(self, text: FileText) -> None:
        if text.source == INDEXED:
            self.notice.say("This file was deleted. This is the text as it was indexed.")
        elif not self._part.whole:
            last = self._part.first_line + self.code.blockCount() - 1
            words = f"Lines {self._part.first_line:,} to {last:,} of {text.line_count:,}."
            self.notice.say(words, "Show the whole file")
        elif text.truncated:
            self.notice.say("Only the beginning of this file can be shown.")
        else:
            self.notice.hide()

    def _colour(self, text: FileText, part: Excerpt) -> None:
        key = self._lex_key(text, part)
        self._pool.request(key, part.text, text.path, text.language, urgent=True)
        self.code.set_lexed(self._pool.lexed(key))

    def _lexed(self, key: str) -> None:
        if self._text is not None and key == self._lex_key(self._text, self._part):
            self.code.set_lexed(self._pool.lexed(key))

    @staticmethod
    def _lex_key(text: FileText, part: Excerpt) -> str:
        return f"{text.file_id}|{part.first_line}|{len(part.text)}|{hash(part.text)}"

    def _go_to(self, line: int) -> None:
        self.code.jump_to(line - self._part.first_line)
        self._choose_match()

    def _take_matches(self, matches: FileMatches) -> None:
        self._matches = matches
        self.code.set_matches(matches, self._chunks_in_view())
        self._choose_match()

    def _choose_match(self) -> None:
        line = (self._spot.line if self._spot is not None else 1) - self._part.first_line
        self._place = self._matches.at_or_after(line)
        self.footer.set_matches(self._place, len(self._matches.found))

    def _step(self, step: int) -> None:
        count = len(self._matches.found)
        if not count:
            return
        self._place = step - 1 if self._place is None else self._place + step
        self._place %= count
        self.code.show_match(self._place)
        self.footer.set_matches(self._place, count)

    def _find(self, wanted: str) -> None:
        if not wanted:
            self._stop_finding(keep_bar=True)
            return
        self._finder.cancel()
        self._matches = FileMatches(plain_matches(self._part.text, wanted))
        self.code.set_matches(self._matches, self._chunks_in_view())
        self._place = self._matches.at_or_after(self.code.firstVisibleBlock().blockNumber())
        if self._place is not None:
            self.code.show_match(self._place)
        self._show_counts()

    def _find_step(self, step: int) -> None:
        self._step(step)
        self._show_counts()

    def _show_counts(self) -> None:
        self.finding.set_count(self._place, len(self._matches.found))
        self.footer.set_matches(self._place, len(self._matches.found))

    def _stop_finding(self, *, keep_bar: bool = False) -> None:
        if not keep_bar:
            self.finding.hide()
            self.code.setFocus()
        self.finding.set_count(None, 0)
        if self._spot is not None:
            self._finder.start(MatchJob(self._part.text, self._terms, self._chunks_of(self._spot)))

    def _absolute(self) -> str:
        spot, text = self._spot, self._text
        root = (text.root_path if text is not None else "") or (spot.root_path if spot is not None else "")
        path = spot.path if spot is not None else ""
        return f"{root}/{path}" if root else path

    def _open(self) -> None:
        if self._spot is not None:
            line = self._part.first_line + self.code.textCursor().blockNumber()
            self.openRequested.emit(self._absolute(), line if self._text is not None else self._spot.line)

    def _lay_out(self) -> None:
        self._content = QWidget()
        inner = QVBoxLayout(self._content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        for part in (self.header, self.notice, self.finding):
            inner.addWidget(part)
        inner.addWidget(self.code, 1)
        inner.addWidget(self.footer)
        self.notice.hide()
        self.finding.hide()
        self._help = HelpPage()
        self._pages = QStackedLayout(self)
        self._help_page = QScrollArea()
        self._help_page.setFrameShape(QFrame.Shape.NoFrame)
        self._help_page.setWidgetResizable(True)
        self._help_page.setWidget(self._help)
        self._help_page.setAccessibleName("What you can type")
        for page in (self._content, self._message, self._help_page):
            self._pages.addWidget(page)

    def _connect(self) -> None:
        self.header.openWanted.connect(self._open)
        self.header.revealWanted.connect(lambda: self.revealRequested.emit(self._absolute()))
        self.header.copyWanted.connect(lambda: self.copyRequested.emit(self._absolute()))
        self.code.copyPathWanted.connect(lambda: self.copyRequested.emit(self._absolute()))
        self.notice.actionTaken.connect(self.show_whole_file)
        self.footer.next.connect(self.next_match)
        self.footer.previous.connect(self.previous_match)
        self.finding.changed.connect(self._find)
        self.finding.step.connect(self._find_step)
        self.finding.closed.connect(self._stop_finding)
        self._finder.found.connect(self._take_matches)
        self._late.timeout.connect(self._say_waiting)
        self._pool.ready.connect(self._lexed)


def _place_of(spot: Spot) -> Place:
    folder, _, name = spot.path.rpartition("/")
    return Place(spot.repository, folder, name, spot.symbol)
