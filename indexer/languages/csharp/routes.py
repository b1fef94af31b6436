"""C#: addresses that a file serves (controllers, minimal APIs) or calls (``HttpClient``, Refit)."""

import re

from tree_sitter import Node

from indexer.facts.model import Call, Definition, Route
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.csharp.declarations import modifiers
from indexer.languages.csharp.receivers import CallReader
from indexer.languages.csharp.strings import LITERALS, holds_literal, joined

VERBS = ("Get", "Post", "Put", "Delete", "Patch", "Head", "Options")
MAPPED = {**{f"Map{verb}": verb.upper() for verb in VERBS}, "MapMethods": "", "Map": ""}
"""Methods of a router, with the method of HTTP that they answer."""

GROUP = "MapGroup"
CONVENTIONS = frozenset(("MapDefaultControllerRoute", "MapControllerRoute", "MapRoute", "UseMvcWithDefaultRoute"))
DEFAULT_PATTERN = "{controller}/{action}"
"""What controllers are called by where a program names no other pattern."""

SENT = {
    **{f"{verb}Async": verb.upper() for verb in VERBS},
    **{f"{verb}AsJsonAsync": verb.upper() for verb in VERBS},
    **{f"{verb}FromJsonAsync": verb.upper() for verb in VERBS},
    "GetStringAsync": "GET",
    "GetStreamAsync": "GET",
    "GetByteArrayAsync": "GET",
    "GetFromJsonAsAsyncEnumerable": "GET",
}
"""Methods of ``HttpClient``."""

NO_ACTIONS = frozenset((b"public", b"static", b"override", b"abstract"))
"""Modifiers of a controller's methods of which an action has the first alone."""

_HOLE = re.compile(r"\{(\w+)\}")
FUNCTIONS = frozenset(("lambda_expression", "anonymous_method_expression"))
NAMES = frozenset(("identifier", "member_access_expression", "generic_name"))
AROUND_ROUTERS = frozenset(
    ("member_access_expression", "invocation_expression", "parenthesized_expression", "await_expression")
)


