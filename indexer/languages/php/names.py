"""PHP: full names of classes, functions and constants, by the namespace and the ``use`` declarations of a file."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of

Root = Literal["namespace", "function", "const"]
"""What the dotted form of a full name begins with: words that no PHP name can be, one for each kind of name."""

NAMES = frozenset(("name", "qualified_name", "relative_name"))
"""Node types of a name that may have its namespace before it."""

OWN_CLASS = frozenset(("self", "static", "$this"))
PARENT = "parent"

KINDS: dict[str, Root] = {"function": "function", "const": "const"}
"""Words behind ``use`` and ``namespace``'s kind of name that they bring in; a class without one."""

_CONTEXTUAL = re.compile(r"namespace\\", re.IGNORECASE)


class Use(NamedTuple):
    """One name that a ``use`` declaration brings in.

    Attributes:
        root: the kind of the name.
        full: the full name, without a backslash at its beginning.
        alias: the name in this file.
    """

    root: Root
    full: str
    alias: str


class NameTable:
    """Knows what short names mean in a file, at the place that is being read."""

    def __init__(self) -> None:
        self.namespace = ""
        self._aliases: dict[Root, dict[str, str]] = {"namespace": {}, "function": {}, "const": {}}

    def enter(self, namespace: str) -> None:
        """Begin a namespace; what was brought in before is not known in it."""
        self.namespace = namespace
        for each in self._aliases.values():
            each.clear()

    def bring(self, use: Use) -> None:
        """Take in a name of a ``use`` declaration."""
        key = use.alias if use.root == "const" else use.alias.lower()
        self._aliases[use.root][key] = use.full

    def is_elsewhere(self, dotted: str) -> bool:
        """Return whether a class is in another top-level namespace than this file, mostly of another package."""
        own, _, _ = self.namespace.partition("\\")
        return bool(own) and dotted.startswith("namespace.") and not dotted.startswith(f"namespace.{own}.")

    def full(self, written: str, root: Root = "namespace") -> str:
        """Return the full name that a name means, as ``namespace.Shop.Cart``; empty for no name."""
        name = written.strip().replace(" ", "")
        if not name:
            return ""
        head, joint, rest = name.partition("\\")
        if not head:
            full = rest
        elif joint and _CONTEXTUAL.match(name):
            full = f"{self.namespace}\\{rest}"
        elif joint:
            known = self._aliases["namespace"].get(head.lower())
            full = f"{known}\\{rest}" if known else f"{self.namespace}\\{name}"
        else:
            known = self._aliases[root].get(head if root == "const" else head.lower())
            full = known or f"{self.namespace}\\{name}"
        dotted = full.strip("\\").replace("\\", ".")
        return f"{root}.{dotted}"


def uses(declaration: Node) -> Iterator[Use]:
    """Yield the names that a ``use`` declaration brings in, each of a group."""
    prefix = ""
    kind = _kind(declaration)
    for child in declaration.named_children:
        if child.type == "namespace_name":
            prefix = f"{text_of(child)}\\"
        elif child.type == "namespace_use_clause":
            yield from _clause(child, "", kind)
        elif child.type == "namespace_use_group":
            for clause in child.named_children:
                if clause.type == "namespace_use_clause":
                    yield from _clause(clause, prefix, kind)


def _kind(node: Node) -> Root:
    return next((KINDS[child.type] for child in node.children if child.type in KINDS), "namespace")


def _clause(clause: Node, prefix: str, kind: Root) -> Iterator[Use]:
    own = _kind(clause)
    name = next((child for child in clause.named_children if child.type in NAMES), None)
    full = f"{prefix}{text_of(name)}".replace(" ", "").strip("\\")
    alias = text_of(clause.child_by_field_name("alias")) or full.rpartition("\\")[2]
    if alias:
        yield Use(kind if own == "namespace" else own, full, alias)
