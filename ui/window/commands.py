"""The commands of the window as a whole, and the registration of those of its panels."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtWidgets import QWidget

from ui.i18n.language import translate
from ui.i18n.mode_words import EXACT, MATCH_CASE, REGEX, WHOLE_WORD
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.panel import GROUPS, MOVING, SEARCHING, VIEW
from ui.popups.key_sheet import KeySheet
from ui.popups.progress import ProgressPopup
from ui.shell.early_keys import SEARCH_KEY
from ui.widgets.actions import Binding
from ui.widgets.popup import open_popup
from ui.window.first_minutes import open_tour
from ui.window.go_anywhere import open_palette
from ui.window.workbench import Workbench


def bind_commands(workbench: Workbench) -> None:
    """Add all commands to the registry, group by group, and give them the person's shortcuts."""
    of_panels = (binding for panel in workbench.panels for binding in panel.commands())
    bindings = [
        *_first_commands(workbench),
        *of_panels,
        *workbench.ranking.commands(),
        *_last_commands(workbench),
    ]
    headings = [group.title for group in GROUPS]
    for command, slot in sorted(bindings, key=lambda binding: headings.index(binding[0].group)):
        workbench.actions.add(
            command, slot if command.over_popups else partial(_act, workbench, slot, uncovers=command.uncovers)
        )
    for name, keys in workbench.state.keys.items():
        workbench.actions.change_keys(name, keys)
    _show_keys(workbench)
    workbench.actions.changed.connect(lambda: _show_keys(workbench))


def _first_commands(workbench: Workbench) -> Iterator[Binding]:
    """Yield the commands that come before those of the panels in their groups."""
    another, toggle_theme = workbench.anotherWanted.emit, workbench.settings.choices.toggle_theme
    palette, keys = partial(open_palette, workbench), partial(open_keys, workbench)
    yield MOVING.bind(
        "search",
        translate("Focus search"),
        workbench.focus_search,
        SEARCH_KEY,
        icon="search",
        uncovers=True,
    )
    yield SEARCHING.bind(
        "insert-filter",
        translate("Insert a filter"),
        workbench.completion.offer_keys,
        "Ctrl+I",
        icon="list-filter",
        uncovers=True,
    )
    yield SEARCHING.bind(
        "query-language",
        translate("Switch between query language and pasted text"),
        workbench.search.switch_reading,
        "Alt+Q",
        mac="Ctrl+Alt+Q",
    )
    yield from _exact_commands(workbench)
    over = partial(VIEW.bind, over_popups=True)
    yield over("palette", translate("Command palette"), palette, "Ctrl+K", "Ctrl+Shift+P")
    yield over("keys", translate("Keys and query syntax"), keys, "F1", icon="keyboard")
    yield over("new-window", translate("New window"), another, "Ctrl+N", icon="plus")
    yield over("quit", translate("Quit Dowse"), workbench.quitWanted.emit, "Ctrl+Q", icon="x")
    yield VIEW.bind("theme", translate("Switch light and dark"), toggle_theme, icon="sun")
    yield from _pane_commands(workbench)


def _exact_commands(workbench: Workbench) -> Iterator[Binding]:
    """Yield the buttons of exact search, with the keys that editors have for them."""
    buttons = workbench.frame.top.field.toggles.buttons
    keys = {EXACT: "Alt+X", MATCH_CASE: "Alt+C", WHOLE_WORD: "Alt+W", REGEX: "Alt+R"}
    for name, button in buttons.items():
        key = keys[name]
        mac = key.replace("Alt", "Ctrl+Alt")
        command, slot = SEARCHING.bind(f"toggle-{name}", button.accessibleName(), button.toggle, key, mac=mac)
        yield command, slot


def _pane_commands(workbench: Workbench) -> Iterator[Binding]:
    right = workbench.right
    yield VIEW.bind(
        "split",
        translate("Split the right pane"),
        lambda: workbench.set_split(split=not right.split),
        "Ctrl+\\",
        icon="rows-2",
    )
    yield VIEW.bind(
        "right",
        translate("Hide or show the right pane"),
        lambda: workbench.set_right(shown=right.isHidden()),
        "Ctrl+Alt+B",
        icon="panel-right",
    )


