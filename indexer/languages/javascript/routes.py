"""JavaScript: addresses that a file serves (Express, Fastify, Koa, Hono, NestJS) or calls (fetch, axios)."""

import re

from tree_sitter import Node

from indexer.facts.model import Call, Route, Shape
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.javascript.decorators import decorators_of
from indexer.languages.javascript.objects import bared
from indexer.languages.source import dotted

VERBS = {
    **{name: name.upper() for name in ("get", "post", "put", "delete", "patch", "head", "options")},
    "del": "DELETE",
    "all": "",
}
MAKING = re.compile(r"(?:express|fastify|Fastify|(?:\w+\.)?Router|Koa|Hono)$")
"""Functions and classes that make a router."""

ROUTER = re.compile(r"(?:\w*[rR]outer|\w*[aA]pp|server|fastify|instance|application|\w*[rR]outes)$")
"""Usual names of a parameter that receives a router."""

INLINE = frozenset(("arrow_function", "function_expression", "generator_function"))
NAMES = frozenset(("identifier", "member_expression"))
TEXTS = frozenset(("string", "template_string"))
MOUNTING = ["string", "identifier"]
"""Arguments of ``route`` of Hono that put a router below an address; Express takes the address alone."""

CHAINED = frozenset(("call_expression", "member_expression", "await_expression", "parenthesized_expression"))
MOST_CHAINED = 200
DECORATED = {name.capitalize(): method for name, method in VERBS.items()}


class RouteReader:
    """Collects the routes of one file while its matches are read."""

    def __init__(self) -> None:
        self.collected: list[Route] = []
        self._routers: set[str] = set()

    def declared(self, name: Node, value: Node) -> None:
        """Remember a variable that holds a router."""
        root = _root(value)
        if root is not None and _makes_router(root):
            self._routers.add(text_of(name))

    def call(self, match: Match, owner: int) -> None:
        """Read a call of a router or of a client."""
        name, receiver, listed = text_of(match.part("name")), match.part("receiver"), match.part("arguments")
        if listed is None:
            return
        arguments = [each for each in listed.named_children if each.type != "comment"]
        if receiver is None:
            if name in {"fetch", "axios"}:
                self._request(_method_of(arguments), arguments, match.node, owner)
            return
        router, prefix = self._router(receiver)
        if name in VERBS:
            if router and self._serve(VERBS[name], prefix, router, arguments, match, owner):
                return
            if not router or router not in self._routers:
                self._request(VERBS[name], arguments, match.node, owner)
        elif router and name in {"use", "register"}:
            self._mount(router, arguments, match.node, owner)
        elif router and name == "route" and arguments and arguments[0].type == "object":
            self._described(router, arguments[0], match, owner)
        elif router and name == "route" and [each.type for each in arguments] == MOUNTING:
            self._mount(router, arguments, match.node, owner)

    def decorated(self, node: Node, owner: int) -> None:
        """Read ``@Controller("cats")`` and ``@Get(":id")`` of NestJS before a class or a method."""
        for decorator in decorators_of(node):
            call = decorator.named_children[0] if decorator.named_children else None
            if call is None or call.type != "call_expression":
                continue
            name = text_of(call.child_by_field_name("function"))
            arguments = call.child_by_field_name("arguments")
            first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
            path = _text(first) if first is not None else ""
            if name == "Controller":
                self.collected.append(Route(owner, "prefix", "", path, line_of(decorator)))
            elif name in DECORATED and node.type == "method_definition":
                self.collected.append(Route(owner, "serves", DECORATED[name], path, line_of(decorator)))

    def _router(self, node: Node) -> tuple[str, str]:
        """Return the variable that a chain of calls hangs on, and the path that ``route`` gives it."""
        prefix, above = "", node
        root: Node | None = node
        for _ in range(MOST_CHAINED):
            function = root.child_by_field_name("function") if root is not None else None
            if (
                root is None
                or root.type not in CHAINED
                or function is None
                or function.type != "member_expression"
            ):
                break
            listed = root.child_by_field_name("arguments")
            if text_of(function.child_by_field_name("property")) == "route" and listed and listed.named_children:
                prefix = _text(listed.named_children[0])
            root = function.child_by_field_name("object")
        if root is not None and _makes_router(root):
            return _name_of(above), prefix
        name = dotted(text_of(root))
        is_router = name in self._routers or ROUTER.fullmatch(name.rpartition(".")[2]) is not None
        return (name.removeprefix("this.") if is_router else ""), prefix

    def _serve(
        self, method: str, prefix: str, router: str, arguments: list[Node], match: Match, owner: int
    ) -> bool:
        first = arguments[0] if arguments else None
        path = _text(first) if first is not None and first.type in TEXTS else prefix
        handling = arguments[1:] if path is not prefix or not prefix else arguments
        if not path or not (path.startswith("/") or path == "*"):
            return False
        return self._add(method, path, router, handling, match, owner)

    def _add(self, method: str, path: str, router: str, handling: list[Node], match: Match, owner: int) -> bool:
        named: list[Call] = []
        end_line = 0
        for node in _functions(handling):
            if node.type in INLINE:
                end_line = max(end_line, node.end_point[0] + 1)
            else:
                holder, _, name = dotted(text_of(node)).rpartition(".")
                shape: Shape = "this" if holder == "this" else "path" if holder else "bare"
                named += (
                    [Call(owner, name, shape, line_of(node), holder if shape == "path" else "")] if name else []
                )
        if not named and not end_line:
            return False
        line = line_of(match.part("name") or match.node)
        self.collected.append(Route(owner, "serves", method, path, line, router, "", tuple(named), end_line))
        return True

    def _described(self, router: str, described: Node, match: Match, owner: int) -> None:
        """``fastify.route({ method: "GET", url: "/", handler })``."""
        parts: dict[str, Node] = {}
        for each in described.named_children:
            value = each.child_by_field_name("value")
            if each.type == "pair" and value is not None:
                parts[text_of(each.child_by_field_name("key"))] = value
            elif each.type == "shorthand_property_identifier":
                parts[text_of(each)] = each
            elif each.type == "method_definition":
                parts[text_of(each.child_by_field_name("name"))] = each.child_by_field_name("body") or each
        path, handler = parts.get("url") or parts.get("path"), parts.get("handler")
        if path is None or path.type not in TEXTS or handler is None:
            return
        methods = parts.get("method")
        listed = methods.named_children if methods is not None and methods.type == "array" else [methods]
        for method in [_text(each).upper() for each in listed]:
            if handler.type == "statement_block":
                line, last = line_of(handler), handler.end_point[0] + 1
                self.collected.append(Route(owner, "serves", method, _text(path), line, router, end_line=last))
            else:
                self._add(method, _text(path), router, [handler], match, owner)

    def _mount(self, router: str, arguments: list[Node], node: Node, owner: int) -> None:
        """``app.use("/api", orders)`` and ``fastify.register(orders, { prefix: "/api" })``."""
        path = ""
        for each in arguments:
            if each.type in TEXTS:
                path = _text(each)
            elif each.type == "object":
                prefix = next((part for part in each.named_children if _key(part) == "prefix"), None)
                value = prefix.child_by_field_name("value") if prefix is not None else None
                path = _text(value) if value is not None and value.type in TEXTS else path
        for each in arguments:
            value = bared(each)
            name = dotted(text_of(value)) if value.type in NAMES else _required(value)
            if name:
                self.collected.append(Route(owner, "mounts", "", path, line_of(node), router, name))

    def _request(self, method: str, arguments: list[Node], node: Node, owner: int) -> None:
        path = _text(arguments[0]) if arguments and arguments[0].type in TEXTS else ""
        if path.startswith(("/", "http", "{")) and path.strip("{}/"):
            self.collected.append(Route(owner, "requests", method, path, line_of(node)))


