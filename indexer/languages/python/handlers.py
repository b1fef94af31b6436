"""Python: what serves an address, a function or the methods of a class."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Call
from indexer.facts.syntax import line_of, text_of
from indexer.languages.python.route_arguments import NAMES, arguments_of, text_in

SERVING: tuple[str, ...] = (
    *("get", "post", "put", "patch", "delete", "head", "options", "dispatch"),
    *("get_queryset", "get_object", "get_context_data", "form_valid"),
    *("perform_create", "perform_update", "perform_destroy"),
)
"""Methods of a class of Django, Django REST framework or Flask that requests to its address call."""

_MOST_WRAPPERS = 8
"""Functions around a handler, at most."""

_AS_VIEW = ".as_view"


def wrapped(node: Node) -> Node:
    """Return the handler inside of ``login_required(views.orders)`` or ``cache_page(60)(Orders.as_view())``."""
    for _ in range(_MOST_WRAPPERS):
        if node.type != "call" or (written := text_of(node.child_by_field_name("function"))).endswith(_AS_VIEW):
            break
        if written.rpartition(".")[2] == "include":
            break
        positional, _ = arguments_of(node)
        if not positional:
            break
        node = positional[0]
    return node


def handlers(node: Node, owner: int) -> Iterator[Call]:
    """Yield calls of what a handler names: a function, or a class and its methods, of which not all need exist."""
    written, methods = text_of(node) if node.type in NAMES else "", SERVING
    if node.type == "call" and text_of(node.child_by_field_name("function")).endswith(_AS_VIEW):
        written = text_of(node.child_by_field_name("function")).removesuffix(_AS_VIEW)
        methods = _chosen(node) or SERVING
    holder, _, name = written.rpartition(".")
    if not name:
        return
    yield Call(owner, name, "path" if holder else "bare", line_of(node), holder)
    if node.type == "call" or name[:1].isupper():
        yield from (Call(owner, each, "path", line_of(node), written) for each in methods)


def _chosen(node: Node) -> tuple[str, ...]:
    """Return the methods that ``as_view({"get": "list"})`` of Django REST framework names."""
    positional, named = arguments_of(node)
    actions = positional[0] if positional else named.get("actions")
    pairs = actions.named_children if actions is not None and actions.type == "dictionary" else []
    values = (each.child_by_field_name("value") for each in pairs if each.type == "pair")
    return tuple(text_in(value) or "" for value in values if value is not None and value.type == "string")
