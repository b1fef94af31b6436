"""Functions that are handed over in Scala: ``item => item.price``, ``{ case item => ... }``, ``_.price``."""

from collections.abc import Iterator

from tree_sitter import Node

ELEMENTS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(
        (
            *("map", "flatMap", "foreach", "filter", "filterNot", "withFilter", "find", "exists", "forall"),
            *("count", "partition", "takeWhile", "dropWhile", "sortBy", "groupBy", "maxBy", "minBy", "tap"),
            *("traverse", "traverse_", "evalMap", "evalTap", "flatTap", "mapAsync", "sumBy", "distinctBy"),
            *("indexWhere", "span", "collect", "collectFirst", "subflatMap", "semiflatMap", "foldRight"),
        ),
        (0,),
    ),
    **dict.fromkeys(("foldLeft", "scanLeft"), (1,)),
    **dict.fromkeys(("sortWith", "reduce", "reduceLeft", "reduceOption", "reduceRight"), (0, 1)),
}
"""Methods that call a function with elements of what they are called of -> which of its parameters these are."""

OPENED = frozenset(("Some", "Right", "Success"))
"""Patterns that take the one value out of an option or the like."""

CALL, FIELD, GENERIC, INFIX = "call_expression", "field_expression", "generic_function", "infix_expression"
CASES = frozenset(("case_block", "indented_cases"))
LAMBDA = "lambda_expression"
PLACEHOLDER = "wildcard"

_HEADS = {FIELD: "value", CALL: "function", GENERIC: "function", INFIX: "left"}
_AROUND = frozenset(("arguments", "block", "parenthesized_expression", "colon_argument"))

MOST_STEPS = 12
"""Lists of arguments, and names with points between, that one expression has; a longer one is generated."""


def handed(arguments: Node) -> Iterator[Node]:
    """Yield what the arguments of a call are, without brackets around functions."""
    for each in arguments.named_children if arguments.type in _AROUND else [arguments]:
        if each.type == "block" and each.named_child_count == 1:
            yield each.named_children[0]
        else:
            yield each


def head_of(node: Node) -> Node | None:
    """Return what an expression begins with, ``_`` of ``_.item.sell()``; None for a very long one."""
    for _ in range(MOST_STEPS):
        inside = node.child_by_field_name(_HEADS[node.type]) if node.type in _HEADS else None
        if inside is None:
            return node
        node = inside
    return None


def first_call(call: Node) -> Node | None:
    """Return the call with the first of several lists of arguments; None for a very long one."""
    for _ in range(MOST_STEPS):
        function = call.child_by_field_name("function")
        if function is None or function.type != CALL:
            return call
        call = function
    return None


def called_name(call: Node) -> Node | None:
    """Return the name of what a call calls, or of what types are given to."""
    function = call.child_by_field_name("function")
    if function is not None and function.type == GENERIC:
        function = function.child_by_field_name("function")
    return function.child_by_field_name("field") if function is not None and function.type == FIELD else function


def parameters_of(function: Node) -> list[tuple[Node, Node | None]]:
    """Return names and types of the parameters of ``(item: Item, count) => ...``."""
    parameters: list[tuple[Node, Node | None]] = []
    for node in function.children_by_field_name("parameters"):
        if node.type == "bindings":
            pairs = ((each, each.child_by_field_name("name")) for each in node.named_children)
            parameters += [(name, each.child_by_field_name("type")) for each, name in pairs if name is not None]
        elif node.type in {"identifier", PLACEHOLDER}:
            parameters.append((node, None))
        elif parameters:
            parameters[-1] = (parameters[-1][0], node)
    return parameters


def patterns_of(cases: Node) -> Iterator[tuple[Node, bool]]:
    """Yield the names that stand for what is matched, and whether it is what ``Some(name)`` takes out of it."""
    for clause in cases.named_children:
        pattern = clause.child_by_field_name("pattern")
        if pattern is None:
            continue
        if pattern.type == "capture_pattern":
            pattern = pattern.child_by_field_name("name") or pattern
        if pattern.type == "identifier":
            yield pattern, False
        elif pattern.type == "case_class_pattern":
            listed = pattern.children_by_field_name("pattern")
            type_ = pattern.child_by_field_name("type")
            is_opened = type_ is not None and type_.text is not None and type_.text.decode() in OPENED
            if is_opened and len(listed) == 1 and listed[0].type == "identifier":
                yield listed[0], True
