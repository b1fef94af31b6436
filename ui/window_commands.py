"""Every command of the main window with its keys; the only place where shortcuts are given out."""

from collections.abc import Callable

from PySide6.QtCore import Qt

from search.types.query import Fusion, Mode, Rerank
from ui.actions import Command
from ui.language import translate
from ui.main_window import MainWindow
from ui.shell.right_pane import CONTEXT, DEPENDENCIES, PREVIEW
from ui.shell.tuning_strip import PRESETS
from ui.window_finding import find_like_clipboard, find_like_selection, open_why_not, why_selection
from ui.window_marks import note_selection, toggle_favourite
from ui.window_popups import open_keys, open_palette
from ui.window_settings import open_settings
from ui.window_walks import open_path

_WEIGHT_STEP = 0.05
_MODES = {
    Mode.HYBRID: translate("Ranking: hybrid mode"),
    Mode.SEMANTIC: translate("Ranking: semantic mode"),
    Mode.KEYWORD: translate("Ranking: keyword mode"),
}

Binding = tuple[Command, Callable[[], object]]


def bind_commands(window: MainWindow) -> None:
    """Add all commands to the window's registry, and connect the buttons that have no other slot."""
    for command, slot in (*_moving(window), *_searching(window), *_ranking(window), *_looking(window)):
        window.actions_.add(command, slot)
    parts = window.parts
    parts.top.theme.clicked.connect(window.actions_.action("theme").trigger)
    parts.top.commands.clicked.connect(window.actions_.action("palette").trigger)
    parts.top.settings.clicked.connect(window.actions_.action("settings").trigger)
    parts.status.timingRequested.connect(window.show_timings)
    parts.status.foldersRequested.connect(lambda: open_settings(window, "folders"))
    parts.status.progressRequested.connect(lambda: open_settings(window, "folders"))
    window.indexing.modelWanted.connect(lambda: open_settings(window, "model"))
    parts.status.deviceRequested.connect(lambda: open_settings(window, "device"))
    for name, keys in window.state.keys.items():
        window.actions_.change_keys(name, keys)
    _show_keys(window)
    window.actions_.changed.connect(lambda: _show_keys(window))


def _moving(window: MainWindow) -> tuple[Binding, ...]:
    group, parts = translate("Moving"), window.parts
    return (
        (
            Command("search", translate("Focus search"), ("Ctrl+L",), group=group, icon="search"),
            window.focus_search,
        ),
        (
            Command("filters", translate("Go to filters"), ("Alt+1",), ("Ctrl+1",), group, "list-filter"),
            parts.open_filters,
        ),
        (
            Command("results", translate("Go to results"), ("Alt+2",), ("Ctrl+2",), group, "file-search"),
            parts.results.select_first,
        ),
        (
            Command("preview", translate("Go to preview"), ("Alt+3",), ("Ctrl+3",), group, "file-text"),
            lambda: _go_to(window, PREVIEW),
        ),
        (
            Command("dependencies", translate("Go to dependencies"), ("Alt+4",), ("Ctrl+4",), group, "git-fork"),
            lambda: _go_to(window, DEPENDENCIES),
        ),
        (
            Command("context", translate("Go to context"), ("Alt+5",), ("Ctrl+5",), group, "layers"),
            lambda: _go_to(window, CONTEXT),
        ),
        (Command("next-pane", translate("Next pane"), ("F6",), group=group), lambda: _cycle(window, 1)),
        (
            Command("previous-pane", translate("Previous pane"), ("Shift+F6",), group=group),
            lambda: _cycle(window, -1),
        ),
        (Command("escape", translate("Close, clear, or go to search"), ("Esc",), group=group), window.escape),
    )


def _searching(window: MainWindow) -> tuple[Binding, ...]:
    group, parts = translate("Searching"), window.parts
    return (
        (
            Command("insert-filter", translate("Insert a filter"), ("Ctrl+I",), group=group, icon="list-filter"),
            window.assist.offer_keys,
        ),
        (
            Command("save-search", translate("Save this search"), ("Ctrl+S",), group=group, icon="bookmark"),
            window.save_search,
        ),
        (
            Command(
                "favourite", translate("Favourite, or not any more"), ("Ctrl+B",), group=group, icon="bookmark"
            ),
            lambda: toggle_favourite(window),
        ),
        (
            Command("note", translate("Write a note on the selection"), ("Ctrl+M",), group=group, icon="quote"),
            lambda: note_selection(window),
        ),
        (
            Command(
                "all-chunks", translate("Chunks of all files"), ("Ctrl+E",), group=group, icon="chevrons-up-down"
            ),
            parts.results.toggle_all,
        ),
        (
            Command(
                "copy-context", translate("Copy context for LLM"), ("Ctrl+Shift+C",), group=group, icon="copy"
            ),
            parts.context.copy,
        ),
        (
            Command(
                "find-like",
                translate("Find files like the selection"),
                ("Ctrl+Shift+L",),
                group=group,
                icon="file-search",
            ),
            lambda: find_like_selection(window),
        ),
        (
            Command(
                "find-like-text",
                translate("Find files like the text on the clipboard"),
                group=group,
                icon="file-search",
            ),
            lambda: find_like_clipboard(window),
        ),
        (
            Command(
                "why-here",
                translate("Why is this here"),
                ("Ctrl+Shift+I",),
                group=group,
                icon="circle-question-mark",
            ),
            lambda: why_selection(window),
        ),
        (
            Command(
                "why-not",
                translate("Why is a file not here"),
                ("Ctrl+Shift+N",),
                group=group,
                icon="circle-question-mark",
            ),
            lambda: open_why_not(window),
        ),
        (Command("add-folder", translate("Add folder"), group=group, icon="folder-plus"), window.browse),
    )


