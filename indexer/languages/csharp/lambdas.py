"""C#: parameters of lambdas and out variables, each with the call that determines its type."""

from dataclasses import dataclass, field

import msgspec
from tree_sitter import Node

from indexer.facts.model import NO_CALL, OUT
from indexer.facts.syntax import text_of
from indexer.languages.csharp.receivers import CallReader

FUNCTIONS = frozenset(("lambda_expression", "anonymous_method_expression"))


class Given(msgspec.Struct, frozen=True, gc=False):
    """The place in a call's arguments; see ``Variable``."""

    call: int = NO_CALL
    argument: int = 0
    parameter: int = 0


@dataclass(slots=True)
class LambdaScopes:
    """Renames each lambda's parameter (``x#3``): two lambdas on one line often have the same parameter name."""

    _scopes: dict[str, list[tuple[int, int, str]]] = field(default_factory=dict)
    _count: int = 0

    def enter(self, name: str, function: Node) -> str:
        """Return the name that a parameter has inside of its function."""
        self._count += 1
        name = name.removeprefix("@")
        own = f"{name}#{self._count}"
        self._scopes.setdefault(name, []).append((function.start_byte, function.end_byte, own))
        return own

    def renamed(self, name: str, at_byte: int) -> str:
        """Return the unique name of a parameter at a place: that of the innermost lambda, else the name itself.

        ``@group`` is ``group``.
        """
        name = name.removeprefix("@")
        for start, end, own in reversed(self._scopes.get(name, ())):
            if start <= at_byte < end:
                return own
        return name


def function_around(parameter: Node) -> Node | None:
    """Return the lambda that a parameter belongs to."""
    node: Node | None = parameter.parent
    while node is not None and node.type == "parameter_list":
        node = node.parent
    return node if node is not None and node.type in FUNCTIONS else None


def lambda_parameter(function: Node, parameter: Node, calls: CallReader) -> Given:
    """Return which argument of which call a lambda is, and which of its parameters this is."""
    listed = function.child_by_field_name("parameters")
    parameters = [child for child in listed.named_children if child.type == "parameter"] if listed else []
    at = next((index for index, each in enumerate(parameters) if each.start_byte == parameter.start_byte), 0)
    call, argument = _argument(function, calls)
    return Given(call, argument, at)


def filled(declaration: Node, calls: CallReader) -> Given:
    """Return which call fills ``out var x``."""
    call, argument = _argument(declaration, calls)
    return Given(call, argument, OUT)


def _argument(node: Node, calls: CallReader) -> tuple[int, int]:
    argument = node.parent
    listed = argument.parent if argument is not None and argument.type == "argument" else None
    if argument is None or listed is None or listed.type != "argument_list":
        return NO_CALL, 0
    before = [child for child in listed.named_children if child.type == "argument"]
    at = next((index for index, each in enumerate(before) if each.start_byte == argument.start_byte), 0)
    is_named = any(text_of(child) == ":" for child in argument.children)
    return (NO_CALL, 0) if is_named else (calls.number(listed.parent), at)
