"""Python: ``urlpatterns`` of Django, whose elements may hold further lists of addresses."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.python.route_arguments import arguments_of, text_in, without_groups

PATTERNS = "urlpatterns"
"""The list of the addresses of a module of Django."""

LISTED = frozenset(("path", "re_path", "url"))
"""Functions of Django that describe an element of ``urlpatterns``."""

_NAMED = ("urls", "patterns")
"""How the names of lists of addresses, and those of the addresses of a router, end."""

_GROWING = frozenset(("append", "extend", "insert"))
"""Methods of a list that add elements."""

_SUM = "binary_operator"
_AROUND = frozenset(("list", "tuple", "list_splat", _SUM, "argument_list", "call", "parenthesized_expression"))
_MOST_STEPS = 60
"""Nodes on the way from an element up to the assignment of ``urlpatterns``, at most; five belong to each list."""

_SCHEME = re.compile(r"[a-z][a-z\d+.-]*://", re.IGNORECASE)


class Lists:
    """Finds the lists of a file that elements are of; a sum of many lists is climbed once."""

    def __init__(self) -> None:
        self._sums: dict[int, tuple[str, str]] = {}
        self._announced = {PATTERNS}

    def address_before(self, node: Node) -> tuple[str, str]:
        """Return an element's list, and the address of those around it: ``path("api/", include([...]))``.

        The list is named by its variable, such as ``urlpatterns``; the name is empty where there is no such list.
        """
        address, above, steps = "", node.parent, 0
        passed: list[tuple[int, str]] = []
        while above is not None and above.type in _AROUND and above.id not in self._sums and steps < _MOST_STEPS:
            if above.type == _SUM:
                passed.append((above.id, address))
            else:
                steps += 1
            if above.type == "call":
                called = text_of(above.child_by_field_name("function"))
                if called in LISTED:
                    address = (listed_address(above) or "") + address
                elif called.rpartition(".")[2] in _GROWING:
                    break
            above = above.parent
        name, before = self._sums.get(above.id) or (_variable(above), "") if above is not None else ("", "")
        address = before + address
        self._sums.update((each, (name, address.removesuffix(inner))) for each, inner in passed)
        return (name, address) if name else ("", "")

    def announced(self, name: str, node: Node) -> Iterator[Route]:
        """Yield once of each list but ``urlpatterns`` that its addresses count only where others include it."""
        if name not in self._announced:
            self._announced.add(name)
            yield Route(NO_OWNER, "list", "", "", line_of(node), "", name)

    def added(self, node: Node) -> Iterator[Route]:
        """Yield that a list takes those of a router or another list, as by ``urlpatterns += router.urls``."""
        name, call = text_of(node), _call_around(node)
        is_included = call is not None and is_include(call)
        if not is_included and (call is not None or not name.lower().endswith(_NAMED)):
            return
        patterns, before = self.address_before(node)
        if patterns:
            yield from self.announced(patterns, node)
            yield Route(NO_OWNER, "mounts", "", before, line_of(node), patterns, name.removesuffix(".urls"))


def listed_address(node: Node) -> str | None:
    """Return the address of a call such as ``path("orders/", ...)``; None if nothing is known of it."""
    path = text_in(next(iter(arguments_of(node)[0]), None))
    return None if path is None or _SCHEME.match(path) else without_groups(path)


def is_include(call: Node) -> bool:
    """Return whether a call is one of ``include``."""
    return text_of(call.child_by_field_name("function")).rpartition(".")[2] == "include"


def _variable(statement: Node) -> str:
    """Return the list that an assignment, or a call of its ``append``, names."""
    left = statement.child_by_field_name("left") or statement.child_by_field_name("function")
    left = left.child_by_field_name("object") if left is not None and left.type == "attribute" else left
    name = text_of(left) if left is not None and left.type == "identifier" else ""
    return name if name.lower().endswith(_NAMED) else ""


def _call_around(node: Node) -> Node | None:
    """Return the call whose argument a name is, alone or in a tuple."""
    above = node.parent
    while above is not None and above.type in {"tuple", "parenthesized_expression"}:
        above = above.parent
    return above.parent if above is not None and above.type == "argument_list" else None