def _ranking(window: MainWindow) -> tuple[Binding, ...]:
    group, tuning = translate("Ranking"), window.parts.tuning
    presets = tuple(
        (
            Command(
                f"preset-{number}",
                translate("Ranking: {what}").format(what=preset.focus),
                (f"Ctrl+{number}",),
                (f"Ctrl+Alt+{number}",),
                group,
                "sliders-horizontal",
                translate("Semantic weight {weight}").format(weight=f"{preset.weight:.2f}"),
            ),
            lambda weight=preset.weight: tuning.set_preset(weight),
        )
        for number, preset in enumerate(PRESETS, start=1)
    )
    modes = tuple(
        (
            Command(f"mode-{mode.value}", _MODES[mode], group=group, icon="search"),
            lambda mode=mode: window.set_mode(mode),
        )
        for mode in Mode
    )
    return (
        *presets,
        (
            Command("less-meaning", translate("Weight \u22120.05"), ("Ctrl+[",), group=group, icon="minus"),
            lambda: _nudge(window, -_WEIGHT_STEP),
        ),
        (
            Command("more-meaning", translate("Weight +0.05"), ("Ctrl+]",), group=group, icon="plus"),
            lambda: _nudge(window, _WEIGHT_STEP),
        ),
        (
            Command(
                "advanced",
                translate("Advanced ranking"),
                ("Ctrl+Shift+A",),
                group=group,
                icon="sliders-horizontal",
            ),
            lambda: window.set_advanced(opened=not window.state.advanced_open),
        ),
        (
            Command("fusion", translate("Ranking: switch weighted sum and RRF fusion"), group=group, icon="scale"),
            lambda: _switch_fusion(window),
        ),
        (
            Command("rerank", translate("Rerank with cross-encoder, or not"), group=group, icon="arrow-up-down"),
            lambda: _switch_rerank(window),
        ),
        (
            Command("reset-ranking", translate("Reset ranking to defaults"), group=group, icon="rotate-ccw"),
            window.parts.advanced.reset.click,
        ),
        *modes,
    )


def _looking(window: MainWindow) -> tuple[Binding, ...]:
    group, parts = translate("View"), window.parts
    return (
        (
            Command("palette", translate("Command palette"), ("Ctrl+K", "Ctrl+Shift+P"), group=group),
            lambda: open_palette(window),
        ),
        (
            Command("settings", translate("Settings"), ("Ctrl+,",), group=group, icon="settings"),
            lambda: open_settings(window),
        ),
        (
            Command("keys", translate("Keys and query syntax"), ("F1",), group=group, icon="keyboard"),
            lambda: open_keys(window),
        ),
        (
            Command("new-window", translate("New window"), ("Ctrl+N",), group=group, icon="plus"),
            window.anotherWanted.emit,
        ),
        (Command("theme", translate("Switch light and dark"), group=group, icon="sun"), window.toggle_theme),
        (
            Command("split", translate("Split the right pane"), ("Ctrl+\\",), group=group, icon="rows-2"),
            lambda: window.set_split(split=not parts.right.split),
        ),
        (
            Command(
                "right", translate("Hide or show the right pane"), ("Ctrl+Alt+B",), group=group, icon="panel-right"
            ),
            lambda: window.set_right(shown=parts.right.isHidden()),
        ),
        (
            Command("path-to", translate("Path from the tree's root to something"), group=group, icon="git-fork"),
            lambda: open_path(window),
        ),
        (
            Command(
                "selected-dependencies",
                translate("Dependencies of the selection"),
                ("Ctrl+D",),
                group=group,
                icon="git-fork",
            ),
            lambda: _go_to(window, DEPENDENCIES),
        ),
        (
            Command(
                "rendered",
                translate("Switch rendered and source"),
                ("Ctrl+Shift+V",),
                group=group,
                icon="file-text",
            ),
            parts.preview.switch_view,
        ),
        (
            Command("find", translate("Find in the preview"), ("Ctrl+F",), group=group, icon="search"),
            lambda: _find(window),
        ),
        (Command("next-match", translate("Next match"), ("F3",), group=group), parts.preview.next_match),
        (
            Command("previous-match", translate("Previous match"), ("Shift+F3",), group=group),
            parts.preview.previous_match,
        ),
    )


def _go_to(window: MainWindow, place: int) -> None:
    window.show_tab(place)
    panes = {
        PREVIEW: window.parts.preview,
        DEPENDENCIES: window.parts.dependencies.view,
        CONTEXT: window.parts.context,
    }
    panes[place].setFocus(Qt.FocusReason.ShortcutFocusReason)


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
