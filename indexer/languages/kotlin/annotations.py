"""The annotations of a declaration in Kotlin, and texts in their arguments and in those of calls."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import text_of

MOST_CHARS = 2_000
"""Of the arguments of an annotation that are looked at."""

TEXTS = frozenset(("string_literal", "multiline_string_literal"))
_NAME = re.compile(r"@(?:\w+:)?\s*([\w.]+)")
_HOLE = re.compile(r"\$\{[^{}]*\}|\$\w+")


def annotations(node: Node) -> Iterator[tuple[str, str]]:
    """Yield name and arguments of each annotation before a declaration, arrays in braces as in Java."""
    modifiers = next((each for each in node.named_children if each.type == "modifiers"), None)
    for each in modifiers.named_children if modifiers is not None else ():
        text = text_of(each) if each.type == "annotation" else ""
        name = _NAME.match(text)
        if name is not None:
            arguments = text[name.end() : name.end() + MOST_CHARS].strip()
            yield name.group(1).rpartition(".")[2], arguments.replace("[", "{").replace("]", "}")


def plain_text(node: Node | None) -> str | None:
    """Return what a string says, with ``{}`` for what is put in; None for what is no string."""
    if node is None or node.type not in TEXTS:
        return None
    return _HOLE.sub("{}", text_of(node).strip('"')[:MOST_CHARS])
