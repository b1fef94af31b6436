"""SQL in the strings of a program, and the functions that hand on a statement by the name of a constant."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.literals import looks_like_sql
from indexer.facts.model import NO_OWNER, Definition, SqlUse, Variable
from indexer.facts.strings import Joined, content, joined
from indexer.facts.syntax import line_of, text_of
from indexer.languages.sql.uses import uses_in_text

DECLARING = {
    **dict.fromkeys(("const_spec", "var_spec", "variable_declarator", "const_item", "static_item"), "name"),
    "assignment": "left",
    "val_definition": "pattern",
}
"""Node types that give a value a name, and the field that holds it."""

STEPS_TO_NAME = 3

WORD = re.compile(
    r"\b(?:select|insert|replace|update|delete|merge|truncate|exec|execute|call|create|alter|from|join)\b",
    re.IGNORECASE,
)
"""Words of which a string has at least one where a statement begins."""

MOST_JOINED = 2_000
"""Only so many strings of a file are joined with their neighbours: a deep node takes long to find its parent."""


class Statements:
    """Collects the objects that the statements of a file use."""

    def __init__(self) -> None:
        self._uses: list[SqlUse] = []
        self._by_name: dict[str, dict[int, list[SqlUse]]] = {}
        """Name of a constant or variable -> the function that knows it -> what the statement in it uses."""
        self._handed: list[tuple[int, Node]] = []
        self._read: set[int] = set()
        self._count = 0

    def string(self, node: Node, owner: int, *, holder: int, written: str = "") -> None:
        """Read a string; one that others are put together with is read with these, at the first of them.

        Args:
            node: the literal.
            owner: the definition around it.
            holder: the function around it, where a variable that holds it is known; `NO_OWNER` outside of any.
            written: its text, where that is known already; it is read alone.
        """
        if node.start_byte in self._read or not may_begin(node):
            return
        self._count += 1
        looks_around = self._count <= MOST_JOINED and not written
        whole, text, starts = joined(node) if looks_around else Joined(node, written or content(text_of(node)), ())
        self._read.update(starts)
        if looks_like_sql(text):
            uses = uses_in_text(text.replace("${", "{"), owner, line_of(node))
            self._uses.extend(uses)
            self._by_name.setdefault(declared_name(whole), {}).setdefault(holder, uses)

    def add(self, uses: Iterable[SqlUse]) -> None:
        """Note what code uses without a statement."""
        self._uses.extend(uses)

    def hand(self, owner: int, names: Iterable[Node]) -> None:
        """Note names that a function hands to a call."""
        self._handed.extend((owner, each) for each in names)

    def uses(self, variables: Iterable[Variable], definitions: Sequence[Definition]) -> tuple[SqlUse, ...]:
        """Return the uses, each once; a variable of a function is visible in it and in nested functions."""
        hidden = {(each.owner, each.name) for each in variables} if self._by_name else set()
        parents = {each.local_id: each.parent for each in definitions} if self._by_name else {}
        return tuple(dict.fromkeys((*self._uses, *self._uses_by_name(hidden, definitions, parents))))

    def _uses_by_name(
        self, hidden: set[tuple[int, str]], definitions: Sequence[Definition], parents: Mapping[str, str]
    ) -> Iterable[SqlUse]:
        for owner, node in self._handed if self._by_name else ():
            name = text_of(node)
            by_holder = self._by_name.get(name) if (owner, name) not in hidden else None
            if by_holder is None:
                continue
            around = set(_around(definitions[owner].local_id, parents))
            holders = [each for each in by_holder if each == NO_OWNER or definitions[each].local_id in around]
            for use in by_holder[max(holders)] if holders else ():
                if use.owner != owner:
                    yield replace(use, owner=owner, line=line_of(node))


def _around(local_id: str, parents: Mapping[str, str]) -> Iterator[str]:
    """Yield a definition and those around it."""
    while local_id:
        yield local_id
        local_id = parents.get(local_id, "")


def may_begin(string: Node) -> bool:
    """Return whether a string has a word that a statement begins with."""
    return WORD.search(text_of(string)) is not None


def declared_name(value: Node) -> str:
    """Return the name of the constant whose value is a string; empty if there is none."""
    node = value.parent
    for _ in range(STEPS_TO_NAME):
        if node is None or node.type in DECLARING:
            break
        node = node.parent
    return text_of(node.child_by_field_name(DECLARING[node.type])) if node and node.type in DECLARING else ""
