"""Asks whether something that takes long to get back is meant."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.i18n.language import translate
from ui.theme import sizes
from ui.widgets.buttons import WordButton
from ui.widgets.popup import Popup
from ui.widgets.text import Text

_WIDTH = 440


class ConfirmPrompt(Popup):
    """Says what would happen; ``confirmed`` comes from its one button beside "Cancel".

    Attributes:
        confirm: the button that does it.
        cancel: the button that does not; it has the focus at first, so that Enter changes nothing.
    """

    confirmed = Signal()

    def __init__(self, window: QWidget, title: str, sentence: str, action: str) -> None:
        super().__init__(window, f"{title}. {sentence}")
        self.confirm = WordButton(action, px=13, weight=600)
        self.cancel = WordButton(translate("Cancel"), kind="primary", px=13, weight=600)
        self._lay_out(title, sentence)
        self.confirm.clicked.connect(self._confirm)
        self.cancel.clicked.connect(self.dismiss)

    def open(self) -> None:
        """Show the prompt."""
        self.present(self.cancel)

    def _confirm(self) -> None:
        self.dismiss()
        self.confirmed.emit()

    def _lay_out(self, title: str, sentence: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        words = Text(sentence, 12, 400, "text2")
        heading = Text(title, 15, 600)
        for text in (heading, words):
            text.setWordWrap(True)
            column.addWidget(text)
        column.addSpacing(6)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.confirm)
        foot.addWidget(self.cancel)
        column.addLayout(foot)
        width = sizes.scaled(_WIDTH)
        self.setFixedSize(width, column.totalHeightForWidth(width))
