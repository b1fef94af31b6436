"""Python: addresses that a file serves (FastAPI, Flask, Django, Starlette) or calls (requests, httpx)."""

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.python.handlers import handlers, wrapped
from indexer.languages.python.patterns import LISTED, PATTERNS, Lists, is_include, listed_address
from indexer.languages.python.route_arguments import NAMES, arguments_of, text_in, texts_in
from indexer.languages.python.viewsets import actions, called_routes

VERBS = {name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options")}
DECORATORS = {**VERBS, "route": "", "api_route": ""}
ADDED = {"add_url_rule": "", "add_api_route": "GET", "add_route": "", "add_resource": ""}
"""Methods of an application that take a function and an address."""

MOUNTED = {"include_router": "prefix", "register_blueprint": "url_prefix", "mount": "path"}
"""Methods of an application that take a router, with the argument that says where it stands."""

MOST_BYTES = 100
"""Size of the beginning of an address in a constant."""

ROUTERS = {"APIRouter": "prefix", "Blueprint": "url_prefix"}


class RouteReader:
    """Collects the routes of one file while its matches are read."""

    def __init__(self) -> None:
        self.collected: list[Route] = []
        self._pending: list[Route] = []
        self._lists = Lists()

    def decorator(self, value: Node | None) -> None:
        """Read ``@router.get("/{id}")``; its function follows."""
        if value is None or value.type != "call":
            return
        function = value.child_by_field_name("function")
        if text_of(function).rpartition(".")[2] == "action":
            self._pending += actions(value)
        if function is None or function.type != "attribute":
            return
        name = text_of(function.child_by_field_name("attribute"))
        positional, named = arguments_of(value)
        path = text_in(positional[0]) if positional else text_in(named.get("path") or named.get("rule"))
        is_address = path is not None and (path.startswith("/") or not path)
        if name in DECORATORS and path is not None and is_address:
            router = text_of(function.child_by_field_name("object"))
            methods = texts_in(named.get("methods")) or [DECORATORS[name]]
            if name == "route" and "methods" not in named:
                methods = ["GET"]
            self._pending += [
                Route(NO_OWNER, "serves", method.upper(), path, line_of(value), router) for method in methods
            ]

    def defined(self, owner: int) -> None:
        """Give the routes that decorators described to the function behind them."""
        self.collected += [replace(each, owner=owner) for each in self._pending]
        self._pending.clear()

    def call(self, function: Node, node: Node, owner: int) -> None:
        """Read a call that mounts a router, adds a route or requests an address."""
        if node.parent is not None and node.parent.type == "decorator":
            return
        name = text_of(function).rpartition(".")[2]
        router = text_of(function.child_by_field_name("object")) if function.type == "attribute" else ""
        if name in ROUTERS:
            self._group(node, name, owner)
        elif name in MOUNTED and router:
            self._mount(node, name, router, owner)
        elif name in ADDED and router:
            self._add(node, name, router, owner)
        elif name in LISTED and not router and owner == NO_OWNER:
            self._listed(node)
        elif name.endswith("Router") or name in {"register", "extend"}:
            self.collected += called_routes(name, router, node, owner)
        elif name in VERBS and router:
            path = text_in(next(iter(arguments_of(node)[0]), None)) or ""
            if path.startswith(("/", "http", "{")) and path.strip("{}/"):
                self.collected.append(Route(owner, "requests", VERBS[name], path, line_of(node)))

    def named(self, node: Node, owner: int) -> None:
        """Read a name that is no call: a router whose addresses a module takes."""
        if owner == NO_OWNER:
            self.collected += self._lists.added(node)

    def _group(self, node: Node, name: str, owner: int) -> None:
        path = text_in(arguments_of(node)[1].get(ROUTERS[name]))
        variable = node.parent.child_by_field_name("left") if node.parent is not None else None
        if path and variable is not None:
            self.collected.append(Route(owner, "group", "", path, line_of(node), "", text_of(variable)))

    def _mount(self, node: Node, name: str, router: str, owner: int) -> None:
        positional, named = arguments_of(node)
        prefix = named.get(MOUNTED[name])
        if name == "mount" and len(positional) > 1:
            prefix, positional = positional[0], positional[1:]
        if positional and positional[0].type in NAMES:
            path = text_in(prefix)
            role = "remounts" if name == "register_blueprint" and path is not None else "mounts"
            mounted = text_of(positional[0])
            self.collected.append(Route(owner, role, "", path or "", line_of(node), router, mounted))

    def constant(self, name: str, value: Node | None, owner: int) -> None:
        """Note a text that may be the beginning of addresses: ``API_PREFIX = "/api"``."""
        is_text = name.isupper() and value is not None and value.type == "string"
        if value is not None and is_text and value.end_byte - value.start_byte < MOST_BYTES:
            path = text_in(value) or ""
            if path.startswith("/"):
                self.collected.append(Route(owner, "constant", "", path, line_of(value), "", name))

    def _add(self, node: Node, name: str, router: str, owner: int) -> None:
        positional, named = arguments_of(node)
        paths = [path for each in positional if (path := text_in(each)) and path.startswith("/")]
        functions = [each for each in positional if each.type in NAMES]
        handler = named.get("view_func") or named.get("endpoint") or next(iter(functions), None)
        methods = texts_in(named.get("methods")) or [ADDED[name]]
        if paths and handler is not None:
            for path in paths:
                for method in methods:
                    self._serve(method.upper(), path, node, router, handler, owner)

    def _listed(self, node: Node) -> None:
        """``path("orders/", views.orders)`` of Django; ``include`` takes the addresses of another module."""
        positional, _ = arguments_of(node)
        below = listed_address(node)
        patterns, before = self._lists.address_before(node)
        if len(positional) < 2 or below is None or not patterns:
            return
        self.collected += self._lists.announced(patterns, node)
        path, view = before + below, wrapped(positional[1])
        if view.type == "call" and is_include(view):
            inner = arguments_of(view)[0]
            module = text_in(inner[0]) if inner else None
            if module and inner[0].type == "string":
                self.collected.append(
                    Route(NO_OWNER, "mounts", "", path, line_of(node), patterns, f"@{module}#{PATTERNS}")
                )
        else:
            self._serve("", path, node, patterns, view, NO_OWNER)

    def _serve(self, method: str, path: str, node: Node, router: str, handler: Node, owner: int) -> None:
        calls = tuple(handlers(handler, owner))
        if calls:
            self.collected.append(Route(owner, "serves", method, path, line_of(node), router, "", calls))
