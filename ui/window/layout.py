"""How the parts of the main window are arranged, and how that follows its size."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.panels.filters.panel import FiltersPanel
from ui.panels.results.panel import ResultsPanel
from ui.shell.advanced_row import AdvancedRow
from ui.shell.banners import Banners
from ui.shell.empty_query import EmptyQueryPage
from ui.shell.first_run import FirstRunPage
from ui.shell.message import ErrorPage
from ui.shell.right_pane import RightPane
from ui.shell.status_bar import StatusBar
from ui.shell.top_bar import TopBar
from ui.shell.tuning_strip import LIMITS_FROM, TuningStrip
from ui.theme import sizes
from ui.widgets.choice_list import ChoiceList
from ui.widgets.focus_line import FocusLine
from ui.window.screen_area import frame_of

CROWDED_BELOW = 620
"""Window height at a text scale of 100 % below which that has no room while the advanced row is open too."""
LOW_BELOW = 720
"""Window height at a text scale of 100 % below which banners are one line each; so they are over a pane below."""
_FILTERS_MIN, _RESULTS_MIN, _RIGHT_MIN = 232, 420, 420


@dataclass(frozen=True, slots=True)
class Columns:
    """The parts that are side by side in a wide window."""

    filters: FiltersPanel
    results: ResultsPanel
    right: RightPane


class WindowLayout(QWidget):
    """Central widget: top bar, tuning strip, advanced row, one of three pages, status bar.

    It exists before the panels, since popups open over it; `arrange` places them.
    """

    def __init__(self, top: TopBar, banners: Banners) -> None:
        super().__init__()
        self.setMinimumSize(*sizes.LOW_WINDOW)
        self.top, self.banners = top, banners
        self.tuning = TuningStrip()
        self.advanced = AdvancedRow()
        self.empty_query = EmptyQueryPage()
        self.first_run = FirstRunPage()
        self.error = ErrorPage()
        self.status = StatusBar()
        self.choices = ChoiceList(self)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.pages = QStackedWidget()
        self.middle = QStackedWidget()
        self.column = QWidget()
        self._columns: Columns | None = None
        self._filters_overlay = False
        self._right_wanted = True
        FocusLine(self, self.pages)
        banners.focusLost.connect(self._focus_below_banner)

    def arrange(self, columns: Columns) -> None:
        """Place the panels; called once."""
        self._columns = columns
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
        self._fill_results(columns)
        self._fill_splitter(columns)

    @property
    def columns(self) -> Columns:
        """What is side by side in a wide window.

        Raises:
            RuntimeError: `arrange` has not been called.
        """
        if self._columns is None:
            message = "the panels are not arranged yet"
            raise RuntimeError(message)
        return self._columns

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 -- Qt's own signature
        """Go from part to part as they lie on the screen: the status bar comes last."""
        stops = self._focus_stops()
        now = self.window().focusWidget()
        if not stops or now is None:
            return super().focusNextPrevChild(next)
        index = next_stop(stops, now, 1 if next else -1)
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        stops[index].setFocus(reason)
        return True

    def fit(self, width: int) -> None:
        """Arrange everything for a window width; larger text has less room, and a larger smallest window."""
        self._set_least_size()
        room, width = width, sizes.room_at_100(width)
        limits_here = width >= LIMITS_FROM
        self.advanced.hold(None if limits_here else self.tuning.limits)
        self.tuning.hold_limits(on=limits_here)
        self.tuning.fit(width, room)
        self.top.fit(width)
        self.status.fit(width)
        stacked = width < sizes.SIDE_BY_SIDE_FROM
        self._stack(stacked=stacked)
        self.banners.set_low(on=stacked or self.window().height() < sizes.scaled(LOW_BELOW))
        narrow = width < sizes.FILTERS_FROM
        if narrow != self._filters_overlay:
            self._filters_overlay = narrow
            self._place_filters()

    def show_right(self, *, shown: bool) -> None:
        """Show or hide the right pane; it stays hidden while the advanced row takes its room."""
        self._right_wanted = shown
        self._update_right()

    @property
    def is_crowded(self) -> bool:
        """Whether the right pane, under the results, gives its room to the advanced row."""
        stacked = self.splitter.orientation() is Qt.Orientation.Vertical
        return stacked and self.advanced.opened and self.height() < sizes.scaled(CROWDED_BELOW)

    def show_tuning(self, *, shown: bool) -> None:
        """Show or hide the tuning strip, which belongs to the top bar while it is shown."""
        self.tuning.setVisible(shown)
        self.top.set_line(shown=not shown)

    def open_filters(self) -> None:
        """Show the filters, over the results where they have no column."""
        filters = self.columns.filters.widget
        filters.show()
        if self._filters_overlay:
            corner = self.splitter.mapTo(self, self.splitter.rect().topLeft())
            filters.setGeometry(corner.x(), corner.y(), _FILTERS_MIN, self.splitter.height())
            filters.raise_()

    def close_overlay(self) -> bool:
        """Hide the filters if they are over the results; return whether they were."""
        filters = self.columns.filters.widget
        if not self._filters_overlay or not filters.isVisible():
            return False
        filters.hide()
        return True

    def _focus_stops(self) -> list[QWidget]:
        """Return what Tab stops at, in the order of the parts of the window."""
        columns = self.columns
        parts = (self.top, self.tuning, self.advanced, columns.filters.widget, self.column, columns.right)
        stops: list[QWidget] = []
        widget = self.nextInFocusChain()
        while widget is not None and widget is not self:
            if self.isAncestorOf(widget) and _takes_tab(widget):
                stops.append(widget)
            widget = widget.nextInFocusChain()

        def part_of(stop: QWidget) -> int:
            inside = (number for number, part in enumerate(parts) if part.isAncestorOf(stop))
            return next(inside, len(parts) if not self.status.isAncestorOf(stop) else len(parts) + 1)

        return sorted(stops, key=part_of)

    def _update_right(self) -> None:
        self.columns.right.setVisible(self._right_wanted and not self.is_crowded)

    def _stack(self, *, stacked: bool) -> None:
        """Place the right pane under the results where there is no room for both side by side."""
        orientation = Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal
        if orientation is not self.splitter.orientation():
            self.splitter.setOrientation(orientation)
            self.splitter.setSizes([1000] * self.splitter.count())
        self._update_right()

    def _set_least_size(self) -> None:
        """Keep room for every pane and for larger text, as far as the screen has it."""
        room, frame = self.screen().availableSize(), frame_of(self.window())
        free = (
            room.width() - frame.left() - frame.right(),
            room.height() - frame.top() - frame.bottom(),
        )
        wide, high = (
            max(low, min(max(least, sizes.scaled(least)), available))
            for low, least, available in zip(sizes.LOW_WINDOW, sizes.MIN_WINDOW, free, strict=True)
        )
        if (self.minimumWidth(), self.minimumHeight()) != (wide, high):
            self.setMinimumSize(wide, high)

    def _focus_below_banner(self) -> None:
        """Move the focus from the button of a hidden banner to the widget under the banner."""
        results = self.columns.results.widget
        shown = self.middle.currentWidget() is results
        (results.view if shown else self.top.field.edit).setFocus()

    def _place_filters(self) -> None:
        filters = self.columns.filters.widget
        if self._filters_overlay:
            filters.setParent(self)
            filters.hide()
        else:
            self.splitter.insertWidget(0, filters)
            filters.show()
            total = self.splitter.width()
            self.splitter.setSizes([sizes.scaled(240), (total - 240) * 46 // 100, (total - 240) * 54 // 100])

    def _fill_results(self, columns: Columns) -> None:
        column = QVBoxLayout(self.column)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.middle, 1)
        self.middle.addWidget(columns.results.widget)
        self.middle.addWidget(self.empty_query)
        self._place_banners()
        self.middle.currentChanged.connect(lambda _page: self._place_banners())

    def _place_banners(self) -> None:
        """Put the banners under the results' header, or above a page that has none."""
        results = self.columns.results.widget
        over_results = self.middle.currentWidget() is results
        layout = results.layout() if over_results else self.column.layout()
        if isinstance(layout, QVBoxLayout):
            banners = (self.banners.progress, self.banners.warning)
            for position, banner in enumerate(banners, start=int(over_results)):
                hidden = banner.isHidden()
                layout.insertWidget(position, banner)
                banner.setHidden(hidden)

    def _fill_splitter(self, columns: Columns) -> None:
        filters = columns.filters.widget
        filters.setMinimumWidth(_FILTERS_MIN)
        self.column.setMinimumWidth(_RESULTS_MIN)
        columns.right.setMinimumWidth(_RIGHT_MIN)
        for position, widget in enumerate((filters, self.column, columns.right)):
            self.splitter.addWidget(widget)
            self.splitter.setStretchFactor(position, 0 if position == 0 else 1)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)


def _takes_tab(widget: QWidget) -> bool:
    policy = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(policy) and widget.focusProxy() is None and widget.isVisible() and widget.isEnabled()


def next_stop(stops: Sequence[QWidget], now: QWidget, step: int) -> int:
    """Return the index of the stop after (1) or before (-1) the widget with the focus, around the ends."""
    index = next((number for number, stop in enumerate(stops) if stop is now or now.focusProxy() is stop), -1)
    return (index + step) % len(stops) if index >= 0 else (0 if step > 0 else len(stops) - 1)
