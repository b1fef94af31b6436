"""Live pages of Phoenix: what a router, a page or a template runs of other modules by their names."""

from collections.abc import Sequence

from tree_sitter import Node

from indexer.facts.model import Call
from indexer.facts.syntax import line_of
from indexer.languages.elixir.directives import ModuleOf
from indexer.languages.elixir.syntax import options_of

HOOK, HOOK_ARGUMENTS = "on_mount", 4
SESSION = "live_session"

PAGE = (("mount", 3), ("render", 1))
COMPONENT = (("mount", 1), ("update", 2), ("render", 1))
"""What runs of the module of a live page, and of that of a live component, with as many arguments."""


class Pages:
    """Collects what runs of live pages and components.

    Args:
        module_of: returns the full name of a module.

    Attributes:
        calls: of their functions.
        named: functions that run before pages.
    """

    def __init__(self, module_of: ModuleOf) -> None:
        self._module_of = module_of
        self.calls: list[Call] = []
        self.named: list[Call] = []

    def on_call(self, name: str, node: Node, arguments: Sequence[Node], owner: int) -> None:
        """Read ``live_render(socket, Cart)``, ``on_mount Shop.Auth`` and those of a ``live_session``."""
        if name == "live_render" and len(arguments) > 1:
            self._run(self._module_of(arguments[1], owner), PAGE, owner, line_of(node))
        elif name == HOOK and arguments:
            self._add_hooks(arguments[0], owner)
        elif name == SESSION:
            hooks = options_of(node).get(HOOK)
            for each in hooks.named_children if hooks is not None and hooks.type == "list" else [hooks]:
                self._add_hooks(each, owner)

    def add_component(self, module: str, owner: int, line: int) -> None:
        """Take ``<.live_component module={Cart} />``."""
        self._run(module, COMPONENT, owner, line)

    def _run(self, module: str, functions: Sequence[tuple[str, int]], owner: int, line: int) -> None:
        for name, count in functions if module else ():
            self.calls.append(Call(owner, name, "path", line, module, arguments=count))

    def _add_hooks(self, node: Node | None, owner: int) -> None:
        """Note ``Shop.Auth`` or ``{Shop.Auth, :admin}``."""
        first = next(iter(node.named_children), None) if node is not None and node.type == "tuple" else node
        module = self._module_of(first, owner)
        if module and first is not None:
            self.named.append(Call(owner, HOOK, "path", line_of(first), module, arguments=HOOK_ARGUMENTS))
