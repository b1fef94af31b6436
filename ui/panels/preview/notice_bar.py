"""A sentence above the text, with an optional action."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout

from ui.theme import sizes
from ui.widgets.bar import Bar
from ui.widgets.buttons import WordButton
from ui.widgets.text import Text

HEIGHT = 42


class NoticeBar(Bar):
    """A bar that is hidden while there is no message. Emits ``focusLeft`` when its link goes with the focus."""

    focusLeft = Signal()

    def __init__(self) -> None:
        super().__init__(HEIGHT, ground="warn_soft")
        self._act: Callable[[], object] | None = None
        self._words = Text("", 12, 400, "warn")
        self._words.setWordWrap(True)  # two lines have room, and the tooltip has all
        self._action = WordButton("", kind="link")
        self._action.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is
        self._action.clicked.connect(self._take_action)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
        row.addWidget(self._words, 1)
        row.addWidget(self._action)

    def say(self, words: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence and a link that calls ``act``."""
        self._act = act
        self._words.setText(words)
        self._words.setToolTip(words)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self.show()

    def _take_action(self) -> None:
        act, self._act = self._act, None
        if self._action.hasFocus():
            self.focusLeft.emit()  # a hidden button would give it to the search field
        self.hide()
        if act is not None:
            act()
