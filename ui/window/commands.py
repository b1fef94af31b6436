"""Every command of the main window with its keys; the only place where shortcuts are given out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from search.types.query import Fusion, Mode, Rerank
from ui.i18n.language import translate
from ui.shell.early_keys import SEARCH_KEY
from ui.shell.right_pane import CONTEXT, DEPENDENCIES, PREVIEW
from ui.shell.tuning_strip import PRESETS
from ui.widgets.actions import Command
from ui.window.finding import find_like_clipboard, find_like_selection, open_why_not, why_selection
from ui.window.main_window import MainWindow
from ui.window.marks import note_selection, toggle_favourite
from ui.window.popups import open_keys, open_palette, open_progress
from ui.window.settings import open_settings
from ui.window.walks import open_path

_WEIGHT_STEP = 0.05
_UP_DOWN, _QUESTION, _SLIDERS, _TEXT = (
    "chevrons-up-down",
    "circle-question-mark",
    "sliders-horizontal",
    "file-text",
)
_MODES = {
    Mode.HYBRID: translate("Ranking: hybrid mode"),
    Mode.SEMANTIC: translate("Ranking: semantic mode"),
    Mode.KEYWORD: translate("Ranking: keyword mode"),
}

_UNCOVERING = {
    *("search", "filters", "results", "preview", "dependencies", "context", "next-pane", "previous-pane"),
    *("insert-filter", "find", "selected-dependencies", "find-like", "find-like-text"),
}
"""Commands that take the keys to something that a popup covers: they close it first."""

Binding = tuple[Command, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class _Group:
    """Commands under one heading."""

    title: str

    def bind(
        self, name: str, words: str, act: Callable[[], object], *keys: str, icon: str = "command", mac: str = ""
    ) -> Binding:
        """Return a command of this group and what it does; ``mac`` is its key on macOS where that differs."""
        return Command(name, words, keys, (mac,) if mac else (), self.title, icon), act


def bind_commands(window: MainWindow) -> None:
    """Add all commands to the window's registry, and connect the buttons that have no other slot."""
    for command, slot in (*_moving(window), *_searching(window), *_ranking(window), *_looking(window)):
        window.actions_.add(command, partial(_uncovered, window, slot) if command.id in _UNCOVERING else slot)
    parts = window.parts
    parts.top.theme.clicked.connect(window.actions_.action("theme").trigger)
    parts.top.commands.clicked.connect(window.actions_.action("palette").trigger)
    parts.top.settings.clicked.connect(window.actions_.action("settings").trigger)
    parts.status.timingRequested.connect(window.show_timings)
    parts.status.foldersRequested.connect(lambda: open_settings(window, "folders"))
    parts.status.progressRequested.connect(lambda: open_progress(window))
    window.indexing.modelWanted.connect(lambda: open_settings(window, "model"))
    parts.status.deviceRequested.connect(lambda: open_settings(window, "device"))
    for name, keys in window.state.keys.items():
        window.actions_.change_keys(name, keys)
    _show_keys(window)
    window.actions_.changed.connect(lambda: _show_keys(window))


def _moving(window: MainWindow) -> tuple[Binding, ...]:
    bind, parts = _Group(translate("Moving")).bind, window.parts
    to_preview, to_tree, to_context = (partial(_go_to, window, one) for one in (PREVIEW, DEPENDENCIES, CONTEXT))
    return (
        bind("search", translate("Focus search"), window.focus_search, SEARCH_KEY, icon="search"),
        bind("filters", translate("Go to filters"), parts.open_filters, "Alt+1", icon="list-filter", mac="Ctrl+1"),
        bind(
            "results",
            translate("Go to results"),
            parts.results.select_first,
            "Alt+2",
            icon="file-search",
            mac="Ctrl+2",
        ),
        bind("preview", translate("Go to preview"), to_preview, "Alt+3", icon="file-text", mac="Ctrl+3"),
        bind("dependencies", translate("Go to dependencies"), to_tree, "Alt+4", icon="git-fork", mac="Ctrl+4"),
        bind("context", translate("Go to context"), to_context, "Alt+5", icon="layers", mac="Ctrl+5"),
        bind("next-pane", translate("Next pane"), partial(_cycle, window, 1), "F6"),
        bind("previous-pane", translate("Previous pane"), partial(_cycle, window, -1), "Shift+F6"),
        bind("escape", translate("Close, clear, or go to search"), window.escape, "Esc"),
    )


