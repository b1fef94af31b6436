"""Python: what loops, subscripts and conditions say of the values of names."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import text_of

VALUE = 1
"""Part of a map that a name stands for; 0 is an element of what is walked."""

COPIES = frozenset(("sorted", "list", "tuple", "set", "frozenset", "reversed", "iter"))
"""Functions that give the elements of their first argument."""

PATTERNS = frozenset(("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"))
LEAVING = frozenset(("return_statement", "raise_statement", "continue_statement", "break_statement"))


def walked(value: Node | None) -> Node | None:
    """Return ``orders`` of ``sorted(orders)``; any other expression as it is."""
    if value is None or value.type != "call" or text_of(value.child_by_field_name("function")) not in COPIES:
        return value
    return next(_arguments(value), value)


def loop_parts(left: Node, right: Node) -> Iterator[tuple[Node, Node, int]]:
    """Yield each name of a pattern, what is walked and which part of it the name stands for.

    ``for key, order in orders.items()``, ``for number, order in enumerate(orders)``, ``for a, b in zip(c, d)``.
    """
    function = right.child_by_field_name("function") if right.type == "call" else None
    names, name = left.named_children, text_of(function)
    if function is None:
        return
    if function.type == "attribute":
        holder = function.child_by_field_name("object")
        is_pair = text_of(function.child_by_field_name("attribute")) == "items" and len(names) == len(
            ("key", "value")
        )
        if is_pair and holder is not None and names[1].type == "identifier":
            yield names[1], holder, VALUE
        return
    values = list(_arguments(right))
    if name == "enumerate" and values:
        values = [right, values[0]]
    elif name != "zip":
        return
    for each, value in zip(names, values, strict=False):
        if each.type == "identifier" and value is not right:
            yield each, value, 0


def indexed(node: Node | None) -> Node | None:
    """Return ``orders`` of ``orders[0]``; None for any other expression, and for a part of a list."""
    if node is None or node.type != "subscript":
        return None
    indexes = node.children_by_field_name("subscript")
    return node.child_by_field_name("value") if len(indexes) == 1 and indexes[0].type != "slice" else None


def is_visible(node: Node, *, is_function: bool) -> bool:
    """Return whether a name that is bound here is one of the scope; comprehensions keep theirs.

    Those of a function count as names of it, which is where their uses are.
    """
    while not is_function and node.type in PATTERNS and node.parent is not None:
        node = node.parent
    return is_function or node.type != "for_in_clause"


def leaves(block: Node | None) -> bool:
    """Return whether what stands behind a block is not reached from it."""
    last = block.named_children[-1] if block is not None and block.named_children else None
    return last is not None and last.type in LEAVING


def _arguments(call: Node) -> Iterator[Node]:
    arguments = call.child_by_field_name("arguments")
    for each in arguments.named_children if arguments is not None and arguments.type == "argument_list" else ():
        if each.type not in {"keyword_argument", "list_splat", "comment"}:
            yield each
