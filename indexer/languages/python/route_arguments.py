"""Python: what the arguments of calls say about addresses."""

import re

from tree_sitter import Node

from indexer.facts.strings import content
from indexer.facts.syntax import text_of

NAMES = frozenset(("identifier", "attribute"))

_GROUP = re.compile(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


def arguments_of(call: Node) -> tuple[list[Node], dict[str, Node]]:
    """Return the arguments of a call by position and by name."""
    listed = call.child_by_field_name("arguments")
    positional: list[Node] = []
    named: dict[str, Node] = {}
    for each in listed.named_children if listed is not None else ():
        value = each.child_by_field_name("value") if each.type == "keyword_argument" else None
        if value is not None:
            named[text_of(each.child_by_field_name("name"))] = value
        elif each.type != "comment":
            positional.append(each)
    return positional, named


def text_in(node: Node | None) -> str | None:
    """Return a text, or a placeholder in braces; None if nothing is known."""
    if node is None:
        return None
    if node.type == "string":
        return content(text_of(node))
    return "{" + text_of(node).rpartition(".")[2] + "}" if node.type in NAMES else None


def texts_in(node: Node | None) -> list[str]:
    """Return the texts of a list."""
    listed = node.named_children if node is not None else []
    return [content(text_of(each)) for each in listed if each.type == "string"]


def without_groups(pattern: str) -> str:
    """Return the address that a regular expression of Django matches, with parameters as ``{name}``."""
    return _GROUP.sub(r"{\1}", pattern.removeprefix("^").removesuffix("$").removesuffix("/?"))
