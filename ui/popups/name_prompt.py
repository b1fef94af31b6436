"""Asks for a name in one field, and shows while it is typed why it cannot be used."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from ui.i18n.language import translate
from ui.popups.prompt_layout import lay_out
from ui.theme.fonts import font
from ui.widgets.buttons import WordButton
from ui.widgets.popup import Popup
from ui.widgets.spin import LeaveShortcuts
from ui.widgets.text import Text

MOST_NAME_CHARS = 120

Refusal = Callable[[str], str]
"""Returns why a name cannot be used; empty if it can."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of a prompt.

    Attributes:
        hint: what the name is for.
        field: accessible name of the field.
        action: text of the button.
    """

    title: str
    hint: str
    field: str
    action: str


class NamePrompt(Popup):
    """Asks for one name; ``nameChosen(name)`` has it without spaces at its ends.

    The button is disabled for a refused name, and the reason is shown below the field.
    """

    nameChosen = Signal(str)

    def __init__(self, window: QWidget, wording: Wording, name: str, refusal: Refusal) -> None:
        super().__init__(window, wording.title)
        self._refusal = refusal
        self.field = QLineEdit(name)
        self.field.setFont(font(13))
        self.field.setMaxLength(MOST_NAME_CHARS)
        self.field.setAccessibleName(wording.field)
        self.field.installEventFilter(LeaveShortcuts(self))
        self.refused = Text("", 12, 500, "danger")
        self.take = WordButton(wording.action, kind="primary", px=13, weight=600)
        self._cancel = WordButton(translate("Cancel"), kind="plain", px=13)
        self._lay_out(wording)
        self._check()
        self.field.textChanged.connect(self._check)
        self.field.returnPressed.connect(self._give)
        self.take.clicked.connect(self._give)
        self._cancel.clicked.connect(self.dismiss)

    @property
    def name(self) -> str:
        """The typed name, with single spaces between words and none at the ends."""
        return " ".join(self.field.text().split())

    def open(self) -> None:
        """Show the prompt with all of the name selected."""
        self.field.selectAll()
        self.present(self.field)

    def _check(self) -> None:
        why = self._refusal(self.name)
        self.refused.setText(why)
        self.field.setAccessibleDescription(why)
        self.take.setEnabled(not why)

    def _give(self) -> None:
        if self.take.isEnabled():
            self.dismiss()
            self.nameChosen.emit(self.name)

    def _lay_out(self, wording: Wording) -> None:
        hint = Text(wording.hint, 12, 400, "text3")
        for words in (hint, self.refused):
            words.setWordWrap(True)
        line = self.refused.fontMetrics().lineSpacing()
        self.refused.setMinimumHeight(2 * line)
        self.refused.setAlignment(self.refused.alignment().AlignTop)
        lay_out(self, wording.title, (hint, self.field, self.refused), (self._cancel, self.take))


def refuse_names(names: Iterable[str], reason: str, *, case_sensitive: bool = False) -> Refusal:
    """Return a check that refuses an empty name, and ``names`` with ``reason``."""
    refused = {name if case_sensitive else name.casefold() for name in names}

    def refusal(name: str) -> str:
        if not name:
            return translate("A name is needed")
        return reason if (name if case_sensitive else name.casefold()) in refused else ""

    return refusal


def unused_name(name: str, names: Iterable[str]) -> str:
    """Return ``name``, with a number after it if it is one of ``names``."""
    known = {other.casefold() for other in names}
    numbered = (f"{name} {number}" for number in range(2, len(known) + 3))
    return next(free for free in (name, *numbered) if free.casefold() not in known)
