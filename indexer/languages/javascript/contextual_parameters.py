"""Parameters without types, of functions that are passed to a call, assigned or returned.

Their types depend on other files, see `indexer.facts.contextual_types`. In the facts of what the function uses,
such a parameter has a name that is unique in its file, ``c=>12``, so that it is not mistaken for another ``c``.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.contextual_types import ARROW, BY_CONTEXT, ELEMENT, NEW, OF_PATH, Context
from indexer.facts.model import NO_CALL, Variable
from indexer.facts.syntax import line_of, text_of
from indexer.languages.javascript.objects import BODIES, around
from indexer.languages.javascript.patterns import bound_names, private_path
from indexer.languages.javascript.type_shapes import Bound, shape
from indexer.languages.source import dotted

MOST_STEPS = 8
"""Most objects, lists and brackets around a function that are examined; finding deep parents is slow."""

MOST_AROUND = 100
"""Parameters of functions that are nested deeper stay without types."""

MOST_ARGUMENTS = 200
"""Parameters of functions that are passed to a call with more arguments stay without types."""

_SCOPES = BODIES | {
    *("statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "program"),
    *("class_body", "class_static_block"),
}
_SAME = frozenset(("parenthesized_expression", "non_null_expression"))
"""Nodes whose value is that of the expression inside of them."""

_CHOICES = {"ternary_expression": "condition", "binary_expression": ""}
"""Nodes whose value is one of several expressions -> the field of an expression that is none of these."""

_ASSERTED = frozenset(("as_expression", "satisfies_expression"))


@dataclass(slots=True)
class Scope:
    """The part of a file in which a name means one thing.

    Attributes:
        end: byte behind the part.
        function: whose parameter the name is; None for any other meaning.
        owner: index of the definition around the function.
        number: which parameter of the function, from 0.
        inner: dotted path that a pattern takes out of that parameter.
        renamed: unique name of the parameter, empty if it has no context; None until it is used.
    """

    end: int
    function: Node | None
    owner: int = 0
    number: int = 0
    inner: str = ""
    renamed: str | None = None


class Position(NamedTuple):
    """Where a value stands: in an argument of a call, or where a type is declared for it.

    Attributes:
        call: number of the call, or ``NO_CALL``.
        argument: which argument of it, from 0.
        type: as `Context.type`.
    """

    call: int
    argument: int
    type: str


class ContextualParameters:
    """Follows which names are those of such parameters while a file is read from its beginning to its end.

    Attributes:
        contexts: where the functions of these parameters stand.
        variables: the parameters that are used.

    Args:
        number: returns the number of a call that is read, else ``NO_CALL``.
        bound: returns how type parameters are written inside of a definition.
    """

    def __init__(self, number: Callable[[Node], int], bound: Callable[[int], Bound]) -> None:
        self._number = number
        self._bound = bound
        self._scopes: dict[str, list[Scope]] = defaultdict(list)
        self._around: list[int] = []
        self.contexts: list[Context] = []
        self.variables: list[Variable] = []

    def enter(self, function: Node, owner: int) -> None:
        """Note the parameters of a function."""
        while self._around and self._around[-1] <= function.start_byte:
            self._around.pop()
        self._around.append(function.end_byte)
        typed = function if len(self._around) <= MOST_AROUND else None
        for number, pattern in _untyped(function):
            names = [(pattern, "")] if pattern.type == "identifier" else bound_names(pattern)
            for name, path in names:
                self._scopes[text_of(name)].append(Scope(function.end_byte, typed, owner, number, path))

    def hide(self, name: str, node: Node) -> None:
        """Note that a name means something else than a parameter in the block around a node."""
        scope = self._scope(name, node.start_byte)
        if scope is None:
            return
        above: Node | None = node
        while above is not None and above.type not in _SCOPES:
            above = above.parent
        if above is not None and above.type == "statement_block" and above.parent is not None:
            above = above.parent if above.parent.type in BODIES else above
        if above is not None and (scope.function is None or above.end_byte != scope.end):
            self._scopes[name].append(Scope(above.end_byte, None))

    def _scope(self, name: str, byte: int) -> Scope | None:
        """Return the innermost scope of a name around a byte."""
        scopes = self._scopes.get(name)
        while scopes and scopes[-1].end <= byte:
            scopes.pop()
        return scopes[-1] if scopes else None

    def renamed(self, path: str, node: Node) -> str:
        """Return a path with the unique name of the parameter that it begins with; any other path as it is."""
        head, dot, rest = path.partition(".")
        if head not in self._scopes:
            return path
        scope = self._scope(head, node.start_byte)
        if scope is None or scope.function is None or node.start_byte < scope.function.start_byte:
            return path
        if scope.renamed is None:
            scope.renamed = self._declare(head, scope, scope.function)
        return f"{scope.renamed}{dot}{rest}" if scope.renamed else path

    def _declare(self, name: str, scope: Scope, function: Node) -> str:
        """Add a variable for a parameter whose function has a context; return its unique name, else nothing."""
        context = self._context(function, scope)
        if context is None:
            return ""
        at = len(self.contexts)
        own = f"{name}{ARROW}{at}"
        self.variables.append(Variable(scope.owner, own, line=line_of(function), given_to=BY_CONTEXT, argument=at))
        self.contexts.append(context)
        return own

    def _context(self, function: Node, scope: Scope) -> Context | None:
        path: list[str] = []
        node = function
        if node.type == "method_definition":
            path.append(text_of(node.child_by_field_name("name")))
            node = node.parent or node
        for _ in range(MOST_STEPS):
            above = node.parent
            if above is None:
                return None
            inside = _inside(node, above, path)
            if inside is None:
                break
            node = inside
        position = self._position(node, above, scope.owner) if above is not None else None
        if position is None:
            return None
        return Context(*position, tuple(reversed(path)), scope.number, scope.inner)

    def _position(self, value: Node, above: Node, owner: int) -> Position | None:
        if above.type == "arguments":
            return self._passed(value, above)
        type_ = _written(value, above)
        if type_ is not None:
            return Position(NO_CALL, 0, shape(type_, self._bound(owner)))
        left = above.child_by_field_name("left") if above.type == "assignment_expression" else None
        is_member = left is not None and left.type == "member_expression"
        path = dotted(text_of(left)) or private_path(text_of(left)) if is_member else ""
        return Position(NO_CALL, 0, f"{OF_PATH}{path}") if path else None

    def _passed(self, value: Node, arguments: Node) -> Position | None:
        if arguments.named_child_count > MOST_ARGUMENTS:
            return None
        listed = [each for each in arguments.named_children if each.type != "comment"]
        argument = next(at for at, each in enumerate(listed) if each.start_byte == value.start_byte)
        call = arguments.parent
        if (
            call is None
            or any(each.type == "spread_element" for each in listed)
            or call.type not in {"call_expression", "new_expression"}
        ):
            return None
        if call.type == "new_expression":
            name = dotted(text_of(call.child_by_field_name("constructor")))
            return Position(NO_CALL, argument, f"{NEW}{name}") if name else None
        number = self._number(call)
        return Position(number, argument, "") if number != NO_CALL else None


def _untyped(function: Node) -> Iterator[tuple[int, Node]]:
    """Yield the number and the pattern of each parameter that has neither a type nor a default value."""
    single = function.child_by_field_name("parameter")
    listed = function.child_by_field_name("parameters")
    parameters = [single] if single is not None else listed.named_children if listed is not None else ()
    number = -1
    for each in parameters:
        pattern = each.child_by_field_name("pattern") or each
        if pattern.type in {"this", "comment"}:
            continue
        number += 1
        is_typed = any(each.child_by_field_name(field) is not None for field in ("type", "value"))
        if not is_typed and pattern.type in {"identifier", "object_pattern"}:
            yield number, pattern


def _inside(node: Node, above: Node, path: list[str]) -> Node | None:
    """Return the object, list or choice that has a value as a part; None if nothing has.

    The name of the member, or `ELEMENT`, is added to ``path``.
    """
    if above.type == "pair":
        key = above.child_by_field_name("key")
        if key is None or key.type != "property_identifier":
            return None
        path.append(text_of(key))
        return above.parent
    if above.type == "array":
        path.append(ELEMENT)
        return above
    if above.type in _CHOICES:
        other = above.child_by_field_name(_CHOICES[above.type]) if _CHOICES[above.type] else None
        return above if other is None or other.start_byte != node.start_byte else None
    return above if above.type in _SAME else None


def _written(value: Node, above: Node) -> Node | None:
    """Return the type that is declared for a value; None if there is none."""
    if above.type in _ASSERTED:
        type_ = above.named_children[-1]
        return type_ if type_.start_byte != value.start_byte else None
    if above.type in {"variable_declarator", "public_field_definition", "required_parameter"}:
        return above.child_by_field_name("type")
    function = around(above) if above.type == "return_statement" else None
    if above.type == "arrow_function" and above.child_by_field_name("body") == value:
        function = above
    return function.child_by_field_name("return_type") if function is not None else None
