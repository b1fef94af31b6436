"""Expressions of Kotlin: what a call is called of, what its arguments are, which types are written."""

import re
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import FUNCTION, NULL
from indexer.facts.parameters import split_arguments
from indexer.facts.syntax import text_of
from indexer.facts.type_names import MAX_TYPE_CHARS, TYPE_NAME

_WRAPPERS = frozenset(
    ("parenthesized_expression", "labeled_expression", "annotated_expression", "spread_expression")
)
_LITERALS = {
    **dict.fromkeys(("string_literal", "multiline_string_literal"), "String"),
    **dict.fromkeys(("lambda_literal", "anonymous_function", "callable_reference"), FUNCTION),
    **dict.fromkeys(("is_expression", "in_expression"), "Boolean"),
    "character_literal": "Char",
    "null": NULL,
}
_WORDS = {"true": "Boolean", "false": "Boolean", "null": NULL}
_COMPARING = frozenset(("==", "!=", "===", "!==", "<", ">", "<=", ">=", "&&", "||"))
_NUMBERS = {"number_literal": "Int", "float_literal": "Double"}
_NUMBER_ENDS = {"L": "Long", "l": "Long", "f": "Float", "F": "Float"}
_UNSAID = re.compile(r"@[\w.]+(?:\([^()]*\))?|\b(?:in|out|suspend)\s+|[\s?]")
_ARGUMENTS = frozenset(("parenthesized_expression", "lambda_literal"))
MOST_STEPS = 20
"""Names of one dotted path, and wrappers of one expression; more are no program."""

NAMED_TYPES = frozenset(("user_type", "nullable_type", "parenthesized_type", "non_nullable_type"))
TYPES = NAMED_TYPES | {"function_type"}


class CallParts(NamedTuple):
    """A call: what is called, what is handed over between its brackets and behind them, and its inner node.

    In ``run(a) { }`` the node of ``run(a)`` is inside of that of the whole, which it is one call with.
    ``generic`` is what is written between its angle brackets.
    """

    function: Node
    name: Node | None
    arguments: tuple[Node, ...]
    function_behind: Node | None
    inner: Node | None
    generic: str = ""


class Path(NamedTuple):
    """An expression as a first node and the names behind it: ``load().order.lines``."""

    first: Node
    names: tuple[str, ...]


def written_type(node: Node | None) -> str:
    """Return a type with its arguments, without what may be missing; empty for that of a function."""
    written = _without_unsaid(node) if node is not None and node.type in NAMED_TYPES else ""
    return written if TYPE_NAME.match(written) else ""


def _without_unsaid(node: Node | None) -> str:
    """Return types as written, without what may be missing and what does not matter; empty for a long text."""
    is_short = node is not None and node.end_byte - node.start_byte <= MAX_TYPE_CHARS
    return _UNSAID.sub("", text_of(node)) if is_short else ""


def type_in(node: Node) -> Node | None:
    """Return the type that a declaration writes; None without one."""
    return next((each for each in node.named_children if each.type in TYPES), None)


def call_parts(node: Node) -> CallParts | None:
    """Return the parts of a call, an infix call or an access by index; None for what is none of them."""
    children = node.named_children
    if node.type == "infix_expression" and len(children) == len(("left", "name", "right")):
        return CallParts(children[0], children[1], (children[2],), None, None)
    if node.type == "index_expression" and children:
        return CallParts(children[0], None, tuple(children[1:]), None, None)
    if node.type == "binary_expression":
        return _generic_call(node)
    if not children:
        return None
    parts = {each.type: each for each in children[1:]}
    function, arguments, behind = children[0], parts.get("value_arguments"), parts.get("annotated_lambda")
    generic = _without_unsaid(parts.get("type_arguments"))[1:-1]
    if arguments is None and behind is not None and function.type == "call_expression":
        inner = call_parts(function)
        if inner is not None and inner.function_behind is None:
            return inner._replace(function_behind=_lambda_of(behind), inner=function)
    listed = tuple(each for each in arguments.named_children if each.type == "value_argument") if arguments else ()
    return CallParts(function, None, listed, _lambda_of(behind) if behind else None, None, generic)


