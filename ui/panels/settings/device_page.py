"""Settings: what computes the vectors."""

from collections.abc import Sequence

from PySide6.QtCore import Signal

from ui.i18n.language import translate
from ui.panels.settings.choice_rows import ChoiceCard
from ui.panels.settings.rows import SettingRow, SettingsPage
from ui.widgets.spin import CountBox

MAX_THREADS = 256


class DevicePage(SettingsPage):
    """The choice between automatic, processor and GPU.

    Signals:
        chosen: ``auto``, ``cpu`` or ``gpu``.
        threadsChanged: number of threads; 0 lets Dowse choose.
        batchChanged: number of texts that are embedded at once.
    """

    chosen = Signal(str)
    threadsChanged = Signal(int)
    batchChanged = Signal(int)

    def __init__(self) -> None:
        super().__init__(translate("Device"), translate("What computes the vectors."))
        self.cards = {
            "auto": ChoiceCard(
                "auto", translate("Auto"), translate("A GPU where one can be used, else the processor")
            ),
            "cpu": ChoiceCard("cpu", "CPU", translate("The processor of this computer")),
        }
        self.gpu = ChoiceCard("gpu", "GPU", translate("Looking for one"))
        self._connect()
        self.threads = CountBox(0, MAX_THREADS, translate("Threads of the processor"), width=72)
        self.threads.setSpecialValueText("auto")
        self.batch = CountBox(1, 1024, translate("Texts embedded at once"), step=8, width=72)
        self.threads.valueChanged.connect(self.threadsChanged)
        self.batch.valueChanged.connect(self.batchChanged)
        self.add_line()
        self.add(SettingRow(translate("Threads"), translate("auto: one on each core"), self.threads))
        self.add(
            SettingRow(translate("Batch"), translate("Texts embedded at once; more need more memory"), self.batch)
        )
        self.finish()

    def show_device(self, device: str, threads: int, batch: int) -> None:
        """Show the current settings."""
        for card in (*self.cards.values(), self.gpu):
            card.setChecked(card.key == device)
        for box, value in ((self.threads, threads), (self.batch, batch)):
            box.blockSignals(True)
            box.setValue(value)
            box.blockSignals(False)

    def show_now(self, device: str) -> None:
        """Show which device embeds at the moment."""
        self.cards["auto"].set_detail(
            translate("A GPU where one can be used, else the processor. Now: {device}").format(device=device)
            if device
            else self.cards["auto"].detail
        )

    def show_graphics(self, names: Sequence[str]) -> None:
        """Show the GPUs of this computer."""
        self.gpu.set_detail(", ".join(names) if names else translate("None was found on this computer"))
        self.gpu.setEnabled(bool(names) or self.gpu.isChecked())

    def _connect(self) -> None:
        for card in (*self.cards.values(), self.gpu):
            card.clicked.connect(lambda _checked=False, key=card.key: self.chosen.emit(key))
            self.add(card, 8)
        self.column.addSpacing(6)
