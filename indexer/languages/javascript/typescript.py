"""TypeScript: what it adds to JavaScript, types of variables and decorators."""

from collections.abc import Iterable

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.containers import collection
from indexer.facts.model import NO_OWNER, FileFacts, Mapping
from indexer.facts.syntax import Match, line_of, text_of
from indexer.facts.type_shapes import APPLIED, BASES, DEFAULTS, SIGNATURE, Declared
from indexer.languages.javascript import models
from indexer.languages.javascript.extractor import JavaScriptReader
from indexer.languages.javascript.objects import FUNCTIONS, bared
from indexer.languages.javascript.type_shapes import (
    Bound,
    bound_inside,
    defaults,
    generic_bases,
    own_parameters,
    says_functions,
    shape,
    signature,
)
from indexer.languages.source import read_source
from indexer.types import ParsedFile

PROPERTY_MODIFIERS = frozenset(("accessibility_modifier", "readonly"))

TYPES = frozenset(("class", "interface", "type"))
FIELDS = frozenset(("property_signature", "public_field_definition"))
PARAMETERS = frozenset(("required_parameter", "optional_parameter"))
FUNCTION_TYPES = frozenset(("function_type", "call_signature", "constructor_type", "construct_signature"))
MEMBERS = frozenset(("interface_body", "object_type"))
HOLDING = frozenset(("variable_declarator", "public_field_definition", "pair"))
"""Nodes that hold a function by a name."""

NAMED_TYPES = frozenset(("type_identifier", "nested_type_identifier", "generic_type", "array_type"))


class TypeScriptReader(JavaScriptReader):
    """A TypeScript file."""

    prefix = "ts"

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._declared: list[Declared] = []
        self._applied: set[str] = set()
        self._bounds: list[Bound] = []

    def sign(self, match: Match, index: int) -> None:
        """Note what a function takes, or what a type is another name of."""
        value = match.part("value") if match.part("type") is None else None
        function = bared(value) if value is not None else None
        if function is not None and function.type in FUNCTIONS:
            match.parts["type"] = function.children_by_field_name("return_type")
        super().sign(match, index)
        if not self.signs:
            return
        node = match.node
        if self.outline.definitions[index].kind in TYPES:
            self._describe(node, index)
            return
        value = node.child_by_field_name("value")
        function = node if value is None or node.type not in HOLDING else bared(value)
        if function.child_by_field_name("parameters") is not None:
            self._note(index, SIGNATURE, signature(function, self._bounds[index]))

    def _note(self, owner: int, name: str, text: str) -> None:
        if says_functions(text):
            self._declared.append(Declared(owner, name, text))

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition, and remember what type parameters are around it."""
        index = super().define(kind, name, node, owner, is_open=is_open)
        self._bounds.append(bound_inside(node, self.bound(owner)))
        return index

    def bound(self, owner: int) -> Bound:
        """Return what type parameters are written as inside of a definition."""
        return self._bounds[owner] if owner != NO_OWNER else {}

    def _describe(self, node: Node, index: int) -> None:
        """Note what a type is another name of, what calls of its objects take, and its parameters' defaults."""
        value = node.child_by_field_name("value")
        body = node.child_by_field_name("body") or value
        inner = self._bounds[index]
        self._note(index, DEFAULTS, defaults(node, inner))
        if value is not None and value.type != "object_type":
            self._note(index, "", shape(value, inner))
            if own_parameters(node) and self.signatures[-1].returns in own_parameters(node):
                self.signatures[-1] = replace(self.signatures[-1], returns="")
        if bases := generic_bases(node, inner):
            self._note(index, BASES, bases)
        for each in body.named_children if body is not None and body.type in MEMBERS else ():
            if each.type == "call_signature":
                self._note(index, SIGNATURE, signature(each, inner))

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
        if above is not None and above.type == "generic_type":
            self._applied.add(text_of(match.node))
        if above is None or above.type != "nested_type_identifier":
            super().on_type(match, owner)

    def on_new(self, match: Match, owner: int) -> None:
        """Note a type that an object is made of, and whether with arguments."""
        super().on_new(match, owner)
        if match.node.child_by_field_name("type_arguments") is not None:
            self._applied.add(text_of(match.part("type")))

    def on_variable(self, match: Match, owner: int) -> None:
        """Note a variable, but no parameter of a function type; one with a modifier is a field as well."""
        if is_of_type(match.node):
            return
        pattern = match.node.child_by_field_name("pattern")
        if pattern is not None and pattern.type == "object_pattern":
            self.take_apart(pattern, match, owner)
            return
        super().on_variable(match, owner)
        name = text_of(match.part("name"))
        holder = owner
        type_ = match.node.child_by_field_name("type")
        if owner != NO_OWNER and type_ is not None and match.node.type in FIELDS and self.signs:
            self._note(owner, name, shape(type_, self.bound(owner)))
        if owner != NO_OWNER and any(child.type in PROPERTY_MODIFIERS for child in match.node.children):
            outer = self.parent(owner)
            if outer != NO_OWNER:
                holder = outer
                self.declare(holder, name, match)
        declared = text_of(match.part("type"))
        self.mappings += models.held_repository(declared, name, holder, line_of(match.node))

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts, with the shapes of types."""
        facts = super().facts(parsed, broken=broken)
        if self._applied:
            self._declared.append(Declared(NO_OWNER, ",".join(sorted(self._applied)), APPLIED))
        return replace(facts, declared=tuple(self._declared)) if self._declared else facts

    def type_mappings(self, node: Node, owner: int) -> Iterable[Mapping]:
        """Return the table that decorators declare, and record the routes that they declare."""
        self.route_reader.decorated(node, owner)
        return models.class_mappings(node, owner)

    def call_mappings(self, name: str, arguments: Node | None, owner: int) -> Iterable[Mapping]:
        """Return the class that a query names."""
        return models.call_mappings(name, arguments, owner)


def is_of_type(node: Node) -> bool:
    """Return whether a node is a parameter of a function's type, which nothing may name."""
    above = node.parent.parent if node.type in PARAMETERS and node.parent is not None else None
    return above is not None and above.type in FUNCTION_TYPES


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
