"""The commands that ask for definitions: of the name at the cursor, and of the visible file."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject

from search.types.graph import TreeNode
from search.types.status import FileText
from search.types.symbols import Symbol
from ui.code.names import own_name
from ui.code.outline import levels
from ui.controllers.definitions import DefinitionFinder
from ui.controllers.spot import Spot
from ui.i18n.language import translate
from ui.panels.panel import MOVING, PanelContext
from ui.panels.preview.cursor_names import name_at
from ui.panels.preview.pane import PreviewPane
from ui.panels.preview.peek import Peek
from ui.popups.palette import CommandPalette
from ui.popups.palette_items import PaletteItem, fitting
from ui.widgets.actions import Binding

MOST_LISTED = 200
"""Definitions of a file that its outline lists while nothing is typed."""


@dataclass(frozen=True, slots=True)
class Showing:
    """How the commands show what they find.

    Attributes:
        node: shows a definition.
        spot: shows a place in the visible file.
        ask_text: asks for the text of a file, by its identifier, and hands it over.
    """

    node: Callable[[TreeNode], object]
    spot: Callable[[Spot], object]
    ask_text: Callable[[str, Callable[[FileText], None]], object]


class NameCommands(QObject):
    """Goes to definitions, uses and implementations, and lists the definitions of a file.

    Attributes:
        show_uses_of: called with the definition whose uses a person wants to see.
        say: shows a sentence that answers a command for a moment.
    """

    def __init__(
        self, pane: PreviewPane, context: PanelContext, definitions: DefinitionFinder, showing: Showing
    ) -> None:
        super().__init__(pane)
        self._pane, self._context, self._definitions, self._showing = pane, context, definitions, showing
        self.show_uses_of: Callable[[TreeNode], object] = showing.node
        self.say: Callable[[str], object] = lambda words: context.banners.say(words, "", quiet=True)

    def commands(self) -> Iterable[Binding]:
        """Return the commands."""
        bind = MOVING.bind
        over = partial(bind, over_popups=True)
        return (
            bind("definition", translate("Go to the definition"), self.go_to_definition, "F12", icon="at-sign"),
            bind("uses", translate("Show the uses"), self.show_uses, "Shift+F12", icon="git-fork"),
            over("peek", translate("Peek at the definition"), self.peek, "Alt+F12", icon="eye"),
            bind(
                "implementations",
                translate("Show what implements it"),
                self.show_implementations,
                "Ctrl+F12",
                icon="git-fork",
            ),
            over("outline", translate("Outline of the file"), self.show_outline, "Ctrl+Shift+O", icon="text"),
        )

    def go_to_definition(self) -> None:
        """Show where the name at the cursor is defined."""
        self.go_to(self._name_at_cursor())

    def show_uses(self) -> None:
        """Show what uses the name at the cursor, as a tree."""
        name, spot = self._name_at_cursor(), self._pane.spot
        if name and spot is not None:
            self._definitions.find(name, spot, lambda nodes: self._offer(nodes, name, self.show_uses_of))

    def show_implementations(self) -> None:
        """Go to what implements or overrides the name at the cursor; of several, the person chooses one."""
        name, spot = self._name_at_cursor(), self._pane.spot
        if name and spot is not None:
            missing = translate("Nothing that is indexed implements {name}.").format(name=name)
            self._definitions.find_implementations(
                name, spot, lambda nodes: self._offer(nodes, name, self._showing.node, missing)
            )

    def peek(self) -> None:
        """Show the definition of the name at the cursor over the text."""
        name, spot = self._name_at_cursor(), self._pane.spot
        if name and spot is not None:
            cursor = self._pane.source.name_at_cursor()
            self._definitions.find(name, spot, lambda nodes: self._open_peek(nodes, name), cursor)

    def show_outline(self) -> None:
        """List the definitions and headings of the visible file."""
        spot = self._pane.spot
        if spot is not None:
            self._definitions.outline(spot.file, partial(self._list_outline, spot))

    def _list_outline(self, spot: Spot, symbols: tuple[Symbol, ...]) -> None:
        if spot != self._pane.spot:
            return
        entries = self._pane.source.outline(
            [(own_name(each.name, each.kind), each.start_line) for each in symbols]
        )
        start = replace(spot, full_symbol="", scroll=None)
        items = [
            PaletteItem(
                "    " * level + entry.name,
                str(entry.line),
                "text",
                partial(self._showing.spot, replace(start, line=entry.line, symbol=entry.name)),
            )
            for entry, level in zip(entries, levels(entries), strict=True)
        ]
        self._open_list(translate("Outline"), items)

    def _name_at_cursor(self) -> str:
        """Return the name at the cursor; say so where there is none."""
        name = name_at(self._pane.code.textCursor())
        if not name:
            self.say(translate("There is no name at the cursor of the preview."))
        return name

    def go_to(self, name: str) -> None:
        """Show where a name of the visible file is defined."""
        self.go_to_in(name, self._pane)

    def go_to_in(self, name: str, pane: PreviewPane) -> None:
        """Show where a name of the file in a preview is defined."""
        if name and (spot := pane.spot) is not None:
            cursor = pane.source.name_at_cursor()
            self._definitions.find(name, spot, lambda nodes: self._offer(nodes, name, self._showing.node), cursor)

    def _open_peek(self, nodes: tuple[TreeNode, ...], name: str) -> None:
        if not nodes:
            self._offer((), name, self._showing.node)
            return
        popup = Peek(self._context.overlay, nodes, self._context.lexing)
        popup.textWanted.connect(
            lambda node: self._showing.ask_text(Spot.of_node(node).file, partial(popup.show_text, node))
        )
        popup.goWanted.connect(self._showing.node)
        popup.open()

    def _offer(
        self, nodes: tuple[TreeNode, ...], name: str, act: Callable[[TreeNode], object], missing: str = ""
    ) -> None:
        """Act on the only definition, let the person choose among several, and say where there is none."""
        if not nodes:
            self.say(missing or translate("No definition of {name} is known.").format(name=name))
        elif len(nodes) == 1:
            act(nodes[0])
        else:
            self._list(nodes, act)

    def _list(self, nodes: tuple[TreeNode, ...], act: Callable[[TreeNode], object]) -> None:
        items = [
            PaletteItem(node.name, f"{node.path}:{node.start_line}", "at-sign", partial(act, node))
            for node in nodes
        ]
        self._open_list(translate("Definitions"), items)

    def _open_list(self, title: str, items: list[PaletteItem]) -> None:
        CommandPalette(self._context.overlay, lambda typed: ((title, fitting(typed, items, MOST_LISTED)),)).open()
