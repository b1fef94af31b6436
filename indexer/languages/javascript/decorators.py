"""JavaScript and TypeScript: the decorators of a definition, and what stands inside of them."""

from collections.abc import Iterable

from tree_sitter import Node

from indexer.facts.syntax import Match

PRECEDED = frozenset(("class_body", "export_statement"))
"""Nodes in which decorators stand before a definition; elsewhere they are inside it."""

DECORATED = frozenset(
    ("class", "class_declaration", "abstract_class_declaration", "method_definition", "public_field_definition")
)
"""Nodes of definitions that have decorators."""


def decorators_of(node: Node) -> list[Node]:
    """Return the decorators of a class or a member, which are inside it, before it or before its export."""
    own = [each for each in node.children if each.type == "decorator"]
    above = node.parent
    if above is not None and above.type == "export_statement":
        own += [each for each in above.children if each.type == "decorator"]
    before = node.prev_sibling
    while before is not None and before.type == "decorator":
        own.append(before)
        before = before.prev_sibling
    return own


def decorators_last(query_matches: Iterable[Match]) -> list[Match]:
    """Return the matches, with those in decorators behind the definition that the decorators precede.

    Who reads them in this order takes them for a part of that definition.
    """
    ordered: list[Match] = []
    waiting: list[Match] = []
    decorator_end = outer_end = 0
    for match in query_matches:
        if match.start >= decorator_end and match.role == "attribute":
            around = match.node.parent
            if around is not None and around.type in PRECEDED:
                decorator_end, outer_end = match.end, around.end_byte
        if match.start < decorator_end:
            waiting.append(match)
            continue
        if match.start >= outer_end:
            ordered += waiting
            waiting.clear()
        ordered.append(match)
        if match.role.startswith("def."):
            ordered += waiting
            waiting.clear()
    return ordered + waiting
