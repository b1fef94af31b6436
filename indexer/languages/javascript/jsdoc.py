"""Types that comments of JavaScript say: ``@param {Order} order``, ``@returns {Order}``, ``@type {Order}``."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.containers import collection
from indexer.facts.marks import TYPEDEF
from indexer.facts.model import Import
from indexer.facts.type_names import plain_type

_TAG = re.compile(
    r"@(param|arg|argument|returns?|type|typedef)[ \t]{0,20}\{([^{}\n]{1,200})\}"
    r"(?:[ \t]{0,20}\[?[ \t]{0,20}([A-Za-z_$][\w$]*))?"
)
_IMPORTED = re.compile(r"\bimport\(\s*[\"']([^\"'()]+)[\"']\s*\)\.([A-Za-z_$][\w$]*)")
_BETWEEN = re.compile(rb"[\s;]{0,1000}")

STATEMENTS = frozenset(
    (
        *("variable_declarator", "lexical_declaration", "variable_declaration", "export_statement"),
        *("expression_statement", "assignment_expression", "return_statement", "pair"),
    )
)
"""Nodes that may stand between a comment and the function or the value that it speaks of."""

_MOST_STEPS = 4


class Documented(NamedTuple):
    """What a comment says of what follows it."""

    parameters: dict[str, str]
    returns: str = ""
    type: str = ""


NOTHING = Documented({})


class Comments:
    """The comments of a file that say types."""

    def __init__(self, source: str) -> None:
        self._source = source.encode("utf-8", "replace") if "{" in source and "@" in source else b""
        comments = [(first, last) for first, last in _spans(self._source) if b"@" in self._source[first:last]]
        self._ends = [last for _, last in comments]
        self._texts = [self._source[first:last].decode("utf-8", "replace") for first, last in comments]
        self._known: dict[int, Documented] = {}

    def before(self, node: Node) -> Documented:
        """Return what the comment directly before a node, or the statement that it is in, says."""
        if not self._ends:
            return NOTHING
        for _ in range(_MOST_STEPS):
            known = self._known.get(node.start_byte)
            if known is None:
                known = self._known[node.start_byte] = self._ending_at(node.start_byte)
            above = node.parent
            if known is not NOTHING or above is None or above.type not in STATEMENTS:
                return known
            node = above
        return NOTHING

    def _ending_at(self, start: int) -> Documented:
        at = bisect_right(self._ends, start) - 1
        if at < 0:
            return NOTHING
        between = _BETWEEN.match(self._source, self._ends[at], start)
        return read(self._texts[at]) if between is not None and between.end() == start else NOTHING

    def imports(self) -> list[Import]:
        """Return the names that comments take from other files, ``@typedef {import("./a.js").Order} Order``."""
        results: dict[str, Import] = {}
        for text in self._texts:
            for tag in _TAG.finditer(text):
                imported = _IMPORTED.search(tag.group(2))
                if imported:
                    name = imported.group(2)
                    alias = (tag.group(3) if tag.group(1) == TYPEDEF else "") or name
                    results.setdefault(alias, Import(imported.group(1), 1, TYPEDEF, name, alias))
        return list(results.values())


def _spans(source: bytes) -> Iterator[tuple[int, int]]:
    """Yield where comments of this kind begin and end."""
    first = source.find(b"/**")
    while first >= 0:
        last = source.find(b"*/", first + len(b"/**"))
        if last < 0:
            return
        yield first, last + len(b"*/")
        first = source.find(b"/**", last)


def read(comment: str) -> Documented:
    """Return the types that the tags of a comment say."""
    parameters: dict[str, str] = {}
    returns = type_ = ""
    for tag in _TAG.finditer(comment):
        named = written_type(tag.group(2))
        if tag.group(1) in {"param", "arg", "argument"} and tag.group(3):
            is_part = comment.startswith(".", tag.end())
            if not is_part:
                parameters.setdefault(tag.group(3), named)
        elif tag.group(1).startswith("return"):
            returns = returns or named
        elif tag.group(1) == "type":
            type_ = type_ or named
    return Documented(parameters, returns, type_)


def written_type(text: str) -> str:
    """Return the name of a type as comments write it: ``?Order``, ``Array.<Order>``, ``import("./a").Order``."""
    text = _IMPORTED.sub(r"\2", text).strip().strip("?!=").replace(".<", "<")
    named = collection(text) or plain_type(text)
    return named if named.lstrip("[]{}")[:1].isupper() else ""
