"""C#: what one file names without calling it: functions that are handed over, and constants by their name."""

import re

from tree_sitter import Node

from indexer.facts.model import Call
from indexer.facts.syntax import Match, Source
from indexer.languages.csharp.declarations import modifiers
from indexer.languages.csharp.receivers import CallReader

HOLDER = re.compile(r"(?:global::)?[^\W\da-z_][\w.]*(?:<[\w.,<> ?]{1,200}>)?(?:\.\w+)*")
"""A receiver that may be a type: ``Shop.Limits``, ``Cache<int>``."""


class NamedReader:
    """Collects what a file names without calling it.

    Attributes:
        named: functions and values, written as calls are.
    """

    def __init__(self, syntax_matches: list[Match], calls: CallReader, source: Source) -> None:
        self._calls = calls
        self._text = source.text
        self._line = source.line
        self.named: list[Call] = []
        self._seen: set[tuple[int, str, str]] = set()
        self._constants: set[str] = set()
        """Names of constants of this file; any other name in lower case is a variable."""
        self._properties: set[str] = set()
        """Names of properties of objects in this file."""
        for match in syntax_matches:
            if match.role == "def.constant":
                if is_constant(match.node):
                    self._constants.add(self._text(match.part("name")))
            elif match.role == "def.property" and b"static" not in modifiers(match.node):
                self._properties.add(self._text(match.part("name")))

    def handed(self, node: Node, owner: int) -> None:
        """Take a name in a place where a function may be handed over."""
        named = self._calls.named(node, owner)
        if named is not None:
            self.named.append(named)
        else:
            self.value(node, owner)

    def value(self, node: Node, owner: int) -> None:
        """Take a name in a place where a value stands."""
        if node.type == "identifier":
            name = self._text(node)
            if name in self._constants or (name[:1].isupper() and name not in self._properties):
                self._take(node, owner, "", name)
            return
        receiver, name = (self._text(node.child_by_field_name(part)) for part in ("expression", "name"))
        if HOLDER.fullmatch(receiver) or receiver.partition(".")[0] in self._constants:
            self._take(node, owner, receiver.removeprefix("global::"), name)

    def _is_lambda(self, path: str, node: Node) -> bool:
        """Return whether a path begins with the parameter of a lambda."""
        head = path.partition(".")[0]
        return self._calls.rename(head, node.start_byte) != head

    def _take(self, node: Node, owner: int, receiver: str, name: str) -> None:
        key = (owner, receiver, name)
        if key in self._seen or self._is_lambda(receiver or name, node):
            return
        self._seen.add(key)
        self.named.append(Call(owner, name, "path" if receiver else "bare", self._line(node), receiver))


def is_constant(field: Node) -> bool:
    """Return whether a field is ``const`` or ``static``."""
    return not modifiers(field).isdisjoint((b"const", b"static"))
