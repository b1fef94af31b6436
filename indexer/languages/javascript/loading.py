"""JavaScript: what an expression loads, ``require("x")`` and ``await import("x")``."""

from tree_sitter import Node

from indexer.facts.syntax import text_of

LOADING = frozenset(("require", "import"))


def unquoted(node: Node | None) -> str:
    """Return a string literal's text."""
    return text_of(node)[1:-1]


def required_source(node: Node) -> str:
    """Return ``x`` of ``require("x")`` and ``await import("x")``; empty for any other expression."""
    node = node.named_children[0] if node.type == "await_expression" and node.named_children else node
    if node.type != "call_expression" or text_of(node.child_by_field_name("function")) not in LOADING:
        return ""
    arguments = node.child_by_field_name("arguments")
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    return unquoted(first) if first is not None and first.type == "string" else ""
