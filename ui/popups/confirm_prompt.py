"""Asks whether something that takes long to get back is meant."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.i18n.language import translate
from ui.popups.prompt_layout import lay_out
from ui.widgets.buttons import WordButton
from ui.widgets.popup import Popup
from ui.widgets.text import Text

_ABOVE_BUTTONS = 6
"""Pixels between the sentence and the buttons, in addition to those between all parts."""


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
        words = Text(sentence, 12, 400, "text2")
        words.setWordWrap(True)
        words.setContentsMargins(0, 0, 0, _ABOVE_BUTTONS)
        lay_out(self, title, (words,), (self.confirm, self.cancel))
        self.confirm.clicked.connect(self._confirm)
        self.cancel.clicked.connect(self.dismiss)

    def open(self) -> None:
        """Show the prompt."""
        self.present(self.cancel)

    def _confirm(self) -> None:
        self.dismiss()
        self.confirmed.emit()
