"""Python: names of parameters and of comprehensions, which hide functions of the same name."""

from collections.abc import Sequence

from tree_sitter import Node

from indexer.facts.model import Definition
from indexer.facts.syntax import text_of

BINDING = {
    "lambda": "parameters",
    "list_comprehension": "",
    "set_comprehension": "",
    "dictionary_comprehension": "",
    "generator_expression": "",
}
"""Expression that binds names -> the field that has them; empty: its clauses."""

MAX_STEPS = 8
"""How far an expression around a name is looked for."""


class LocalNames:
    """Remembers the parameters of functions while a file is read."""

    def __init__(self) -> None:
        self._parameters: dict[str, frozenset[str]] = {}

    def enter(self, function: Definition, parameters: Node | None) -> None:
        """Note the parameters of a function."""
        if parameters is not None:
            self._parameters[function.local_id] = frozenset(identifiers(parameters))

    def hides(self, name: str, node: Node, owner: int, definitions: Sequence[Definition]) -> bool:
        """Return whether a name at a node inside a definition is one of a parameter or a comprehension."""
        around = definitions[owner].local_id if owner >= 0 else ""
        while around:
            if name in self._parameters.get(around, ()):
                return True
            around = next((each.parent for each in reversed(definitions) if each.local_id == around), "")
        outer = node.parent
        for _ in range(MAX_STEPS):
            if outer is None or outer.type.endswith("statement"):
                return False
            if outer.type in BINDING and name in _bound(outer):
                return True
            outer = outer.parent
        return False


def _bound(node: Node) -> set[str]:
    field = BINDING[node.type]
    if field:
        return set(identifiers(node.child_by_field_name(field)))
    clauses = [child for child in node.named_children if child.type == "for_in_clause"]
    return {name for clause in clauses for name in identifiers(clause.child_by_field_name("left"))}


def identifiers(node: Node | None) -> list[str]:
    """Return the names that parameters or a pattern bind."""
    if node is None:
        return []
    if node.type == "identifier":
        return [text_of(node)]
    named = node.child_by_field_name("name")
    if named is not None:
        return identifiers(named)
    inner = node.named_children[:1] if node.type == "typed_parameter" else node.named_children
    return [name for child in inner for name in identifiers(child)]
