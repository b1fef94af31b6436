"""Ruby: addresses that a file serves (Rails, Sinatra) or that a test requests."""

import re
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Call, Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.ruby.syntax import (
    MOST_CHARS,
    class_name,
    constant_path,
    listed,
    literal,
    names_in,
    options,
    singular,
)

VERBS = frozenset(("get", "post", "put", "patch", "delete", "head", "options"))
FILES = re.compile(r"(?:^|/)config/routes(?:\.rb|/)")
TESTS = re.compile(r"(?:^|/)(?:spec|test|features)/")
TESTING = frozenset(("describe", "tests"))
"""Methods of RSpec and of Rails that name the controller that is tested."""

GROUPS = frozenset(
    ("namespace", "scope", "resources", "resource", "member", "collection", "controller", "shallow")
)

ACTIONS = (
    ("index", "GET", ""),
    ("new", "GET", "/new"),
    ("create", "POST", ""),
    ("show", "GET", "/:id"),
    ("edit", "GET", "/:id/edit"),
    ("update", "PATCH", "/:id"),
    ("update", "PUT", "/:id"),
    ("destroy", "DELETE", "/:id"),
)
"""Actions of ``resources``, with the method and the end of the address of each."""

_OPTIONAL = re.compile(r"\([^()]*\)")
_NO_PLURAL = re.compile(r"(?:s|x|z|ch|sh)$")


class Group(NamedTuple):
    """A block that routes stand in.

    Attributes:
        end: byte that it ends at.
        path: that its routes are below.
        module: folder of its controllers.
        controller: that routes in it without one lead to.
        members: path of one member of the resource.
        collection: path of all of them.
        outside: path that members of resources inside of this one have, where they are shallow.
        is_shallow: whether they are: ``/notes/:id`` instead of ``/stories/:story_id/notes/:id``.
    """

    end: int
    path: str = ""
    module: str = ""
    controller: str = ""
    members: str = ""
    collection: str = ""
    outside: str = ""
    is_shallow: bool = False


