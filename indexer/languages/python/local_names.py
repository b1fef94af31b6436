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
    """Remembers the names that functions and expressions bind while a file is read."""

    def __init__(self) -> None:
        self._bound: dict[int, frozenset[str]] = {}
        self._parameters: dict[str, frozenset[str]] = {}
        self._parents: dict[str, str] = {}

    def enter(self, definition: Definition, parameters: Node | None) -> list[str]:
        """Note the parameters of a function, or that a class has none; return them."""
        names = identifiers(parameters)
        self._parents[definition.local_id] = definition.parent
        self._parameters[definition.local_id] = frozenset(names)
        return names

    def hides(self, name: str, node: Node, owner: int, definitions: Sequence[Definition]) -> bool:
        """Return whether a name at a node inside a definition is one of a parameter or a comprehension."""
        around = definitions[owner].local_id if owner >= 0 else ""
        while around:
            if name in self._parameters.get(around, ()):
                return True
            around = self._parents.get(around, "")
        return self.binds(name, node)

    def binds(self, name: str, node: Node, *, only_lambda: bool = False) -> bool:
        """Return whether a lambda expression or a comprehension around a node binds a name."""
        outer = node.parent
        for _ in range(MAX_STEPS):
            if outer is None or outer.type.endswith("statement"):
                return False
            is_candidate = outer.type == "lambda" if only_lambda else outer.type in BINDING
            if is_candidate and name in self._names_of(outer):
                return True
            outer = outer.parent
        return False

    def _names_of(self, node: Node) -> frozenset[str]:
        """Return what an expression binds, which is looked for once: all names in it ask for that."""
        if node.id not in self._bound:
            self._bound[node.id] = frozenset(_names_bound_by(node))
        return self._bound[node.id]


def _names_bound_by(node: Node) -> list[str]:
    field = BINDING[node.type]
    if field:
        return identifiers(node.child_by_field_name(field))
    clauses = [child for child in node.named_children if child.type == "for_in_clause"]
    return [name for clause in clauses for name in identifiers(clause.child_by_field_name("left"))]


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
