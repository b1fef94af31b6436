"""What a name says of the place of a definition: the line of a file, or a file and a name in it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from search.types.graph import Node

_LINE = re.compile(r"(?P<path>.+?)(?::|#L)(?P<line>[1-9][0-9]{0,8})(?:[-:]L?[0-9]{1,9})?:?", re.DOTALL)
"""As compilers, traces and addresses write it: ``cart.py:12``, ``cart.py:12:4``, ``cart.py#L12-L20``."""

_MARKS = ("::", "#", ":")
"""Between a path and a name; pytest writes ``tests/test_cart.py::test_total``."""


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
