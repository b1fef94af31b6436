"""Settings: which model turns texts into vectors."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from ui.i18n.language import counted, translate
from ui.i18n.size_words import size_words
from ui.panels.settings.choice_rows import ChoiceCard
from ui.panels.settings.rows import SettingCheck, SettingsPage, wrapped
from ui.services import ModelCard
from ui.widgets.buttons import WordButton


class ModelPage(SettingsPage):
    """The models as cards.

    Signals:
        chosen: key of the model to use from now on.
        folderWanted: choose a folder with a model.
        semanticChanged: whether texts are embedded at all.
    """

    chosen = Signal(str)
    folderWanted = Signal()
    semanticChanged = Signal(bool)

    def __init__(self) -> None:
        super().__init__(
            translate("Model"),
            translate(
                "Turns text into vectors, on this computer. Another model means that everything is embedded again."
            ),
        )
        self.cards: list[ChoiceCard] = []
        self._card_column = QVBoxLayout()
        self._card_column.setSpacing(8)
        self.column.addLayout(self._card_column)
        self.column.addSpacing(12)
        folder = WordButton(translate("Use a model in a folder"), icon_name="folder-open")
        folder.clicked.connect(self.folderWanted)
        self.add(folder, 8)
        self.cost = wrapped("", 12, "text2")
        self.add(self.cost, 14)
        self.add_line()
        self.semantic = SettingCheck(
            translate("Search by meaning"),
            translate("Off: words, names and dependencies only; nothing is embedded"),
        )
        self.semantic.box.clicked.connect(self.semanticChanged)
        self.add(self.semantic)
        self.finish()

    def show_models(self, models: Sequence[ModelCard], current: str) -> None:
        """Show the models; ``current`` is the key of the one in use."""
        while (old := self._card_column.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.deleteLater()
        self.cards = [_card(model) for model in models]
        for card in self.cards:
            card.setChecked(card.key == current)
            card.clicked.connect(lambda _checked=False, key=card.key: self.chosen.emit(key))
            self._card_column.addWidget(card)

    def show_cost(self, chunks: int, chunks_a_second: float) -> None:
        """Show how long a change of the model takes; nothing while the speed is unknown."""
        if not chunks or chunks_a_second <= 0:
            self.cost.setText("")
            return
        self.cost.setText(
            counted(
                chunks, "Re-embedding {n} chunk takes about {time}.", "Re-embedding {n} chunks takes about {time}."
            ).format(time=_duration(chunks / chunks_a_second))
        )


def _card(model: ModelCard) -> ChoiceCard:
    parts = (
        size_words(model.size_bytes) if model.size_bytes else "",
        translate("{n} dimensions").format(n=model.dimension) if model.dimension else "",
        model.language,
        model.licence,
    )
    note, token = (translate("Installed"), "ok") if model.installed else (translate("Not found"), "danger")
    return ChoiceCard(model.key, model.name, ", ".join(part for part in parts if part), note, token)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5_400 else f"{round(seconds / 3_600)} h"
