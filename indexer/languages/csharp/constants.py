"""C#: constant strings: literals, ``nameof``, and constants, whose values may be defined in other files."""

import re

from tree_sitter import Node

from indexer.facts.model import Mapping
from indexer.facts.syntax import line_of, text_of
from indexer.languages.csharp.strings import LITERALS, holds_literal, joined

NAME_LIKE = re.compile(r"(?=[A-Za-z_\[\"`{])(?:[\w.\[\]\"`]|\{[\w.]{1,100}\}){1,128}")
"""A constant that may be the name of a table or schema, or a part of one; constants in it stand in braces."""

CONSTANT_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,5}")
DECLARING = frozenset(("field_declaration", "local_declaration_statement"))
MODIFIERS = (frozenset(("const",)), frozenset(("static", "readonly")))


def constant(node: Node) -> str:
    """Return the text of a string literal or of ``nameof(X)``; empty for anything else."""
    if node.type in LITERALS:
        return joined(node)
    if node.type == "invocation_expression" and text_of(node).startswith("nameof("):
        return text_of(node)[len("nameof(") : -1].rpartition(".")[2]
    return ""


def constant_or_path(node: Node) -> str:
    """Return a constant's text, or ``{Tables.Orders}`` for the name of one; empty for anything else."""
    if node.type in {"identifier", "member_access_expression"} and CONSTANT_PATH.fullmatch(text_of(node)):
        return f"{{{text_of(node)}}}"
    return constant(node)


def declared_constant(name: Node, owner: int) -> Mapping | None:
    """Return ``const string Name = "value"`` as the mapping ``constant`` of ``member``; None for any other."""
    declarator = name.parent
    field = declarator.parent.parent if declarator is not None and declarator.parent is not None else None
    if declarator is None or field is None or field.type not in DECLARING:
        return None
    words = {text_of(child) for child in field.children if child.type == "modifier"}
    value = declarator.named_children[-1]
    if not (value.type in LITERALS or holds_literal(value)) or not any(each <= words for each in MODIFIERS):
        return None
    text = joined(value)
    return (
        Mapping(owner, "", text, "constant", line_of(name), text_of(name)) if NAME_LIKE.fullmatch(text) else None
    )
