"""Asks whether the repositories inside a folder become folders of their own."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ui.i18n.language import counted, translate
from ui.popups.prompt_layout import lay_out
from ui.widgets.buttons import WordButton
from ui.widgets.popup import Popup
from ui.widgets.text import Text

_WIDTH = 480

MOST_NAMED = 8
"""Repositories that are named; the title counts all."""


class RepositoriesPrompt(Popup):
    """Offers to index each repository on its own; ``chosen(single)`` is True to keep them in one folder."""

    chosen = Signal(bool)

    def __init__(self, window: QWidget, folder: str, repositories: Sequence[str]) -> None:
        title = counted(len(repositories), "{n} repository in this folder", "{n} repositories in this folder")
        super().__init__(window, title)
        self.each = WordButton(translate("Index each on its own"), kind="primary", px=13, weight=600)
        self.together = WordButton(translate("Keep as one folder"), kind="plain", px=13)
        self._cancel = WordButton(translate("Cancel"), kind="plain", px=13)
        self._lay_out(title, folder, repositories)
        self.each.clicked.connect(lambda: self._choose(single=False))
        self.together.clicked.connect(lambda: self._choose(single=True))
        self._cancel.clicked.connect(self.dismiss)

    def open(self) -> None:
        """Show the prompt with the usual choice ready for the Enter key."""
        self.present(self.each)

    def _choose(self, *, single: bool) -> None:
        self.dismiss()
        self.chosen.emit(single)

    def _lay_out(self, title: str, folder: str, repositories: Sequence[str]) -> None:
        names = ", ".join(repositories[:MOST_NAMED])
        names += " \N{HORIZONTAL ELLIPSIS}" if len(repositories) > MOST_NAMED else ""
        hint = translate(
            "Each can be a folder of its own, with its name, branch and history, and so can the files beside them."
        )
        texts = [
            Text(words, 12, 400, token) for words, token in ((folder, "text3"), (names, "text2"), (hint, "text3"))
        ]
        for text in texts:
            text.setWordWrap(True)
        buttons = (self.together, self.each)
        lay_out(self, title, texts, buttons, apart=(self._cancel,), width=_WIDTH)