def _searching(window: MainWindow) -> tuple[Binding, ...]:
    bind, parts = _Group(translate("Searching")).bind, window.parts
    keys = window.assist.offer_keys
    like = partial(find_like_selection, window)
    like_text = partial(find_like_clipboard, window)
    favourite, note = partial(toggle_favourite, window), partial(note_selection, window)
    why, why_not = partial(why_selection, window), partial(open_why_not, window)
    return (
        bind("insert-filter", translate("Insert a filter"), keys, "Ctrl+I", icon="list-filter"),
        bind("save-search", translate("Save this search"), window.save_search, "Ctrl+S", icon="bookmark"),
        bind("favourite", translate("Add to or remove from favourites"), favourite, "Ctrl+B", icon="bookmark"),
        bind("note", translate("Write a note on the selection"), note, "Ctrl+M", icon="quote"),
        bind("all-chunks", translate("Chunks of all files"), parts.results.toggle_all, "Ctrl+E", icon=_UP_DOWN),
        bind("copy-context", translate("Copy context for LLM"), window.context.copy, "Ctrl+Shift+C", icon="copy"),
        bind("find-like", translate("Find files like the selection"), like, "Ctrl+Shift+L", icon="file-search"),
        bind(
            "find-like-text", translate("Find files like the text on the clipboard"), like_text, icon="file-search"
        ),
        bind("why-here", translate("Why is this here"), why, "Ctrl+Shift+I", icon=_QUESTION),
        bind("why-not", translate("Why is a file not here"), why_not, "Ctrl+Shift+N", icon=_QUESTION),
        bind("add-folder", translate("Add folder"), window.browse, icon="folder-plus"),
    )


def _ranking(window: MainWindow) -> tuple[Binding, ...]:
    bind, advanced = _Group(translate("Ranking")).bind, window.parts.advanced
    less, more = partial(_nudge, window, -_WEIGHT_STEP), partial(_nudge, window, _WEIGHT_STEP)
    fusion, rerank = partial(_switch_fusion, window), partial(_switch_rerank, window)
    modes = (
        bind(f"mode-{mode.value}", _MODES[mode], partial(window.set_mode, mode), icon="search") for mode in Mode
    )
    return (
        *_presets(window),
        bind("less-meaning", translate("Weight \u22120.05"), less, "Ctrl+[", icon="minus"),
        bind("more-meaning", translate("Weight +0.05"), more, "Ctrl+]", icon="plus"),
        bind(
            "advanced",
            translate("Advanced ranking"),
            lambda: window.set_advanced(opened=not window.state.advanced_open),
            "Ctrl+Shift+A",
            icon=_SLIDERS,
        ),
        bind("fusion", translate("Ranking: switch weighted sum and RRF fusion"), fusion, icon="scale"),
        bind("rerank", translate("Rerank with cross-encoder, or not"), rerank, icon="arrow-up-down"),
        bind("reset-ranking", translate("Reset ranking to defaults"), advanced.reset.click, icon="rotate-ccw"),
        *modes,
    )


def _presets(window: MainWindow) -> Iterator[Binding]:
    for number, preset in enumerate(PRESETS, start=1):
        words = translate("Ranking: {what}").format(what=preset.focus)
        hint = translate("Semantic weight {weight}").format(weight=f"{preset.weight:.2f}")
        keys, mac = (f"Ctrl+{number}",), (f"Ctrl+Alt+{number}",)
        command = Command(f"preset-{number}", words, keys, mac, translate("Ranking"), _SLIDERS, hint)
        yield command, partial(window.parts.tuning.set_preset, preset.weight)


def _looking(window: MainWindow) -> tuple[Binding, ...]:
    bind = _Group(translate("View")).bind
    palette, settings, keys = (partial(one, window) for one in (open_palette, open_settings, open_keys))
    return (
        bind("palette", translate("Command palette"), palette, "Ctrl+K", "Ctrl+Shift+P"),
        bind("settings", translate("Settings"), settings, "Ctrl+,", icon="settings"),
        bind("keys", translate("Keys and query syntax"), keys, "F1", icon="keyboard"),
        bind("new-window", translate("New window"), window.anotherWanted.emit, "Ctrl+N", icon="plus"),
        bind("theme", translate("Switch light and dark"), window.choices.toggle_theme, icon="sun"),
        *_looking_right(window),
    )


