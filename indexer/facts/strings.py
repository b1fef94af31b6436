"""Strings of a program: the text between the quotes, and concatenated strings as one text."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of

LITERALS = frozenset(
    (
        *("string_literal", "raw_string_literal", "interpreted_string_literal", "string", "template_string"),
        *("encapsed_string", "heredoc", "nowdoc"),
    )
)
SUMS = frozenset(("binary_expression", "binary_operator", "infix_expression"))
PLUS = frozenset(("+", ".", ".."))
"""Operators that put texts together; the point is that of PHP, two points are of Lua."""

PARENTHESES = "parenthesized_expression"
COMMENTS = frozenset(("comment", "line_comment", "block_comment"))
MOST_CHARS = 20_000
"""A longer text is data."""

MOST_HOLE_CHARS = 200

_RAW_OF_CPP = re.compile(r"(?:u8|[uUL])?R\"([^()\\\s]{0,16})\((.*)\)\1\"", re.DOTALL)
_OPENING = re.compile(r"([A-Za-z]*)(#*)(\"\"\"|'''|[\"'`])")
_HEREDOC = re.compile(r"<<<[ \t]*([\"']?)(\w{1,100})\1\r?\n(.*)\n[ \t]*\2\Z", re.DOTALL)
_BRACKETS = re.compile(r"\[(=*)\[(.*)\]\1\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r?\n|.)", re.DOTALL)
_MEANINGS = {"n": " ", "r": " ", "t": " ", "\n": "", "\r\n": ""}


class Joined(NamedTuple):
    """A literal, or all that are put together with it.

    Attributes:
        node: the whole expression.
        text: its content; a part that is not constant is ``{expression}``. Parts of another line begin there.
        starts: bytes that the literals begin at.
    """

    node: Node
    text: str
    starts: tuple[int, ...]


def content(literal: str) -> str:
    """Return the text between the quotes of a literal: escapes decoded, line ends as blanks."""
    raw = _RAW_OF_CPP.fullmatch(literal)
    if raw:
        return raw[2]
    opening = _OPENING.match(literal)
    if opening is None:
        document = _HEREDOC.fullmatch(literal)
        bracketed = _BRACKETS.fullmatch(literal)
        return document[3] if document else bracketed[2] if bracketed else literal
    prefix, marks, quote = opening.groups()
    inner = literal[opening.end() :].removesuffix(quote + marks)
    return inner if "r" in prefix.lower() or "\\" not in inner else _ESCAPE.sub(_meaning, inner)


def joined(node: Node) -> Joined:
    """Return a literal with those that it is put together with."""
    whole = above = node
    while (parent := above.parent) is not None and (parent.type == PARENTHESES or _joins(parent)):
        whole = parent if parent.type != PARENTHESES else whole
        above = parent
    if whole is node:
        return Joined(node, content(text_of(node)), (node.start_byte,))
    text, lines, end = "", 0, node.start_point[0]
    starts: list[int] = []
    for part in _parts(whole):
        is_literal = part.type in LITERALS
        if is_literal:
            starts.append(part.start_byte)
        if part.start_byte < node.start_byte or len(text) > MOST_CHARS:
            continue
        piece = content(text_of(part)) if is_literal else "{" + text_of(part)[:MOST_HOLE_CHARS] + "}"
        is_apart = not is_literal and ends_in_name(text)
        lines += part.start_point[0] - end
        end = part.end_point[0]
        if is_apart or text[-1:].isspace() or piece[:1].isspace():
            text, lines = text + "\n" * lines, 0
        text += f" {piece}" if is_apart else piece
    return Joined(whole, text, tuple(starts))


def ends_in_name(statement: str) -> bool:
    """Return whether an expression behind it would look like part of its last name: ``"FROM orders" + where``."""
    return statement[-1:].isalnum() and " " in statement


def _meaning(escaped: re.Match[str]) -> str:
    return _MEANINGS.get(escaped[1], escaped[1])


def _joins(node: Node) -> bool:
    if node.type not in SUMS:
        return node.type == "concatenated_string"
    return text_of(node.child_by_field_name("operator")) in PLUS


def _parts(whole: Node) -> Iterator[Node]:
    """Yield the operands of a sum in order."""
    waiting = [whole]
    while waiting:
        node = waiting.pop()
        if node.type == PARENTHESES or _joins(node):
            waiting += [each for each in reversed(node.named_children) if each.type not in COMMENTS]
        else:
            yield node
