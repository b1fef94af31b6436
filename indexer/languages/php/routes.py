"""PHP: addresses that a file serves (Laravel, Slim, Symfony) or calls in its tests."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Call, Route
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.php.expressions import STRINGS, argument, arguments_of, attributes, named_class, text_in
from indexer.languages.php.names import NameTable

VERBS = frozenset(("get", "post", "put", "patch", "delete", "options", "head"))
FOR_ANY = frozenset(("any", "view"))
SEVERAL = frozenset(("match", "map"))
"""Methods whose first argument lists the methods of HTTP."""

RESOURCES = frozenset(("resource", "apiResource"))
SERVING = VERBS | FOR_ANY | SEVERAL | RESOURCES
REQUESTING = {**{verb: verb.upper() for verb in VERBS}, **{f"{verb}Json": verb.upper() for verb in VERBS}}
"""Methods of Laravel's tests that take an address."""

NAMING = frozenset(("request", "call", "json"))
"""Methods of clients that take a method of HTTP and an address."""

CALLS = frozenset(("member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression"))
CLOSURES = frozenset(("anonymous_function", "arrow_function"))
MOST_LINKS = 20
"""Calls in a chain, and parts of an address."""

ACTIONS = (
    ("index", "GET", ""),
    ("create", "GET", "/create"),
    ("store", "POST", ""),
    ("show", "GET", "/{}"),
    ("edit", "GET", "/{}/edit"),
    ("update", "PUT", "/{}"),
    ("destroy", "DELETE", "/{}"),
)
"""What a controller of a resource serves in Laravel: its method, the method of HTTP, the end of the address."""

OF_FORMS = frozenset(("create", "edit"))
"""Actions that an API has no need of."""

FACADE = "Route"
OLD_CONTROLLERS = "namespace.App.Http.Controllers"
"""Where Laravel looked for controllers that are named in a text, until version 8."""

_IN_COMMENT = re.compile(r"@Route\(\s*(?:path\s*=\s*)?\"([^\"\n]{0,200})\"([^\n)]{0,300})")
_METHODS = re.compile(r"methods\s*=\s*(\{[^}]{0,100}\}|\"\w+\")")
_WORD = re.compile(r"\w+")


class Group(NamedTuple):
    """Routes that are declared in a function below a common address.

    Attributes:
        end: byte that the function ends at.
        prefix: beginning of the addresses.
        controller: class of the methods that the routes name, as a full name; empty where they name it themselves.
    """

    end: int
    prefix: str
    controller: str


NO_GROUP = Group(0, "", "")