class RouteReader:
    """Collects the routes of one file while its matches are read."""

    def __init__(self, calls: CallReader) -> None:
        self.collected: list[Route] = []
        self._calls = calls
        self._fields: dict[str, str] = {}
        self._locals: dict[tuple[int, str], str] = {}

    def variable(self, name: str, value: Node | None, owner: int, *, is_field: bool) -> None:
        """Remember the text that a variable begins with; it may be an address."""
        is_text = value is not None and (value.type in LITERALS or holds_literal(value))
        text = self._text(value, owner) if is_text and value is not None else ""
        if not is_field:
            self._locals[owner, name] = text
        elif text:
            self._fields[name] = text if self._fields.get(name, text) == text else ""

    def member(self, node: Node, owner: int, kind: str) -> None:
        """Record a public method of a controller; without its own route it has the conventional one.

        Of an attribute, record the template that its constructor gives on: ``: base("api/[controller]")``.
        """
        if kind == "method" and modifiers(node) & NO_ACTIONS == {b"public"}:
            self.collected.append(Route(owner, "action", "", "", line_of(node)))
        chained = [each for each in node.named_children if each.type == "constructor_initializer"]
        listed = chained[0].named_children[0].named_children if kind == "constructor" and chained else []
        value = value_of(listed[0]) if listed else None
        if value is not None and (value.type == "identifier" or value.type in LITERALS):
            template = self._text(value, owner)
            if template != "{" + text_of(value) + "}":
                self._add(owner, "template", "", template, node)

    def attribute(self, node: Node, owner: int, holder: Definition) -> None:
        """Read ``[HttpGet("{id}")]``, ``[Route("api/[controller]")]`` and its like, and Refit's ``[Get("/")]``."""
        name = text_of(node.child_by_field_name("name")).rpartition(".")[2].removesuffix("Attribute")
        if name.endswith("Route") or name == "RoutePrefix":
            self._add(owner, "prefix", "", _argument_text(node), node)
        elif name.startswith("Http") and name.removeprefix("Http") in VERBS and holder.kind == "method":
            self._add(owner, "serves", name.removeprefix("Http").upper(), _argument_text(node), node)
        elif name in VERBS and holder.kind == "method" and _argument_text(node):
            self._add(owner, "requests", name.upper(), _argument_text(node), node)

    def call(self, match: Match, written: str, owner: int) -> None:
        """Read calls that serve, group or request addresses."""
        name = written.partition("<")[0]
        function = match.parts["function"][0]
        if function.type != "member_access_expression":
            return
        arguments = [each for each in match.parts["arguments"][0].named_children if each.type == "argument"]
        if name in CONVENTIONS:
            self._convention(arguments, function, owner)
        elif name == GROUP and arguments:
            self._group(match.node, function, self._text(value_of(arguments[0]), owner), owner)
        elif name in MAPPED and len(arguments) > 1:
            self._serve(function, MAPPED[name], arguments, owner)
        elif name in SENT and arguments:
            path = self._text(value_of(arguments[0]), owner)
            if path.strip("{}/") and not path.startswith("{{"):
                self._add(owner, "requests", SENT[name], path, function)

    def _convention(self, arguments: list[Node], function: Node, owner: int) -> None:
        texts = [self._text(value_of(each), owner) for each in arguments]
        patterns = [text for text in texts if "{controller" in text and "{action" in text]
        if patterns or not arguments:
            self._add(owner, "convention", "", (patterns or [DEFAULT_PATTERN])[0], function)

    def made(self, node: Node, owner: int) -> None:
        """Read ``new HttpRequestMessage(HttpMethod.Get, "api/orders")`` and RestSharp's requests."""
        if text_of(node.child_by_field_name("type")) not in {"HttpRequestMessage", "RestRequest"}:
            return
        listed = node.child_by_field_name("arguments")
        arguments = (
            [each.named_children[-1] for each in listed.named_children if each.named_children] if listed else []
        )
        verbs = [text_of(each).rpartition(".")[2].upper() for each in arguments if "Method." in text_of(each)]
        texts = [self._text(each, owner) for each in arguments if "Method." not in text_of(each)]
        if texts and texts[0].strip("{}/"):
            self._add(owner, "requests", verbs[0] if verbs else "GET", texts[0], node)

    def _serve(self, function: Node, method: str, arguments: list[Node], owner: int) -> None:
        router, prefix = self._router(function.child_by_field_name("expression"), owner)
        pattern, handler = value_of(arguments[0]), value_of(arguments[-1])
        if pattern.type not in LITERALS and not self._value(text_of(pattern), owner):
            return
        named: list[Call] = []
        if handler.type in NAMES:
            call = self._calls.named(handler, owner)
            named = [call] if call is not None else []
        end_line = handler.end_point[0] + 1 if handler.type in FUNCTIONS else 0
        if named or end_line:
            path = f"{prefix}/{self._text(pattern, owner)}"
            line = line_of(function.child_by_field_name("name") or function)
            self.collected.append(Route(owner, "serves", method, path, line, router, "", tuple(named), end_line))

    def _group(self, call: Node, function: Node, path: str, owner: int) -> None:
        """``var api = app.MapGroup("api")`` is a router; ``app.MapGroup("api").MapOrders()`` hands one on."""
        router, prefix = self._router(function.child_by_field_name("expression"), owner)
        path = f"{prefix}/{path}"
        node: Node | None = call.parent
        while node is not None and node.type in AROUND_ROUTERS:
            name = text_of(node.child_by_field_name("name")).partition("<")[0]
            if name == GROUP or name in MAPPED:
                return
            if name.startswith("Map"):
                self._add(owner, "mounts", "", path, call, router, name)
                return
            node = node.parent
        if node is not None and node.type in {"variable_declarator", "assignment_expression"}:
            target = node.child_by_field_name("name") or node.child_by_field_name("left")
            self._add(owner, "group", "", path, call, router, text_of(target))

    def _router(self, node: Node | None, owner: int) -> tuple[str, str]:
        """Return the variable that a router hangs on and the path that calls between add."""
        prefix = ""
        while node is not None and node.type in AROUND_ROUTERS:
            function = node.child_by_field_name("function")
            if function is None or function.type != "member_access_expression":
                break
            listed = node.child_by_field_name("arguments")
            if text_of(function.child_by_field_name("name")) == GROUP and listed and listed.named_children:
                prefix = f"{self._text(value_of(listed.named_children[0]), owner)}/{prefix}"
            node = function.child_by_field_name("expression")
        return text_of(node).rpartition(".")[2], prefix

    def _text(self, node: Node, owner: int) -> str:
        """Return a text with the file's text variables filled in; other variables stay in braces."""
        if node.type == "identifier":
            return self._value(text_of(node), owner) or "{" + text_of(node) + "}"
        text = joined(node)
        return _HOLE.sub(lambda each: self._value(each.group(1), owner) or each.group(), text)

    def _value(self, name: str, owner: int) -> str:
        own = self._locals.get((owner, name))
        return own if own is not None else self._fields.get(name, "")

    def _add(
        self, owner: int, role: str, method: str, path: str, node: Node, router: str = "", name: str = ""
    ) -> None:
        self.collected.append(Route(owner, role, method, path, line_of(node), router, name))


def _argument_text(attribute: Node) -> str:
    for child in attribute.named_children:
        for argument in child.named_children if child.type == "attribute_argument_list" else ():
            value = argument.named_children[-1] if argument.named_children else None
            if value is not None and value.type in LITERALS and len(argument.named_children) == 1:
                return joined(value)
    return ""


def value_of(argument: Node) -> Node:
    """Return the expression of an argument; the grammar has no node for ``this``."""
    return argument.named_children[-1] if argument.named_children else argument
