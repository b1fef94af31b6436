"""The advanced row: how signals become scores, how chunks become files, and what ranks again afterwards."""

from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from search.types.query import MAX_TOP, Aggregate, Fusion, RankSettings, Rerank
from ui.i18n.language import translate
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
_APART = 20
"""Pixels between two groups of a line."""
_BREAKS: tuple[tuple[int, ...], ...] = ((), (2,), (2, 4), (1, 2, 4))
"""Ways to break the row into lines: before which of its parts a new one begins. The first that fits is taken."""


class AdvancedRow(Strip):
    """Shows the settings beyond the weight; ``settingsMoved(RankSettings)`` comes with each change."""

    settingsMoved = Signal(object)

    def __init__(self) -> None:
        super().__init__(sizes.TUNING_STRIP)
        self._settings = RankSettings()
        self._breaks: tuple[int, ...] = ()
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
                Option(
                    Rerank.READER.value, translate("Reader"), translate("Reads the first files with the question")
                ),
                Option(Rerank.KEYWORD.value, translate("Keyword")),
                Option(Rerank.CROSS_ENCODER.value, translate("Cross-encoder")),
            ),
            translate("Rerank"),
        )
        self.rerank_first = CountBox(1, MAX_RERANK, translate("How many files are ranked again"), step=10)
        self._first = Text(translate("first"), 12, 400, "text2")
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
        for part in (self._first, self.rerank_first):
            part.setVisible(settings.rerank.replaces_scores)  # the reader knows how many files it reads

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
            Rerank.READER: translate("Reader"),
            Rerank.KEYWORD: translate("Keyword rerank"),
            Rerank.CROSS_ENCODER: translate("Cross-encoder"),
        }[self._settings.rerank]
        plain = () if self._settings.structure else (translate("Plain"),)
        return " \u00b7 ".join((fusion, score, rerank, *plain))

    def is_changed(self) -> bool:
        """Return whether anything in this row differs from the defaults."""
        return _advanced_part(self._settings) != _advanced_part(RankSettings())

    def hold(self, guest: QWidget | None) -> None:
        """Have a part that has no room elsewhere."""
        if guest is not self._guest:
            self._guest = guest
            self._break_lines(anew=True)

    def event(self, event: QEvent) -> bool:
        """Wrap the lines again after a part changed its size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._break_lines()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See what has room."""
        super().resizeEvent(event)
        self._break_lines()

    def _parts(self) -> list[QWidget]:
        return [*self._groups, self.structure, *([self._guest] if self._guest is not None else []), self.reset]

    def _width_of(self, parts: list[QWidget]) -> int:
        return sum(part.sizeHint().width() for part in parts) + _APART * (len(parts) - 1)

    def _break_lines(self, *, anew: bool = False) -> None:
        """Use as few lines as hold every part; the word of the reset button gives way before a third line."""
        room, parts = self.width() - 2 * sizes.PANE_PADDING, self._parts()
        self.reset.setText(translate("Reset"))
        breaks = next((lines for lines in _BREAKS[:2] if self._fits(parts, lines, room)), None)
        if breaks is None:
            self.reset.setText("")
            breaks = next((lines for lines in _BREAKS[1:] if self._fits(parts, lines, room)), _BREAKS[-1])
        if anew or breaks != self._breaks:
            self._breaks = breaks
            self._arrange(_lines(parts, breaks))

    def _fits(self, parts: list[QWidget], breaks: tuple[int, ...], room: int) -> bool:
        return all(self._width_of(line) <= room for line in _lines(parts, breaks))

    def _lay_out(self) -> None:
        k, temperature = translate("k"), translate("Temperature")
        self._groups = (
            _group(translate("Fusion"), self.fusion, Text(k, 12, 400, "text2"), self.rrf_k),
            _group(translate("File score"), self.aggregate, Text(temperature, 12, 400, "text2"), self.temperature),
            _group(translate("Rerank"), self.rerank, self._first, self.rerank_first),
        )
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self._rows = [QHBoxLayout() for _most in range(len(_BREAKS[-1]) + 1)]
        for row in self._rows:
            row.setSpacing(_APART)
            self._column.addLayout(row)
        self.row.addLayout(self._column, 1)
        self._break_lines(anew=True)

    def _arrange(self, lines: list[list[QWidget]]) -> None:
        single = len(lines) == 1
        self._column.setContentsMargins(0, 0, 0, _LIFT if single else 0)
        for number, row in enumerate(self._rows):
            while row.takeAt(0) is not None:
                pass
            self._column.setStretchFactor(row, int(number < len(lines)))
            for widget in lines[number] if number < len(lines) else ():
                if widget is self.reset:
                    row.addStretch(1)
                row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
            if number < len(lines) - 1:
                row.addStretch(1)
        self.set_height(sizes.TUNING_STRIP * len(lines))

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


def _lines(parts: list[QWidget], breaks: tuple[int, ...]) -> list[list[QWidget]]:
    """Return the parts line by line."""
    ends = [0, *breaks, len(parts)]
    return [parts[begin:end] for begin, end in pairwise(ends)]


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
