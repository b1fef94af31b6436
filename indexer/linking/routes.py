"""Routes of HTTP: a node for each address, edges to what serves it and from the clients that call it."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from indexer.facts.model import NO_OWNER, Call, FileFacts, Route
from indexer.linking.graph import Draft, GraphBuilder, Location, source_of
from search.types.graph import EdgeType

ANY = "ANY"
"""Shown for a route that takes every method."""

ROUTE = "route"
"""Kind of the nodes."""

_PARAMETER = re.compile(r"\{\*{0,2}(\w+)[^{}]*\}|<(?:[^<>:]*:)?(\w+)>|(?<!\w):(\w+)(?:\([^)]*\))?[?*+]?")
_SLASHES = re.compile("//+")
_HOLE = re.compile(r"\$?\{[^{}]*\}")
_HOST = re.compile(r"(?:https?:)?//[^/{}]*(?:\{\})?[^/]*|\{\}")
_NO_ADDRESS = re.compile(r"[\s'\"`<>\\]")
_END = re.compile(r"[?#]")

Resolve = Callable[[FileFacts, Call], str]
"""Returns the local id of the function that a call names; else empty."""


def joined(*parts: str) -> str:
    """Return the address that parts of a path make up, with parameters as ``{name}``."""
    path = "/".join(part.strip("/") for part in parts if part.strip("/"))
    path = _SLASHES.sub("/", f"/{path}")
    return _PARAMETER.sub(lambda each: "{" + next(filter(None, each.groups())) + "}", path)


class Served(NamedTuple):
    """A route that a file serves.

    Attributes:
        path: the whole address.
        home: the program that it belongs to; those of two programs are two nodes.
        resolve: finds the functions that it names.
    """

    facts: FileFacts
    route: Route
    path: str
    home: str
    resolve: Resolve


class Routes:
    """Collects the routes of all languages of a root."""

    def __init__(self, builder: GraphBuilder) -> None:
        self._builder = builder
        self._served: list[Served] = []
        self._ids: dict[tuple[str, str, str], str] = {}
        self._by_size: dict[int, list[tuple[str, tuple[str, ...], str]]] = defaultdict(list)

    def serve(self, served: Served) -> None:
        """Add a route; text that is no address makes none."""
        if not _NO_ADDRESS.search(served.path):
            self._served.append(served)

    def declare(self) -> None:
        """Add the nodes of all routes, before any edge: a function without a name takes part in the edges."""
        homes: dict[tuple[str, str], set[str]] = defaultdict(set)
        for each in self._served:
            homes[each.route.method or ANY, each.path].add(each.home)
        for each in self._served:
            method = each.route.method or ANY
            name = f"{method} {each.path}"
            suffix = f"@{each.home}" if len(homes[method, each.path]) > 1 else ""
            local_id = f"http:{name}{suffix}"
            if (method, each.path, each.home) not in self._ids:
                self._ids[method, each.path, each.home] = local_id
                segments = tuple(each.path.strip("/").split("/"))
                self._by_size[len(segments)].append((method, segments, local_id))
            self._declare(each, local_id, name)

    def _declare(self, each: Served, local_id: str, name: str) -> None:
        facts, route = each.facts, each.route
        last = max(route.line, route.end_line)
        location = Location(facts.path, route.line, last)
        self._builder.add(local_id, Draft(ROUTE, name, name, facts.language, [location]))
        if self._builder.wants(facts.path):
            self._builder.edge(f"file:{facts.path}", local_id, EdgeType.DEFINES, "exact", (facts.path, route.line))
        if route.end_line:
            self._builder.region(facts.path, route.line, route.end_line, local_id)

    def link(self, files: Sequence[FileFacts]) -> None:
        """Add the edges from routes to the functions that serve them, and those from clients; done once."""
        served, self._served = self._served, []
        for each in served:
            if self._builder.wants(each.facts.path):
                self._link_handlers(each)
        for facts in files:
            if facts.routes and self._builder.wants(facts.path):
                for route in facts.routes:
                    if route.role == "requests":
                        self._link_request(facts, route)

    def _link_handlers(self, each: Served) -> None:
        facts, route = each.facts, each.route
        local_id = self._ids[route.method or ANY, each.path, each.home]
        targets = [each.resolve(facts, call) for call in route.handlers]
        if not route.handlers and not route.end_line and route.owner != NO_OWNER:
            targets = [facts.definitions[route.owner].local_id]
        for target in filter(None, targets):
            self._builder.edge(local_id, target, EdgeType.CALLS, "route", (facts.path, route.line))

    def _link_request(self, facts: FileFacts, route: Route) -> None:
        source = source_of(facts, route.owner)
        targets = self.matching(route.method or ANY, route.path)
        if len(targets) == 1:
            self._builder.edge(source, targets[0], EdgeType.CALLS, "request", (facts.path, route.line))
        elif targets:
            self._builder.ambiguous(source)

    def matching(self, method: str, text: str) -> list[str]:
        """Return the routes that a request may mean, those with most equal parts; none for an unknown address.

        Where the beginning is not known (``{base}/orders``) the end decides.
        """
        path = _END.split(_HOLE.sub("{}", text), maxsplit=1)[0]
        host = _HOST.match(path)
        known = path[host.end() :] if host else path
        segments = tuple(known.strip("/").split("/"))
        whole = self._best(method, segments, self._by_size.get(len(segments), ()), at_end=False)
        if whole or not path.startswith("{}"):
            return whole
        longer = [each for size, routes in self._by_size.items() if size > len(segments) for each in routes]
        return self._best(method, segments, longer, at_end=True)

    @staticmethod
    def _best(
        method: str,
        segments: tuple[str, ...],
        routes: Sequence[tuple[str, tuple[str, ...], str]],
        *,
        at_end: bool,
    ) -> list[str]:
        scored: dict[str, int] = {}
        for served, parts, local_id in routes:
            if served in (method, ANY) or method == ANY:
                equal = _equal_parts(segments, parts[-len(segments) :] if at_end else parts)
                if equal > 0:
                    scored[local_id] = equal
        most = max(scored.values(), default=0)
        return sorted(each for each, equal in scored.items() if equal == most)


def _equal_parts(request: tuple[str, ...], route: tuple[str, ...]) -> int:
    """Return how many written parts of a request a route has as well; 0 where one of them differs."""
    equal = 0
    for requested, served in zip(request, route, strict=True):
        if "{" in served:
            continue
        if "{" in requested or requested.casefold() != served.casefold():
            return 0
        equal += bool(requested)
    return equal