class Routes:
    """Reads the routes of a file."""

    def __init__(self, path: str) -> None:
        self.collected: list[Route] = []
        self._declares = FILES.search(path) is not None
        self._requests = TESTS.search(path) is not None
        self._groups: list[Group] = []

    def read(self, name: str, node: Node, owner: int) -> None:
        """Note the routes that a call without a receiver declares, or the one that it requests."""
        if self._declares:
            self._declare(name, node)
        elif name in VERBS:
            self._serve(name, node, owner)

    def _serve(self, name: str, node: Node, owner: int) -> None:
        """``get "/orders" do`` of Sinatra serves an address, and requests one without a block in a test."""
        path = address(next(listed(node.child_by_field_name("arguments")), None))
        block = node.child_by_field_name("block")
        if not path.startswith("/"):
            return
        if block is not None:
            end = block.end_point[0] + 1
            self.collected.append(Route(owner, "serves", name.upper(), path, line_of(node), end_line=end))
        elif self._requests:
            self.collected.append(Route(owner, "requests", name.upper(), path, line_of(node)))

    def _declare(self, name: str, node: Node) -> None:
        while self._groups and self._groups[-1].end <= node.start_byte:
            self._groups.pop()
        around = self._groups[-1] if self._groups else Group(0)
        arguments = node.child_by_field_name("arguments")
        if name in GROUPS:
            self._group(name, arguments, node, around)
        elif name in VERBS or name in {"match", "root"}:
            self._route(name, arguments, node, around)

    def _group(self, name: str, arguments: Node | None, node: Node, around: Group) -> None:
        block = node.child_by_field_name("block")
        end = block.end_byte if block is not None else node.end_byte
        chosen = options(arguments)
        if name in {"member", "collection"}:
            self._groups.append(
                around._replace(end=end, path=around.members if name == "member" else around.collection)
            )
            return
        if name == "shallow":
            self._groups.append(around._replace(end=end, is_shallow=True))
            return
        names = [each for node in listed(arguments) for each in names_in(node)]
        if name == "controller":
            self._groups.append(around._replace(end=end, controller=_below(around.module, "".join(names[:1]))))
            return
        if name in {"namespace", "scope"}:
            own = "".join(names[:1])
            path = literal(chosen.get("path")) or own
            module = own if name == "namespace" else literal(chosen.get("module"))
            module = _below(around.module, literal(chosen.get("module")) or module)
            outside = _below(around.outside, path if name == "namespace" else literal(chosen.get("shallow_path")))
            self._groups.append(
                around._replace(end=end, path=_below(around.path, path), module=module, outside=outside)
            )
            return
        for each in names:
            group = self._resource(name, each, chosen, node, around)
        if names:
            self._groups.append(group._replace(end=end))

    def _resource(self, name: str, resource: str, chosen: dict[str, Node], node: Node, around: Group) -> Group:
        """Add the routes of a resource; return the group of what is declared inside of it."""
        is_one = name == "resource"
        last = literal(chosen.get("path")) or resource
        path = _below(around.path, last)
        is_shallow = around.is_shallow and bool(around.members) and not is_one
        single = _below(around.outside, last) if is_shallow else path
        controller = literal(chosen.get("controller")) or (_plural(resource) if is_one else resource)
        controller = _below(_below(around.module, literal(chosen.get("module"))), controller)
        parameter = literal(chosen.get("param")) or "id"
        only, without = names_in(chosen.get("only")), names_in(chosen.get("except"))
        for action, method, end in ACTIONS:
            if (is_one and action == "index") or action in without or ("only" in chosen and action not in only):
                continue
            ending = end.replace("/:id", "" if is_one else f"/:{parameter}")
            self._add(method, (single if ":id" in end else path) + ending, controller, action, node)
        members = path if is_one else f"{single}/:{parameter}"
        nested = path if is_one else f"{single}/:{singular(resource)}_{parameter}"
        shallow = chosen.get("shallow")
        return Group(
            *(0, nested, around.module, controller, members, path, around.outside),
            is_shallow=shallow.type == "true" if shallow is not None else around.is_shallow,
        )

    def _route(self, name: str, arguments: Node | None, node: Node, around: Group) -> None:
        """``get "/orders" => "orders#index"``, ``post :upvote``, ``root to: "home#index"``."""
        chosen = options(arguments)
        first = next(listed(arguments), None)
        path, target = "" if name == "root" else address(first), literal(chosen.get("to"))
        if name == "root":
            target = target or literal(first)
        pairs = (each for each in arguments.named_children if each.type == "pair") if arguments is not None else ()
        for pair in pairs:
            key = pair.child_by_field_name("key")
            if key is not None and key.type == "string":
                path, target = literal(key), literal(pair.child_by_field_name("value"))
                break
        if not path and name != "root":
            return
        controller, _, action = target.rpartition("#")
        if not target and "to" not in chosen:
            action = literal(chosen.get("action")) or path.strip("/").rpartition("/")[2]
            controller = literal(chosen.get("controller")) or path.strip("/").rpartition("/")[0]
        is_own = around.controller and (not controller or (not target and "controller" not in chosen))
        controller = around.controller if is_own else _below(around.module, controller)
        above = {"member": around.members, "collection": around.collection}.get(
            literal(chosen.get("on")), around.path
        )
        methods = [each.upper() for each in names_in(chosen.get("via"))] if name == "match" else [name.upper()]
        for method in ["GET"] if name == "root" else methods or [""]:
            self._add("" if method == "ALL" else method, _below(above, path), controller, action, node)

    def _add(self, method: str, path: str, controller: str, action: str, node: Node) -> None:
        handlers: tuple[Call, ...] = ()
        line = line_of(node)
        if controller and action:
            holder = f"::{class_name(controller)}Controller"
            handlers = (Call(NO_OWNER, action, "type", line, holder),)
        self.collected.append(Route(NO_OWNER, "serves", method, without_options(path), line, handlers=handlers))


class ActionTests:
    """Knows which controllers the tests of a file request the actions of."""

    def __init__(self) -> None:
        self._controllers: dict[int, str] = {}
        """Class of tests, or ``NO_OWNER`` for a file -> the controller that it names."""

    def read(self, name: str, arguments: Node | None, holder: int, class_id: str) -> tuple[str, str]:
        """Note the controller that a call names, or return the one that it requests an action of, and the action.

        Args:
            name: of the method that is called.
            arguments: of the call.
            holder: class around the call.
            class_id: identifier of that class.
        """
        first = next(listed(arguments), None)
        path = constant_path(first)
        if name in TESTING and path.endswith("Controller"):
            self._controllers[holder] = path
        if name not in VERBS or first is None or first.type != "simple_symbol":
            return "", ""
        own = class_id.removeprefix("rb:")
        by_name = f"::{own.removesuffix('Test')}" if own.endswith("ControllerTest") else ""
        return self._controllers.get(holder, by_name), literal(first)


def without_options(path: str) -> str:
    """Return an address without the parts that may be missing: ``/orders(.:format)``."""
    return _OPTIONAL.sub("", _OPTIONAL.sub("", _OPTIONAL.sub("", path)))


def address(node: Node | None) -> str:
    """Return the text of a string with ``{}`` for what is not known, or of a symbol; else empty."""
    if node is None or node.type != "string" or node.end_byte - node.start_byte > MOST_CHARS:
        return literal(node)
    parts = node.named_children
    return "".join(text_of(each) if each.type == "string_content" else "{}" for each in parts)


def _below(above: str, path: str) -> str:
    return f"{above}/{path.strip('/')}" if above and path.strip("/") else above or path.strip("/")


def _plural(name: str) -> str:
    return f"{name}es" if _NO_PLURAL.search(name) else f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
