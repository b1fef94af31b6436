"""Header of the preview: where the text is from, and what can be done with it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from ui.preview.breadcrumb import Breadcrumb, Place
from ui.theme import sizes
from ui.widgets.bar import Bar
from ui.widgets.buttons import IconButton, WordButton
from ui.widgets.text import Text

HEIGHT = 42


class PreviewHeader(Bar):
    """Breadcrumb, copy path, show in folder, Open."""

    openWanted = Signal()
    revealWanted = Signal()
    copyWanted = Signal()

    def __init__(self) -> None:
        super().__init__(HEIGHT)
        self._breadcrumb = Breadcrumb()
        self.copy = IconButton("copy", "Copy path")
        self.reveal = IconButton("folder-open", "Show in folder")
        self.open = WordButton("Open", icon_name="external-link")
        self.open.setToolTip("Open in the editor at this line  Enter")
        self.copy.clicked.connect(self.copyWanted)
        self.reveal.clicked.connect(self.revealWanted)
        self.open.clicked.connect(self.openWanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
        row.setSpacing(sizes.GAP)
        row.addWidget(self._breadcrumb, 1)
        for button in (self.copy, self.reveal, self.open):
            row.addWidget(button)

    def set_place(self, place: Place) -> None:
        """Show where the text is from."""
        self._breadcrumb.set_place(place)


class NoticeBar(Bar):
    """One sentence above the text, perhaps with something to do about it.

    Signals:
        actionTaken: the link was used.
    """

    actionTaken = Signal()

    def __init__(self) -> None:
        super().__init__(HEIGHT, ground="warn_soft")
        self._words = Text("", 12, 400, "warn")
        self._action = WordButton("", kind="link")
        self._action.clicked.connect(self.actionTaken)
        row = QHBoxLayout(self)
        row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, 0)
        row.addWidget(self._words)
        row.addWidget(self._action)
        row.addStretch(1)

    def say(self, words: str, action: str = "") -> None:
        """Show a sentence and a link."""
        self._words.setText(words)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self.show()
