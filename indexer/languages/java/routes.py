"""Java: addresses that a file serves (Spring, JAX-RS) or calls (Feign, RestTemplate, WebClient)."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Route
from indexer.facts.syntax import line_of, text_of
from indexer.languages.java.models import annotations

VERBS = ("Get", "Post", "Put", "Delete", "Patch")
MAPPINGS = {**{f"{verb}Mapping": verb.upper() for verb in VERBS}, "RequestMapping": ""}
EXCHANGES = {f"{verb}Exchange": verb.upper() for verb in VERBS}
"""Annotations of an interface whose methods send requests."""

RESTFUL = frozenset(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"))
"""Annotations of JAX-RS."""

SENT = {
    **dict.fromkeys(("getForObject", "getForEntity"), "GET"),
    **dict.fromkeys(("postForObject", "postForEntity", "postForLocation"), "POST"),
    "put": "PUT",
    "delete": "DELETE",
    "patchForObject": "PATCH",
    "uri": "",
}
"""Methods of Spring's clients that take an address."""

_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_PATH = re.compile(r'(?:\b(?:value|path)\s*=\s*|^\(\s*|^\(\s*\{)(\{[^}=]*"[^=]*\}|"(?:[^"\\]|\\.)*")')
_METHOD = re.compile(r"\bRequestMethod\.(\w+)|\bmethod\s*=\s*\{?\s*([A-Z]+)\b")
MOST_CHARS = 300
"""Of an argument that may be an address."""

CLIENTS = frozenset(("FeignClient", "HttpExchange"))


def declared(node: Node, owner: int, clients: set[int], holder: int) -> Iterator[Route]:
    """Yield the addresses that the annotations of a class or a method say.

    Args:
        node: the declaration.
        owner: its index among the definitions of the file.
        clients: classes whose methods send requests; a class of this kind is added.
        holder: the class around.
    """
    named = dict(annotations(node))
    if node.type in {"class_declaration", "interface_declaration"}:
        yield from of_type(named, owner, line_of(node), clients)
    elif node.type == "method_declaration":
        yield from of_method(named, owner, line_of(node), is_client=holder in clients)


def of_type(named: dict[str, str], owner: int, line: int, clients: set[int]) -> Iterator[Route]:
    """Yield the addresses that the annotations of a class say, by name; note it where it sends requests."""
    if not CLIENTS.isdisjoint(named):
        clients.add(owner)
    for name in ("RequestMapping", "Path", "HttpExchange"):
        for path in paths(named.get(name, "")):
            yield Route(owner, "prefix", "", path, line)


def of_method(named: dict[str, str], owner: int, line: int, *, is_client: bool) -> Iterator[Route]:
    """Yield the addresses that the annotations of a method say, by name."""
    for method, path in _addresses(named):
        yield Route(owner, "requests" if is_client else "serves", method, path, line)


def _addresses(named: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield method and path of each address that a method's annotations name."""
    for name, arguments in named.items():
        if name in MAPPINGS or name in EXCHANGES:
            method = MAPPINGS.get(name) or EXCHANGES.get(name) or _method(arguments)
            yield from ((method, path) for path in paths(arguments) or [""])
        elif name in RESTFUL:
            yield from ((name, path) for path in paths(named.get("Path", "")) or [""])


def requested(name: str, arguments: Node | None, owner: int) -> Iterator[Route]:
    """Yield the address that a call such as ``rest.getForObject("/orders/{id}", Order.class)`` requests."""
    first = (
        arguments.named_children[0]
        if name in SENT and arguments is not None and arguments.named_children
        else None
    )
    if first is not None and arguments is not None:
        text = text_of(first)[:MOST_CHARS]
        path = "{}".join(_TEXT.findall(text))
        if first.type == "binary_expression":
            path = ("" if text.startswith('"') else "{}") + path + ("" if text.endswith('"') else "{}")
        if first.type in {"string_literal", "binary_expression"} and path.startswith(("/", "http", "{")):
            yield Route(owner, "requests", SENT[name], path, line_of(arguments))


def paths(arguments: str) -> list[str]:
    """Return the addresses in the arguments of an annotation."""
    listed = _PATH.search(arguments)
    return [each.replace("\\\\", "\\") for each in _TEXT.findall(listed.group(1))] if listed else []


def _method(arguments: str) -> str:
    method = _METHOD.search(arguments)
    return next(filter(None, method.groups()), "") if method else ""
