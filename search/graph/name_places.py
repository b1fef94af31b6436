"""What stands for a definition besides its name: the line of a file, a file and a name in it, or an address."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from search.types.graph import Node

_LINE = re.compile(r"(?P<path>.+?)(?::|#L)(?P<line>[1-9][0-9]{0,8})(?:[-:]L?[0-9]{1,9})?:?", re.DOTALL)
"""As compilers, traces and addresses write it: ``cart.py:12``, ``cart.py:12:4``, ``cart.py#L12-L20``."""

_MARKS = ("::", "#", ":")
"""Between a path and a name; pytest writes ``tests/test_cart.py::test_total``."""

_ADDRESS = re.compile(r"(?:(?P<method>[A-Za-z]{3,7})\s+)?(?:https?://[^/\s]+)?(?P<path>/[^\s?#]*)(?:[?#]\S*)?")
"""As a browser or a log writes it: ``/api/orders/7?page=2``, ``GET https://shop.example/api/orders/7``."""

_ANY = "ANY"
_HOLE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Address:
    """An address of HTTP; ``method`` is empty where none is written."""

    method: str
    segments: tuple[str, ...]

    def is_served_by(self, route: str) -> bool:
        """Return whether a route such as ``GET /api/orders/{id}`` serves it.

        A route of parameters alone serves an address with its method: any path of a file would fit it.
        """
        method, _, path = route.rpartition(" ")
        segments = _segments(path)
        return (
            len(segments) == len(self.segments)
            and bool(self.method or not all(map(_HOLE.fullmatch, segments)))
            and (not self.method or method in (self.method, _ANY))
            and all(map(_fits, segments, self.segments))
        )


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A path, and the line or the name of a definition in its file; the other is 0 or empty."""

    path: str
    line: int = 0
    name: str = ""


def places_in(text: str) -> Iterator[NamedPlace]:
    """Yield the places that a text may stand for; most texts stand for none."""
    line = _LINE.fullmatch(text)
    if line is not None:
        yield NamedPlace(line["path"], line=int(line["line"]))
        return
    for mark in _MARKS:
        path, there, name = text.partition(mark)
        if there and path and name:
            yield NamedPlace(path, name=name)


def address_in(text: str) -> Address | None:
    """Return the address that a text is, if it has a path of two segments or more."""
    match = _ADDRESS.fullmatch(text.strip())
    segments = _segments(match["path"]) if match is not None else ()
    return Address((match["method"] or "").upper(), segments) if match is not None and len(segments) > 1 else None


def innermost(nodes: Sequence[Node], positions: Sequence[int], line: int) -> list[int]:
    """Return the positions of the smallest definitions around a line of one file, or of the file itself."""
    around = [at for at in positions if nodes[at].kind != "file" and _holds(nodes[at], line)]
    if not around:
        return [at for at in positions if nodes[at].kind == "file"]
    smallest = min(_length(nodes[at]) for at in around)
    return [at for at in around if _length(nodes[at]) == smallest]


def _holds(node: Node, line: int) -> bool:
    return node.start_line <= line <= node.end_line


def _length(node: Node) -> int:
    return node.end_line - node.start_line


def _segments(path: str) -> tuple[str, ...]:
    return tuple(path.strip("/").split("/"))


def _fits(pattern: str, segment: str) -> bool:
    """Return whether a segment of a route stands for one of an address: as written, or with a parameter in it."""
    before, *rest = _HOLE.split(pattern)
    if not rest:
        return pattern.casefold() == segment.casefold()
    return len(segment) > len(before) + len(rest[-1]) and segment.startswith(before) and segment.endswith(rest[-1])
