"""C# calls: what stands before the dot, and the value that a variable starts with."""

from dataclasses import dataclass, field

from tree_sitter import Node

from indexer.facts.model import NO_CALL, Call
from indexer.facts.syntax import Match, line_of, text_of

TRANSPARENT = frozenset(
    ("parenthesized_expression", "postfix_unary_expression", "await_expression", "checked_expression")
)
"""Expressions that have the type of what they hold (a task is unwrapped where types are resolved)."""

MAX_SEGMENTS = 20
"""A longer path is generated or hostile."""

STRINGS = frozenset(
    ("string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression")
)

PASSED_THROUGH = frozenset(("ConfigureAwait",))
"""Calls whose result stands for their receiver."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression is, as far as one file can tell: a type, a path, or the result of a call."""

    type: str = ""
    path: str = ""
    call: int = NO_CALL


@dataclass(slots=True)
class _Receiver:
    shape: str
    text: str = ""
    inner: int = NO_CALL


@dataclass(slots=True)
class CallReader:
    """Numbers all calls of a file first, so that an outer call can name the call it hangs on."""

    found: list[Match]
    _index: dict[tuple[int, int], int] = field(default_factory=dict)
    _calls: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Number the calls in document order, outer before inner."""
        for match in self.found:
            if match.role == "call":
                self._index[match.node.start_byte, match.node.end_byte] = len(self._index)

    def calls(self) -> list[Call]:
        """Return the calls taken so far, in the order of their numbers."""
        return self._calls

    def take(self, match: Match, owner: int) -> None:
        """Add one call."""
        function = match.parts["function"][0]
        name, receiver = self._target(function)
        identifier, _, arguments = text_of(name).partition("<") if name is not None else ("", "", "")
        self._calls.append(
            Call(
                owner=owner,
                name=identifier.strip(),
                shape=receiver.shape,
                line=line_of(name if name is not None else match.node),
                receiver=receiver.text,
                inner=receiver.inner,
                arguments=sum(child.type == "argument" for child in match.parts["arguments"][0].named_children),
                type_arguments=arguments.removesuffix(">").strip(),
            )
        )

    def _target(self, function: Node) -> tuple[Node | None, _Receiver]:
        if function.type in {"identifier", "generic_name"}:
            return function, _Receiver("bare")
        if function.type == "member_access_expression":
            expression = function.child_by_field_name("expression")
            return function.child_by_field_name("name"), self._receiver(expression)
        if function.type == "conditional_access_expression":
            binding = function.named_children[-1]
            name = binding.child_by_field_name("name") if binding.type == "member_binding_expression" else None
            return name, self._receiver(function.child_by_field_name("condition"))
        return None, _Receiver("other")

    def _receiver(self, node: Node | None) -> _Receiver:
        if node is None:
            return _Receiver("other")
        if node.type in {"this", "base"}:
            return _Receiver(node.type)
        value = self.value_of(node)
        if value.call != NO_CALL:
            return _Receiver("chain", inner=value.call)
        if value.type:
            return _Receiver("type", value.type)
        return _Receiver("path", value.path) if value.path else _Receiver("other")

    def value_of(self, node: Node) -> Value:
        """Return what an expression is."""
        while node.type in TRANSPARENT and node.named_children:
            node = node.named_children[0]
        if node.type == "invocation_expression":
            return self._value_of_call(node)
        if node.type == "object_creation_expression":
            return Value(type=text_of(node.child_by_field_name("type")))
        if node.type == "cast_expression":
            return Value(type=text_of(node.child_by_field_name("type")))
        if node.type == "as_expression":
            return Value(type=text_of(node.child_by_field_name("right")))
        if node.type in STRINGS:
            return Value(type="string")
        return Value(path=path_of(node))

    def _value_of_call(self, node: Node) -> Value:
        function = node.child_by_field_name("function")
        if function is not None and function.type == "member_access_expression":
            name = function.child_by_field_name("name")
            expression = function.child_by_field_name("expression")
            if expression is not None and text_of(name) in PASSED_THROUGH:
                return self.value_of(expression)
        return Value(call=self._index.get((node.start_byte, node.end_byte), NO_CALL))


def path_of(node: Node) -> str:
    """Return ``a.b.c`` for identifiers and member accesses alone, else an empty text."""
    parts: list[str] = []
    while node.type in {"member_access_expression", "parenthesized_expression", "postfix_unary_expression"}:
        if node.type != "member_access_expression":
            node = node.named_children[0]
            continue
        parts.append(text_of(node.child_by_field_name("name")))
        inner = node.child_by_field_name("expression")
        if inner is None:
            return ""
        node = inner
    if node.type not in {"identifier", "this", "base", "generic_name", "predefined_type", "qualified_name"}:
        return ""
    return ".".join((text_of(node), *reversed(parts))) if len(parts) <= MAX_SEGMENTS else ""
