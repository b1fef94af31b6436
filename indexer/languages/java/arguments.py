"""Java: the types of parameters and of the arguments of calls, as far as one file determines them."""

from collections.abc import Callable

from tree_sitter import Node

from indexer.facts.model import FUNCTION, MOST_GIVEN, NO_CALL, NULL, PATH, RESULT
from indexer.facts.syntax import text_of
from indexer.facts.type_names import plain_type
from indexer.languages.source import opened

LITERALS = {
    "true": "boolean",
    "false": "boolean",
    "character_literal": "char",
    "string_literal": "String",
    "null_literal": NULL,
    "lambda_expression": FUNCTION,
    "method_reference": FUNCTION,
    "class_literal": "Class",
    "instanceof_expression": "boolean",
}
NUMBER_ENDS = {"l": "long", "f": "float", "d": "double"}
COMPARING = frozenset(("==", "!=", "<", ">", "<=", ">=", "&&", "||"))


def declared_types(parameters: Node) -> list[str]:
    """Return the types of parameters as written; that of any number of arguments as an array."""
    types: list[str] = []
    for child in parameters.named_children:
        if child.type == "formal_parameter":
            dimensions = text_of(child.child_by_field_name("dimensions"))
            types.append(f"{text_of(child.child_by_field_name('type'))}{dimensions}")
        elif child.type == "spread_parameter":
            kinds = [each for each in child.named_children if each.type != "modifiers"]
            types.append(f"{text_of(kinds[0])}[]" if kinds else "")
    return types


def argument_types(arguments: Node, number: Callable[[Node], int], path_of: Callable[[Node], str]) -> str:
    """Return what arguments are, as `Call.argument_types` has it.

    Args:
        arguments: of a call.
        number: gives the index of a call.
        path_of: gives the dotted path that an expression is.
    """
    if arguments.named_child_count > MOST_GIVEN:
        return ""
    listed = ";".join(_argument_type(each, number, path_of) for each in arguments.named_children)
    return listed if listed.strip(";") else ""


def _argument_type(node: Node, number: Callable[[Node], int], path_of: Callable[[Node], str]) -> str:
    node = opened(node)
    kind = node.type
    if kind in LITERALS:
        return LITERALS[kind]
    if kind.endswith("_literal"):
        end = NUMBER_ENDS.get(text_of(node)[-1].lower(), "") if not kind.startswith("hex") else ""
        return end or ("double" if "floating" in kind else "int")
    if kind in {"object_creation_expression", "cast_expression"}:
        return plain_type(text_of(node.child_by_field_name("type")))
    if kind == "binary_expression":
        sign = text_of(node.child_by_field_name("operator"))
        sides = [node.child_by_field_name(side) for side in ("left", "right")]
        is_text = sign == "+" and any(side is not None and side.type == "string_literal" for side in sides)
        return "boolean" if sign in COMPARING else "String" if is_text else ""
    call = number(node)
    path = path_of(node) if call == NO_CALL else ""
    return f"{RESULT}{call}" if call != NO_CALL else f"{PATH}{path}" if path else ""