class RouteReader:
    """Collects the routes of one file, whose calls it gets in the order of the file."""

    def __init__(self, names: NameTable) -> None:
        self.routes: list[Route] = []
        self._names = names
        self._groups: list[Group] = []

    def call(self, match: Match, owner: int) -> None:
        """Read a call, which may serve an address, request one, or surround other routes."""
        name = text_of(match.part("name"))
        if name == "group":
            self._enter(match)
        elif name == "base_path":
            self._mount(match, owner)
        elif match.part("receiver") is not None and name in SERVING:
            self._serve(name, match, owner)
        elif name in REQUESTING or name in NAMING:
            self._request(name, match, owner)

    def _around(self, start: int) -> Group:
        """Return the innermost group around a byte."""
        while self._groups and self._groups[-1].end <= start:
            self._groups.pop()
        return self._groups[-1] if self._groups else NO_GROUP

    def _enter(self, match: Match) -> None:
        """``Route::prefix('x')->group(function () {...})`` and ``$app->group('/x', function () {...})``."""
        around = self._around(match.start)
        prefix, controller = "", around.controller
        for call in _links(match.node):
            first = argument(call.child_by_field_name("arguments"))
            name = text_of(call.child_by_field_name("name"))
            if name == "group" and first is not None and first.type == "array_creation_expression":
                prefix = f"{_option(first, 'prefix')}/{prefix}"
            elif name in {"group", "prefix"}:
                prefix = f"{text_in(first)}/{prefix}"
            elif name == "controller" and first is not None and named_class(first):
                controller = self._names.full(named_class(first))
        self._groups.append(Group(match.end, f"{around.prefix}/{prefix}", controller))

    def _mount(self, match: Match, owner: int) -> None:
        """``base_path('routes/api.php')`` inside a group puts that file below its address."""
        around, file = self._around(match.start), text_in(argument(match.part("arguments")))
        if around.prefix.strip("/") and file.endswith(".php"):
            self.routes.append(Route(owner, "mounts", "", around.prefix, line_of(match.node), name=f"@{file}"))

    def _serve(self, name: str, match: Match, owner: int) -> None:
        listed = match.part("arguments")
        first = argument(listed, 1 if name in SEVERAL else 0)
        handler = argument(listed, 2 if name in SEVERAL else 1)
        is_facade = self._is_facade(match.node)
        if first is None:
            return
        path = text_in(first)
        if first.type == "encapsed_string" and _address(first) != path:
            return  # the address is only known when the program runs
        handlers = self._handlers(handler, owner, self._around(match.start)) if handler is not None else ()
        is_closure = handler is not None and handler.type in CLOSURES
        if first.type not in STRINGS or not (is_facade or is_closure or handlers):
            self._request(name, match, owner)
            return
        if not is_facade and not path.startswith("/") and not self._around(match.start).end:
            return
        whole = "/".join([self._around(match.start).prefix, *_prefixes(match.node), path])
        router = FACADE if is_facade and owner == NO_OWNER else ""
        if name in RESOURCES:
            self._resource(name, match, owner, whole, router)
            return
        end = handler.end_point[0] + 1 if is_closure and handler is not None else 0
        for method in _methods(name, argument(listed)):
            self.routes.append(
                Route(owner, "serves", method, whole, line_of(match.node), router, "", handlers, end)
            )

    def _resource(self, name: str, match: Match, owner: int, path: str, router: str) -> None:
        """``Route::resource('photos', PhotoController::class)``."""
        handler = argument(match.part("arguments"), 1)
        controller = named_class(handler) if handler is not None else ""
        if not controller:
            return
        segments = path.split(".")
        address = "/".join(f"{each}/{{{_singular(each)}}}" for each in segments[:-1])
        address = f"{address}/{segments[-1]}" if address else segments[-1]
        item = f"{{{_singular(segments[-1])}}}"
        chosen = _chosen_actions(match.node, name)
        for action, method, end in ACTIONS:
            if action in chosen:
                call = Call(owner, action, "path", line_of(match.node), self._names.full(controller))
                whole = address + end.replace("{}", item)
                self.routes.append(Route(owner, "serves", method, whole, line_of(match.node), router, "", (call,)))

    def _is_facade(self, node: Node) -> bool:
        """Return whether a chain of calls begins with Laravel's ``Route::``."""
        *_, first = _links(node)
        scope = first.child_by_field_name("scope")
        return scope is not None and self._names.full(text_of(scope)).rpartition(".")[2] == FACADE

    def _handlers(self, node: Node, owner: int, around: Group) -> tuple[Call, ...]:
        """Return the method that an argument names as the one that serves a route."""
        line = line_of(node)
        if node.type == "array_creation_expression":
            values = [each.named_children[-1] for each in node.named_children if each.named_children]
            holder = named_class(values[0]) if len(values) == len(("class", "method")) else ""
            return (Call(owner, text_in(values[1]), "path", line, self._names.full(holder)),) if holder else ()
        if named_class(node):
            return (Call(owner, "__invoke", "path", line, self._names.full(named_class(node))),)
        text = text_in(node)
        holder, joint, name = text.partition("@" if "@" in text else ":")
        if joint and name.isidentifier():
            full = self._names.full(f"\\{holder}")
            is_short = joint == "@" and "\\" not in holder
            return (Call(owner, name, "path", line, f"{OLD_CONTROLLERS}.{holder}" if is_short else full),)
        if around.controller and text.isidentifier():
            return (Call(owner, text, "path", line, around.controller),)
        return ()

    def _request(self, name: str, match: Match, owner: int) -> None:
        """``$this->get('/books')`` in a test, ``$client->request('GET', '/books')``."""
        listed = match.part("arguments")
        method, at = REQUESTING.get(name, ""), 0
        if name in NAMING:
            method, at = text_in(argument(listed)).upper(), 1
        path = _address(argument(listed, at)) if method else ""
        if path.startswith("/") and match.part("receiver") is not None:
            self.routes.append(Route(owner, "requests", method, path, line_of(match.node)))

    def declared(self, node: Node, owner: int, comment: str) -> None:
        """Read the addresses that the attributes of a class or a method, or the comment above it, say."""
        role = "serves" if node.type == "method_declaration" else "prefix"
        for name, listed in attributes(node):
            if name.rpartition("\\")[2] == FACADE:
                named = arguments_of(listed)
                path = named.get("path") or named.get("")
                for each in _texts(path) or [""]:
                    for method in _texts(named.get("methods")) or [""]:
                        self.routes.append(Route(owner, role, method.upper(), each, line_of(node)))
        for match in _IN_COMMENT.finditer(comment):
            listed_methods = _METHODS.search(match.group(2))
            for method in _WORD.findall(listed_methods.group(1)) if listed_methods else [""]:
                self.routes.append(Route(owner, role, method.upper(), match.group(1), line_of(node)))


