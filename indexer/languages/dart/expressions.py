"""Dart: types as the graph writes them, and expressions with what is taken from their values."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.facts.type_names import MAX_TYPE_CHARS

Group = tuple[Node, ...]
"""An expression and its selectors, which are siblings of it: ``a``, ``.b``, ``(c)``."""

FUNCTION_TYPE = "Function"
UNTYPED = "dynamic"
AWAITED = "await"
ELEMENT = "[]"
"""Names of what ``await`` gives of a value, and an index, as if they were members of it."""

MOST_STEPS = 30
"""Longer chains of members are generated or hostile."""

_MOST_PARTS = 20
"""Parts of a condition that are looked at."""

_SELECTORS = frozenset(
    (
        *("selector", "unconditional_assignable_selector", "conditional_assignable_selector"),
        *("argument_part", "cascade_section"),
    )
)
_NO_EXPRESSIONS = frozenset(("comment", "documentation_comment", "annotation", "label", "type_identifier"))
_TYPE_NODES = frozenset(
    ("type_identifier", "type_arguments", "nullable_type", "function_type", "void_type", "record_type")
)
_LITERALS = {
    "string_literal": "String",
    "decimal_integer_literal": "int",
    "hex_integer_literal": "int",
    "decimal_floating_point_literal": "double",
    "true": "bool",
    "false": "bool",
}
_CONTAINERS = {("list_literal", 1): "List", ("set_or_map_literal", 1): "Set", ("set_or_map_literal", 2): "Map"}
"""Types of literals by the number of their type arguments."""

_SPACE = re.compile(r"\s+|\?")
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")


class Opened(NamedTuple):
    """An expression without what stands around it, and the type that it is cast to.

    Attributes:
        group: the expression inside of parentheses, ``await`` and the like.
        behind: names of what is taken from its value, such as `AWAITED`.
        type: as a literal or a cast tells; else empty.
    """

    group: Group
    behind: tuple[str, ...]
    type: str


class Tested(NamedTuple):
    """A name and the type that a condition tells of it."""

    name: str
    type: str


def grouped(nodes: Sequence[Node]) -> list[Group]:
    """Return the named ones of some siblings: expressions with their selectors, types with their prefixes."""
    groups: list[list[Node]] = []
    is_open = False
    for at, node in enumerate(nodes):
        if (groups and is_open and node.type in _SELECTORS) or (
            node.type == "type_identifier" and at > 1 and nodes[at - 1].type == "." and groups
        ):
            groups[-1].append(node)
        elif node.is_named:
            groups.append([node])
            is_open = node.type not in _NO_EXPRESSIONS
        elif node.type != ".":
            is_open = False
    return [tuple(each) for each in groups]


def type_nodes(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes of the type that is written among some siblings, before a name."""
    first = next((at for at, each in enumerate(nodes) if each.type in _TYPE_NODES), -1)
    if first < 0:
        return []
    end = first
    while end < len(nodes) and (nodes[end].type in _TYPE_NODES or nodes[end].type == "."):
        end += 1
    return list(nodes[first:end])


def type_of(nodes: Sequence[Node]) -> str:
    """Return the type that is written among some siblings, without spaces and signs for null; else empty."""
    written = type_nodes(nodes)
    if not written or sum(each.end_byte - each.start_byte for each in written) > MAX_TYPE_CHARS:
        return ""
    function = next((each for each in written if each.type == "function_type"), None)
    if function is not None:
        return _function_type(function)
    if written[0].type == "record_type":
        return UNTYPED
    return plain(" ".join(text_of(each) for each in written))


def _function_type(node: Node) -> str:
    """Return ``Function<Cart,int>`` for ``void Function(Cart, int)``: the types of what is handed by its place."""
    lists = [each for each in node.named_children if each.type == "parameter_type_list"]
    passed = [each for each in lists[-1].named_children if each.type == "normal_parameter_type"] if lists else []
    parts = [next((own for own in each.named_children if own.type == "typed_identifier"), each) for each in passed]
    types = [plain(" ".join(text_of(own) for own in type_nodes(each.children))) or UNTYPED for each in parts]
    whole = f"{FUNCTION_TYPE}<{','.join(types)}>" if types else FUNCTION_TYPE
    return whole if "(" not in whole and len(whole) <= MAX_TYPE_CHARS else FUNCTION_TYPE


def plain(written: str) -> str:
    """Return a type as it is written without spaces and signs for null; only its name if functions are in it."""
    if len(written) > MAX_TYPE_CHARS:
        return ""
    text = _SPACE.sub("", written)
    return text.partition("<")[0] if "(" in text else text


def names_in(written: str) -> Iterator[str]:
    """Yield the names of types in a text such as ``<Cart, p.Item>``."""
    for match in _NAME.finditer(written[:MAX_TYPE_CHARS]):
        yield match.group()


def opened(group: Group) -> Opened:
    """Return the expression that another one means: without parentheses, ``await`` and what stands in for null."""
    behind: tuple[str, ...] = ()
    for _ in range(MOST_STEPS):
        first = group[0]
        kind = first.type
        if len(group) > 1:
            break
        if kind in {"await_expression", "unary_expression"}:
            inner = grouped(first.children)
            is_await = kind == "await_expression"
            if not inner or (not is_await and inner[0][0].type != "await_expression"):
                break
            behind = (AWAITED, *behind) if is_await else behind
            group = inner[0]
        elif kind in {"parenthesized_expression", "if_null_expression"}:
            inner = grouped(first.children)
            if not inner:
                break
            group = inner[0]
        else:
            break
    return Opened(group, behind, _literal_type(group) if len(group) == 1 else "")


def _literal_type(group: Group) -> str:
    node = group[0]
    if node.type == "type_cast_expression":
        cast = next((each for each in node.named_children if each.type == "type_cast"), None)
        return type_of(cast.children) if cast is not None else ""
    if node.type in {"list_literal", "set_or_map_literal"}:
        listed = next((each for each in node.named_children if each.type == "type_arguments"), None)
        count = 1 + sum(each.type == "," for each in listed.children) if listed is not None else 0
        container = _CONTAINERS.get((node.type, count), "")
        return plain(f"{container}{text_of(listed)}") if container else ""
    return _LITERALS.get(node.type, "")


def tested(condition: Group, *, holds: bool) -> Iterator[Tested]:
    """Yield the names whose types a condition tells where it holds, ``a is Cart``, or where it does not."""
    waiting = [condition]
    joint = "logical_and_expression" if holds else "logical_or_expression"
    for _ in range(_MOST_PARTS):
        if not waiting:
            return
        group = waiting.pop()
        node = group[0]
        if len(group) == 1 and node.type in {"parenthesized_expression", joint}:
            waiting += grouped(node.children)
        elif len(group) == 1 and node.type == "type_test_expression":
            parts = grouped(node.children)
            test = parts[-1][0]
            if test.type == "type_test" and len(parts[0]) == 1 and parts[0][0].type == "identifier":
                operator = next((text_of(each) for each in test.named_children if each.type == "is_operator"), "")
                if ("!" not in operator) == holds:
                    yield Tested(text_of(parts[0][0]), type_of(test.children))
