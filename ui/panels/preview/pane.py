"""The preview pane: header, notice, source or rendered view, find bar and footer."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedLayout, QStackedWidget, QVBoxLayout, QWidget

from search.types.status import FileText
from ui.code.languages import is_prose
from ui.code.pool import LexPool
from ui.controllers.spot import Spot
from ui.i18n.language import translate
from ui.panels.preview.beside import Beside
from ui.panels.preview.breadcrumb import BreadcrumbParts
from ui.panels.preview.file_view import FileView
from ui.panels.preview.find_bar import FindBar
from ui.panels.preview.finder import MatchJob
from ui.panels.preview.footer import PreviewFooter
from ui.panels.preview.header import PreviewHeader
from ui.panels.preview.help_page import scrolling_help
from ui.panels.preview.match_walk import MatchWalk
from ui.panels.preview.note_bar import NoteBar
from ui.panels.preview.notice_bar import NoticeBar
from ui.panels.preview.notices import IN_GIT, excerpt_notice, length_notice, no_text, origin_notice
from ui.panels.preview.rendered.links import LinkKind, Target
from ui.panels.preview.rendered.pane import RenderedPane, can_render, is_too_long
from ui.panels.preview.source import SourceView
from ui.panels.preview.view_choice import ViewChoice
from ui.panels.results.snippet import Marker
from ui.widgets.message_page import MessagePage

WAITING_AFTER_MS = 300
"""A text that comes sooner is shown without a word."""


class PreviewPane(QWidget):
    """See the package docstring for methods and signals."""

    openRequested = Signal(str, int)
    revealRequested = Signal(str)
    copyRequested = Signal(str)
    textShown = Signal(str)
    fileWanted = Signal(object, str)
    addressWanted = Signal(str)
    viewChosen = Signal(bool)
    wrapChosen = Signal(bool, bool)
    helpShown = Signal(bool)

    def __init__(self, marker: Marker, pool: LexPool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spot: Spot | None = None
        self._text: FileText | None = None
        self._terms: tuple[str, ...] = ()
        self._offline: frozenset[str] = frozenset()
        self._choice, self._renders = ViewChoice(), False
        self._names: Mapping[str, str] = {}
        self.header = PreviewHeader()
        self.note = NoteBar()
        self.notice = NoticeBar()
        self.source = SourceView(pool, self)
        self.code = self.source.code
        self.rendered = RenderedPane(marker)
        self.finding = FindBar()
        self.footer = PreviewFooter()
        self.notice.focusLeft.connect(self.focus_content)
        for bar in (self.note, self.notice, self.finding):
            bar.hide()
        self._walk = MatchWalk(marker, self.footer, self.finding, self)
        self._message = MessagePage()
        self._late = QTimer(self, singleShot=True, interval=WAITING_AFTER_MS)
        self._slow = QTimer(self, singleShot=True, interval=WAITING_AFTER_MS)
        self._lay_out()
        self._connect()
        self.clear()

    @property
    def spot(self) -> Spot | None:
        """The shown content."""
        return self._spot

    @property
    def shows_rendered(self) -> bool:
        """Whether the file is shown as its reader sees it."""
        return self._views.currentWidget() is self.rendered

    def clear(self) -> None:
        """Show that nothing is selected."""
        self._forget()
        self._say("file-search", translate("Nothing selected"), translate("Select a result to see it here."))

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
        self._show_place(spot)
        if self._pages.currentWidget() is not self._content:
            self._late.start()

    def show_text(
        self, text: FileText, spot: Spot, terms: tuple[str, ...], *, stays: bool = False, renewed: bool = False
    ) -> None:
        """Show a file; the same text again only moves to the other place.

        With ``stays`` nothing moves; if ``renewed``, the find bar stays open.
        """
        again = text == self._text and terms == self._terms and self._pages.currentWidget() is self._content
        before = self._view.shown_spot or spot  # `show_waiting` may have taken the new one already
        self.show_waiting(spot)
        self._late.stop()
        self._text, self._terms = text, terms
        self.footer.set_text(text)
        if not text.text and (text.failure or not can_render(text)):
            self._show_nothing(text)
            return
        if again and before.marked == spot.marked and (self.shows_rendered or self.source.covers(spot.top)):
            self._view.go_to(spot)
            self._walk.start_at(self._view.shown_line())
        else:
            self._show_file(text, spot, stays=stays, renewed=renewed)
        self._pages.setCurrentWidget(self._content)
        self.textShown.emit(text.file_id)

    def renew_text(self, text: FileText, spot: Spot, terms: tuple[str, ...]) -> None:
        """Show the visible file as it is now; a person who has scrolled stays there."""
        before, follows = self._spot, self._view.follows
        shown = self._text is not None and self._text.file_id == text.file_id
        if before is None or not shown or self._pages.currentWidget() is not self._content:
            self.show_text(text, spot, terms)
            return
        goes_on = follows and before.line != spot.line
        marks_change = (self._terms, before.marked) != (terms, spot.marked) and self.finding.isHidden()
        if text != self._text or goes_on or marks_change:
            self.show_text(text, spot, terms, stays=not follows, renewed=True)

    def set_offline(self, roots: frozenset[str]) -> None:
        """Set the paths of unreachable folders, so that their files are not reported as deleted."""
        changed, self._offline = roots != self._offline, roots
        if changed and self._text is not None and self._pages.currentWidget() is self._content:
            self._show_notice(self._text)

    def set_rendered(self, *, rendered: bool) -> None:
        """Show files as their readers see them from now on, or their source."""
        self._choice.set_rendered(rendered=rendered)
        self._show_again()

    def set_wraps(self, *, prose: bool, code: bool) -> None:
        """Wrap long lines of prose or of code from now on."""
        self.source.set_wraps(prose=prose, code=code)
        self._show_wrapped()

    def toggle_wrap(self) -> None:
        """Wrap the long lines of the visible source, or no longer; files of its kind follow."""
        if self._text is not None and self._views.currentWidget() is self.code:
            self.wrapChosen.emit(is_prose(self._text.language), not self.code.wrapped)

    def switch_view(self) -> None:
        """Show the other view, where the file has two."""
        if self.header.views.isVisibleTo(self):
            self._choose_view(not self._renders)

    def set_names(self, names: Mapping[str, str]) -> None:
        """Set the names that the person gave to repositories, by label."""
        self._names = names
        if self._spot is not None:
            self._show_place(self._spot)

    def set_note(self, note: str) -> None:
        """Show the person's note on the file above it; nothing for an empty one."""
        self.note.set_note(note)
        self.note.setVisible(bool(note))

    def set_semantic(self, *, on: bool) -> None:
        """Show or leave out the violet rules: without semantic search nothing is found by meaning."""
        self.source.set_semantic(on=on)
        self.rendered.set_semantic(on=on)

    def next_match(self) -> None:
        """Go to the next match, from the last one to the first."""
        self._walk.step(1)

    def previous_match(self) -> None:
        """Go to the previous match, from the first one to the last."""
        self._walk.step(-1)

    def open_find(self) -> None:
        """Open the find bar."""
        if self._pages.currentWidget() is self._content:
            self.finding.open()

    def focus_content(self) -> None:
        """Go to the view that can be seen."""
        (self.rendered if self.shows_rendered else self.code).setFocus()

    def show_whole_file(self) -> None:
        """Show all of a large file."""
        self.source.show_all()
        self._begin_marking()
        if self._text is not None:
            self._show_notice(self._text)

    def shutdown(self) -> None:
        """End the threads."""
        self.rendered.shutdown()
        self._walk.shutdown()

    @property
    def _view(self) -> FileView:
        return self.rendered if self.shows_rendered else self.source

    def _forget(self) -> None:
        self._walk.forget()
        self.rendered.stop()
        self._slow.stop()
        self._late.stop()
        self._spot, self._text, self._renders = None, None, False

    def _say_waiting(self) -> None:
        if self._spot is not None:
            self._say("file-text", self._spot.path.rpartition("/")[2], translate("The file is being read."))

    def _say(self, icon: str, title: str, sentence: str) -> None:
        self._message.say(icon, title, sentence)
        self._pages.setCurrentWidget(self._message)

    def _show_nothing(self, text: FileText) -> None:
        self._say("file-question-mark" if text.size_bytes else "file", text.path.rpartition("/")[2], no_text(text))

    def _show_file(self, text: FileText, spot: Spot, *, stays: bool = False, renewed: bool = False) -> None:
        """Show a file rendered if it can be and is wanted so, else its source."""
        possible = can_render(text) and not is_too_long(text) and not spot.marks
        self._renders = rendered = possible and (not text.text or self._choice.is_rendered(text))
        stays = stays and rendered is self.shows_rendered
        self.header.set_views(shown=possible and bool(text.text), rendered=rendered)
        self.rendered.stop()
        self._slow.stop()
        if not renewed:
            self.finding.hide()
        self._walk.forget()
        if rendered:
            self._views.setCurrentWidget(self.rendered)
            self.rendered.show_file(text, spot, self._terms, stays=stays)
            self._slow.start()
        else:
            self._show_source(stays=stays)
        self._show_notice(text)

    def _show_again(self) -> None:
        if self._text is not None and self._spot is not None and self._text.text:
            self._show_file(self._text, self._spot)

    def _show_source(self, *, stays: bool = False) -> None:
        """Show the source; of a file that takes long to be rendered, only until it is."""
        text, spot = self._text, self._spot
        if text is not None and spot is not None and text.text:
            self._views.setCurrentWidget(self.code)
            (self.source.renew_file if stays else self.source.show_file)(text, spot)
            self._show_wrapped()
            self._begin_marking()

    def _show_rendered(self) -> None:
        """Show a rendered page, unless it was rendered again for another theme while another file is shown."""
        if not self._renders:
            return
        self._slow.stop()
        self._views.setCurrentWidget(self.rendered)
        self._show_wrapped()
        self._begin_marking()

    def _show_wrapped(self) -> None:
        shows_source = self._views.currentWidget() is self.code
        self.footer.set_wrapped(on=self.code.wrapped if shows_source else None)

    def _begin_marking(self) -> None:
        view = self._view
        exact = () if self.shows_rendered else self.source.exact_matches()
        job = MatchJob(view.words(), self._terms, view.shown_chunks(), exact)
        self._walk.begin(job, view.shown_line(), scrolls=view.follows)

    def _show_notice(self, text: FileText) -> None:
        part = self.source.part
        self.header.set_on_disk(on=text.source != IN_GIT)
        if origin := origin_notice(text, offline=text.root_path in self._offline):
            self.notice.say(origin)
        elif not self.shows_rendered and not part.whole:
            last_line = part.first_line + self.code.blockCount() - 1
            words = excerpt_notice(part.first_line, last_line, text.line_count, truncated=text.truncated)
            action = translate("Show more of it") if text.truncated else translate("Show the whole file")
            self.notice.say(words, action, self.show_whole_file)
        elif words := length_notice(text):
            self.notice.say(words)
        else:
            self.notice.hide()

    def _cannot_render(self) -> None:
        text, spot = self._text, self._spot
        self._slow.stop()
        self._renders = False
        if text is None or spot is None:
            return
        self.header.set_views(shown=False, rendered=False)
        if not text.text:
            words = translate(
                "This file cannot be shown. It may be damaged, locked with a password, or too large."
            )
            self._say("file-question-mark", text.path.rpartition("/")[2], words)
            return
        self._show_source()
        self.notice.say(translate("This file cannot be laid out; this is its text."))

    def _follow(self, target: Target) -> None:
        if target.kind is LinkKind.WEB:
            words = translate("This link leads to {address}").format(address=target.value)
            self.notice.say(words, translate("Open in the browser"), lambda: self.addressWanted.emit(target.value))
        elif target.kind is LinkKind.FILE and self._spot is not None:
            self.fileWanted.emit(self._spot.beside(target.value), target.anchor)
        else:
            self.notice.say(translate("This link leads out of its folder; it is not followed."))

    def _choose_view(self, rendered: bool) -> None:  # noqa: FBT001 - a slot
        if self._choice.choose(self._text, rendered=rendered):
            self.viewChosen.emit(rendered)
        self._show_again()

    def _stop_finding(self) -> None:
        self.finding.hide()
        self.focus_content()
        self._walk.stop_finding()

    def _absolute(self) -> str:
        spot, text = self._spot, self._text
        root = (text.root_path if text is not None else "") or (spot.root_path if spot is not None else "")
        return "" if spot is None else str(Path(root, spot.path))

    def _open(self) -> None:
        if self._spot is not None and self.header.open.isEnabled():
            seen = self._text is not None and not self.shows_rendered
            self.openRequested.emit(self._absolute(), self.source.first_line() if seen else self._spot.line)

    def _lay_out(self) -> None:
        self._views = QStackedWidget()
        self._views.addWidget(self.code)
        self._views.addWidget(self.rendered)
        self._views.currentChanged.connect(lambda number: self.setFocusProxy((self.code, self.rendered)[number]))
        self.setFocusProxy(self.code)
        self._content = QWidget()
        inner = QVBoxLayout(self._content)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        for part in (self.header, self.notice, self.finding):
            inner.addWidget(part)
        inner.addWidget(self._views, 1)
        inner.addWidget(self.footer)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._help_page = scrolling_help()
        for page in (self._content, self._message, self._help_page):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.note)
        self.beside = Beside(pages)
        column.addWidget(self.beside, 1)

    def _connect(self) -> None:
        self._pages.currentChanged.connect(
            lambda _number: self.helpShown.emit(self._pages.currentWidget() is self._help_page)
        )
        self.header.openWanted.connect(self._open)
        self.header.revealWanted.connect(lambda: self.revealRequested.emit(self._absolute()))
        for copied in (self.header.copyWanted, self.code.copyPathWanted, self.rendered.copyPathWanted):
            copied.connect(lambda: self.copyRequested.emit(self._absolute()))
        self.header.renderedWanted.connect(self._choose_view)
        self.rendered.ready.connect(self._show_rendered)
        self._slow.timeout.connect(self._show_source)
        self.rendered.failed.connect(self._cannot_render)
        self.rendered.linkWanted.connect(self._follow)
        self.finding.closed.connect(self._stop_finding)
        self.footer.wrapToggled.connect(self.toggle_wrap)
        self._walk.marked.connect(lambda matches: self._view.set_matches(matches))  # noqa: PLW0108 - it changes
        self._walk.chosen.connect(lambda number: self._view.show_match(number))  # noqa: PLW0108 - it changes
        self._late.timeout.connect(self._say_waiting)

    def _show_place(self, spot: Spot) -> None:
        folder, _, name = spot.path.rpartition("/")
        repository = self._names.get(spot.repository, spot.repository)
        self.header.set_breadcrumb(BreadcrumbParts(repository, folder, name, spot.symbol, spot.full_symbol))
