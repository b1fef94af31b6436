"""SQL in the strings of a program, and the functions that hand on a statement by the name of a constant."""

from collections.abc import Iterable

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.literals import looks_like_sql
from indexer.facts.model import SqlUse, Variable
from indexer.facts.strings import joined
from indexer.facts.syntax import line_of, text_of
from indexer.languages.sql.uses import uses_in_text

DECLARING = {
    **dict.fromkeys(("const_spec", "var_spec", "variable_declarator", "const_item", "static_item"), "name"),
    "assignment": "left",
}
"""Node types that give a value a name, and the field that holds it."""

STEPS_TO_NAME = 3


class Statements:
    """Collects what the statements of a file use."""

    def __init__(self) -> None:
        self._uses: list[SqlUse] = []
        self._by_name: dict[str, list[SqlUse]] = {}
        self._handed: list[tuple[int, Node]] = []
        self._read: set[int] = set()

    def string(self, node: Node, owner: int, *, is_shared: bool) -> None:
        """Read a string; one that others are put together with is read with these, at the first of them.

        Args:
            node: the literal.
            owner: the definition around it.
            is_shared: it stands outside of functions, so that these may name what holds it.
        """
        if node.start_byte in self._read:
            return
        whole, text, starts = joined(node)
        self._read.update(starts)
        if looks_like_sql(text):
            uses = uses_in_text(text.replace("${", "{"), owner, line_of(node))
            self._uses.extend(uses)
            if is_shared:
                self._by_name.setdefault(declared_name(whole), uses)

    def hand(self, owner: int, names: Iterable[Node]) -> None:
        """Note names that a function hands to a call."""
        self._handed.extend((owner, each) for each in names)

    def uses(self, variables: Iterable[Variable]) -> tuple[SqlUse, ...]:
        """Return what is used, each once; names that are variables of a function are none of the file's."""
        hidden = {(each.owner, each.name) for each in variables} if self._by_name else set()
        return tuple(dict.fromkeys((*self._uses, *self._uses_by_name(hidden))))

    def _uses_by_name(self, hidden: set[tuple[int, str]]) -> Iterable[SqlUse]:
        for owner, node in self._handed if self._by_name else ():
            name = text_of(node)
            for use in self._by_name.get(name, ()) if (owner, name) not in hidden else ():
                if use.owner != owner:
                    yield replace(use, owner=owner, line=line_of(node))


def declared_name(value: Node) -> str:
    """Return the name of the constant that a string is the value of; empty when it is of none."""
    node = value.parent
    for _ in range(STEPS_TO_NAME):
        if node is None or node.type in DECLARING:
            break
        node = node.parent
    return text_of(node.child_by_field_name(DECLARING[node.type])) if node and node.type in DECLARING else ""
