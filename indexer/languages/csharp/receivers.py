"""C# calls: receivers, and initial values of variables."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from tree_sitter import Node

from indexer.facts.model import NO_CALL, Call, Shape
from indexer.facts.syntax import Match, Source, text_of
from indexer.languages.csharp.arguments import argument_types
from indexer.languages.csharp.value import Value

TYPED = frozenset(f"{kind}_expression" for kind in ("object_creation", "cast", "array_creation", "default"))
"""Expressions that name the type of their value."""

TRANSPARENT = frozenset(
    ("parenthesized_expression", "postfix_unary_expression", "await_expression", "checked_expression")
)
"""Expressions that have the type of their operand (a task is unwrapped where types are resolved)."""

PLAIN_TYPE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
"""A type that a path may begin with."""

MAX_SEGMENTS = 20
"""A longer path is generated or hostile."""

HEADS = frozenset(("identifier", "this", "base", "generic_name", "predefined_type", "qualified_name"))
"""Expressions that a path begins with."""

SILENT = frozenset(("null_literal", "default_expression", "throw_expression"))
"""Expressions that say nothing of the type of a choice."""

STRINGS = frozenset(
    ("string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression")
)

PASSED_THROUGH = frozenset(("ConfigureAwait",))
"""Calls that return their receiver."""


ELEMENT = "[]"
"""In a path: an element of the part before it."""


class _Receiver(msgspec.Struct, frozen=True, gc=False):
    shape: Shape
    text: str = ""
    inner: int = NO_CALL


_BARE = _Receiver("bare")


@dataclass(slots=True)
class CallReader:
    """Numbers all calls of a file first, so that an outer call can name the call it hangs on."""

    matches: list[Match]
    rename: Callable[[str, int], str]
    source: Source
    _index: dict[tuple[int, int], int] = field(default_factory=dict)
    _calls: list[Call] = field(default_factory=list)
    _functions: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Number the calls in document order, outer before inner, and collect the names of the methods."""
        for match in self.matches:
            if match.role == "call":
                self._index[match.start, match.end] = len(self._index)
            elif match.role == "def.method":
                self._functions.add(self.source.text(match.part("name")))

    def calls(self) -> list[Call]:
        """Return the calls taken so far, in the order of their numbers."""
        return self._calls

    def take(self, match: Match, owner: int) -> str:
        """Add one call; return the called name, as written."""
        function = match.parts["function"][0]
        name, receiver = self._target(function)
        written = self.source.text(name)
        identifier, _, type_arguments = written.partition("<")
        arguments = [child for child in match.parts["arguments"][0].named_children if child.type == "argument"]
        self._calls.append(
            Call(
                owner=owner,
                name=identifier.strip(),
                shape=receiver.shape,
                line=self.source.line(name if name is not None else match.node),
                receiver=receiver.text,
                inner=receiver.inner,
                arguments=len(arguments),
                type_arguments=type_arguments.removesuffix(">").strip(),
                argument_types=argument_types(arguments, self),
            )
        )
        return written

    def named(self, node: Node, owner: int) -> Call | None:
        """Return a function that is named without being called; None where the name is one of a variable."""
        name, receiver = self._target(node)
        written, _, arguments = self.source.text(name).partition("<")
        if not may_be_function(written) and receiver.shape != "this" and written not in self._functions:
            return None
        line = self.source.line(node)
        return Call(
            owner,
            written.strip(),
            receiver.shape,
            line,
            receiver.text,
            receiver.inner,
            type_arguments=arguments.removesuffix(">").strip(),
        )

    def _target(self, function: Node) -> tuple[Node | None, _Receiver]:
        kind = function.type
        if kind in {"identifier", "generic_name"}:
            return function, _BARE
        if kind == "member_access_expression":
            expression = function.child_by_field_name("expression")
            return function.child_by_field_name("name"), self._receiver(expression)
        if kind == "conditional_access_expression":
            binding = function.named_children[-1]
            name = binding.child_by_field_name("name") if binding.type == "member_binding_expression" else None
            return name, self._receiver(function.child_by_field_name("condition"))
        return None, _Receiver("other")

    def _receiver(self, node: Node | None) -> _Receiver:
        if node is None:
            return _Receiver("other")
        kind = node.type
        if kind == "identifier":
            name = self.source.text(node)
            return _Receiver("path", self.rename(name, node.start_byte)) if name else _Receiver("other")
        if kind in {"this", "base"}:
            return _Receiver("this" if kind == "this" else "base")
        value = self.value_of(node)
        if value.call != NO_CALL:
            return _Receiver("chain", value.path, value.call)
        if value.type:
            return _Receiver("type", value.type)
        return _Receiver("path", value.path) if value.path else _Receiver("other")

    def number(self, node: Node | None) -> int:
        """Return the index of the call that a node is, or ``NO_CALL``."""
        return self._index.get(node.byte_range, NO_CALL) if node is not None else NO_CALL

    def value_of(self, node: Node) -> Value:
        """Return the description of an expression."""
        node, names = split_path(node, self.source)
        path = ".".join(names)
        kind = node.type
        if kind == "binary_expression":
            return self._value_or_default(node, path)
        if kind == "conditional_expression":
            return self._value_of_choice(node, path)
        if kind == "with_expression":
            return _extended(self.value_of(node.named_children[0]), path)
        if kind == "invocation_expression":
            return self._value_of_call(node, path)
        written = _written_type(node, kind)
        if written:
            return (
                _member_of(written, path) if path and kind not in STRINGS else Value(type="" if path else written)
            )
        head = self.source.text(node) if kind in HEADS else ""
        return Value(path=".".join((self.rename(head, node.start_byte), *names))) if head else Value()

    def _value_of_call(self, node: Node, path: str) -> Value:
        function = node.child_by_field_name("function")
        if function is not None and function.type == "member_access_expression":
            name = function.child_by_field_name("name")
            expression = function.child_by_field_name("expression")
            if expression is not None and self.source.text(name) in PASSED_THROUGH:
                return _extended(self.value_of(expression), path)
        return Value(path=path, call=self.number(node))

    def _value_or_default(self, node: Node, path: str) -> Value:
        """``a ?? b`` has the type of a."""
        left = node.child_by_field_name("left")
        is_default = any(child.type == "??" for child in node.children)
        return _extended(self.value_of(left), path) if left is not None and is_default else Value()

    def _value_of_choice(self, node: Node, path: str) -> Value:
        """``c ? a : b`` is known where one side says nothing, or both are of one type."""
        sides = [node.child_by_field_name(name) for name in ("consequence", "alternative")]
        known_sides = [side for side in sides if side is not None and side.type not in SILENT]
        values = {self.value_of(side) for side in known_sides}
        return _extended(values.pop(), path) if len(values) == 1 else Value()