def _links(node: Node) -> Iterator[Node]:
    """Yield the calls of a chain, the last one first."""
    for _ in range(MOST_LINKS):
        yield node
        inner = node.child_by_field_name("object")
        if inner is None or inner.type not in CALLS:
            return
        node = inner


def _prefixes(node: Node) -> Iterator[str]:
    """Yield the addresses that calls of a chain put a single route below."""
    for each in _links(node):
        if text_of(each.child_by_field_name("name")) == "prefix":
            yield text_in(argument(each.child_by_field_name("arguments")))


def _methods(name: str, first: Node | None) -> list[str]:
    """Return the methods of HTTP that a call serves; an empty one for any."""
    if name in SEVERAL:
        return [each.upper() for each in _texts(first)] or [""]
    return ["GET" if name == "view" else "" if name == "any" else name.upper()]


def _chosen_actions(node: Node, name: str) -> set[str]:
    """Return the actions of a resource that ``only`` and ``except`` leave."""
    chosen = {action for action, _, _ in ACTIONS if name == "resource" or action not in OF_FORMS}
    above = node.parent
    for _ in range(MOST_LINKS):
        if above is None or above.type not in CALLS:
            break
        arguments = above.child_by_field_name("arguments")
        values = [each.named_children[-1] for each in arguments.named_children] if arguments is not None else []
        listed = {text for value in values for text in _texts(value)}
        called = text_of(above.child_by_field_name("name"))
        if called == "only":
            chosen &= listed
        elif called == "except":
            chosen -= listed
        above = above.parent
    return chosen


def _singular(plural: str) -> str:
    word = plural.rpartition("/")[2].replace("-", "_")
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def _texts(node: Node | None) -> list[str]:
    """Return the text that an expression is, or those of a list."""
    if node is None or node.type != "array_creation_expression":
        return [text for text in [text_in(node)] if text]
    values = (each.named_children[-1] for each in node.named_children if each.named_children)
    return [text for text in map(text_in, values) if text]


def _option(options: Node, key: str) -> str:
    """Return the text behind a key of a list."""
    for each in options.named_children:
        if len(each.named_children) > 1 and text_in(each.named_children[0]) == key:
            return text_in(each.named_children[-1])
    return ""


def _address(node: Node | None) -> str:
    """Return an address, in which parts that are not constant are ``{}``."""
    waiting = [node] if node is not None else []
    parts: list[str] = []
    while waiting and len(parts) < MOST_LINKS:
        each = waiting.pop()
        if each.type == "binary_expression" and text_of(each.child_by_field_name("operator")) == ".":
            waiting += [side for name in ("right", "left") if (side := each.child_by_field_name(name)) is not None]
        elif each.type == "encapsed_string":
            holes = (text_of(part) if part.type == "string_content" else "{}" for part in each.named_children)
            parts.append("".join(holes))
        else:
            parts.append(text_in(each) or "{}")
    return "".join(parts)
