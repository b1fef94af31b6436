"""What a name that a pattern of Rust binds is taken out of: ``Some(x)``, ``Shape::Round(circle)``."""

from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.languages.source import dotted

_AROUND = frozenset(
    (
        "captured_pattern",
        "match_pattern",
        "mut_pattern",
        "ref_pattern",
        "reference_pattern",
        "parenthesized_pattern",
    )
)
"""Patterns whose value is that of the one inside."""

_INNER = frozenset(("Some", "Ok"))
"""Variants that hold what the type of the whole names already: wrappers count as what they hold."""

_MOST_STEPS = 8
MOST_FIELDS = 12
"""Fields of a tuple, or of a variant, that are known by their place."""


class Source(NamedTuple):
    """A path (``Shape.Round#0``), or the expression that a pattern takes apart."""

    path: str = ""
    value: Node | None = None


def source_of(name: Node, holder: str) -> Source:
    """Return what a bound name is taken out of; inside ``impl``, ``Self`` means ``holder``."""
    node = name
    for _ in range(_MOST_STEPS):
        above = node.parent
        if above is None:
            break
        if above.type == "tuple_struct_pattern":
            made = text_of(above.child_by_field_name("type"))
            if made not in _INNER:
                position = _position(above, node)
                return Source(field_path(made, str(position), holder)) if position >= 0 else Source()
        elif above.type == "field_pattern":
            whole = above.parent
            made = text_of(whole.child_by_field_name("type")) if whole is not None else ""
            return Source(field_path(made, text_of(above.child_by_field_name("name")), holder))
        elif above.type == "match_arm":
            block = above.parent
            whole = block.parent if block is not None else None
            return Source(value=whole.child_by_field_name("value") if whole is not None else None)
        elif above.type in {"let_condition", "let_declaration"}:
            return Source(value=above.child_by_field_name("value"))
        elif above.type not in _AROUND:
            break
        node = above
    return Source()


def field_path(made: str, field: str, holder: str) -> str:
    """Return the path of a field of a struct (``Pair.0``), or of a variant (``Shape.Round#0``); else empty."""
    path = dotted(made)
    head, _, rest = path.partition(".")
    if head == "Self":
        path = f"{holder}.{rest}" if rest else holder
    above, _, name = path.rpartition(".")
    if not name[:1].isupper():
        return ""
    is_variant = above.rpartition(".")[2][:1].isupper()
    return f"{path}{'#' if is_variant else '.'}{field}"


def _position(pattern: Node, field: Node) -> int:
    """Return which field of a tuple a pattern is, from 0; -1 where that is uncertain."""
    if pattern.child_count > 2 * MOST_FIELDS + len("T()"):
        return -1
    position = 0
    for child in pattern.children:
        if child.type == "remaining_field_pattern":
            return -1
        if child == field:
            return position
        position += child.type == ","
    return -1
