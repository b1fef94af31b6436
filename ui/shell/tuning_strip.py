"""The tuning strip: weight slider, presets, minimum confidence, number of files, door to the advanced row."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from search.types.profiles import WEIGHT_PROFILES
from search.types.query import MAX_TOP, Fusion, Mode, RankSettings
from ui.i18n.language import translate, with_hundredths, with_tenths
from ui.shell.strip import Strip
from ui.shell.tuning_buttons import AdvancedButton, MenuButton
from ui.theme import sizes
from ui.widgets.blend_slider import BlendSlider
from ui.widgets.segments import Option, Segments
from ui.widgets.spin import CountBox, FractionBox
from ui.widgets.text import Line, Text

DEFAULT_TOP = 50
"""Files asked for at first: more than fit on a screen, few enough to materialise at once."""

LABELLED_FROM = 1400
"""Window width from which the advanced button spells out the settings."""
PRESETS_FROM = 1310
"""Window width from which all presets have a button; below they are one menu."""
LIMITS_FROM = 1040
"""Window width from which relevance and top stand here; below they are in the advanced row."""
_LIFT = 6
"""Pixels under the controls: the strip belongs to the search field above it."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named weight.

    Attributes:
        id: name of its weight profile, the same in every language.
        name: short, for a button.
        focus: longer, for a command or a tooltip.
    """

    id: str
    name: str
    weight: float
    focus: str

    @property
    def label(self) -> str:
        """The short name with the weight, unless the name says it."""
        name = translate(self.name)
        return name if self.weight == 1.0 else f"{name} {with_tenths(self.weight)}"


_NAMES = {
    "keyword_focused": (translate("Keyword"), translate("Keyword-focused")),
    "balanced": (translate("Balanced"), translate("Balanced")),
    "semantic_focused": (translate("Semantic"), translate("Semantic-focused")),
    "pure_semantic": (translate("Meaning only"), translate("By meaning only")),
}

PRESETS = tuple(
    Preset(name, short, WEIGHT_PROFILES[name].weight, focus) for name, (short, focus) in _NAMES.items()
)
"""The weight profiles, as settings and command line name them too."""


class TuningStrip(Strip):
    """Shows `RankSettings` and emits the changed ones.

    ``settingsMoved(RankSettings)``: something was changed that can be ranked again at once;
    ``grabbed`` and ``released`` frame a drag; ``topChanged(int)`` needs a new answer.
    """

    settingsMoved = Signal(object)
    grabbed = Signal()
    released = Signal()
    topChanged = Signal(int)
    advancedToggled = Signal(bool)

    def __init__(self) -> None:
        super().__init__(sizes.TUNING_STRIP)
        self._settings = RankSettings()
        self._enabled, self._width, self._room, self._others = True, 0, 0, 0
        self.slider = BlendSlider(tuple(p.weight for p in PRESETS), translate("Weight of meaning"))
        self.weight = FractionBox(0.0, 1.0, translate("Weight of meaning"))
        self.presets = Segments(self._preset_options(), translate("Weight preset"))
        self.preset_menu = MenuButton(translate("Weight preset"))
        self.relevance = FractionBox(0.0, 1.0, translate("Minimum confidence"))
        self.top = CountBox(1, MAX_TOP, translate("Number of files"), step=10)
        self.advanced = AdvancedButton(translate("Advanced ranking"))
        self.limits = self._limits()
        self._lay_out()
        self._connect()
        self.top.setValue(DEFAULT_TOP)
        self.show_settings(self._settings)

    @property
    def settings(self) -> RankSettings:
        """What is shown."""
        return self._settings

    def show_settings(self, settings: RankSettings) -> None:
        """Show these settings, without a signal."""
        self._settings = settings
        weight = settings.effective_weight
        free = settings.mode is Mode.HYBRID and self._enabled
        self.slider.set_weight(weight)
        _set_silently(self.weight, weight)
        _set_silently(self.relevance, settings.min_score)
        for widget in (self.slider, self.weight, self.presets, self.preset_menu):
            widget.setEnabled(free)
        self._keyword.set_token("kw_text" if weight < 1 else "disabled")
        self._semantic.set_token("sem_text" if weight > 0 else "disabled")
        preset = next((p for p in PRESETS if abs(p.weight - weight) < 0.005), None)
        self.presets.set_current("" if preset is None else preset.id)
        self.preset_menu.set_word(translate("Preset") if preset is None else translate(preset.name))
        self.slider.setToolTip(self._tip(settings))

    def set_preset(self, weight: float) -> None:
        """Set a weight like a click on its preset."""
        if self.slider.isEnabled():
            self.grabbed.emit()
            self._move(weight)
            self.released.emit()

    def show_limits(self, *, shown: bool) -> None:
        """Show relevance and top here, or leave them to the advanced row."""
        self.limits.setVisible(shown)
        self._line.setVisible(shown)

    def fit(self, width: int, room: int) -> None:
        """Follow the rules for narrow windows; ``room`` is the width in pixels, whatever the text scale."""
        self.presets.setVisible(width >= PRESETS_FROM)
        self.preset_menu.setVisible(width < PRESETS_FROM)
        self._width, self._room = width, room
        self._fit_advanced()

    def set_advanced(self, label: str, *, changed: bool) -> None:
        """Show the settings of the advanced row; ``changed`` colours them."""
        self.advanced.set_label(label, changed=changed)
        self._fit_advanced()

    def hold_limits(self, *, on: bool) -> None:
        """Have relevance and top here, or leave them to the advanced row."""
        self._line.setVisible(on)
        if on and self.row.indexOf(self.limits) < 0:
            self.row.insertWidget(self.row.indexOf(self._line) + 2, self.limits)
            self.limits.show()  # at once: what is left for the others is measured next

    def event(self, event: QEvent) -> bool:
        """Fit the button again once the other parts have taken the size of another text scale."""
        is_done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            others = self.row.minimumSize().width() - self.advanced.width()
            if others != self._others:
                self._others = others
                self._fit_advanced()
        return is_done

    def _fit_advanced(self) -> None:
        """Show the settings on the button if they fit; some languages need more space."""
        width, word = self._width, self._width >= LIMITS_FROM
        self.advanced.set_room(labelled=width >= LABELLED_FROM, word=word)
        if self.row.minimumSize().width() > self._room:
            self.advanced.set_room(labelled=False, word=word)

    def _preset_options(self) -> tuple[Option, ...]:
        return tuple(Option(p.id, p.label, f"{translate(p.focus)}: {with_hundredths(p.weight)}") for p in PRESETS)

    def _tip(self, settings: RankSettings) -> str:
        if settings.fusion is Fusion.RRF:
            return translate("Weighs the reciprocal ranks of both lists: 0 is by word, 1 is by meaning")
        return translate("0 ranks by word, 1 by meaning. Double click for the middle")

    def _limits(self) -> QWidget:
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.GAP)
        row.addWidget(Text(translate("Min. confidence"), 12, 400, "text2"))
        row.addWidget(self.relevance)
        row.addSpacing(sizes.GAP)
        row.addWidget(Text(translate("Top"), 12, 400, "text2"))
        row.addWidget(self.top)
        return box

    def _lay_out(self) -> None:
        self._keyword = Text(translate("Keyword"), 12, 600, "kw_text")
        self._semantic = Text(translate("Semantic"), 12, 600, "sem_text")
        self._line = Line(vertical=True, length=20, token="border_strong")
        row = self.row
        row.setContentsMargins(sizes.PANE_PADDING, 0, sizes.PANE_PADDING, _LIFT)
        row.addWidget(self._blend())
        row.addSpacing(11)
        row.addWidget(self.weight)
        row.addSpacing(11)
        row.addWidget(self.presets)
        row.addWidget(self.preset_menu)
        row.addSpacing(9)
        row.addWidget(self._line)
        row.addSpacing(9)
        row.addWidget(self.limits)
        row.addStretch(1)
        row.addWidget(self.advanced)

    def _blend(self) -> QWidget:
        """Return the slider between its words; words are at the left of every bar, in every language."""
        blend = QWidget()
        blend.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        row = QHBoxLayout(blend)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(sizes.GAP)
        for part in (self._keyword, self.slider, self._semantic):
            row.addWidget(part)
        return blend

    def _connect(self) -> None:
        self.slider.weightMoved.connect(self._move)
        self.slider.grabbed.connect(self.grabbed)
        self.slider.released.connect(self.released)
        self.weight.valueChanged.connect(self.set_preset)
        self.presets.chosen.connect(self._take_preset)
        self.preset_menu.chosen.connect(self._take_preset)
        self.relevance.valueChanged.connect(self._set_relevance)
        self.top.valueChanged.connect(self.topChanged)
        self.advanced.toggled.connect(lambda _opened: self._fit_advanced())
        self.advanced.toggled.connect(self.advancedToggled)
        self.preset_menu.set_choices(tuple((p.id, p.label) for p in PRESETS))

    def _take_preset(self, preset: str) -> None:
        self.set_preset(WEIGHT_PROFILES[preset].weight)

    def _move(self, weight: float) -> None:
        self.show_settings(replace(self._settings, weight=round(weight, 4)))
        self.settingsMoved.emit(self._settings)

    def _set_relevance(self, value: float) -> None:
        self._settings = replace(self._settings, min_score=round(value, 4))
        self.settingsMoved.emit(self._settings)


def _set_silently(box: FractionBox, value: float) -> None:
    with QSignalBlocker(box):
        box.setValue(value)
