"""The advanced row: how signals become scores, how chunks become files, and what ranks again afterwards."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from search.types.query import MAX_TOP, Aggregate, Fusion, RankSettings, Rerank
from ui.language import translate
from ui.shell.strip import Strip
from ui.theme import sizes
from ui.theme.fonts import font
from ui.widgets.buttons import WordButton
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox, FractionBox
from ui.widgets.text import Text

MAX_RERANK = 200
"""More candidates than this make a cross-encoder take seconds."""
_LIFT = 6
"""A single line stands so much nearer to the strip that it belongs to."""
ONE_LINE_FROM = 1290
"""Window width at which all groups fit beside each other."""


class AdvancedRow(Strip):
    """Shows the settings beyond the weight; ``settingsMoved(RankSettings)`` comes with each change."""

    settingsMoved = Signal(object)

    def __init__(self) -> None:
        super().__init__(sizes.TUNING_STRIP)
        self._settings = RankSettings()
        self._lines = 1
        self._guest: QWidget | None = None
        self.fusion = Segments(
            (Option(Fusion.WEIGHTED.value, translate("Weighted sum")), Option(Fusion.RRF.value, translate("RRF"))),
            translate("Fusion"),
        )
        self.rrf_k = CountBox(1, MAX_TOP, translate("Rank offset k of RRF"))
        self.aggregate = Segments(
            (
                Option(Aggregate.MAX.value, translate("Max")),
                Option(Aggregate.MEAN.value, translate("Mean")),
                Option(Aggregate.SOFTMAX_ATTN.value, translate("Attention")),
            ),
            translate("File score"),
        )
        self.temperature = FractionBox(0.01, 5.0, translate("Temperature of attention"))
        self.rerank = Segments(
            (
                Option(Rerank.NONE.value, translate("None")),
                Option(Rerank.KEYWORD.value, translate("Keyword")),
                Option(Rerank.CROSS_ENCODER.value, translate("Cross-encoder")),
            ),
            translate("Rerank"),
        )
        self.rerank_first = CountBox(1, MAX_RERANK, translate("How many files are ranked again"), step=10)
        self.structure = QCheckBox(translate("Structure"))
        self.structure.setToolTip(translate("Add what names, definitions and references say about a file"))
        self.structure.setAccessibleName(translate("Rank with structure"))
        self.reset = WordButton(translate("Reset"), kind="plain", icon_name="rotate-ccw")
        self.reset.setAccessibleName(translate("Reset ranking to defaults"))
        self.reset.setToolTip(translate("Reset ranking to defaults"))
        self._lay_out()
        self._connect()
        self.show_settings(self._settings)

    def changeEvent(self, event: QEvent) -> None:
        """Take the font of another text scale, after the style sheet has set its own."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "structure"):
            QTimer.singleShot(0, self, lambda: self.structure.setFont(font(12, 500)))

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
        fusion = translate("RRF") if self._settings.fusion is Fusion.RRF else translate("Weighted sum")
        score = {
            Aggregate.MAX: translate("Max"),
            Aggregate.MEAN: translate("Mean"),
            Aggregate.SOFTMAX_ATTN: translate("Attention"),
        }[self._settings.aggregate]
        rerank = {
            Rerank.NONE: translate("No rerank"),
            Rerank.KEYWORD: translate("Keyword rerank"),
            Rerank.CROSS_ENCODER: translate("Cross-encoder"),
        }[self._settings.rerank]
        plain = () if self._settings.structure else (translate("Plain"),)
        return " \u00b7 ".join((fusion, score, rerank, *plain))

    def is_changed(self) -> bool:
        """Return whether anything in this row differs from the defaults."""
        return _advanced_part(self._settings) != _advanced_part(RankSettings())

    def fit(self, width: int, guest: QWidget | None = None) -> None:
        """Use two lines where one is too short; ``guest`` is what has no room elsewhere."""
        lines = 1 if width >= ONE_LINE_FROM else 2
        if (lines, guest) != (self._lines, self._guest):
            self._lines, self._guest = lines, guest
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See what has room."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Leave out the word of the reset button where its line has no room for it."""
        line = self._upper if self._lines == 1 else self._under
        self.reset.setText(translate("Reset"))
        items = (line.itemAt(place) for place in range(line.count()))
        parts = [part for item in items if item is not None and (part := item.widget()) is not None]
        needed = sum(part.sizeHint().width() for part in parts) + line.spacing() * len(parts)
        if needed > self.width() - 2 * sizes.PANE_PADDING:
            self.reset.setText("")

    def _lay_out(self) -> None:
        k, temperature, first = translate("k"), translate("Temperature"), translate("first")
        self._groups = (
            _group(translate("Fusion"), self.fusion, Text(k, 12, 400, "text2"), self.rrf_k),
            _group(translate("File score"), self.aggregate, Text(temperature, 12, 400, "text2"), self.temperature),
            _group(translate("Rerank"), self.rerank, Text(first, 12, 400, "text2"), self.rerank_first),
        )
        column = QVBoxLayout()
        column.setSpacing(0)
        self._upper, self._under = QHBoxLayout(), QHBoxLayout()
        for line in (self._upper, self._under):
            line.setSpacing(20)
            column.addLayout(line, 1)
        self._column = column
        self.row.addLayout(column, 1)
        self._arrange()

    def _arrange(self) -> None:
        fusion, score, rerank = self._groups
        second = self._upper if self._lines == 1 else self._under
        self._column.setStretchFactor(self._under, self._lines - 1)
        self._column.setContentsMargins(0, 0, 0, _LIFT if self._lines == 1 else 0)
        for line in (self._upper, self._under):
            while line.takeAt(0) is not None:
                pass
        for widget in (fusion, score):
            self._upper.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        if self._lines == 2:
            self._upper.addStretch(1)
        for widget in (rerank, self.structure, *([self._guest] if self._guest is not None else [])):
            second.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        second.addStretch(1)
        second.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignVCenter)
        self.set_height(sizes.TUNING_STRIP * self._lines)
        self._make_room()

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


def _group(title: str, *parts: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(sizes.GAP)
    row.addWidget(Text(title, 12, 400, "text2"))
    for part in parts:
        row.addWidget(part)
    return box


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
