"""C#: types of the arguments of a call, as far as one file shows them."""

import re
from collections.abc import Sequence
from typing import Protocol

from tree_sitter import Node

from indexer.facts.model import FUNCTION, MOST_GIVEN, NO_CALL, NULL, PATH, RESULT
from indexer.facts.syntax import text_of
from indexer.languages.csharp.value import Value

LITERALS = {
    "boolean_literal": "bool",
    "character_literal": "char",
    "null_literal": NULL,
    "lambda_expression": FUNCTION,
    "anonymous_method_expression": FUNCTION,
    "typeof_expression": "Type",
    "is_expression": "bool",
    "is_pattern_expression": "bool",
}
NUMBER_ENDS = {"l": "long", "u": "uint", "m": "decimal", "f": "float", "d": "double"}
TO_TEXT = re.compile(r"(?:\.ToString|^[sS]tring\.(?:Format|Concat|Join))$")
COMPARING = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||"))


class Values(Protocol):
    """Finds the type of an expression."""

    def value_of(self, node: Node) -> Value:
        """Return the type of an expression, or a description of it."""


def argument_types(arguments: Sequence[Node], values: Values) -> str:
    """Return what arguments are, as `Call.argument_types` has it; empty where none is known."""
    if not arguments or len(arguments) > MOST_GIVEN:
        return ""
    listed = ";".join(_argument_type(each, values) for each in arguments)
    return listed if listed.strip(";") else ""


def _argument_type(argument: Node, values: Values) -> str:
    if argument.named_child_count != 1:  # behind its name it may stand in any place
        return ""
    node = argument.named_children[0]
    while node.type in {"parenthesized_expression", "prefix_unary_expression"} and node.named_child_count == 1:
        node = node.named_children[0]
    kind = node.type
    if kind in LITERALS:
        return LITERALS[kind]
    if kind in {"integer_literal", "real_literal"}:
        end = NUMBER_ENDS.get(text_of(node)[-1].lower(), "")
        return end or ("int" if kind == "integer_literal" else "double")
    if kind in {"declaration_expression", "default_expression"}:
        declared = node.child_by_field_name("type")
        return text_of(declared) if declared is not None and declared.type != "implicit_type" else ""
    return _of_operator(node, values) if kind == "binary_expression" else _of_value(node, values)


def _of_value(node: Node, values: Values) -> str:
    if node.type == "invocation_expression" and TO_TEXT.search(text_of(node.child_by_field_name("function"))):
        return "string"
    value = values.value_of(node)
    if value.call != NO_CALL:
        return f"{RESULT}{value.call}.{value.path}".rstrip(".")
    written = value.type or (f"{PATH}{value.path}" if value.path else "")
    return written if ";" not in written else ""


def _of_operator(node: Node, values: Values) -> str:
    """Return the type that an operator gives: of a comparison, or of texts put together."""
    sign = text_of(node.child_by_field_name("operator"))
    if sign in COMPARING:
        return "bool"
    value = values.value_of(node)
    if value.type or sign != "+":
        return value.type
    sides = (node.child_by_field_name(side) for side in ("left", "right"))
    return "string" if any(side is not None and values.value_of(side).type == "string" for side in sides) else ""
