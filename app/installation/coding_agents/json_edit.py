"""Changes one member in a JSON file of a person's: comments, order, spacing and trailing commas stay.

JSON with comments is a part of JavaScript, so the grammar of JavaScript, which the indexer brings, tells where
each member begins and ends; the text is then cut at those places only.
"""

import json
from dataclasses import dataclass
from typing import Any

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

_BEFORE, _AFTER = b"(", b"\n)"
"""Around the text: its braces are an object to JavaScript then and not a block, and a last comment ends."""

_VALUES: dict[str, Any] = {"true": True, "false": False, "null": None}


class NotJsonError(ValueError):
    """The text is no JSON object, not even with comments; the message names the line."""


@dataclass(frozen=True, slots=True)
class MemberPath:
    """A member of an object: the keys that lead to it, such as ``("mcpServers", "dowse")``."""

    section: str
    name: str


def with_member(text: str, keys: MemberPath, value: dict[str, Any]) -> str:
    """Return the text with this member; other keys of the member stay.

    Raises:
        NotJsonError: the text cannot be read, or the section is no object.
    """
    source = _Source(text if text.strip() else "{}\n")
    section = source.pair(source.top, keys.section)
    if section is None:
        return source.with_last(source.top, keys.section, {keys.name: value})
    holder = source.object_of(section)
    member = source.pair(holder, keys.name)
    if member is None:
        return source.with_last(holder, keys.name, value)
    node = source.value_of(member)
    before = source.data(node)
    after = before | value if isinstance(before, dict) else value
    return text if after == before else source.replaced(node, after)


def without_member(text: str, keys: MemberPath) -> str:
    """Return the text without this member, and without its section where that holds nothing else.

    Raises:
        NotJsonError: the text cannot be read, or the section is no object.
    """
    source = _Source(text if text.strip() else "{}\n")
    section = source.pair(source.top, keys.section)
    member = source.pair(source.object_of(section), keys.name) if section is not None else None
    if section is None or member is None:
        return text
    alone = source.object_of(section).named_child_count == 1
    return source.without(section if alone else member)


def member_of(text: str, keys: MemberPath) -> dict[str, Any]:
    """Return the value of this member, which the text has; empty where it is no object.

    Raises:
        NotJsonError: the text cannot be read, or the section is no object.
    """
    source = _Source(text)
    value = source.data(source.top)[keys.section][keys.name]
    return value if isinstance(value, dict) else {}


