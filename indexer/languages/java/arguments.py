"""Java: the types of parameters and of the arguments of calls, as far as one file determines them."""

from collections.abc import Callable

from tree_sitter import Node

from indexer.facts.model import FUNCTION, MOST_GIVEN, NO_CALL, NULL, PATH, RESULT
from indexer.facts.syntax import text_of
from indexer.facts.type_names import plain_type
from indexer.languages.paths import opened
from indexer.languages.source import MAX_PATH_CHARS

LITERALS = {
    "true": "boolean",
    "false": "boolean",
    "character_literal": "char",
    "string_literal": "String",
    "null_literal": NULL,
    "instanceof_expression": "boolean",
}
_FUNCTIONS = frozenset(("class_literal", "method_reference", "lambda_expression"))
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


def _function_type(node: Node, number: Callable[[Node], int]) -> str:
    """Return what is noted of ``Order.class``, of ``Order::total`` and of a function without a name."""
    if node.type == "class_literal":
        return f"Class<{plain_type(text_of(node.named_children[0]))}>" if node.named_children else "Class"
    if node.type == "method_reference":
        name = "".join(text_of(node).split()).replace(";", "")
        return f"{FUNCTION}{name}" if len(name) <= MAX_PATH_CHARS else FUNCTION
    value = returned(node)
    call = number(opened(value)) if value is not None else NO_CALL
    return f"{FUNCTION}{RESULT}{call}" if call != NO_CALL else FUNCTION


def returned(function: Node) -> Node | None:
    """Return the expression that a function without a name gives, or its last statement; else None."""
    body = function.child_by_field_name("body")
    if body is None or body.type != "block":
        return body
    last = body.named_children[-1] if body.named_children else None
    is_value = last is not None and last.type == "return_statement" and last.named_children
    return last.named_children[0] if last is not None and is_value else None


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
    if kind in _FUNCTIONS:
        return _function_type(node, number)
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
