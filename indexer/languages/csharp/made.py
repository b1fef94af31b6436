"""C#: which constructors a file calls, by the type that is written or declared around and by the arguments."""

from collections.abc import Callable

from tree_sitter import Node

from indexer.facts.model import Call, Shape
from indexer.facts.syntax import Match
from indexer.languages.csharp.arguments import Values, argument_types
from indexer.languages.csharp.declarations import written_type

HOLDERS = {
    "variable_declaration": "type",
    "property_declaration": "type",
    "method_declaration": "returns",
    "local_function_statement": "type",
}
"""What declares the type of a ``new(...)`` inside, and the field that holds it."""

PASSED = frozenset(("variable_declarator", "arrow_expression_clause", "return_statement", "block"))
"""Nodes between a ``new(...)`` and what declares its type."""


class MadeReader:
    """Collects the constructors that a file calls; equal calls in one definition are one.

    Args:
        values: finds the type of an argument.
        line: returns the line of a node.
    """

    def __init__(self, values: Values, line: Callable[[Node], int]) -> None:
        self._values = values
        self._line = line
        self._calls: dict[tuple[int, str, str, int, str], Call] = {}

    def calls(self) -> tuple[Call, ...]:
        """Return the calls in document order."""
        return tuple(self._calls.values())

    def object_of(self, type_: Node, match: Match, owner: int) -> None:
        """Add the constructor of a new object."""
        written = "".join(written_type(type_).split())
        if written:
            self._add(owner, "type", written, match.part("arguments"), match.node)

    def chained(self, match: Match, owner: int) -> None:
        """Add what ``: this(...)`` or ``: base(...)`` calls."""
        is_own = any(child.type == "this" for child in match.node.children)
        self._add(owner, "this" if is_own else "base", "", match.part("arguments"), match.node)

    def base(self, arguments: Node, owner: int) -> None:
        """Add the base's constructor that a class with a primary one calls."""
        self._add(owner, "base", "", arguments, arguments)

    def _add(self, owner: int, shape: Shape, type_: str, listed: Node | None, node: Node) -> None:
        children = listed.named_children if listed is not None else ()
        arguments = [each for each in children if each.type == "argument"]
        types = argument_types(arguments, self._values)
        call = Call(owner, "", shape, self._line(node), type_, arguments=len(arguments), argument_types=types)
        self._calls.setdefault((owner, shape, type_, call.arguments, types), call)


def inferred_type(node: Node) -> Node | None:
    """Return the type that is declared for a ``new(...)``; None where no declaration says it."""
    above = node.parent
    while above is not None and above.type in PASSED:
        above = above.parent
    return above.child_by_field_name(HOLDERS[above.type]) if above is not None and above.type in HOLDERS else None