def _last_commands(workbench: Workbench) -> Iterator[Binding]:
    """Yield the commands that come after those of the panels in their groups."""
    following, preceding = partial(_cycle, workbench, 1), partial(_cycle, workbench, -1)
    yield MOVING.bind("next-pane", translate("Next pane"), following, "F6", uncovers=True)
    yield MOVING.bind("previous-pane", translate("Previous pane"), preceding, "Shift+F6", uncovers=True)
    yield MOVING.bind(
        "back",
        translate("Back"),
        partial(_go_along, workbench, -1),
        "Alt+Left",
        icon="arrow-left",
        mac="Ctrl+Alt+-",
    )
    forward = translate("Forward")
    yield MOVING.bind(
        "forward", forward, partial(_go_along, workbench, 1), "Alt+Right", icon="arrow-right", mac="Ctrl+Alt+="
    )
    escape, tour = workbench.escape, partial(open_tour, workbench)
    yield MOVING.bind("escape", translate("Close, clear, or go to search"), escape, "Esc", over_popups=True)
    yield VIEW.bind("tour", translate("A short tour"), tour, icon="info", over_popups=True)
    yield SEARCHING.bind("add-folder", translate("Add folder"), workbench.browse_for_folder, icon="folder-plus")
    pause = workbench.layout.status.pause.click
    yield SEARCHING.bind("pause-indexing", translate("Pause or continue indexing"), pause, icon="pause")


def _go_along(workbench: Workbench, step: int) -> None:
    """Go back (-1) or forward (1) over queries and places, or from tree to tree where the tree has the focus."""
    pane, trail = workbench.panel(DependenciesPanel).widget, workbench.trail
    tree = pane.view
    if tree.hasFocus() or pane.graph.canvas.hasFocus():
        (tree.backWanted if step < 0 else tree.forwardWanted).emit()
    else:
        (trail.back if step < 0 else trail.forward)()


def open_keys(workbench: Workbench) -> KeySheet:
    """Show keys and query syntax."""
    sheet = KeySheet(workbench.layout, workbench.actions)
    sheet.open()
    return sheet


def open_progress(workbench: Workbench) -> ProgressPopup:
    """Show how far indexing is, for each folder too."""
    index, status = workbench.index, workbench.layout.status
    popup = ProgressPopup(workbench.layout, workbench.context.names.names)
    popup.pauseRequested.connect(status.pauseRequested)
    popup.foldersRequested.connect(lambda: workbench.settings.open("folders"))
    index.activityChanged.connect(popup.show_activity)
    index.statusChanged.connect(popup.show_status)
    if index.status is not None:
        popup.show_status(index.status)
        popup.show_activity(index.status.activity)
    popup.open()
    return popup


def _act(workbench: Workbench, slot: Callable[[], object], *, uncovers: bool) -> None:
    """Run a command, not behind an open popup: that closes first where the command ``uncovers`` what it covers."""
    popup = open_popup(workbench.layout)
    if popup is not None and uncovers:
        popup.dismiss()
    if popup is None or uncovers:
        slot()


def _cycle(workbench: Workbench, step: int) -> None:
    """Move the focus to the next visible part of the window, or to the one before."""
    stops: dict[QWidget, Callable[[], object]] = {
        workbench.frame.top.field.edit: workbench.focus_search,
        workbench.filters.widget: partial(workbench.go_to_panel, workbench.filters.name),
        workbench.results.widget: workbench.results.focus,
        workbench.right: workbench.go_to_right,
    }
    visible = [stop for stop in stops if stop.isVisible()]
    focus = workbench.frame.window.focusWidget()
    current = next(
        (n for n, stop in enumerate(visible) if focus is stop or (focus and stop.isAncestorOf(focus))), 0
    )
    stops[visible[(current + step) % len(visible)]]()


def _show_keys(workbench: Workbench) -> None:
    """Say in the tooltips of buttons which keys do the same; a person can change those."""
    top, keys = workbench.frame.top, workbench.actions.keys
    top.commands.set_keys(keys("palette"))
    top.settings.set_keys(keys("settings"))
    top.field.filter_button.set_keys(keys("insert-filter"))
    top.field.save_button.set_keys(keys("save-search"))
    workbench.right.hide_button.set_keys(keys("right"))
    workbench.right.split_button.set_keys(keys("split"))
    workbench.right.set_help_keys(keys("keys"))
    for name, button in top.field.toggles.buttons.items():
        button.set_keys(keys(f"toggle-{name}"))
    for panel in workbench.panels:
        panel.show_keys()
