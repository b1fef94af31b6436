"""Objects of JavaScript that hold functions: whether they have a name, and whether a module gives them away."""

from tree_sitter import Node

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


def around(node: Node) -> Node | None:
    """Return the function around a statement; None outside of functions."""
    above = node.parent if node.type not in BODIES else node
    while above is not None and above.type not in BODIES:
        above = above.parent
    return above