def may_be_function(name: str) -> bool:
    """Return whether a name is spelled as functions are: ``Load`` or ``button1_Click``, not ``_items``."""
    return name[:1].isupper() or name.find("_", 1) > 0


def _member_of(type_: str, path: str) -> Value:
    """``new Log().Level.Set()`` hangs on a member of the type; generic types are no beginning of a path."""
    return Value(path=f"{type_}.{path}") if PLAIN_TYPE.fullmatch(type_) else Value()


def _extended(value: Value, path: str) -> Value:
    """Return the value at a path from another value."""
    if not path:
        return value
    if value.type or not (value.path or value.call != NO_CALL):
        return Value()
    return Value(path=f"{value.path}.{path}".lstrip("."), call=value.call)


def _written_type(node: Node, kind: str) -> str:
    """Return the type that an expression of this kind itself names; empty for any other."""
    if kind in TYPED:
        return text_of(node.child_by_field_name("type"))
    if kind == "as_expression":
        return text_of(node.child_by_field_name("right"))
    return "System.Type" if kind == "typeof_expression" else "string" if kind in STRINGS else ""


def split_path(node: Node, source: Source) -> tuple[Node, list[str]]:
    """Return the expression that a path begins with, and the names behind it; ``[]`` for an element."""
    names: list[str] = []
    while len(names) <= MAX_SEGMENTS:
        inner: Node | None = None
        kind = node.type
        if kind == "member_access_expression":
            names.append(source.text(node.child_by_field_name("name")))
            inner = node.child_by_field_name("expression")
        elif kind in TRANSPARENT:
            inner = node.named_child(0)
        elif kind == "element_access_expression":
            names.append(ELEMENT)
            inner = node.child_by_field_name("expression")
        elif kind == "conditional_access_expression":
            binding = node.named_children[-1]
            if binding.type == "member_binding_expression":
                names.append(source.text(binding.child_by_field_name("name")))
                inner = node.child_by_field_name("condition")
        if inner is None:
            break
        node = inner
    return node, names[::-1]
