"""Settings: the editor that opens a result at its line."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from ui.controllers.editors import CUSTOM, EDITORS, FIRST_FOUND, SYSTEM, problem_of, template_of
from ui.i18n.language import translate
from ui.panels.settings.choice_rows import ChoiceCard
from ui.panels.settings.rows import SettingsPage, wrapped
from ui.theme.fonts import font


class EditorPage(SettingsPage):
    """Editors as cards, and a field for a custom command.

    Signals:
        chosen: key of an editor, and the custom command.
    """

    chosen = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(
            translate("Editor"),
            translate("Opens a result at its line: Enter in the list, or Open in the preview."),
        )
        self.cards: dict[str, ChoiceCard] = {}
        self.command = QLineEdit()
        self.command.setObjectName("editor-command")
        self.command.setAccessibleName(translate("Command of your own editor"))
        self.command.setPlaceholderText("myeditor {file}:{line}")
        self.command.setFont(font(12, mono=True))
        self.problem = wrapped("", 12, "danger")
        self._add_cards()
        self.command.textEdited.connect(lambda _text: self._take(CUSTOM))
        self.add(self.command, 6)
        self.add(self.problem)
        self.finish()

    def show_editor(self, key: str, command: str) -> None:
        """Show the current settings."""
        self.command.setText(command)
        self._check(key if key in self.cards else FIRST_FOUND)

    def _add_cards(self) -> None:
        first = template_of(FIRST_FOUND)
        named = [
            (
                FIRST_FOUND,
                translate("The first that is installed"),
                first or translate("None of these is installed: the system's own"),
            )
        ]
        named += [(editor.key, editor.name, template_of(editor.key)) for editor in EDITORS]
        named.append(
            (
                SYSTEM,
                translate("System default"),
                translate("What this computer opens the file with; it may not go to the line"),
            )
        )
        named.append((CUSTOM, translate("Your own command"), translate("{file} and {line} stand for the place")))
        for key, title, detail in named:
            is_installed = bool(detail)
            card = ChoiceCard(
                key,
                title,
                detail or translate("Not installed, or not in the PATH"),
                "" if is_installed else translate("Not found"),
            )
            card.clicked.connect(lambda _checked=False, key=key: self._take(key))
            self.cards[key] = card
            self.add(card, 8)

    def _take(self, key: str) -> None:
        self._check(key)
        self.chosen.emit(key, self.command.text())

    def _check(self, key: str) -> None:
        for other, card in self.cards.items():
            card.setChecked(other == key)
        self.problem.setText(problem_of(self.command.text()) if key == CUSTOM else "")