class _Source:
    """A text with the tree of its members."""

    def __init__(self, text: str) -> None:
        self._bytes = text.encode()
        self._newline = "\r\n" if "\r\n" in text else "\n"
        parser = Parser(Language(tree_sitter_javascript.language()))
        root = parser.parse(_BEFORE + self._bytes + _AFTER).root_node
        if root.has_error:
            message = f"line {_first_error(root).start_point.row + 1} is not JSON"
            raise NotJsonError(message)
        statements = [node for node in root.named_children if node.type != "comment"]
        whole = statements[0].named_child(0) if len(statements) == 1 else None
        inside = [node for node in whole.named_children if node.type == "object"] if whole is not None else []
        if len(inside) != 1:
            raise NotJsonError("it is not an object")
        self.top = inside[0]

    def pair(self, holder: Node, key: str) -> Node | None:
        """Return the member of an object with this key."""
        return next((node for node in holder.named_children if self._key(node) == key), None)

    def object_of(self, member: Node) -> Node:
        """Return the object that a member holds."""
        value = self.value_of(member)
        if value.type != "object":
            message = f"line {value.start_point.row + 1} holds no object"
            raise NotJsonError(message)
        return value

    def value_of(self, member: Node) -> Node:
        """Return the value of a member."""
        value = member.child_by_field_name("value")
        if value is None:
            message = f"line {member.start_point.row + 1} is not JSON"
            raise NotJsonError(message)
        return value

    def data(self, node: Node) -> Any:
        """Return the value of a node."""
        children = [child for child in node.named_children if child.type != "comment"]
        if node.type == "object":
            return {self._key(child): self.data(self.value_of(child)) for child in children}
        if node.type == "array":
            return [self.data(child) for child in children]
        if node.type in _VALUES:
            return _VALUES[node.type]
        return json.loads(self._text(node))

    def replaced(self, node: Node, value: dict[str, Any]) -> str:
        """Return the text with another value in place of this one."""
        written = _written(value, self._indent(node.start_byte), self._unit(), self._newline)
        return self._spliced((self._at(node.start_byte), self._at(node.end_byte), written))

    def with_last(self, holder: Node, key: str, value: dict[str, Any]) -> str:
        """Return the text with one more member at the end of an object."""
        outer, unit = self._indent(holder.start_byte), self._unit()
        inner = outer + unit
        written = f"{self._newline}{inner}{json.dumps(key)}: {_written(value, inner, unit, self._newline)}"
        children = holder.children
        pairs = [node for node in children if node.type == "pair"]
        last = children[-2]
        end = self._at(last.end_byte)
        closing = "" if self._newline_follows(last, children[-1]) else self._newline + outer
        if not pairs:
            return self._spliced((end, end, written + closing))
        if any(node.type == "," for node in children[children.index(pairs[-1]) :]):
            return self._spliced((end, end, f"{written},{closing}"))
        comma = self._at(pairs[-1].end_byte)
        return self._spliced((comma, comma, ","), (end, end, written + closing))

    def without(self, member: Node) -> str:
        """Return the text without a member and one comma next to it."""
        after, before = member.next_sibling, member.prev_sibling
        start = self._blank_before(self._at(member.start_byte))
        if after is not None and after.type == ",":
            return self._spliced((start, self._at(after.end_byte), ""))
        cuts = [(start, self._at(member.end_byte), "")]
        while before is not None and before.type == "comment":
            before = before.prev_sibling
        if before is not None and before.type == ",":
            cuts.insert(0, (self._at(before.start_byte), self._at(before.end_byte), ""))
        elif after is not None and after.type == "}":
            cuts = [(start, self._at(after.start_byte), "")]
        return self._spliced(*cuts)

    def _key(self, node: Node) -> str:
        key = node.child_by_field_name("key") if node.type == "pair" else None
        if key is None:
            return ""
        return str(json.loads(self._text(key))) if key.type == "string" else self._text(key)

    def _at(self, position: int) -> int:
        return position - len(_BEFORE)

    def _text(self, node: Node) -> str:
        return self._bytes[self._at(node.start_byte) : self._at(node.end_byte)].decode()

    def _spliced(self, *cuts: tuple[int, int, str]) -> str:
        parts, position = [], 0
        for start, end, written in cuts:
            parts += [self._bytes[position:start], written.encode()]
            position = end
        return b"".join([*parts, self._bytes[position:]]).decode()

    def _indent(self, position: int) -> str:
        """Return the white space that the line of a position begins with."""
        line = self._bytes[: self._at(position)].rpartition(b"\n")[2].decode()
        return line[: len(line) - len(line.lstrip())]

    def _unit(self) -> str:
        """Return by how much the first member of the whole is indented; two spaces where that does not show."""
        members = self.top.named_children
        return (self._indent(members[0].start_byte) if members else "") or "  "

    def _newline_follows(self, last: Node, closing: Node) -> bool:
        return b"\n" in self._bytes[self._at(last.end_byte) : self._at(closing.start_byte)]

    def _blank_before(self, position: int) -> int:
        while position > 0 and self._bytes[position - 1 : position].isspace():
            position -= 1
        return position


def _written(value: Any, indent: str, unit: str, newline: str) -> str:
    """Return a value as JSON: each member of an object on a separate line, lists in one line."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    inner = indent + unit
    members = (f"{inner}{json.dumps(key)}: {_written(item, inner, unit, newline)}" for key, item in value.items())
    return f"{{{newline}{f',{newline}'.join(members)}{newline}{indent}}}" if value else "{}"


def _first_error(node: Node) -> Node:
    for child in node.children:
        if child.is_error or child.is_missing:
            return child
        if child.has_error:
            return _first_error(child)
    return node
