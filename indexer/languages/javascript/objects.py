"""Objects of JavaScript that hold functions: whether they have a name, and whether a module gives them away."""

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import Call
from indexer.facts.syntax import text_of

FUNCTIONS = frozenset(("arrow_function", "function_expression", "generator_function", "class"))

EXPORTS = frozenset(("exports", "module.exports"))
"""The exports object of a CommonJS module."""

BODIES = frozenset(
    (
        *("function_declaration", "function_expression", "arrow_function", "method_definition"),
        *("generator_function", "generator_function_declaration"),
    )
)
"""Nodes of the functions that a ``return`` may end."""

TYPED_VALUES = frozenset(("as_expression", "satisfies_expression", "parenthesized_expression"))


def bared(value: Node) -> Node:
    """Return a value without parentheses and what says its type."""
    while value.type in TYPED_VALUES and value.named_children:
        value = value.named_children[0]
    return value


def is_function(member: Node) -> bool:
    """Return whether a part of an object is a function."""
    value = member.child_by_field_name("value") if member.type == "pair" else None
    return member.type == "method_definition" or (value is not None and value.type in FUNCTIONS)


def is_named(node: Node) -> bool:
    """Return whether an object is the value of a variable, or the default export of a module."""
    above = node.parent
    while above is not None and above.type in TYPED_VALUES:
        above = above.parent
    name = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    is_whole = above is not None and above.type == "export_statement"
    return is_whole or (name is not None and name.type == "identifier")


def is_given(node: Node) -> bool:
    """Return whether an object is the exports object of a CommonJS module."""
    above = node.parent
    left = (
        above.child_by_field_name("left") if above is not None and above.type == "assignment_expression" else None
    )
    return left is not None and text_of(left) in EXPORTS


def is_exported(node: Node) -> bool:
    """Return whether a name is one of those that a module gives: ``module.exports = { open }``."""
    outer = node.parent
    while outer is not None and outer.type in {"object", "pair"}:
        outer = outer.parent
    assigned = outer.child_by_field_name("left") if outer is not None else None
    return assigned is not None and text_of(assigned).removeprefix("module.").partition(".")[0] == "exports"


def around(node: Node) -> Node | None:
    """Return the function around a statement; None outside of functions."""
    above = node.parent if node.type not in BODIES else node
    while above is not None and above.type not in BODIES:
        above = above.parent
    return above


def holding_variable(assignment: Node) -> str:
    """Return ``app`` of ``var app = exports = module.exports = {}``; else empty."""
    above = assignment.parent
    while above is not None and above.type == "assignment_expression":
        above = above.parent
    name = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    return text_of(name) if name is not None and name.type == "identifier" else ""


def of_module(call: Call) -> Call:
    """Return ``exports.open()`` as a call of the module's own ``open()``, and any other as it is."""
    return replace(call, shape="bare", receiver="") if call.receiver in EXPORTS else call
