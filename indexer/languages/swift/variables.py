"""Swift: properties, parameters, locals and what they are set to."""

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.containers import LIST, MAP
from indexer.facts.model import NO_CALL, NO_OWNER, Shape, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.kinds import HOLDERS
from indexer.languages.source import SourceReader
from indexer.languages.swift.expressions import (
    conditions,
    declared_names,
    declared_values,
    is_variadic,
    opened,
    path_of,
    pattern_names,
    swift_type,
)
from indexer.types import ParsedFile

TEXTS = frozenset(("line_string_literal", "multi_line_string_literal", "raw_string_literal"))
TEXT = "String"

NAMES = frozenset(("simple_identifier", "type_identifier"))
EACH = frozenset(
    (
        *("map", "compactMap", "flatMap", "forEach", "filter", "first", "last", "contains", "allSatisfy"),
        *("sorted", "sort", "min", "max", "removeAll", "firstIndex", "prefix", "drop", "partition"),
    )
)
"""Methods of collections that call a closure with elements."""

OWN: dict[str, Shape] = {"self_expression": "this", "super_expression": "base"}
"""Expressions for the object itself -> the shape of a call of its members."""


class SwiftVariables(SourceReader):
    """Reads the names that a file declares, and the expressions that have members."""

    own_names = frozenset(("self",))

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.locals: dict[int, set[str]] = {}
        """Function or type -> names that it declares."""
        self.returned: dict[int, str] = {}
        """Function -> the type that it gives."""
        self.expected: dict[int, str] = {}
        """Byte that ``.name`` begins at -> the type that has the member."""
        self._taking: dict[int, tuple[int, int]] = {}
        """Byte that a closure begins at -> the call that it is an argument of, and which one."""
        self.handlers |= {
            "property": self._on_property,
            "parameter": self._on_parameter,
            "lambda": self._on_lambda,
            "condition": self._on_condition,
            "variable.each": self._on_each,
            "pattern": self._on_pattern,
            "entry": self._on_entry,
            "return": self._on_return,
        }

    def _declare(
        self, owner: int, names: list[Node], type_: str, value: Node | None, *, is_element: bool = False
    ) -> None:
        """Note variables; a value says nothing of several names."""
        if not self.signs:
            return
        call, path = NO_CALL, ""
        if value is not None and type_:
            self._expect(value, type_)
        elif value is not None and len(names) == 1:
            type_, path, call = self._value(value)
        for each in names:
            name = text_of(each).strip("`")
            if name not in {"self", "_", path}:  # ``guard let cart = cart`` means what is outside by that name
                self.variables.append(Variable(owner, name, type_, path, call, is_element, line_of(each)))
                self.locals.setdefault(owner, set()).add(name)

    def _value(self, value: Node) -> tuple[str, str, int]:
        """Return the type of a value, else its path, else the index of the call that gives it."""
        value = opened(value)
        call = self.number(value)
        type_ = TEXT if value.type in TEXTS else _cast_type(value) or _made_collection(value)
        if type_:
            return type_, "", NO_CALL
        if call != NO_CALL:
            return "", "", call
        shape, receiver, _ = self.receiver(value)
        return "", receiver if shape == "path" else "self" if shape == "this" else "", NO_CALL

    def _expect(self, value: Node, type_: str) -> None:
        """Remember the type of an expression that may be ``.name`` or ``.name(x)``."""
        value = opened(value)
        head = value.named_children[0] if value.type == "call_expression" else value
        if head.type == "prefix_expression" and type_[0] not in "[{":
            self.expected[head.start_byte] = type_

    def _is_inside(self, owner: int) -> bool:
        """Return whether a place is inside of a function or a property, where names are local."""
        return owner != NO_OWNER and self.outline.definitions[owner].kind not in HOLDERS

    def _on_property(self, match: Match, owner: int) -> None:
        """Note properties and locals; those of code that belongs to a stored property are not its type's."""
        parent = match.node.parent
        is_member = parent is not None and (parent.type.endswith("_body") or parent.type == "source_file")
        if is_member or self._is_inside(owner):
            for each in declared_values(match.node):
                self._declare(owner, each.names, swift_type(each.type), each.value)

    def _on_parameter(self, match: Match, owner: int) -> None:
        """Note a parameter; one of any number of values holds a list."""
        fields = match.node.children_by_field_name("name")
        if len(fields) > 1:
            follows = match.node.next_sibling
            type_ = swift_type(fields[-1])
            is_list = is_variadic(match.node) and type_ and type_[0] not in "[{"
            value = follows.next_sibling if follows is not None and follows.type == "=" else None
            self._declare(owner, [fields[-2]], f"{LIST}{type_}" if is_list else type_, value)

    def _on_condition(self, match: Match, owner: int) -> None:
        """Note what a condition binds."""
        if self._is_inside(owner):
            for each in conditions(match.node):
                self._declare(owner, each.names, swift_type(each.type), each.value)

    def _on_each(self, match: Match, owner: int) -> None:
        """Note the variable of a loop, or the variables."""
        pattern = match.part("name")
        if pattern is not None and self._is_inside(owner):
            names = pattern_names(pattern)
            value = match.part("value") if len(names) == 1 else None
            self._declare(owner, names, "", value, is_element=value is not None)

    def _on_pattern(self, match: Match, owner: int) -> None:
        """Note what a case or ``catch`` binds, with the type that it is checked for."""
        if self._is_inside(owner):
            type_ = next((each for each in match.node.named_children if each.type == "user_type"), None)
            self._declare(owner, list(declared_names(match.node)), swift_type(type_), None)

    def _on_entry(self, match: Match, owner: int) -> None:
        """A case of an enumeration is one of its values."""
        if owner != NO_OWNER and self.signs:
            type_ = self.outline.definitions[owner].name
            for each in match.node.children_by_field_name("name"):
                self.variables.append(Variable(owner, text_of(each).strip("`"), type_, line=line_of(each)))

    def _on_return(self, match: Match, owner: int) -> None:
        """``return .name`` is a member of the type that the function gives."""
        value, type_ = match.part("value"), self.returned.get(owner, "")
        if value is not None and type_:
            self._expect(value, type_)

    def _on_lambda(self, match: Match, owner: int) -> None:
        """Note the parameters of a closure, and the call that it is handed to."""
        if not self.signs or not self._is_inside(owner):
            return
        listed = [each for each in match.node.named_children if each.type == "lambda_function_type"]
        parameters = [
            parameter
            for each in (listed[0].named_children if listed else ())
            if each.type == "lambda_function_type_parameters"
            for parameter in each.named_children
        ]
        call, argument = self._taking.get(match.start, (NO_CALL, 0))
        is_each = call != NO_CALL and self.calls[call].name in EACH
        if not parameters:
            given_to = call if is_each else NO_CALL  # as another closure in this one has a ``$0`` too
            self.variables.append(Variable(owner, "$0", "", "", NO_CALL, is_each, line_of(match.node), given_to))
        for number, each in enumerate(parameters):
            names = each.children_by_field_name("name")
            type_ = swift_type(names[-1]) if len(names) > 1 else ""
            if names:
                name = text_of(names[0])
                own = Variable(owner, name, type_, line=line_of(each))
                closed = replace(own, is_element=is_each, given_to=call, argument=argument, parameter=number)
                self.variables.append(own if type_ else closed)
                self.locals.setdefault(owner, set()).add(name)

    def note_closures(self, suffix: Node, call: int) -> None:
        """Remember the closures that a call has as arguments."""
        listed = [
            own for each in suffix.named_children if each.type == "value_arguments" for own in each.named_children
        ]
        values = [each.child_by_field_name("value") for each in listed if each.type == "value_argument"]
        behind = [each for each in suffix.named_children if each.type == "lambda_literal"]
        for argument, each in enumerate((*values, *behind)):
            if each is not None and each.type == "lambda_literal":
                self._taking[each.start_byte] = call, argument

    def receiver(self, node: Node | None) -> tuple[Shape, str, int]:
        """Return the shape of what has a member, its path, and the call that the path begins at."""
        if node is None:
            return "bare", "", NO_CALL
        start, members = path = path_of(node)
        call = self.number(start)
        if call != NO_CALL:
            return "chain", path.dotted, call
        if start.type in OWN:
            return ("path", f"self.{path.dotted}", NO_CALL) if members else (OWN[start.type], "", NO_CALL)
        start = start.named_children[0] if start.type == "key_path_expression" and start.named_children else start
        if start.type in NAMES:
            return "path", ".".join((text_of(start).strip("`"), *members)), NO_CALL
        type_ = TEXT if start.type in TEXTS else _cast_type(start)
        return ("type", type_, NO_CALL) if type_ and not members else ("other", "", NO_CALL)


def _cast_type(node: Node) -> str:
    """Return the type that ``x as Cart`` has; empty for any other expression."""
    return swift_type(node.named_children[-1]) if node.type == "as_expression" else ""


def _made_collection(node: Node) -> str:
    """Return the type of ``[Item]()`` and ``Array<Item>()``; empty for any other expression."""
    if node.type not in {"call_expression", "constructor_expression"}:
        return ""
    made = node.named_children[0]
    if made.type == "array_literal" and made.named_child_count == 1 and made.named_children[0].type in NAMES:
        return f"{LIST}{text_of(made.named_children[0])}"
    type_ = swift_type(made) if node.type == "constructor_expression" else ""
    return type_ if type_[:1] in {LIST[0], MAP[0]} else ""
