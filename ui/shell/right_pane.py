"""The right pane: preview, dependencies and context as tabs, or the preview above the other two."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.shell.note_bar import NoteBar
from ui.shell.tabs import TabBar
from ui.theme import sizes
from ui.widgets.buttons import IconButton
from ui.widgets.ground import Ground
from ui.widgets.key_cap import KeyCap
from ui.widgets.text import Text

PREVIEW, DEPENDENCIES, CONTEXT = range(3)


class RightPane(Ground):
    """Holds three panes; ``tabShown(place)`` comes when another one is looked at.

    ``splitToggled(bool)``, ``hideRequested`` and ``noteRequested`` come from its buttons.
    """

    tabShown = Signal(int)
    splitToggled = Signal(bool)
    hideRequested = Signal()
    noteRequested = Signal()

    def __init__(self, preview: QWidget, dependencies: QWidget, context: QWidget) -> None:
        super().__init__()
        self._panes = (preview, dependencies, context)
        self._split = False
        self.upper_tabs = TabBar((translate("Preview"), translate("Dependencies"), translate("Context")))
        self.lower_tabs = TabBar((translate("Preview"), translate("Dependencies"), translate("Context")))
        self.lower_tabs.tabs[PREVIEW].hide()
        self.split_button = IconButton("rows-2", translate("Split into two panes"))
        self.hide_button = IconButton("panel-right", translate("Hide this pane"))
        buttons = QHBoxLayout()
        buttons.setSpacing(5)
        for button in (self.split_button, self.hide_button):
            buttons.addWidget(button)
        self.upper_tabs.row.addLayout(buttons)
        self._help_title, self._help_key = Text(translate("What you can type"), 13, 600), KeyCap("F1")
        self._helps = False
        self.upper_tabs.row.insertWidget(0, self._help_title)
        self.upper_tabs.row.addWidget(self._help_key)
        self._above, self._below = QStackedWidget(), QStackedWidget()
        self.note = NoteBar()
        self.note.changeWanted.connect(self.noteRequested)
        self._note = ""
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._lay_out()
        self.upper_tabs.chosen.connect(self.show_tab)
        self.lower_tabs.chosen.connect(self.show_tab)
        self.split_button.clicked.connect(lambda: self.splitToggled.emit(not self._split))
        self.hide_button.clicked.connect(self.hideRequested)
        self.set_split(split=False)
        self.show_tab(PREVIEW)

    @property
    def split(self) -> bool:
        """Whether the preview stands above the other two."""
        return self._split

    @property
    def current(self) -> int:
        """Place of the pane that was chosen last."""
        return self._current

    def set_split(self, *, split: bool) -> None:
        """Show one pane at a time, or the preview and one of the others."""
        self._split = split
        for place, pane in enumerate(self._panes):
            stack = self._below if split and place != PREVIEW else self._above
            if stack.indexOf(pane) < 0:  # a pane that moves is styled anew
                stack.addWidget(pane)
        self._lower_half.setVisible(split)
        tip = translate("Show one pane at a time") if split else translate("Split into two panes")
        self.split_button.set_tip(tip, "Ctrl+\\")
        self.show_tab(getattr(self, "_current", PREVIEW))

    def show_tab(self, place: int) -> None:
        """Bring a pane to the front."""
        self._current = place
        if not self._split:
            self.upper_tabs.set_current(place)
            self._above.setCurrentWidget(self._panes[place])
        else:
            self.upper_tabs.set_current(PREVIEW)
            self._above.setCurrentWidget(self._panes[PREVIEW])
            shown = place if place != PREVIEW else max(DEPENDENCIES, self._below.currentIndex() + 1)
            self.lower_tabs.set_current(shown)
            self._below.setCurrentWidget(self._panes[shown])
        self.set_note(self._note)
        self._show_header()
        self.tabShown.emit(place)

    def set_help(self, *, shown: bool) -> None:
        """Say above the preview that it shows what can be typed, in place of the tabs."""
        self._helps = shown
        self._show_header()

    def _show_header(self) -> None:
        helps = self._helps and self._above.currentWidget() is self._panes[PREVIEW]
        for place, tab in enumerate(self.upper_tabs.tabs):
            tab.setVisible(not helps and (place == PREVIEW or not self._split))
        for button in (self.split_button, self.hide_button):
            button.setVisible(not helps)
        for part in (self._help_title, self._help_key):
            part.setVisible(helps)

    def is_shown(self, place: int) -> bool:
        """Return whether a pane can be seen."""
        return self._panes[place].isVisibleTo(self)

    def set_note(self, note: str) -> None:
        """Show the person's note on the previewed file above it; nothing for an empty one."""
        self._note = note
        self.note.set_note(note)
        self.note.setVisible(bool(note) and self._above.currentWidget() is self._panes[PREVIEW])

    def set_count(self, place: int, count: str) -> None:
        """Show a number behind a tab's word."""
        self.upper_tabs.tabs[place].set_count(count)
        self.lower_tabs.tabs[place].set_count(count)

    def _lay_out(self) -> None:
        self._lower_half = QWidget()
        below = QVBoxLayout(self._lower_half)
        upper_half = QWidget()
        above = QVBoxLayout(upper_half)
        for column, bar, stack in ((above, self.upper_tabs, self._above), (below, self.lower_tabs, self._below)):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addWidget(bar)
            if stack is self._above:
                column.addWidget(self.note)
            column.addWidget(stack, 1)
        self._splitter.addWidget(upper_half)
        self._splitter.addWidget(self._lower_half)
        self._splitter.setSizes([560, 440])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._splitter)
        self.setMinimumWidth(sizes.scaled(300))
