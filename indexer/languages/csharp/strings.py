"""C# strings: SQL inside them, and names of database objects with holes."""

from collections.abc import Iterator

from tree_sitter import Node

from indexer.facts.literals import looks_like_sql, may_name_object, object_name
from indexer.facts.model import SqlUse, Text
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.csharp.doubled_quotes import MARK
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


class StringReader:
    """Keeps the strings that may reach a database."""

    def __init__(self, text: str) -> None:
        self.texts: list[Text] = []
        self.sql: list[SqlUse] = []
        self._runs_commands = any(word in text for word in RUNS_COMMANDS)
        self._read: set[tuple[int, int]] = set()

    def take(self, match: Match, owner: int) -> None:
        """Look at one string, or at one sum of strings as a whole."""
        node = match.node
        if node.byte_range in self._read or (match.role == "concatenation" and not holds_literal(node)):
            return
        self._read.update(each.byte_range for each in summed(node))
        text = joined(node)
        if looks_like_sql(text):
            self.sql.extend(uses_in_text(text, owner, line_of(node)))
        elif may_name_object(text, is_bare_enough=self._runs_commands):
            self.texts.append(Text(owner, object_name(text), line_of(node)))


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
    """Return the text of a string or of a sum of strings; what is not constant stands as ``{expression}``."""
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
        # "... FROM dbo.Orders" + where: what is added to a statement is no part of the last name.
        is_apart = part.startswith("{") and text[-1:].isalnum() and " " in text
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
