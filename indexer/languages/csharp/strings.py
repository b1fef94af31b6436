"""C# strings: SQL inside them, and names of database objects with holes."""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.literals import looks_like_sql, may_name_object, object_name
from indexer.facts.model import NO_OWNER, Definition, SqlUse, Text, Variable
from indexer.facts.strings import ends_in_name
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.csharp.doubled_quotes import MARK
from indexer.languages.csharp.formats import formatted
from indexer.languages.sql.uses import uses_in_text

RUNS_COMMANDS = (
    *("StoredProcedure", "FromSql", "ExecuteSql", "SqlCommand", "CommandText"),
    *("QueryAsync", "ExecuteAsync", "ExecuteReader", "ExecuteNonQuery", "ExecuteScalar", "ExecuteDataset"),
)
"""Words of a file that runs database commands: there a bare name in a string may be a procedure's."""

CONTENT = frozenset(("string_literal_content", "string_content", "raw_string_content", "escape_sequence"))
ESCAPED = {"\\n": " ", "\\r": " ", "\\t": " ", '\\"': '"', "\\\\": "\\"}
LITERALS = frozenset(
    ("string_literal", "verbatim_string_literal", "raw_string_literal", "interpolated_string_expression")
)


HOLE = re.compile(r"\{(\w+)\}")
PARTS_OF_FIELD = frozenset(
    (
        *("binary_expression", "parenthesized_expression", "variable_declarator", "variable_declaration"),
        *("arrow_expression_clause", "argument", "argument_list", "invocation_expression"),
    )
)
"""Nodes between a string and the field or property that it is the value of, or that is made of it by a call."""

MOST_PARTS = 16
"""Only so many nodes around a string are looked at: a deep node takes long to find its parent."""

TEXTS = LITERALS | {"binary_expression"}
"""Expressions that may be a text that is known."""


class StringReader:
    """Keeps the strings that may reach a database."""

    def __init__(self, text: str) -> None:
        self.texts: list[Text] = []
        self._sql: list[SqlUse] = []
        self._runs_commands = any(word in text for word in RUNS_COMMANDS)
        self._read: set[tuple[int, int]] = set()
        self._by_name: dict[str, list[SqlUse]] = {}
        """Name of a field or property -> the database objects that its statement uses."""
        self._inside: dict[str, list[str]] = {}
        """Name of a field or property -> the names in its text."""
        self._named: list[tuple[int, str, int]] = []

    def take(self, match: Match, owner: int, definitions: Sequence[Definition]) -> None:
        """Look at one string, or at one sum of strings as a whole. That of a constant belongs to the constant."""
        node = match.node
        if node.byte_range in self._read:
            return
        parts = list(summed(node))
        self._read.update(each.byte_range for each in parts)
        if match.role == "concatenation" and not holds_literal(node):
            for each in parts:
                self.name(each, owner)
            return
        text = formatted(node, joined(node))
        holes, is_statement = HOLE.findall(text), looks_like_sql(text)
        name = field_name(node) if is_statement or holes else ""
        holder = _constant(name, owner, definitions) if name else owner
        self._named += [(holder, each, line_of(node)) for each in holes]
        if name and holes:
            self._inside.setdefault(name, holes)
        if is_statement:
            uses = uses_in_text(text, holder, line_of(node))
            self._sql.extend(uses)
            if name:
                self._by_name.setdefault(name, uses)
        elif may_name_object(text, is_bare_enough=self._runs_commands):
            self.texts.append(Text(owner, object_name(text), line_of(node)))

    def name(self, node: Node, owner: int) -> None:
        """Note a name that a method hands over: it may be that of a field which holds a statement."""
        if owner != NO_OWNER and node.type == "identifier":
            self._named.append((owner, text_of(node), line_of(node)))

    def sql(self, variables: Iterable[Variable]) -> tuple[SqlUse, ...]:
        """Return what statements use, also that of those which a method hands over by the name of a field."""
        hidden = {(each.owner, each.name) for each in variables} if self._by_name else set()
        handed = (
            replace(use, owner=owner, line=line)
            for owner, name, line in self._named
            if (owner, name) not in hidden
            for use in self._uses_of(name)
            if use.owner != owner
        )
        return tuple(dict.fromkeys((*self._sql, *handed)))

    def _uses_of(self, name: str) -> Iterator[SqlUse]:
        """Yield what the statement of a field uses, with those of the fields that are part of it."""
        waiting, seen = [name], {name}
        while waiting:
            each = waiting.pop()
            yield from self._by_name.get(each, ())
            parts = [part for part in self._inside.get(each, ()) if part not in seen]
            seen.update(parts)
            waiting += parts


def field_name(node: Node) -> str:
    """Return the name of the field or property whose value is this string; empty if it is not such a value."""
    declared = None
    above = node.parent
    for _ in range(MOST_PARTS):
        if above is None or above.type not in PARTS_OF_FIELD:
            break
        declared = above if above.type == "variable_declarator" else declared
        above = above.parent
    if above is None or above.type not in {"field_declaration", "property_declaration"}:
        return ""
    return text_of((declared or above).child_by_field_name("name"))


def _constant(name: str, owner: int, definitions: Sequence[Definition]) -> int:
    """Return the place of a constant among the definitions; of another field its class."""
    parent = definitions[owner].local_id if owner != NO_OWNER else ""
    for index in range(len(definitions) - 1, max(-1, owner), -1):
        each = definitions[index]
        if each.kind == "constant" and each.name == name and each.parent == parent:
            return index
    return owner


def holds_literal(node: Node) -> bool:
    """Return whether one operand of a ``+`` chain is a string."""
    while node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if right is not None and right.type in LITERALS:
            return True
        if left is None:
            return False
        node = left
    return node.type in LITERALS


def summed(node: Node) -> Iterator[Node]:
    """Yield a string, or a sum with all sums and operands that it is made of."""
    yield node
    while node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            break
        yield from (left, right)
        node = left


def joined(node: Node) -> str:
    """Return the text of a string or a concatenation; a part that is not constant becomes ``{expression}``."""
    parts: list[str] = []
    while node.type == "binary_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            break
        parts.append(one_text(right))
        node = left
    parts.append(one_text(node))
    text = ""
    for part in reversed(parts):
        is_apart = part.startswith("{") and ends_in_name(text)
        text += f" {part}" if is_apart else part
    return text


def one_text(node: Node) -> str:
    """Return the text of one operand."""
    if node.type == "verbatim_string_literal":
        return text_of(node)[2:-1].replace('""', '"')
    if node.type not in LITERALS:
        return "{" + text_of(node) + "}"
    begun = next((each for each in node.named_children if each.type == "interpolation_start"), None)
    text = "".join(part_text(child) for child in node.named_children)
    return text.replace(MARK, '"').replace('""', '"') if "@" in text_of(begun) else text


def part_text(node: Node) -> str:
    """Return one piece of a string literal."""
    if node.type in CONTENT:
        text = text_of(node)
        return ESCAPED.get(text, text) if node.type == "escape_sequence" else text
    if node.type == "interpolation":
        return text_of(node)
    return ""
