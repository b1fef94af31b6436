"""What a module of Elixir takes from others: ``alias``, ``import``, ``require`` and ``use``."""

from collections.abc import Callable

from tree_sitter import Node

from indexer.facts.model import Import
from indexer.facts.syntax import line_of, text_of
from indexer.languages.elixir.aliases import Aliases
from indexer.languages.elixir.syntax import arguments_of, atom, options_of, pairs_of

IMPORT, EXCEPT, USE, ALIAS, REQUIRE = "import", "except", "use", "alias", "require"
"""Kinds of imports: of functions, of all but one, of what a macro makes, of a name, and of macros."""

QUOTED = "quoted"
"""Kind of import of a function of the same module that gives a part of the code which a macro makes."""

BEFORE_COMPILE = "before_compile"
"""Kind of import of a module whose macro of this name adds to the module at its end."""

ModuleOf = Callable[[Node | None, int], str]
"""Returns the full name of the module that a node names in a definition; empty where it names none."""


class Directives:
    """Collects the imports of a file and the aliases that hold in it."""

    def __init__(self, aliases: Aliases, module_of: ModuleOf) -> None:
        self._aliases = aliases
        self._module_of = module_of
        self.imports: list[Import] = []

    def read(self, node: Node, owner: int) -> list[Node]:
        """Take a directive; return the nodes in it that are read."""
        kind = text_of(node.child_by_field_name("target"))
        arguments = arguments_of(node)
        if not arguments:
            return []
        first, line = arguments[0], line_of(node)
        if kind == "unquote":
            called = first.child_by_field_name("target") if first.type == "call" else None
            if called is not None and called.type == "identifier":
                self.imports.append(Import("", line, QUOTED, text_of(called), owner=owner))
            return []
        renamed = text_of(options_of(node).get("as")) if len(arguments) > 1 else ""
        several = _several(first)
        if several:
            base = self._module_of(first.child_by_field_name("left"), owner)
            modules = [f"{base}.{text_of(each)}" for each in several] if base else []
        else:
            module = self._module_of(first, owner)
            modules = [module] if module else []
        for full in modules:
            if kind == ALIAS or renamed:
                short = renamed or full.rpartition(".")[2]
                self._aliases.add(node.end_byte - 1, short, full)
                self.imports.append(Import(full, line, ALIAS, alias=short, owner=owner))
            if kind == USE:
                option = atom(arguments[1]) if len(arguments) > 1 else ""
                self.imports.append(Import(full, line, USE, option, owner=owner))
            elif kind == IMPORT:
                self._import(full, node, owner)
            elif kind == REQUIRE and not renamed:
                self.imports.append(Import(full, line, REQUIRE, owner=owner))
        return [first, *first.named_children, *several, *([options_of(node)["as"]] if renamed else [])]

    def before_compile(self, module: str, line: int, owner: int) -> None:
        """Take a module whose macro adds to this one at its end."""
        self.imports.append(Import(module, line, BEFORE_COMPILE, owner=owner))

    def _import(self, full: str, node: Node, owner: int) -> None:
        """Note the functions that ``only`` names, or all, with those that ``except`` names."""
        options, line = options_of(node), line_of(node)
        only = _functions(options.get("only"))
        for name in only or [""]:
            self.imports.append(Import(full, line, IMPORT, name, owner=owner))
        for name in _functions(options.get("except")):
            self.imports.append(Import(full, line, EXCEPT, name, owner=owner))


def _several(node: Node) -> list[Node]:
    """Return the modules in the braces of ``Shop.{Cart, Order}``; none where there are no braces."""
    right = node.child_by_field_name("right") if node.type == "dot" else None
    braces = right if right is not None and right.type == "tuple" else None
    return [each for each in braces.named_children if each.type == "alias"] if braces is not None else []


def _functions(node: Node | None) -> list[str]:
    """Return ``name/arguments`` of each function in a list of them."""
    return [f"{name}/{text_of(count)}" for name, count in pairs_of(node)] if node is not None else []
