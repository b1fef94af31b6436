"""Python: addresses of Django REST framework, whose routers make them of classes and their actions."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Call, Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.python.route_arguments import NAMES, arguments_of, text_in, texts_in, without_groups

DETAIL, LIST = "detail", "list"
"""Names of the routes of actions: of one object, and of all of them."""

_ROUTER = "Router"
"""End of the names of the classes of routers: ``DefaultRouter``, ``SimpleRouter``, ``NestedSimpleRouter``."""

_AROUND_ROUTERS = frozenset(("conditional_expression", "parenthesized_expression"))
_MOST_STEPS = 20
"""Nodes on the way from a router, or its addresses, up to an assignment, at most."""


def called_routes(name: str, receiver: str, node: Node, owner: int) -> Iterator[Route]:
    """Yield what a call says that makes a router, registers a class or takes the classes of another router."""
    if name.endswith(_ROUTER):
        yield from _made(node, owner)
    elif name == "register" and receiver:
        yield from _registered(receiver, node, owner)
    elif name == "extend" and receiver.endswith(".registry"):
        positional, _ = arguments_of(node)
        other = text_of(positional[0]) if positional else ""
        if other.endswith(".registry"):
            names = (receiver.removesuffix(".registry"), other.removesuffix(".registry"))
            yield Route(owner, "mounts", "", "", line_of(node), *names)


def _made(node: Node, owner: int) -> Iterator[Route]:
    """``NestedSimpleRouter(router, "domains", lookup="domain")`` stands below one of what ``router`` lists."""
    above = _outside(node, _AROUND_ROUTERS)
    variable = above.child_by_field_name("left") if above is not None else None
    if variable is None or variable.type not in NAMES:
        return
    positional, named = arguments_of(node)
    path = text_in(positional[1]) if len(positional) > 1 and positional[1].type == "string" else ""
    lookup = text_in(named.get("lookup"))
    below = f"{without_groups(path)}/{{{lookup}_pk}}" if path and lookup else ""
    yield Route(owner, "group", "", below, line_of(node), "", text_of(variable))


def _registered(router: str, node: Node, owner: int) -> Iterator[Route]:
    positional, named = arguments_of(node)
    path = text_in(positional[0] if positional else named.get("prefix"))
    class_ = positional[1] if len(positional) > 1 else named.get("viewset")
    if path is None or class_ is None or class_.type not in NAMES:
        return
    holder, _, name = text_of(class_).rpartition(".")
    call = Call(owner, name, "path" if holder else "bare", line_of(class_), holder)
    yield Route(owner, "registers", "", without_groups(path), line_of(node), router, "", (call,))


def actions(decorator: Node) -> Iterator[Route]:
    """Yield ``@action(detail=True, methods=["post"])`` before a method; its address is that of its class."""
    _, named = arguments_of(decorator)
    detail = named.get("detail")
    if detail is None:
        return
    path = without_groups(text_in(named.get("url_path")) or "")
    methods = texts_in(named.get("methods")) or ["get" if "methods" not in named else ""]
    for method in methods:
        name = LIST if detail.type == "false" else DETAIL
        yield Route(NO_OWNER, "action", method.upper(), path, line_of(decorator), "", name)


def _outside(node: Node, types: frozenset[str]) -> Node | None:
    """Return the nearest node around that is of none of these types."""
    above = node.parent
    for _ in range(_MOST_STEPS):
        if above is None or above.type not in types:
            break
        above = above.parent
    return above
