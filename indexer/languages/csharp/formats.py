"""C#: texts with numbered places, and what a call puts there."""

import re
from collections.abc import Sequence

from tree_sitter import Node

from indexer.facts.syntax import text_of

NUMBERED = re.compile(r"\{(\d{1,2})(?:[,:][^{}]*)?\}")
NAMED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,5}|nameof\([\w.]+\)")
"""An expression that may be a constant, or the name of something."""

PLAIN = re.compile(r"[\w.\[\] ]+")
FORMATTING = re.compile(r"\w*Format\w*")
"""Calls that put their further arguments into a text: ``string.Format``, ``AppendFormat`` and one's own."""

AMONG = 2
"""The text is one of so many first arguments: behind what says how figures are written."""

ARRAYS = frozenset(("array_creation_expression", "implicit_array_creation_expression"))


def formatted(node: Node, text: str) -> str:
    """Return the text of a string with the arguments of the call that it is handed to; constants as ``{path}``.

    A place for anything else stays as it is written.
    """
    if NUMBERED.search(text) is None:
        return text
    arguments = _behind(node)

    def filled(match: re.Match[str]) -> str:
        at = int(match[1])
        return _written(arguments[at]) or match[0] if at < len(arguments) else match[0]

    return NUMBERED.sub(filled, text) if arguments else text


def _behind(node: Node) -> Sequence[Node]:
    """Return the expressions behind a string among the arguments of a call that formats it."""
    argument = node.parent
    listed = argument.parent if argument is not None and argument.type == "argument" else None
    call = listed.parent if listed is not None else None
    if listed is None or call is None or call.type != "invocation_expression":
        return ()
    function = call.child_by_field_name("function")
    name = function.child_by_field_name("name") or function if function is not None else None
    first = [each.start_byte for each in listed.named_children[:AMONG]]
    if FORMATTING.fullmatch(text_of(name)) is None or node.start_byte not in first:
        return ()
    arguments = [each for each in listed.named_children if each.type == "argument"]
    behind = [each.named_children[-1] for each in arguments if each.start_byte > node.start_byte]
    if len(behind) == 1 and behind[0].type in ARRAYS:
        elements = next((each for each in behind[0].named_children if each.type == "initializer_expression"), None)
        return elements.named_children if elements is not None else ()
    return behind


def _written(value: Node) -> str:
    """Return a literal's text, and ``{path}`` for what may be a constant; empty for anything else."""
    text = text_of(value)
    if value.type == "string_literal":
        return text[1:-1] if PLAIN.fullmatch(text[1:-1]) else ""
    return f"{{{text}}}" if NAMED.fullmatch(text) else ""