def _functions(nodes: list[Node]) -> list[Node]:
    """Return the functions among arguments, also those in lists and in calls such as ``guarded(handler)``."""
    functions: list[Node] = []
    for each in nodes:
        node = bared(each)
        if node.type in INLINE or node.type in NAMES:
            functions.append(node)
        elif node.type == "array":
            functions += _functions(node.named_children)
        elif node.type == "call_expression":
            listed = node.child_by_field_name("arguments")
            functions += _functions(listed.named_children if listed is not None else [])
            called = node.child_by_field_name("function")
            functions += [called] if called is not None and called.type in NAMES else []
    return functions


def _method_of(arguments: list[Node]) -> str:
    """Return the method that the options of ``fetch`` name."""
    for each in arguments[1:2]:
        for part in each.named_children if each.type == "object" else ():
            if _key(part) == "method":
                value = part.child_by_field_name("value")
                return _text(value).upper() if value is not None and value.type in TEXTS else ""
    return "GET"


def _key(part: Node) -> str:
    return text_of(part.child_by_field_name("key")).strip("\"'") if part.type == "pair" else ""


def _text(node: Node | None) -> str:
    """Return a literal's text with its parts that are not constant in braces."""
    return text_of(node)[1:-1].replace("${", "{") if node is not None and node.type in TEXTS else ""


def _required(node: Node) -> str:
    """Return ``@x`` of ``require("x")`` and ``import("x")``; empty for any other."""
    called = text_of(node.child_by_field_name("function")) if node.type == "call_expression" else ""
    listed = node.child_by_field_name("arguments")
    first = listed.named_children[0] if listed is not None and listed.named_children else None
    return (
        f"@{_text(first)}"
        if called in {"require", "import"} and first is not None and first.type == "string"
        else ""
    )


def _root(node: Node) -> Node | None:
    """Return the start of a chain of calls: the innermost call or name."""
    current: Node | None = bared(node)
    for _ in range(MOST_CHAINED):
        function = current.child_by_field_name("function") if current is not None else None
        if function is None or function.type != "member_expression" or (current and _makes_router(current)):
            return current
        current = function.child_by_field_name("object")
    return current


def _makes_router(node: Node) -> bool:
    field = {"call_expression": "function", "new_expression": "constructor"}.get(node.type, "")
    return bool(field) and MAKING.fullmatch(text_of(node.child_by_field_name(field))[:80]) is not None


def _name_of(node: Node) -> str:
    """Return the variable that a chain of calls is the value of; ``default`` where the module gives it."""
    above: Node | None = node
    while above is not None and above.type in CHAINED:
        above = above.parent
    if above is None:
        return ""
    name = above.child_by_field_name("name")
    return text_of(name) if above.type == "variable_declarator" else "default"
