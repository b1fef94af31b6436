"""The advanced row: how signals become scores, how chunks become files, and what ranks again afterwards."""

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QSpinBox

from search.types.query import MAX_TOP, Aggregate, Fusion, RankSettings, Rerank
from ui.shell.strip import Strip
from ui.theme import sizes
from ui.theme.fonts import font
from ui.widgets.buttons import WordButton
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox, FractionBox
from ui.widgets.text import Text

MAX_RERANK = 200
"""More candidates than this make a cross-encoder take seconds."""


class AdvancedRow(Strip):
    """Shows the settings beyond the weight; ``settingsMoved(RankSettings)`` comes with each change."""

    settingsMoved = Signal(object)

    def __init__(self) -> None:
        super().__init__(sizes.TUNING_STRIP)
        self._settings = RankSettings()
        self.fusion = Segments(
            (Option(Fusion.WEIGHTED.value, self.tr("Weighted sum")), Option(Fusion.RRF.value, self.tr("RRF"))),
            self.tr("Fusion"),
        )
        self.rrf_k = CountBox(1, MAX_TOP, self.tr("Rank offset k of RRF"))
        self.aggregate = Segments(
            (
                Option(Aggregate.MAX.value, self.tr("Max")),
                Option(Aggregate.MEAN.value, self.tr("Mean")),
                Option(Aggregate.SOFTMAX_ATTN.value, self.tr("Attention")),
            ),
            self.tr("File score"),
        )
        self.temperature = FractionBox(0.01, 5.0, self.tr("Temperature of attention"))
        self.rerank = Segments(
            (
                Option(Rerank.NONE.value, self.tr("None")),
                Option(Rerank.KEYWORD.value, self.tr("Keyword")),
                Option(Rerank.CROSS_ENCODER.value, self.tr("Cross-encoder")),
            ),
            self.tr("Rerank"),
        )
        self.rerank_first = CountBox(1, MAX_RERANK, self.tr("How many files are ranked again"), step=10)
        self.structure = QCheckBox(self.tr("Structure"))
        self.structure.setToolTip(self.tr("Add what names, definitions and references say about a file"))
        self.structure.setAccessibleName(self.tr("Rank with structure"))
        self.reset = WordButton(self.tr("Reset"), kind="plain", icon_name="rotate-ccw")
        self._lay_out()
        self._connect()
        self.show_settings(self._settings)

    def show_settings(self, settings: RankSettings) -> None:
        """Show these settings, without a signal."""
        self._settings = settings
        self.fusion.set_current(settings.fusion.value)
        self.aggregate.set_current(settings.aggregate.value)
        self.rerank.set_current(settings.rerank.value)
        self.structure.setFont(font(12, 500))
        with QSignalBlocker(self.structure):
            self.structure.setChecked(settings.structure)
        _set(self.rrf_k, settings.rrf_k)
        _set(self.temperature, settings.temperature)
        _set(self.rerank_first, min(settings.rerank_first, MAX_RERANK))
        self.rrf_k.setEnabled(settings.fusion is Fusion.RRF)
        self.temperature.setEnabled(settings.aggregate is Aggregate.SOFTMAX_ATTN)
        self.rerank_first.setEnabled(settings.rerank is not Rerank.NONE)

    def label(self) -> str:
        """Return the settings in a few words, for the button that opens this row."""
        fusion = self.tr("RRF") if self._settings.fusion is Fusion.RRF else self.tr("Weighted sum")
        score = {
            Aggregate.MAX: self.tr("Max"),
            Aggregate.MEAN: self.tr("Mean"),
            Aggregate.SOFTMAX_ATTN: self.tr("Attention"),
        }[self._settings.aggregate]
        rerank = {
            Rerank.NONE: self.tr("No rerank"),
            Rerank.KEYWORD: self.tr("Keyword rerank"),
            Rerank.CROSS_ENCODER: self.tr("Cross-encoder"),
        }[self._settings.rerank]
        plain = () if self._settings.structure else (self.tr("Plain"),)
        return " \u00b7 ".join((fusion, score, rerank, *plain))

    def is_changed(self) -> bool:
        """Return whether anything in this row differs from the defaults."""
        return _advanced_part(self._settings) != _advanced_part(RankSettings())

    def _lay_out(self) -> None:
        groups = (
            (self.tr("Fusion"), self.fusion, self.tr("k"), self.rrf_k),
            (self.tr("File score"), self.aggregate, self.tr("Temperature"), self.temperature),
            (self.tr("Rerank"), self.rerank, self.tr("first"), self.rerank_first),
        )
        row = self.row
        for title, segments, detail, box in groups:
            row.addWidget(Text(title, 12, 400, "text2"))
            row.addSpacing(sizes.GAP)
            row.addWidget(segments)
            row.addSpacing(sizes.GAP)
            row.addWidget(Text(detail, 12, 400, "text2"))
            row.addSpacing(sizes.GAP)
            row.addWidget(box)
            row.addSpacing(20)
        row.addWidget(self.structure)
        row.addStretch(1)
        row.addWidget(self.reset)

    def _connect(self) -> None:
        self.fusion.chosen.connect(lambda key: self._change(fusion=Fusion(key)))
        self.aggregate.chosen.connect(lambda key: self._change(aggregate=Aggregate(key)))
        self.rerank.chosen.connect(lambda key: self._change(rerank=Rerank(key)))
        self.rrf_k.valueChanged.connect(lambda value: self._change(rrf_k=value))
        self.temperature.valueChanged.connect(lambda value: self._change(temperature=round(value, 4)))
        self.rerank_first.valueChanged.connect(lambda value: self._change(rerank_first=value))
        self.structure.toggled.connect(lambda checked: self._change(structure=checked))
        self.reset.clicked.connect(self._restore)

    def _change(self, **values: object) -> None:
        changed = replace(self._settings, **values)  # type: ignore[arg-type]  # names and types are checked above
        self.show_settings(changed)
        self.settingsMoved.emit(changed)

    def _restore(self) -> None:
        defaults = RankSettings(mode=self._settings.mode, min_score=self._settings.min_score)
        self.show_settings(defaults)
        self.settingsMoved.emit(defaults)


def _advanced_part(settings: RankSettings) -> tuple[object, ...]:
    return (
        settings.fusion,
        settings.rrf_k,
        settings.aggregate,
        settings.temperature,
        settings.rerank,
        settings.rerank_first,
        settings.structure,
    )


def _set(box: QSpinBox | QDoubleSpinBox, value: float) -> None:
    with QSignalBlocker(box):
        if isinstance(box, QSpinBox):
            box.setValue(int(value))
        else:
            box.setValue(value)
