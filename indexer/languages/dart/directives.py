"""Dart: directives of a file, ``import 'cart.dart' show Cart``, as imports of the graph."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.marks import LIBRARY
from indexer.facts.model import Import
from indexer.facts.syntax import line_of, text_of

EXPORT = f"{LIBRARY} export"
PIECE = f"{LIBRARY} part"
PIECE_OF = f"{LIBRARY} part of"
CONDITIONAL = f"{LIBRARY} if"
"""A file that takes the place of an imported one on some platforms."""

HIDING = " hiding"
"""Behind the kind of a directive that leaves out the name."""


def imports_of(node: Node) -> Iterator[Import]:
    """Yield what a directive imports, exports or is a part of: one entry for each name that it shows or hides."""
    line = line_of(node)
    if node.type in {"part_directive", "part_of_directive"}:
        kind = PIECE if node.type == "part_directive" else PIECE_OF
        yield from (Import(each, line, kind) for each in _addresses(node))
        return
    inner = node.named_children[0] if node.named_children else node
    specified = inner.named_children[0] if inner.type == "library_import" and inner.named_children else inner
    kind = EXPORT if inner.type == "library_export" else LIBRARY
    first, *others = (*_addresses(specified), "")
    alias = next((text_of(each) for each in specified.children if each.type == "identifier"), "")
    combined = [each for each in specified.children if each.type == "combinator"]
    shown, hidden = _names(combined, "show"), _names(combined, "hide")
    if first:
        for name in shown or ("",):
            yield Import(first, line, kind, name, alias)
        for name in hidden:
            yield Import(first, line, f"{kind}{HIDING}", name, alias)
        yield from (Import(each, line, CONDITIONAL) for each in others if each)


def _names(combinators: list[Node], word: str) -> list[str]:
    return [
        text_of(each)
        for combinator in combinators
        if combinator.children and combinator.children[0].type == word
        for each in combinator.named_children
        if each.type == "identifier"
    ]


def _addresses(node: Node) -> Iterator[str]:
    """Yield the addresses in a directive, that of all platforms first; also the name of the library of a part."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.type == "string_literal":
            yield text_of(each).strip("\"'")
        elif each.type == "dotted_identifier_list" and node.type == "part_of_directive":
            yield text_of(each)
        elif each.type != "configuration_uri_condition":
            waiting += reversed(each.named_children)
