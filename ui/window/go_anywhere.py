"""The rows of the command palette: all targets, with earlier choices first."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from search.types.chunks import ChunkKind
from search.types.results import FileHit
from search.types.symbols import FILE, Symbol
from ui.code.names import name_path, short_name
from ui.controllers.spot import Spot
from ui.i18n.language import translate
from ui.i18n.mode_words import mode_words
from ui.panels.dependencies.panel import DependenciesPanel
from ui.panels.results.chunk_row import KIND_ICONS
from ui.panels.saved.rows import saved_hint
from ui.popups.palette import CommandPalette, Group
from ui.popups.palette_items import MAX_GROUP, Match, PaletteItem, command_items, fitting, matching
from ui.user_data.chosen import Choice, ChoiceStore
from ui.window.synonyms import SYNONYMS
from ui.window.workbench import Workbench

_MOST_LISTED = 60
"""Items of the palette in one group, where only that group is listed."""

_MOST_BEFORE = 5
"""Number of rows for earlier choices."""

_RECENT = 20

_ICONS = {
    "table": "table-2",
    "view": "table-2",
    "procedure": "database",
    "section": "heading",
    "function": "square-function",
    "method": "square-function",
    "constructor": "square-function",
    "route": "link",
    "page": "file-code",
}
_TYPE_ICON, _OTHER_ICON = "box", "at-sign"
_TYPES = frozenset({"class", "interface", "struct", "record", "enum", "trait", "protocol", "type", "object"})


class GoAnywhere:
    """Makes the rows for one palette; the commands and searches of the moment are read at each key.

    Args:
        store: earlier choices; read once.
    """

    def __init__(self, workbench: Workbench, store: ChoiceStore) -> None:
        self._workbench, self._store = workbench, store
        self._choices = store.load()
        self._before = {choice.key: rank for rank, choice in enumerate(self._choices)}
        self._targets: dict[str, dict[str, str]] = {}

    def groups(self, typed: str) -> Sequence[Group]:
        """Return the groups of rows for the typed text."""
        if typed[:1] == ">":
            return ((translate("Commands"), fitting(typed[1:], self._commands(), _MOST_LISTED)),)
        if typed[:1] == "@":
            symbols = fitting(typed[1:], self._result_symbols(), _MOST_LISTED)
            named = self._index_items(typed[1:], files=False)[:_MOST_LISTED]
            return (translate("Symbols in the results"), symbols), (translate("Names in the index"), named)
        if typed[:1] == "#":
            return ((translate("Saved searches"), fitting(typed[1:], self._saved(), _MOST_LISTED)),)
        if not typed.strip():
            return self._untyped()
        return self._all(typed)

    def note(self, item: PaletteItem) -> None:
        """Remember that a row was chosen."""
        if item.key:
            self._store.note(item.key, self._targets.get(item.key, {}))

    def _untyped(self) -> Sequence[Group]:
        known = {item.key: item for item in (*self._commands(), *self._settings(), *self._searches())}
        again = [item for choice in self._choices if (item := self._again(choice, known)) is not None]
        return (
            (translate("Chosen before"), again[:_MOST_BEFORE]),
            (translate("Commands"), self._commands()[:_MOST_LISTED]),
            (translate("Recent searches"), self._recent()[:MAX_GROUP]),
        )

    def _all(self, typed: str) -> Sequence[Group]:
        """Return all groups, those with the best match first, between the earlier choices and a search."""
        titled = [
            (translate("Commands"), fitting(typed, self._commands(), _MOST_LISTED)),
            (translate("Files"), self._files(typed)),
            (translate("Names in the index"), self._index_items(typed, files=False)),
            (translate("Settings"), fitting(typed, self._settings(), _MOST_LISTED)),
            (translate("Saved searches"), fitting(typed, self._saved(), _MOST_LISTED)),
            (translate("Recent searches"), fitting(typed, self._recent(), _MOST_LISTED)),
        ]
        listed = [item for _, items in titled for item in items if item.key in self._before]
        before = sorted(listed, key=lambda item: self._before[item.key])
        before = list({item.key: item for item in before if item.match < Match.SYNONYM}.values())[:_MOST_BEFORE]
        keys = {item.key for item in before}
        others = [(title, [item for item in items if item.key not in keys][:MAX_GROUP]) for title, items in titled]
        ordered = sorted(others, key=lambda group: min((item.match for item in group[1]), default=Match.SYNONYM))
        search = self._search(typed.strip(), {item.key for _, items in titled for item in items})
        return ((translate("Chosen before"), before), *ordered, (translate("Search"), search))

    def _search(self, text: str, listed: Collection[str]) -> list[PaletteItem]:
        """Return the row that searches for a text; none if a listed one does, or until names are listed."""
        key = f"search:{text}"
        if not self._workbench.index_symbols.complete or key in listed or f"saved:{text}" in listed:
            return []
        label, run = translate("Search for “{text}”").format(text=text), partial(self._workbench.query.run, text)
        return [PaletteItem(label, "", "search", run, key=key)]

    def _commands(self) -> list[PaletteItem]:
        items = command_items(self._workbench.actions)
        return [replace(item, also=SYNONYMS.get(item.key.partition(":")[2], "")) for item in items]

    def _settings(self) -> list[PaletteItem]:
        settings = self._workbench.settings
        return [
            PaletteItem(
                title.title,
                page,
                "settings",
                partial(settings.open_setting, title),
                key=f"setting:{title.page}:{number}",
                also=title.also,
            )
            for number, (title, page) in enumerate(settings.titles())
        ]

    def _saved(self) -> list[PaletteItem]:
        run = self._workbench.query.run
        return [
            PaletteItem(
                saved.name,
                saved_hint(saved) or saved.text,
                "bookmark",
                partial(run, saved.text, saved.mode),
                key=":".join(("saved", *(saved.mode or ()), saved.text)),
            )
            for saved in self._workbench.filters.widget.saved_searches()
        ]

    def _recent(self) -> list[PaletteItem]:
        run = self._workbench.query.run
        return [
            PaletteItem(
                past.text,
                mode_words(past.mode),
                "history",
                partial(run, past.text, past.mode),
                key=":".join(("lines" if past.mode else "search", *past.mode, past.text)),
            )
            for past in self._workbench.filters.widget.recent(_RECENT)
        ]

    def _searches(self) -> list[PaletteItem]:
        return [*self._saved(), *self._recent()]

    def _files(self, typed: str) -> list[PaletteItem]:
        """Return files of the results, then of the index."""
        shown = fitting(typed, self._result_files(), _MOST_LISTED)
        keys = {item.key for item in shown}
        return [*shown, *(item for item in self._index_items(typed, files=True) if item.key not in keys)]

    def _result_files(self) -> list[PaletteItem]:
        items = []
        for file in self._hits():
            folder, _, name = file.path.rpartition("/")
            run = partial(self._workbench.selection.select, file)
            items.append(
                PaletteItem(name, _hint(file.repository, folder), "file-text", run, key=f"go:{file.file_id}")
            )
        return items

    def _result_symbols(self) -> list[PaletteItem]:
        """Return the definitions and headings of the chunks of the shown files."""
        items = []
        for file in self._hits():
            name = file.path.rpartition("/")[2]
            for chunk in file.chunks:
                if chunk.header_path:
                    icon = (
                        KIND_ICONS.get(ChunkKind(chunk.kind), "text") if chunk.kind in set(ChunkKind) else "text"
                    )
                    run = partial(self._workbench.selection.select, file, chunk)
                    symbol = short_name(name_path(chunk), chunk.kind)
                    items.append(PaletteItem(symbol, f"{name}:{chunk.start_line}", icon, run))
        return items

    def _hits(self) -> tuple[FileHit, ...]:
        answer = self._workbench.results.answer
        return answer.files if answer is not None else ()

    def _index_items(self, typed: str, *, files: bool) -> list[PaletteItem]:
        """Return files of the index, or its other names, in the order of the core."""
        names = self._workbench.index_symbols
        symbols = [symbol for symbol in names.matching(typed) if (symbol.kind == FILE) is files]
        items = [(matching(typed, item), item) for item in map(self._item, symbols)]
        if names.complete:  # the core knows more of a name than its letters: the path of a file
            return [fits or replace(item, match=Match.SYNONYM) for fits, item in items]
        return [fits for fits, _ in items if fits is not None]

    def _item(self, symbol: Symbol) -> PaletteItem:
        folder, _, name = symbol.path.rpartition("/")
        is_file = symbol.kind == FILE
        hint = _hint(symbol.repository, folder if is_file else f"{symbol.path}:{symbol.start_line}")
        target = {
            "name": symbol.name,
            "kind": symbol.kind,
            "file": symbol.file_id,
            "repository": symbol.repository,
            "path": symbol.path,
            "line": str(symbol.start_line),
        }
        self._targets[f"go:{symbol.id}"] = target
        return PaletteItem(
            symbol.name,
            hint if name else symbol.repository,
            _icon(symbol.kind),
            self._going(symbol.id, target),
            key=f"go:{symbol.id}",
        )

    def _going(self, node: str, target: dict[str, str]) -> "partial[None]":
        return partial(go_to, self._workbench, node, target)

    def _again(self, choice: Choice, known: dict[str, PaletteItem]) -> PaletteItem | None:
        """Return the row of an earlier choice; None where it can no longer be chosen."""
        kind, _, node = choice.key.partition(":")
        if kind != "go":
            return known.get(choice.key)
        target = choice.target
        if not target.get("name"):
            return None
        self._targets[choice.key] = target
        where = target["path"] if target["kind"] == FILE else f"{target['path']}:{target['line']}"
        hint = _hint(target["repository"], where)
        run = self._going(node, target)
        return PaletteItem(target["name"], hint, _icon(target["kind"]), run, key=choice.key)


def open_palette(workbench: Workbench) -> CommandPalette:
    """Show the command palette."""
    rows = GoAnywhere(workbench, ChoiceStore(workbench.context.services.person_folder / "chosen.json"))
    palette = CommandPalette(workbench.layout, rows.groups)
    palette.chosen.connect(rows.note)
    workbench.index_symbols.changed.connect(palette.refresh)
    palette.open()
    return palette


def go_to(workbench: Workbench, node: str, target: dict[str, str]) -> None:
    """Show where a name is defined; for a table that no file defines, what uses it."""
    if not target["path"]:
        workbench.panel(DependenciesPanel).show_name(node, target["name"])
        return
    workbench.show_results_page()
    workbench.show_panel(workbench.preview.name)
    symbol = "" if target["kind"] == FILE else target["name"]
    spot = Spot(target["file"], target["repository"], target["path"], symbol=symbol, line=int(target["line"]))
    workbench.selection.show_spot(spot)


def _hint(*parts: str) -> str:
    return " \u00b7 ".join(part for part in parts if part)


def _icon(kind: str) -> str:
    if kind == FILE:
        return "file-text"
    return _TYPE_ICON if kind in _TYPES else _ICONS.get(kind, _OTHER_ICON)
