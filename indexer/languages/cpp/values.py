"""C++: what containers hold by their declared types, and the types that expressions name themselves."""

import re

from tree_sitter import Node

from indexer.facts.containers import LIST, MAP
from indexer.facts.parameters import split_arguments
from indexer.facts.syntax import text_of
from indexer.facts.type_names import MAX_TYPE_CHARS, plain_type

_QUALIFIERS = re.compile(r"\b(?:const|volatile|mutable|static|typename)\b|[&\s]+$|^\s+")
_CONTAINER = re.compile(r"(?:std::)?(\w+)<(.+)>")
_LISTS = frozenset(
    (
        *("vector", "list", "deque", "set", "multiset", "unordered_set", "array", "forward_list", "span"),
        *("queue", "stack", "priority_queue", "initializer_list"),
    )
)
_MAPS = frozenset(("map", "multimap", "unordered_map", "unordered_multimap"))
_MAKING = re.compile(
    r"(?:std::)?(?:make_unique|make_shared|static_cast|dynamic_cast|const_cast|reinterpret_cast)<(.+)>"
)

_ITERATOR = re.compile(r"^(?:typename\s+)?(.*\S)\s*::\s*(?:const_)?(?:reverse_)?iterator$", re.DOTALL)
STEPS = frozenset(
    ("begin", "cbegin", "rbegin", "crbegin", "find", "lower_bound", "upper_bound", "before_begin", "equal_range")
)
"""Methods of containers that give an iterator, which is used as a pointer to an element."""

_PASSING = frozenset(("move", "forward", "ref", "cref"))
"""Functions of the platform that give their argument."""


def iterated(text: str) -> str:
    """Return ``std::vector<Order>`` of ``std::vector<Order>::const_iterator``; else empty."""
    match = _ITERATOR.match(text) if len(text) <= MAX_TYPE_CHARS else None
    return match.group(1) if match else ""


def is_step(value: Node | None) -> bool:
    """Return whether a value is ``orders.begin()`` or ``orders.find(key)``."""
    function = value.child_by_field_name("function") if value is not None else None
    is_method = function is not None and function.type == "field_expression"
    return function is not None and is_method and text_of(function.child_by_field_name("field")) in STEPS


def passed(value: Node) -> Node:
    """Return ``order`` of ``std::move(order)``, and any other value as it is."""
    function = text_of(value.child_by_field_name("function")) if value.type == "call_expression" else ""
    is_passing = function.partition("<")[0].removeprefix("std::") in _PASSING
    arguments = value.child_by_field_name("arguments") if is_passing else None
    return arguments.named_children[0] if arguments is not None and arguments.named_child_count == 1 else value


def contained(text: str) -> str:
    """Return what a list or a map holds, behind `LIST` or `MAP`; else empty."""
    if "<" not in text or len(text) > MAX_TYPE_CHARS:
        return ""
    match = _CONTAINER.fullmatch(_QUALIFIERS.sub("", text).strip())
    arguments = split_arguments(match.group(2)) if match else []
    if match and match.group(1) in _LISTS:
        element = plain_type(arguments[0])
        return f"{LIST}{element}" if element else ""
    is_map = match is not None and match.group(1) in _MAPS and len(arguments) > 1
    value = plain_type(arguments[1]) if is_map else ""
    return f"{MAP}{value}" if value else ""


def made_by(call: Node) -> str:
    """Return ``Order`` of ``std::make_unique<Order>(1)`` and of ``static_cast<Order*>(x)``; else empty."""
    text = text_of(call.child_by_field_name("function")) if call.type == "call_expression" else ""
    match = _MAKING.fullmatch(text) if len(text) <= MAX_TYPE_CHARS else None
    return plain_type(match.group(1)) if match else ""
