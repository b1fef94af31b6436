"""TypeScript: what it adds to JavaScript, types of variables and decorators."""

from collections.abc import Iterable

from tree_sitter import Node

from indexer.facts.containers import collection
from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.javascript import models
from indexer.languages.javascript.extractor import JavaScriptReader
from indexer.languages.source import read_source
from indexer.types import ParsedFile

PROPERTY_MODIFIERS = frozenset(("accessibility_modifier", "readonly"))

NAMED_TYPES = frozenset(("type_identifier", "nested_type_identifier", "generic_type", "array_type"))


class TypeScriptReader(JavaScriptReader):
    """A TypeScript file."""

    prefix = "ts"

    def type_name(self, text: str) -> str:
        """Return the name of a type that is declared; before that of what a list or a map holds, a mark."""
        return collection(text) or super().type_name(text)

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable; ``value as Order`` declares its type."""
        asserted = asserted_type(match.part("value")) if match.part("type") is None else None
        if asserted is not None:
            match.parts["type"] = [asserted]
        super().declare(owner, name, match, is_element=is_element)

    def on_type(self, match: Match, owner: int) -> None:
        """Note a type that is mentioned; the last part of ``shop.Order`` alone is no name of it."""
        above = match.node.parent
        if above is None or above.type != "nested_type_identifier":
            super().on_type(match, owner)

    def on_variable(self, match: Match, owner: int) -> None:
        """A constructor's parameter with a modifier is a field of the class as well."""
        pattern = match.node.child_by_field_name("pattern")
        if pattern is not None and pattern.type == "object_pattern":
            self.take_apart(pattern, match, owner)
            return
        super().on_variable(match, owner)
        name = text_of(match.part("name"))
        holder = owner
        if owner != NO_OWNER and any(child.type in PROPERTY_MODIFIERS for child in match.node.children):
            outer = self.parent(owner)
            if outer != NO_OWNER:
                holder = outer
                self.declare(holder, name, match)
        declared = text_of(match.part("type"))
        self.mappings += models.held_repository(declared, name, holder, line_of(match.node))

    def type_mappings(self, node: Node, owner: int) -> Iterable[Mapping]:
        """Return the table that decorators declare, and record the routes that they declare."""
        self.route_reader.decorated(node, owner)
        return models.class_mappings(node, owner)

    def call_mappings(self, name: str, arguments: Node | None, owner: int) -> Iterable[Mapping]:
        """Return the class that a query names."""
        return models.call_mappings(name, arguments, owner)


def asserted_type(value: Node | None) -> Node | None:
    """Return the type that ``as`` says of a value; None where it is no name, a list or a map."""
    while value is not None and value.type in {"parenthesized_expression", "await_expression"}:
        value = value.named_children[0] if value.named_children else None
    if value is None or value.type != "as_expression":
        return None
    return value.named_children[-1] if value.named_children[-1].type in NAMED_TYPES else None


def typescript_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a TypeScript or TSX file, or with ``outline`` only its definitions."""
    return read_source(TypeScriptReader, parsed, parsed.language, outline=outline)
