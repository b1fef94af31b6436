"""The ranking controls of the window: tuning strip, advanced row and the modes in the top bar."""

from collections.abc import Iterable, Iterator
from functools import partial

from PySide6.QtCore import QObject

from search.types.query import Fusion, Mode, RankSettings, Rerank
from ui.controllers.query_controller import QueryController
from ui.controllers.search_controller import SearchController
from ui.i18n.language import counted, translate, with_hundredths
from ui.panels.panel import RANKING
from ui.panels.results.pane import ResultsPane
from ui.shell.tuning_strip import PRESETS
from ui.user_data.window_state import WindowState
from ui.widgets.actions import Binding, Command
from ui.window.layout import WindowLayout

_WEIGHT_STEP = 0.05
_MODES = {
    Mode.HYBRID: translate("Ranking: hybrid mode"),
    Mode.SEMANTIC: translate("Ranking: semantic mode"),
    Mode.KEYWORD: translate("Ranking: keyword mode"),
}


class RankingControls(QObject):
    """Connects the ranking controls with the search: each shows what another one changed."""

    def __init__(
        self,
        layout: WindowLayout,
        search: SearchController,
        query: QueryController,
        results: ResultsPane,
        state: WindowState,
    ) -> None:
        super().__init__(layout)
        self._state = state
        self._layout, self._search, self._query = layout, search, query
        self._mode_before: Mode | None = None
        tuning = layout.tuning
        for control in (tuning, layout.advanced):
            control.settingsMoved.connect(query.set_ranking)
        tuning.topChanged.connect(search.set_top)
        results.view.furtherRequested.connect(lambda: tuning.top.setValue(2 * tuning.top.value()))
        tuning.grabbed.connect(search.grab)
        tuning.grabbed.connect(results.remember_ranks)
        tuning.released.connect(search.release)
        tuning.released.connect(results.rest_ranks)
        layout.top.modeChosen.connect(lambda mode: query.set_mode(Mode(mode)))
        query.rankingReplaced.connect(self._show)
        search.busyChanged.connect(self._say_reranking)

    def commands(self) -> Iterable[Binding]:
        """Return the commands that change the ranking, but that which opens the advanced row."""
        bind, advanced = RANKING.bind, self._layout.advanced
        less, more = partial(self._nudge, -_WEIGHT_STEP), partial(self._nudge, _WEIGHT_STEP)
        cross_encoder = translate("Rerank with cross-encoder, or not")
        reader = translate("Read the first files with the question, or not")
        return (
            *self._presets(),
            bind("less-meaning", translate("Weight \u22120.05"), less, "Ctrl+[", icon="minus"),
            bind("more-meaning", translate("Weight +0.05"), more, "Ctrl+]", icon="plus"),
            bind(
                "advanced",
                translate("Advanced ranking"),
                lambda: self._layout.tuning.advancedToggled.emit(not self._state.advanced_open),
                "Ctrl+Shift+A",
                icon="sliders-horizontal",
            ),
            bind(
                "fusion",
                translate("Ranking: switch weighted sum and RRF fusion"),
                self._switch_fusion,
                icon="scale",
            ),
            bind("reader", reader, partial(self._switch_rerank, Rerank.READER, Rerank.NONE), icon="eye"),
            bind(
                "rerank",
                cross_encoder,
                partial(self._switch_rerank, Rerank.CROSS_ENCODER, Rerank.READER),
                icon="arrow-up-down",
            ),
            bind("reset-ranking", translate("Reset ranking to defaults"), advanced.reset.click, icon="rotate-ccw"),
            *(
                bind(f"mode-{mode.value}", _MODES[mode], partial(self._query.set_mode, mode), icon="search")
                for mode in Mode
            ),
        )

    def use_keywords_only(self) -> None:
        """Search by word while semantic search does not work; `use_semantics_again` goes back."""
        if self._mode_before is None:
            self._mode_before = self._search.settings.mode
        self._query.set_mode(Mode.KEYWORD)

    def use_semantics_again(self) -> None:
        """Search in the mode that was chosen before semantic search stopped working."""
        if self._mode_before is not None:
            mode, self._mode_before = self._mode_before, None
            self._query.set_mode(mode)

    def _show(self, settings: RankSettings) -> None:
        tuning, advanced = self._layout.tuning, self._layout.advanced
        tuning.show_settings(settings)
        advanced.show_settings(settings)
        tuning.set_advanced(advanced.label(), changed=advanced.is_changed())
        self._layout.top.mode.set_current(settings.mode.value)

    def _presets(self) -> Iterator[Binding]:
        for number, preset in enumerate(PRESETS, start=1):
            text = translate("Ranking: {what}").format(what=preset.focus)
            hint = translate("Semantic weight {weight}").format(weight=with_hundredths(preset.weight))
            keys, mac = (f"Ctrl+{number}",), (f"Ctrl+Alt+{number}",)
            command = Command(f"preset-{number}", text, keys, mac, RANKING.title, "sliders-horizontal", hint)
            yield command, partial(self._layout.tuning.set_preset, preset.weight)

    def _nudge(self, step: float) -> None:
        weight = self._search.settings.weight + step
        self._layout.tuning.set_preset(max(0.0, min(1.0, round(weight, 2))))

    def _switch_fusion(self) -> None:
        fusion = Fusion.RRF if self._search.settings.fusion is Fusion.WEIGHTED else Fusion.WEIGHTED
        self._layout.advanced.fusion.chosen.emit(fusion.value)

    def _switch_rerank(self, stage: Rerank, otherwise: Rerank) -> None:
        """Use the stage, or the other one where it is used already."""
        rerank = otherwise if self._search.settings.rerank is stage else stage
        self._layout.advanced.rerank.chosen.emit(rerank.value)

    def _say_reranking(self, busy: bool) -> None:  # noqa: FBT001 -- slot of a Qt signal
        """Say that the cross-encoder still reads, and offer to stop it: the order without it is shown already."""
        search, banners = self._search, self._layout.banners
        if not busy or not search.reranking or not search.settings.rerank.replaces_scores:
            return

        def stop() -> None:
            banners.hide()
            search.stop_reranking()
            self._query.set_ranking(search.settings)

        count = search.settings.rerank_first
        title = counted(count, "Reranking the first {n} file", "Reranking the first {n} files")
        banners.say(title, "", translate("Stop"), act=stop, quiet=True)
