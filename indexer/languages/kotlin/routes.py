"""Kotlin: addresses that a file serves (Spring, JAX-RS, Ktor) or calls (Feign, Retrofit, RestTemplate, Ktor)."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.model import Route
from indexer.facts.syntax import line_of
from indexer.languages.java import routes as java
from indexer.languages.kotlin.annotations import annotations, plain_text
from indexer.languages.kotlin.expressions import CallParts, value_of

KTOR_SERVER = ("io.ktor.server", "io.ktor.routing")
RETROFIT = ("retrofit2",)
_VERBS = frozenset(("get", "post", "put", "delete", "patch", "head", "options"))
_AROUND = frozenset(("route", "routing", "authenticate"))
"""Functions of Ktor that other routes stand inside of."""

_TYPES = frozenset(("class_declaration", "object_declaration"))


def declared(node: Node, owner: int, holder: int, clients: set[int], *, is_retrofit: bool) -> Iterator[Route]:
    """Yield the addresses that the annotations of a class or a method say.

    Args:
        node: the declaration.
        owner: its index among the definitions of the file.
        holder: the class around.
        clients: classes whose methods send requests; a class of this kind is added.
        is_retrofit: the file uses Retrofit, whose annotations say what is requested.
    """
    named = dict(annotations(node))
    if node.type in _TYPES:
        yield from java.of_type(named, owner, line_of(node), clients)
        return
    if is_retrofit:
        for name in sorted(java.RESTFUL & named.keys()):
            for path in java.paths(named[name]):
                whole = path if "://" in path else f"/{path.lstrip('/')}"
                yield Route(owner, "requests", name, whole, line_of(node))
        return
    yield from java.of_method(named, owner, line_of(node), is_client=holder in clients)


class KtorRoutes:
    """Reads the calls of Ktor; those of routes inside of others come after them.

    Args:
        is_used: whether the file uses Ktor's server.
    """

    def __init__(self, *, is_used: bool) -> None:
        self._is_used = is_used
        self._around: list[tuple[int, str]] = []

    def served(self, name: str, parts: CallParts, call: Node, owner: int, function: str) -> Iterator[Route]:
        """Yield the address that a call by a bare name serves, or the function whose routes stand below one.

        Args:
            name: of what is called.
            parts: of the call.
            call: its node.
            owner: the definition around.
            function: its identifier.
        """
        while self._around and self._around[-1][0] <= call.start_byte:
            self._around.pop()
        if not self._is_used:
            return
        first = value_of(parts.arguments[0])[1] if parts.arguments else None
        text = plain_text(first)
        behind, line = parts.function_behind, line_of(call)
        above = "/".join(path for _, path in self._around)
        if name in _AROUND and behind is not None:
            self._around.append((call.end_byte, text or "" if name == "route" else ""))
        elif name in _VERBS and behind is not None and (text is not None or not parts.arguments):
            path, last = f"{above}/{text or ''}", behind.end_point[0] + 1
            yield Route(owner, "serves", name.upper(), path, line, router=function, end_line=last)
        elif self._around and behind is None:
            yield Route(owner, "mounts", "", above, line, router=function, name=name)


def requested(name: str, receiver: str, parts: CallParts, owner: int, line: int) -> Iterator[Route]:
    """Yield the address that a call of a client requests."""
    first = value_of(parts.arguments[0])[1] if parts.arguments else None
    is_ktor = name in _VERBS and receiver.rpartition(".")[2].lower().endswith("client")
    path = plain_text(first) if is_ktor or name in java.SENT else None
    if path is not None and path.startswith(("/", "http", "{")):
        yield Route(owner, "requests", name.upper() if is_ktor else java.SENT[name], path, line)