def _looking_right(window: MainWindow) -> tuple[Binding, ...]:
    bind, right, preview = _Group(translate("View")).bind, window.parts.right, window.parts.preview
    split, tree = partial(_toggle_split, window), partial(_show_own_tree, window)
    path = partial(open_path, window)
    return (
        bind("split", translate("Split the right pane"), split, "Ctrl+\\", icon="rows-2"),
        bind(
            "right",
            translate("Hide or show the right pane"),
            lambda: window.set_right(shown=right.isHidden()),
            "Ctrl+Alt+B",
            icon="panel-right",
        ),
        bind("path-to", translate("Path from the tree's root to something"), path, icon="git-fork"),
        bind("selected-dependencies", translate("Dependencies of the selection"), tree, "Ctrl+D", icon="git-fork"),
        bind(
            "rendered",
            translate("Switch rendered and source"),
            preview.switch_view,
            "Ctrl+Shift+V",
            icon="file-text",
        ),
        bind("find", translate("Find in the preview"), partial(_find, window), "Ctrl+F", icon="search"),
        bind("next-match", translate("Next match"), preview.next_match, "F3"),
        bind("previous-match", translate("Previous match"), preview.previous_match, "Shift+F3"),
    )


def _uncovered(window: MainWindow, slot: Callable[[], object]) -> None:
    window.uncover()
    slot()


def _toggle_split(window: MainWindow) -> None:
    window.set_split(split=not window.parts.right.split)


def _go_to(window: MainWindow, place: int) -> None:
    window.show_tab(place)
    parts = window.parts
    go = {
        PREVIEW: parts.preview.focus_content,
        DEPENDENCIES: parts.dependencies.focus_content,
        CONTEXT: parts.context.focus_content,
    }
    go[place]()


def _show_own_tree(window: MainWindow) -> None:
    _go_to(window, DEPENDENCIES)
    window.selection.show_own_tree()


def _cycle(window: MainWindow, step: int) -> None:
    parts = window.parts
    stops = [parts.top.field.edit, parts.filters, parts.results, parts.right]
    stops = [stop for stop in stops if stop.isVisible()]
    focus = window.focusWidget()
    now = next((n for n, stop in enumerate(stops) if focus is stop or (focus and stop.isAncestorOf(focus))), 0)
    target = stops[(now + step) % len(stops)]
    if target is parts.filters:
        parts.open_filters()
    elif target is parts.results:
        parts.results.select_first()
    elif target is parts.right:
        _go_to(window, parts.right.current)
    else:
        window.focus_search()


def _nudge(window: MainWindow, step: float) -> None:
    weight = window.search.settings.weight + step
    window.parts.tuning.set_preset(max(0.0, min(1.0, round(weight, 2))))


def _switch_fusion(window: MainWindow) -> None:
    now = window.search.settings.fusion
    key = Fusion.RRF if now is Fusion.WEIGHTED else Fusion.WEIGHTED
    window.parts.advanced.fusion.chosen.emit(key.value)


def _switch_rerank(window: MainWindow) -> None:
    now = window.search.settings.rerank
    key = Rerank.CROSS_ENCODER if now is Rerank.NONE else Rerank.NONE
    window.parts.advanced.rerank.chosen.emit(key.value)


def _find(window: MainWindow) -> None:
    window.show_tab(PREVIEW)
    window.parts.preview.open_find()


def _show_keys(window: MainWindow) -> None:
    top, keys = window.parts.top, window.actions_.keys
    top.commands.set_tip(translate("Commands"), keys("palette"))
    top.settings.set_tip(translate("Settings"), keys("settings"))
    top.field.filter_button.set_tip(translate("Insert a filter"), keys("insert-filter"))
    top.field.save_button.set_tip(translate("Save this search"), keys("save-search"))
    window.parts.right.hide_button.set_tip(translate("Hide this pane"), keys("right"))
