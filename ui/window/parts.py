"""The widgets of the main window and how they lie; what they do is decided in `ui.window.main_window`."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from search.analysis.terms import words_for_marking
from ui.code.pool import LexPool
from ui.panels.context.pane import ContextPane
from ui.panels.dependencies.pane import DependenciesPane
from ui.panels.filters.pane import FiltersPane
from ui.panels.preview.pane import PreviewPane
from ui.panels.results.pane import ResultsPane
from ui.panels.saved.store import SearchStore
from ui.services import Services
from ui.shell.advanced_row import AdvancedRow
from ui.shell.empty_query import EmptyQueryPage
from ui.shell.first_run import FirstRunPage
from ui.shell.message import ErrorPage
from ui.shell.right_pane import RightPane
from ui.shell.status_bar import StatusBar
from ui.shell.top_bar import TopBar
from ui.shell.tuning_strip import LIMITS_FROM, TuningStrip
from ui.theme import sizes
from ui.widgets.banner import ProgressBanner, WarningBanner
from ui.widgets.choice_list import ChoiceList

READING_MS = 6000
"""So long a banner stays that came unexpectedly."""

FILTERS_FROM = 1100
"""Window width from which the filters have a column; below they open over the results."""
BESIDE_FROM = 840
"""Window width from which results and right pane stand beside each other: larger text may leave less."""
CROWDED_BELOW = 620
"""Window height at a text scale of 100 % below which that has no room while the advanced row is open too."""
_FILTERS_MIN, _RESULTS_MIN, _RIGHT_MIN = 232, 420, 420


class WindowParts(QWidget):
    """Central widget: top bar, tuning strip, advanced row, one of three pages, status bar.

    ``retryWanted`` comes from a banner whose button says nothing else; ``reading`` runs while an unexpected one is
    to be read.
    """

    retryWanted = Signal()

    def __init__(self, services: Services, top: TopBar) -> None:
        super().__init__()
        self.setMinimumSize(*sizes.MIN_WINDOW)
        self.lexing = LexPool(self)
        self.top = top
        self.tuning = TuningStrip()
        self.advanced = AdvancedRow()
        self.filters = FiltersPane(SearchStore(services.person_folder / "searches.json"))
        self.results = ResultsPane(_marks, self.lexing)
        self.preview = PreviewPane(_marks, self.lexing)
        self.dependencies = DependenciesPane()
        self.context = ContextPane(services.count_tokens)
        self.empty_query = EmptyQueryPage()
        self.warning = WarningBanner()
        self.progress = ProgressBanner()
        self.right = RightPane(self.preview, self.dependencies, self.context)
        self.first_run = FirstRunPage()
        self.error = ErrorPage()
        self.status = StatusBar()
        self.choices = ChoiceList(self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.pages = QStackedWidget()
        self.middle = QStackedWidget()
        self.column = QWidget()
        self._overlay = False
        self._right_wanted = True
        self._lasting = self._answered = False
        self._said = ""
        self.reading = QTimer(self)
        self.reading.setSingleShot(True)
        self.reading.setInterval(READING_MS)
        self.reading.timeout.connect(self._end_reading)
        self._act: Callable[[], object] | None = None
        self.warning.acted.connect(self.act)
        self._lay_out()

    def fit(self, width: int) -> None:
        """Follow the rules for narrow windows; with larger text one is narrow sooner, and cannot be as small."""
        self._set_least_size()
        room, width = width, room_at_100(width)
        limits_here = width >= LIMITS_FROM
        self.advanced.hold(None if limits_here else self.tuning.limits)
        self.tuning.hold_limits(on=limits_here)
        self.tuning.fit(width, room)
        self.top.fit(width)
        self.status.fit(width)
        self._stack(stacked=width < BESIDE_FROM)
        narrow = width < FILTERS_FROM
        if narrow != self._overlay:
            self._overlay = narrow
            self._place_filters()

    def show_right(self, *, shown: bool) -> None:
        """Show the right pane, or not; the advanced row has to be folded where there is no room for both."""
        self._right_wanted = shown
        self._yield()

    @property
    def crowded(self) -> bool:
        """Whether the right pane, under the results, gives way to the advanced row."""
        stacked = self.splitter.orientation() is Qt.Orientation.Vertical
        return stacked and self.advanced.opened and self.height() < sizes.scaled(CROWDED_BELOW)

    def _yield(self) -> None:
        self.right.setVisible(self._right_wanted and not self.crowded)

    def _stack(self, *, stacked: bool) -> None:
        """Have the right pane under the results where there is no room for both beside each other."""
        way = Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal
        if way is not self.splitter.orientation():
            self.splitter.setOrientation(way)
            self.splitter.setSizes([1000] * self.splitter.count())
        self._yield()

    def _set_least_size(self) -> None:
        """Keep room for larger text, as far as the screen has it."""
        room = self.screen().availableSize()
        wide, high = (
            max(least, min(sizes.scaled(least), there))
            for least, there in zip(sizes.MIN_WINDOW, (room.width(), room.height()), strict=True)
        )
        if (self.minimumWidth(), self.minimumHeight()) != (wide, high):
            self.setMinimumSize(wide, high)

    def show_tuning(self, *, shown: bool) -> None:
        """Show or hide the tuning strip, which belongs to the top bar while it is there."""
        self.tuning.setVisible(shown)
        self.top.set_line(shown=not shown)

    def say(
        self,
        title: str,
        body: str,
        action: str = "",
        *,
        act: Callable[[], object] | None = None,
        quiet: bool = False,
        lasting: bool = False,
        unexpected: bool = False,
    ) -> None:
        """Show a banner above the results; a ``lasting`` one outlives the next answer, and quiet ones give way.

        One that is ``unexpected`` stays long enough to be read, however soon an answer comes.

        ``action`` is the word of its button, ``act`` what that does; without it ``retryWanted`` comes.
        """
        if quiet and self._lasting:
            return
        self._lasting, self._answered = lasting, False
        self.reading.stop()
        if unexpected:
            self.reading.start()
        self._act, self._said = act, title
        self.warning.say(title, body, action, quiet=quiet)
        self.warning.show()

    def act(self) -> None:
        """Do what the banner's button says."""
        if self._act is not None:
            self._act()
        else:
            self.retryWanted.emit()

    def hide_banner(self, *, lasting: bool = False) -> None:
        """Take the banner away; one that is about more than one answer only when it is ``lasting`` no longer."""
        if self.reading.isActive() and not lasting:
            self._answered = True
        elif lasting or not self._lasting:
            self._lasting = False
            self.reading.stop()
            self._hide_warning()

    def _hide_warning(self) -> None:
        """Hide the banner; the focus goes from its button to what the banner stood above."""
        focus = self.window().focusWidget()
        if focus is not None and self.warning.isAncestorOf(focus):
            shown = self.middle.currentWidget() is self.results
            (self.results.view if shown else self.top.field.edit).setFocus()
        self.warning.hide()

    def hide_banner_titled(self, title: str) -> None:
        """Take the banner away if it is this one."""
        if self._said == title:
            self.hide_banner()

    def _end_reading(self) -> None:
        if self._answered:
            self.hide_banner()

    def open_filters(self) -> None:
        """Show the filters, over the results where they have no column."""
        self.filters.show()
        if self._overlay:
            corner = self.splitter.mapTo(self, self.splitter.rect().topLeft())
            self.filters.setGeometry(corner.x(), corner.y(), _FILTERS_MIN, self.splitter.height())
            self.filters.raise_()
        self.filters.focus_content()

    def close_overlay(self) -> bool:
        """Hide the filters if they lie over the results; return whether they did."""
        if not self._overlay or not self.filters.isVisible():
            return False
        self.filters.hide()
        return True

    def _place_filters(self) -> None:
        if self._overlay:
            self.filters.setParent(self)
            self.filters.hide()
        else:
            self.splitter.insertWidget(0, self.filters)
            self.filters.show()
            total = self.splitter.width()
            self.splitter.setSizes([sizes.scaled(240), (total - 240) * 46 // 100, (total - 240) * 54 // 100])

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.top, self.tuning, self.advanced):
            column.addWidget(widget)
        column.addWidget(self.pages, 1)
        column.addWidget(self.status)
        self.advanced.open_at_once(opened=False)
        self.show_tuning(shown=True)
        for page in (self.splitter, self.first_run, self.error):
            self.pages.addWidget(page)
        self._fill_results()
        self._fill_splitter()

    def _fill_results(self) -> None:
        column = QVBoxLayout(self.column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.middle, 1)
        self.middle.addWidget(self.results)
        self.middle.addWidget(self.empty_query)
        self.progress.hide()
        self.warning.hide()
        self._place_banners()
        self.middle.currentChanged.connect(lambda _page: self._place_banners())

    def _place_banners(self) -> None:
        """Put the banners under the results' header, or above a page that has none."""
        over_results = self.middle.currentWidget() is self.results
        layout = self.results.layout() if over_results else self.column.layout()
        if isinstance(layout, QVBoxLayout):
            for place, banner in enumerate((self.progress, self.warning), start=int(over_results)):
                hidden = banner.isHidden()
                layout.insertWidget(place, banner)
                banner.setHidden(hidden)

    def _fill_splitter(self) -> None:
        self.filters.setMinimumWidth(_FILTERS_MIN)
        self.column.setMinimumWidth(_RESULTS_MIN)
        self.right.setMinimumWidth(_RIGHT_MIN)
        for place, widget in enumerate((self.filters, self.column, self.right)):
            self.splitter.addWidget(widget)
            self.splitter.setStretchFactor(place, 0 if place == 0 else 1)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)


def room_at_100(width: int) -> int:
    """Return the width at which as much of the usual text has room; smaller text makes no controls narrower."""
    return width * 100 // max(100, sizes.scale_percent())


def _marks(text: str, terms: Sequence[str]) -> Sequence[tuple[int, int]]:
    return tuple(words_for_marking(terms, text))
