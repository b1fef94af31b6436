"""The addresses that the routers of Phoenix and of Plug serve."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import Call, Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.elixir.directives import ModuleOf
from indexer.languages.elixir.syntax import atom, options_of, plain_string

VERBS = frozenset(("get", "post", "put", "patch", "delete", "options", "head", "trace", "connect"))

RESOURCES = (
    ("index", "GET", ""),
    ("new", "GET", "new"),
    ("create", "POST", ""),
    ("show", "GET", ":id"),
    ("edit", "GET", ":id/edit"),
    ("update", "PATCH", ":id"),
    ("update", "PUT", ":id"),
    ("delete", "DELETE", ":id"),
)
"""What ``resources`` of Phoenix serves: function, method, and the path below its own."""

LIVE = "live"
PAGE = (("", 0), ("mount", 3), ("handle_params", 3), ("render", 1))
"""What runs to show a live page: its module, and functions of that with as many arguments."""

WITHOUT_INDEX = "singleton"
"""Option of ``resources`` for a single thing, whose addresses have no identifier."""


_REST = re.compile(r"/\*(\w+)")
"""``/files/*path`` takes every address that begins so."""


class _Scope(NamedTuple):
    end: int
    path: str
    module: str


class Named(NamedTuple):
    """A module that a router names: where, and its full name; that is empty where it is the prefix of others."""

    node: Node
    module: str


class RouteReader:
    """Collects the routes of a file, in document order."""

    def __init__(self, module_of: ModuleOf) -> None:
        self._module_of = module_of
        self._scopes: list[_Scope] = []
        self.collected: list[Route] = []

    def call(self, name: str, node: Node, arguments: Sequence[Node], owner: int) -> list[Named]:
        """Take a call in the body of a module; return the modules that it names."""
        while self._scopes and self._scopes[-1].end <= node.start_byte:
            self._scopes.pop()
        if name == "scope":
            return self._on_scope(node, arguments, owner)
        path = _path(arguments[0]) if arguments else None
        if path is None or name not in _HANDLERS:
            return []
        if name == "resources":
            return self._on_resources(path, node, arguments, owner)
        method = name.upper() if name in VERBS else "GET" if name == LIVE else ""
        return self._on_route(method, path, node, arguments, owner, is_page=name == LIVE)

    def _on_scope(self, node: Node, arguments: Sequence[Node], owner: int) -> list[Named]:
        """``scope "/admin", ShopWeb.Admin do``: both stand before those of the routes inside."""
        options = options_of(node)
        positional = [each for each in arguments if each.type != "keywords"]
        written = options.get("path") or (positional[0] if positional else None)
        alias = options.get("alias") or next((each for each in positional if each.type == "alias"), None)
        outer = self._scopes[-1] if self._scopes else _Scope(0, "", "")
        module = "" if text_of(alias) == "false" else _joined(outer.module, self._module_of(alias, owner))
        self._scopes.append(_Scope(node.end_byte, f"{outer.path}/{_path(written) or ''}", module))
        return [Named(alias, "")] if alias is not None else []

    def _on_resources(self, path: str, node: Node, arguments: Sequence[Node], owner: int) -> list[Named]:
        """``resources "/users", UserController``: the usual functions, and those of the routes inside."""
        options = options_of(node)
        named = self._named(arguments[1] if len(arguments) > 1 else None, owner)
        if named is None:
            return []
        only, left_out = _atoms(options.get("only")), _atoms(options.get("except")) or []
        is_single = text_of(options.get(WITHOUT_INDEX)) == "true"
        key = plain_string(options.get("param")) or "id"
        for function, method, below in RESOURCES:
            if (only is None or function in only) and function not in left_out:
                if is_single and function == "index":
                    continue
                inner = below.removeprefix(":id") if is_single else below.replace(":id", f":{key}")
                self._serve(method, f"{path}/{inner}", node, owner, named.module, ((function, 2),))
        name = plain_string(options.get("name")) or _singular(named.module)
        outer = self._scopes[-1] if self._scopes else _Scope(0, "", "")
        nested = f"{outer.path}/{path}" if is_single else f"{outer.path}/{path}/:{name}_{key}"
        module = _joined(outer.module, self._module_of(options.get("alias"), owner))
        self._scopes.append(_Scope(node.end_byte, nested, module))
        return [named]

    def _on_route(
        self, method: str, path: str, node: Node, arguments: Sequence[Node], owner: int, *, is_page: bool
    ) -> list[Named]:
        """``get "/", PageController, :home``, or with ``to: Plug`` or the code itself in a router of Plug."""
        options = options_of(node)
        method = method or atom(options.get("via")).upper()
        written = options.get("to") or (arguments[1] if len(arguments) > 1 else None)
        named = self._named(written, owner)
        if named is not None:
            action = atom(arguments[2]) if len(arguments) > 2 else ""
            self._serve(method, path, node, owner, named.module, PAGE if is_page else ((action, 2),))
            return [named]
        if node.children[-1].type == "do_block":
            self._serve(method, path, node, owner)
        return []

    def _named(self, node: Node | None, owner: int) -> Named | None:
        """Return the module of a handler, behind that of the scope; None where it is not written."""
        module = self._module_of(node, owner)
        if node is None or not module:
            return None
        return Named(node, _joined(self._scopes[-1].module if self._scopes else "", module))

    def _serve(
        self,
        method: str,
        path: str,
        node: Node,
        owner: int,
        module: str = "",
        functions: Sequence[tuple[str, int]] = (),
    ) -> None:
        line = line_of(node)
        handlers = tuple(Call(owner, each, "path", line, module, arguments=count) for each, count in functions)
        above = self._scopes[-1].path if self._scopes else ""
        end_line = 0 if module else node.end_point[0] + 1
        route = Route(owner, "serves", method, f"{above}/{path}", line, handlers=handlers, end_line=end_line)
        self.collected.append(route)


_HANDLERS = VERBS | {"resources", LIVE, "forward", "match"}


def _joined(module: str, inner: str) -> str:
    return f"{module}.{inner}" if module and inner else module or inner


def _path(node: Node | None) -> str | None:
    """Return the path that a string is, with a parameter for what is put into it; None for any other node."""
    if node is None or node.type != "string":
        return None
    parts = (text_of(each) if each.type == "quoted_content" else "{}" for each in node.named_children)
    return _REST.sub(r"/{\1}", "".join(parts))


def _atoms(node: Node | None) -> list[str] | None:
    """Return the names in a list of atoms; None where there is no such list."""
    return [atom(each) for each in node.named_children] if node is not None and node.type == "list" else None


def _singular(module: str) -> str:
    """Return what Phoenix calls the thing that a controller is for: ``line_item`` of ``LineItemController``."""
    name = module.rpartition(".")[2].removesuffix("Controller")
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in name).lstrip("_")
