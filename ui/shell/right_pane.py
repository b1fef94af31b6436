"""The right pane: panels as tabs, or the first panel above the others."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.shell.tabs import TabBar
from ui.theme import sizes
from ui.widgets.buttons import IconButton
from ui.widgets.ground import Ground
from ui.widgets.key_cap import KeyCap
from ui.widgets.text import Text

_UPPER = 0
"""Tab of the panel that is above the others in the split view."""


class RightPane(Ground):
    """Holds panels, each with the title of its tab.

    Signals:
        tabShown: number of the tab that was brought to the front.
        splitToggled: whether the pane should be split.
        hideRequested: the pane should be hidden.
    """

    tabShown = Signal(int)
    splitToggled = Signal(bool)
    hideRequested = Signal()

    def __init__(self, panels: Sequence[tuple[str, QWidget]]) -> None:
        super().__init__()
        titles = tuple(title for title, _ in panels)
        self._panels = tuple(widget for _, widget in panels)
        self._split = False
        self._current = _UPPER
        self.upper_tabs, self.lower_tabs = TabBar(titles), TabBar(titles)
        self.lower_tabs.tabs[_UPPER].hide()
        self.split_button = IconButton("rows-2", translate("Split into two panes"))
        self.hide_button = IconButton("panel-right", translate("Hide this pane"))
        buttons = QHBoxLayout()
        buttons.setSpacing(5)
        for button in (self.split_button, self.hide_button):
            buttons.addWidget(button)
        self.upper_tabs.row.addLayout(buttons)
        self._help_title, self._help_key = Text(translate("What you can type"), 13, 600), KeyCap("")
        self._shows_help = False
        self.upper_tabs.row.insertWidget(0, self._help_title)
        self.upper_tabs.row.addWidget(self._help_key)
        self._above, self._below = QStackedWidget(), QStackedWidget()
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._lay_out()
        self.upper_tabs.chosen.connect(self.show_tab)
        self.lower_tabs.chosen.connect(self.show_tab)
        self.split_button.clicked.connect(lambda: self.splitToggled.emit(not self._split))
        self.hide_button.clicked.connect(self.hideRequested)
        self.set_split(split=False)
        self.show_tab(_UPPER)

    @property
    def split(self) -> bool:
        """Whether the first panel is above the others."""
        return self._split

    @property
    def count(self) -> int:
        """How many panels there are."""
        return len(self._panels)

    @property
    def current(self) -> int:
        """Number of the tab that was chosen last."""
        return self._current

    def set_split(self, *, split: bool) -> None:
        """Show one panel at a time, or the first one and one of the others."""
        self._split = split
        for number, panel in enumerate(self._panels):
            stack = self._below if split and number != _UPPER else self._above
            if stack.indexOf(panel) < 0:  # a panel that moves gets its style again, which takes time
                stack.addWidget(panel)
        self._lower_half.setVisible(split)
        tip = translate("Show one pane at a time") if split else translate("Split into two panes")
        self.split_button.set_tip(tip)
        self.show_tab(self._current)

    def show_tab(self, number: int) -> None:
        """Bring a panel to the front."""
        self._current = number
        if not self._split:
            self.upper_tabs.set_current(number)
            self._above.setCurrentWidget(self._panels[number])
        else:
            self.upper_tabs.set_current(_UPPER)
            self._above.setCurrentWidget(self._panels[_UPPER])
            lower = number if number != _UPPER else max(_UPPER + 1, self._below.currentIndex() + 1)
            self.lower_tabs.set_current(lower)
            self._below.setCurrentWidget(self._panels[lower])
        self._show_header()
        self.tabShown.emit(number)

    def show_panel(self, panel: QWidget) -> None:
        """Bring a panel to the front."""
        self.show_tab(self._panels.index(panel))

    def set_help(self, *, shown: bool) -> None:
        """Show a heading for the query syntax above the first panel, in place of the tabs."""
        self._shows_help = shown
        self._show_header()

    def set_help_keys(self, keys: str) -> None:
        """Show which keys open the sheet with the query syntax; empty for none."""
        self._help_key.set_key(keys)
        self._show_header()

    def _show_header(self) -> None:
        helps = self._shows_help and self._above.currentWidget() is self._panels[_UPPER]
        for number, tab in enumerate(self.upper_tabs.tabs):
            tab.setVisible(not helps and (number == _UPPER or not self._split))
        for button in (self.split_button, self.hide_button):
            button.setVisible(not helps)
        self._help_title.setVisible(helps)
        self._help_key.setVisible(helps and bool(self._help_key.accessibleName()))

    def is_shown(self, number: int) -> bool:
        """Return whether a panel can be seen."""
        return self._panels[number].isVisibleTo(self)

    def set_count(self, number: int, count: str) -> None:
        """Show a figure behind the title of a tab."""
        self.upper_tabs.tabs[number].set_count(count)
        self.lower_tabs.tabs[number].set_count(count)

    def _lay_out(self) -> None:
        self._lower_half = QWidget()
        below = QVBoxLayout(self._lower_half)
        upper_half = QWidget()
        above = QVBoxLayout(upper_half)
        for column, bar, stack in ((above, self.upper_tabs, self._above), (below, self.lower_tabs, self._below)):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addWidget(bar)
            column.addWidget(stack, 1)
        self._splitter.addWidget(upper_half)
        self._splitter.addWidget(self._lower_half)
        self._splitter.setSizes([560, 440])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._splitter)
        self.setMinimumWidth(sizes.scaled(300))