def _generic_call(node: Node) -> CallParts | None:
    """``Box<Item>(1)`` and ``box<Item> { }`` that end a statement are two comparisons for the grammar."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    function = left.child_by_field_name("left") if left is not None and left.type == node.type else None
    if left is None or right is None or function is None or right.type not in _ARGUMENTS:
        return None
    if (_operator(left), _operator(node)) != ("<", ">"):
        return None
    if function.type == node.type and _operator(function) == "?:":
        function = function.child_by_field_name("right") or function
    generic = _without_unsaid(left.child_by_field_name("right"))
    if right.type == "lambda_literal":
        return CallParts(function, None, (), right, None, generic)
    return CallParts(function, None, tuple(right.named_children), None, None, generic)


def _operator(node: Node) -> str:
    return text_of(node.child_by_field_name("operator"))


def _lambda_of(node: Node) -> Node | None:
    return next((each for each in node.named_children if each.type == "lambda_literal"), None)


def value_of(argument: Node) -> tuple[str, Node | None]:
    """Return the name and the value of an argument: ``size = 2``; without a name most often."""
    if argument.type != "value_argument":
        return "", argument
    children = argument.named_children
    is_named = len(children) > 1 and children[0].type == "identifier"
    return (text_of(children[0]) if is_named else ""), (children[-1] if children else None)


def opened(node: Node) -> Node:
    """Return the expression inside of brackets, before ``!!`` and before ``?:``."""
    return alternatives(node)[0]


def alternatives(node: Node) -> list[Node]:
    """Return the expressions that may give a value, inside of brackets and before ``!!``: ``a ?: b ?: c``."""
    defaults: list[Node | None] = []
    for _ in range(MOST_STEPS):
        kind = node.type
        inner = None
        if kind in _WRAPPERS and node.named_children:
            inner = node.named_children[-1]
        elif kind == "unary_expression" and _operator(node) == "!!":
            inner = node.child_by_field_name("argument")
        elif kind == "binary_expression" and _operator(node) == "?:":
            inner = node.child_by_field_name("left")
            defaults.append(node.child_by_field_name("right"))
        if inner is None:
            break
        node = inner
    return [node, *(each for each in reversed(defaults) if each is not None)]


def path_of(node: Node) -> Path:
    """Return an expression as its first node and the names behind it."""
    names: list[str] = []
    node = opened(node)
    while node.type == "navigation_expression" and len(names) < MOST_STEPS:
        children = node.named_children
        if len(children) != len(("before", "name")) or children[1].type != "identifier":
            break
        names.append(text_of(children[1]).strip("`"))
        node = opened(children[0])
    return Path(node, tuple(each for each in reversed(names) if each != "Companion"))


def _number_type(text: str, plain: str) -> str:
    """Return the type of a number, ``plain`` where its end does not say it; ``f`` is a digit behind ``0x``."""
    ends_in_digit = text[:2].lower() == "0x" and text[-1:] not in "Ll"
    return plain if ends_in_digit else _NUMBER_ENDS.get(text[-1:], plain)


def literal_type(node: Node) -> str:
    """Return the type of a literal, a comparison or a conversion; empty for any other expression."""
    kind = node.type
    if kind == "identifier":
        return _WORDS.get(text_of(node), "")
    if kind in _NUMBERS:
        return _number_type(text_of(node), _NUMBERS[kind])
    if kind == "as_expression":
        return written_type(node.child_by_field_name("right"))
    if kind == "binary_expression":
        if _generic_call(node) is not None:
            return ""
        sign = _operator(node)
        left = node.child_by_field_name("left")
        is_text = sign == "+" and left is not None and _LITERALS.get(left.type) == "String"
        return "Boolean" if sign in _COMPARING else "String" if is_text else ""
    return _LITERALS.get(kind, "")


def base_of(node: Node) -> str:
    """Return the first type that an object without a name is derived from."""
    for _ in range(len(("specifiers", "specifier", "invocation"))):
        inner = type_in(node)
        if inner is not None:
            return written_type(inner)
        wanted = (
            "delegation_specifiers",
            "delegation_specifier",
            "constructor_invocation",
            "explicit_delegation",
        )
        below = next((each for each in node.named_children if each.type in wanted), None)
        if below is None:
            return ""
        node = below
    return written_type(type_in(node))


def delegated_type(node: Node) -> str:
    """Return the one type that is written for what a property is left to: ``by inject<Store>()``; else empty."""
    delegate = next((each for each in node.named_children if each.type == "property_delegate"), None)
    value = delegate.named_children[0] if delegate is not None and delegate.named_children else None
    parts = call_parts(value) if value is not None else None
    types = split_arguments(parts.generic) if parts is not None and parts.generic else []
    return types[0] if len(types) == 1 and TYPE_NAME.match(types[0]) else ""


def initial_value(node: Node) -> Node | None:
    """Return the value that a property begins with: behind ``=``, of ``by lazy``, or of its getter."""
    is_value = False
    for each in node.children:
        if is_value and each.is_named:
            return each
        is_value = is_value or each.type == "="
        if each.type == "property_delegate" and each.named_children:
            parts = call_parts(each.named_children[0])
            is_lazy = parts is not None and text_of(parts.function) == "lazy"
            behind = parts.function_behind if parts is not None and is_lazy else None
            return behind.named_children[-1] if behind is not None and behind.named_children else None
        if each.type == "getter" and each.named_children:
            body = each.named_children[-1]
            value = body.named_children[0] if body.type == "function_body" and body.named_children else None
            return value if value is not None and value.type != "block" else None
    return None
