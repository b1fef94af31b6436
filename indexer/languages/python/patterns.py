"""Python: ``urlpatterns`` of Django, whose elements may hold further lists of addresses."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.python.route_arguments import arguments_of, text_in, without_groups

PATTERNS = "urlpatterns"
"""The list of the addresses of a module of Django."""

LISTED = frozenset(("path", "re_path", "url"))
"""Functions of Django that describe an element of ``urlpatterns``."""

_NAMED = ("urls", "patterns")
"""How the names of lists of addresses, and those of the addresses of a router, end."""

_AROUND = frozenset(
    ("list", "tuple", "list_splat", "binary_operator", "argument_list", "call", "parenthesized_expression")
)
_MOST_STEPS = 60
"""Nodes on the way from an element up to the assignment of ``urlpatterns``, at most; five belong to each list."""


def listed_address(node: Node) -> str | None:
    """Return the address of a call such as ``path("orders/", ...)``; None if nothing is known of it."""
    path = text_in(next(iter(arguments_of(node)[0]), None))
    return None if path is None else without_groups(path)


def address_before(node: Node) -> tuple[str, str]:
    """Return the list that an element is of, and the address of those around it: ``path("api/", include([...]))``.

    The list is named by its variable, such as ``urlpatterns``; the name is empty where there is no such list.
    """
    address, above = "", node.parent
    for _ in range(_MOST_STEPS):
        if above is None or above.type not in _AROUND:
            break
        if above.type == "call" and text_of(above.child_by_field_name("function")) in LISTED:
            address = (listed_address(above) or "") + address
        above = above.parent
    left = above.child_by_field_name("left") if above is not None else None
    name = text_of(left) if left is not None and left.type == "identifier" else ""
    return (name, address) if name.lower().endswith(_NAMED) else ("", "")


def added(node: Node, owner: int) -> Iterator[Route]:
    """Yield that a list takes the addresses of a router or another list, as by ``urlpatterns += router.urls``."""
    name = text_of(node)
    if not name.lower().endswith(_NAMED) or not _is_included(node):
        return
    patterns, before = address_before(node)
    if patterns:
        yield Route(owner, "mounts", "", before, line_of(node), patterns, name.removesuffix(".urls"))


def _is_included(node: Node) -> bool:
    """Return whether a name stands in a list, or in a call of ``include``."""
    above = node.parent
    while above is not None and above.type in {"tuple", "parenthesized_expression"}:
        above = above.parent
    call = above.parent if above is not None and above.type == "argument_list" else None
    return call is None or text_of(call.child_by_field_name("function")).rpartition(".")[2] == "include"
