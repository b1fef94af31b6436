"""Names that a pattern binds: ``const { store, log: own } = this.parts``."""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.syntax import text_of

_PRIVATE = re.compile(r"[A-Za-z_$][\w$]*(?:\??\.#?[A-Za-z_$][\w$]*)*!?")
"""A path with names that only its class knows: ``this.#store.items``."""

MOST_CHARS = 200

MOST_NAMES = 200
"""Names of a pattern that are noted; one with more is generated."""


def bound_names(pattern: Node) -> Iterator[tuple[Node, str]]:
    """Yield the names that an object pattern binds, each with the dotted path of what it gets of the value."""
    waiting = [(pattern, "")]
    for _ in range(MOST_NAMES):
        if not waiting:
            return
        node, path = waiting.pop()
        if node.type == "object_pattern":
            waiting += [(each, path) for each in reversed(node.named_children)]
        elif node.type == "pair_pattern":
            key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
            if value is not None and text_of(key).isidentifier():
                waiting.append((value, f"{path}.{text_of(key)}" if path else text_of(key)))
        elif node.type in {"object_assignment_pattern", "assignment_pattern"}:
            waiting += [(each, path) for each in (node.child_by_field_name("left"),) if each is not None]
        elif node.type == "shorthand_property_identifier_pattern" and text_of(node).isidentifier():
            yield node, f"{path}.{text_of(node)}" if path else text_of(node)
        elif node.type == "identifier" and path:
            yield node, path


def private_path(text: str) -> str:
    """Return a path with names that only a class knows, dotted; empty for any other text."""
    is_path = "#" in text and len(text) <= MOST_CHARS and _PRIVATE.fullmatch(text)
    return text.replace("?.", ".").rstrip("!") if is_path else ""
