"""Python: where decorators stand, and what they decorate."""

from tree_sitter import Node

MOST_STEPS = 12
"""Nodes on the way from a call or a name in a decorator up to it, at most."""


def decorated(node: Node) -> Node:
    """Return a definition with its decorators."""
    parent = node.parent
    return parent if parent is not None and parent.type == "decorated_definition" else node


def is_in_decorator(node: Node) -> bool:
    """Return whether a call or a name is in a decorator."""
    around = node.parent
    for _ in range(MOST_STEPS):
        if around is None or around.type in {"decorator", "block", "module"}:
            break
        around = around.parent
    return around is not None and around.type == "decorator"
