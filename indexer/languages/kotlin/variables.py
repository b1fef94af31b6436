"""Which names the variables, properties and parameters of a Kotlin file have."""

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from indexer.facts.syntax import Match, text_of

VARIABLES = frozenset(("variable_declaration", "multi_variable_declaration"))
_DECLARING = frozenset(("variable", "variable.parameter", "variable.element", "variable.catch"))


def declared_names(query_matches: Iterable[Match]) -> frozenset[str]:
    """Return the names of all variables of a file."""
    nodes = (each.part("name") or each.node for each in query_matches if each.role in _DECLARING)
    return frozenset(text_of(name).strip("`") for node in nodes for name in _names_in(node))


def _names_in(node: Node) -> Iterator[Node]:
    """Yield the names that a declaration declares; a parameter's stands before its type and its value."""
    declared = [each for each in node.named_children if each.type in VARIABLES]
    if node.type == "identifier":
        yield node
    elif declared:
        for each in declared:
            yield from _names_in(each)
    else:
        yield from [each for each in node.named_children if each.type == "identifier"][:1]
