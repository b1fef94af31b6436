"""Expressions that hang on a call or on an element: ``git().commit.amend``, ``orders[0]``."""

from tree_sitter import Node

from indexer.facts.syntax import text_of

FIELDS = {
    "member_expression": ("object", "property"),
    "selector_expression": ("operand", "field"),
    "field_access": ("object", "field"),
    "field_expression": ("value", "field"),
}
"""Node type of a member of an expression -> fields of the expression and of the name."""

INDEXED = {
    "subscript_expression": ("object", "argument"),
    "index_expression": ("operand",),
    "array_access": ("array",),
}
"""Node type of an element behind an index -> fields that may have the whole."""

TRANSPARENT = frozenset(
    f"{kind}_expression"
    for kind in ("await", "parenthesized", "non_null", "unary", "reference", "try", "as", "pointer")
)

MOST_FIELDS = 10
BEHIND_INDEX = 1
"""`Variable.parameter` of an element behind an index or a key."""


def opened(node: Node) -> Node:
    """Return the expression inside parentheses, ``await`` and the like."""
    while node.type in TRANSPARENT and node.named_children:
        node = node.child_by_field_name("value") or node.named_children[0]
    return node


def behind(node: Node) -> tuple[Node, str]:
    """Return the expression that the names of members hang on, and these names with dots between them."""
    names: list[str] = []
    for _ in range(MOST_FIELDS):
        node = opened(node)
        holder_field, name_field = FIELDS.get(node.type, ("", ""))
        name = text_of(node.child_by_field_name(name_field)) if name_field else ""
        holder = node.child_by_field_name(holder_field) if holder_field else None
        holder = holder or (node.child_by_field_name("argument") if holder_field else None)
        if holder is None or not (name.isidentifier() or name.isdigit()):
            break
        names.append(name)
        node = holder
    return node, ".".join(reversed(names))


def indexed(node: Node) -> Node | None:
    """Return ``orders`` of ``orders[0]``; None for any other expression."""
    fields = INDEXED.get(node.type)
    if fields is None:
        return None
    holders = (node.child_by_field_name(each) for each in fields)
    return next(
        (each for each in holders if each is not None), node.named_children[0] if node.named_children else None
    )
