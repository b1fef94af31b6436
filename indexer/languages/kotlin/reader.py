"""Calls, variables and types of a Kotlin file, by its syntax; what it defines is known before."""

from collections.abc import Sequence

from tree_sitter import Node

from indexer.facts.marks import COMPANION, RETURNED
from indexer.facts.model import (
    FUNCTION,
    LAST,
    MOST_GIVEN,
    NO_CALL,
    NO_OWNER,
    NULL,
    PATH,
    RESULT,
    Call,
    Shape,
    TypeUse,
    Variable,
)
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.kotlin import models, routes
from indexer.languages.kotlin.expressions import (
    CallParts,
    alternatives,
    base_of,
    call_parts,
    delegated_type,
    initial_value,
    literal_type,
    opened,
    path_of,
    type_in,
    value_of,
    written_type,
)
from indexer.languages.kotlin.lambdas import SELF, Handed, LambdaScopes
from indexer.languages.kotlin.placed import PlacedOutline
from indexer.languages.kotlin.smart_casts import casts
from indexer.languages.kotlin.variables import VARIABLES, declared_names
from indexer.languages.source import SourceReader, written_name
from indexer.types import ParsedFile

_WORDS = frozenset(("true", "false", "null", "it", "this", "super", "field"))
"""Names that stand for no definition."""

_CLASS = "class"
_UNKNOWN = ("", "", NO_CALL)


class KotlinReader(SourceReader):
    """A Kotlin file whose definitions are known.

    Args:
        parsed: the file.
        query_matches: of its syntax.
        outline: its definitions.
        bases: types that they are derived from.
        returning: indexes of functions that declare what they give.
        imported: packages that it imports from.
    """

    def __init__(
        self,
        parsed: ParsedFile,
        query_matches: list[Match],
        outline: PlacedOutline,
        bases: Sequence[TypeUse],
        returning: frozenset[int],
        imported: frozenset[str],
    ) -> None:
        super().__init__(parsed, query_matches)
        self.outline: PlacedOutline = outline
        self._returning = returning
        self.types = {(each.owner, written_name(each.name), each.role): each for each in bases}
        self.functions = LambdaScopes(self.variables, declared_names(query_matches))
        self._parts: dict[tuple[int, int], CallParts] = {}
        self._assigned = {(each.start, each.end) for each in query_matches if each.role == "assigned"}
        self._handed: dict[int, Handed] = {}
        self._paths_from = -1
        self._called_from = -1
        self._owner = NO_OWNER
        self._imported = imported
        self._clients: set[int] = set()
        self._ktor = routes.KtorRoutes(is_used=models.is_used(imported, routes.KTOR_SERVER))
        self._number_calls(query_matches)
        self.handlers |= {
            "declared": self._on_declared,
            "companion": self._on_companion,
            "lambda": self._on_lambda,
            "lambda.object": self._on_object,
            "returned": self._on_returned,
            "tested": self._on_tested,
            "variable": self._on_property,
            "variable.parameter": self._on_parameter,
            "variable.catch": self._on_catch,
            "variable.element": self._on_loop,
            "variable.constant": self._on_enum_entry,
            "named": self._on_reference,
            "named.path": self._on_path,
            "named.value": self._on_value,
        }

    def _number_calls(self, query_matches: list[Match]) -> None:
        """Number the calls; one that only hands a function to the call before it is one with that."""
        self._numbers = {}
        for match in query_matches:
            position = (match.start, match.end)
            parts = call_parts(match.node) if match.role == "call" and position not in self._numbers else None
            if parts is not None:
                self._numbers[position] = len(self._parts)
                if parts.inner is not None:
                    self._numbers[parts.inner.byte_range] = len(self._parts)
                self._parts[position] = parts

    def read(self, query_matches: list[Match]) -> None:
        """Take all matches that a file has beside its definitions."""
        for match in query_matches:
            handler = self.handlers.get(match.role)
            if handler is not None:
                self._owner = self.outline.owner_at(match.start)
                handler(match, self._owner)

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call with its receiver, and note the functions that it is handed."""
        position = (match.start, match.end)
        parts = self._parts.get(position)
        if parts is None:
            return
        number, line = len(self.calls), line_of(match.node)
        name, shape, receiver, inner = self._called(parts, match.node.type, is_set=position in self._assigned)
        types, count = self._arguments(parts, Handed(number, 0, name))
        self.statements.hand(owner, (each for each in parts.arguments if each.type == "identifier"))
        if parts.function.type == "navigation_expression":
            line = parts.function.end_point[0] + 1
            self._paths_from = parts.function.start_byte
            self._name_holder(owner, receiver if shape == "path" else "", line)
        self._read_uses(match.node, parts, (name, shape, receiver), owner)
        if match.node.type == "binary_expression":
            self._called_from = parts.function.start_byte
        self.calls.append(Call(owner, name, shape, line, receiver, inner, count, parts.generic, types))

    def _read_uses(self, node: Node, parts: CallParts, called: tuple[str, Shape, str], owner: int) -> None:
        """Note the tables and the addresses that a call uses, which has a name, a shape and a receiver."""
        name, shape, path = called
        receiver, line = path if shape == "path" else "", line_of(node)
        self.mappings += models.call_mappings(name, receiver, parts, owner, line, self._imported)
        if shape == "bare":
            function = self.outline.definitions[owner].local_id if owner != NO_OWNER else ""
            self.routes += self._ktor.served(name, parts, node, owner, function)
        else:
            self.routes += routes.requested(name, receiver, parts, owner, line)

    def _on_declared(self, match: Match, owner: int) -> None:
        """Note the tables and addresses that a declaration implies."""
        if owner == NO_OWNER:
            return
        if match.node.type != "function_declaration":
            self.mappings += models.type_mappings(match.node, owner, self._imported)
        is_retrofit = models.is_used(self._imported, routes.RETROFIT)
        holder = self.outline.parents[owner]
        self.routes += routes.declared(match.node, owner, holder, self._clients, is_retrofit=is_retrofit)

    def _called(self, parts: CallParts, kind: str, *, is_set: bool) -> tuple[str, Shape, str, int]:
        """Return the name of what is called, and what it is called of."""
        function, first = parts.function, opened(parts.function)
        if parts.name is not None:
            return text_of(parts.name).strip("`"), *self._of(function)
        if kind == "index_expression":
            return ("set" if is_set else "get"), *self._of(function)
        if first.type == "identifier":
            name = text_of(first).strip("`")
            known = self.functions.name(name, first.start_byte)
            if known != name:
                return "invoke", "path", known, NO_CALL
            return name, "bare", self.functions.receivers(first.start_byte), NO_CALL
        path = path_of(function)
        if not path.names:
            return "", "other", "", NO_CALL
        return path.names[-1], *self._of_path(path.first, path.names[:-1])

    def _of(self, node: Node) -> tuple[Shape, str, int]:
        """Return what a call is called of that an expression gives."""
        return self._of_path(*path_of(node))

    def _of_path(self, first: Node, names: tuple[str, ...]) -> tuple[Shape, str, int]:
        """Return what a call is called of, by the first node of a path and the names behind it."""
        behind, position = ".".join(names), first.start_byte
        number = self.number(first)
        if number != NO_CALL:
            return "chain", behind, number
        if first.type == "identifier":
            written = text_of(first).strip("`")
            if written not in _WORDS or written == "it":
                return "path", ".".join((self.functions.holder(written, position), *names)), NO_CALL
        if first.type == "this_expression":
            return self._of_this(first, behind)
        if first.type == "super_expression" and not names:
            return "base", "", NO_CALL
        type_ = "" if names else literal_type(first)
        return ("type", type_, NO_CALL) if type_ not in {"", FUNCTION, NULL} else ("other", "", NO_CALL)

    def _of_this(self, node: Node, behind: str) -> tuple[Shape, str, int]:
        """``this`` of a function that is called of another object is that; ``this@Outer`` is a class around."""
        label = text_of(node.named_children[0]) if node.named_children else ""
        if label:
            is_class = label[:1].isupper() and not behind
            owner = self.outline.definitions[self._owner] if self._owner != NO_OWNER else None
            if owner is not None and owner.name == label:
                return "path", f"{SELF}.{behind}" if behind else SELF, NO_CALL
            return ("type", label, NO_CALL) if is_class else ("other", "", NO_CALL)
        known = self.functions.name(SELF, node.start_byte)
        if behind or known != SELF:
            return "path", f"{known}.{behind}" if behind else known, NO_CALL
        return "this", self.functions.receivers(node.start_byte), NO_CALL

    def _arguments(self, parts: CallParts, handed: Handed) -> tuple[str, int]:
        """Return the types of the arguments and their number; note the functions among them."""
        types: list[str] = []
        is_known = True
        for at, each in enumerate(parts.arguments):
            name, value = value_of(each)
            if value is None or value.type == "spread_expression":
                return "", -1
            value = opened(value)
            if value.type == "lambda_literal":
                self._handed[value.start_byte] = handed._replace(argument=at) if not name else Handed()
            is_known = is_known and not name
            types.append(self._argument_type(value))
        if parts.function_behind is not None:
            self._handed[parts.function_behind.start_byte] = handed._replace(argument=LAST)
            types.append(FUNCTION)
        count = len(types)
        listed = ";".join(types) if is_known and count <= MOST_GIVEN else ""
        return (listed if listed.strip(";") else ""), count

    def _argument_type(self, value: Node) -> str:
        literal = literal_type(value)
        if literal:
            return literal
        type_, path, call = self._value(value)
        if call != NO_CALL:
            return f"{RESULT}{call}" if not path else ""
        return type_ or (f"{PATH}{path}" if path else "")

    def _value(self, node: Node | None) -> tuple[str, str, int]:
        """Return the type, the path and the call that an expression is, as far as it is one of them."""
        values = (self._own_value(opened(each)) for each in (alternatives(node) if node is not None else ()))
        return next((each for each in values if each != _UNKNOWN), _UNKNOWN)

    def _own_value(self, node: Node) -> tuple[str, str, int]:
        if node.type == "object_literal":
            return base_of(node), "", NO_CALL
        literal = literal_type(node)
        if literal:
            return (literal if literal not in {FUNCTION, NULL} else ""), "", NO_CALL
        shape, receiver, call = self._of(node)
        if shape == "this":
            return "", SELF, NO_CALL
        return "", receiver if shape in {"path", "chain"} else "", call

    def _on_lambda(self, match: Match, owner: int) -> None:
        """A function without a name, and the call that it is handed to."""
        parameters: list[tuple[str, str]] = []
        listed = match.node.named_children[0] if match.node.named_children else None
        for each in listed.named_children if listed is not None and listed.type == "lambda_parameters" else ():
            if each.type == "variable_declaration" and each.named_children:
                parameters.append((text_of(each.named_children[0]), written_type(type_in(each))))
            else:
                parameters.append(("", ""))
                self._hide(owner, each)
        handed = self._handed.pop(match.start, Handed())
        self.functions.enter((match.start, match.end), owner, line_of(match.node), handed, parameters)

    def _on_companion(self, match: Match, owner: int) -> None:
        """A class has the members of its companion object, and of what that is derived from."""
        name = text_of(match.node.child_by_field_name("name"))
        holder = self.outline.parents[owner] if name and owner != NO_OWNER else owner
        type_ = name or base_of(match.node)
        if type_ and holder != NO_OWNER:
            self.variables.append(Variable(holder, COMPANION, type_, line=line_of(match.node)))

    def _on_object(self, match: Match, owner: int) -> None:
        self.functions.enter_object(match.node.byte_range, owner, line_of(match.node), base_of(match.node))

    def _on_tested(self, match: Match, owner: int) -> None:
        """Note where a value has the type that a condition tests; see `smart_casts`."""
        for each in casts(match.node):
            self.functions.cast(each, owner, line_of(match.node))

    def _hide(self, owner: int, node: Node) -> None:
        """Declare the names of a value that is taken apart, with the types that are written."""
        for each in node.named_children:
            if each.type == "variable_declaration" and each.named_children:
                name, type_ = text_of(each.named_children[0]), written_type(type_in(each))
                self.variables.append(Variable(owner, name, type_, line=line_of(each)))

    def _on_property(self, match: Match, owner: int) -> None:
        """A property or a local variable: with its type, or with its value."""
        declared = next((each for each in match.node.named_children if each.type in VARIABLES), None)
        if declared is None or not declared.named_children:
            return
        if declared.type == "multi_variable_declaration":
            self._hide(owner, declared)
            return
        name = text_of(declared.named_children[0]).strip("`")
        around = self.outline.definitions[owner] if owner != NO_OWNER else None
        if around is not None and around.kind == "constant" and around.name == name:
            owner = NO_OWNER
        type_, path, call = written_type(type_in(declared)), "", NO_CALL
        if not type_ and type_in(declared) is None:
            type_ = delegated_type(match.node)
        if not type_ and type_in(declared) is None:
            type_, path, call = self._value(initial_value(match.node))
        self.variables.append(Variable(owner, name, type_, path, call, line=line_of(match.node)))

    def _on_parameter(self, match: Match, owner: int) -> None:
        """A parameter of a function or of a class."""
        name = next((each for each in match.node.named_children if each.type == "identifier"), None)
        self.variables.append(
            Variable(owner, text_of(name).strip("`"), written_type(type_in(match.node)), line=line_of(match.node))
        )

    def _on_catch(self, match: Match, owner: int) -> None:
        name, type_ = text_of(match.part("name")), written_type(match.part("type"))
        self.variables.append(Variable(owner, name, type_, line=line_of(match.node)))

    def _on_loop(self, match: Match, owner: int) -> None:
        """The variable of a loop is an element of what is walked, where its type is not written."""
        declared = match.part("name")
        if declared is None or not declared.named_children:
            return
        name, type_ = text_of(declared.named_children[0]), written_type(type_in(declared))
        path, call = ("", NO_CALL) if type_ else self._value(match.part("value"))[1:]
        self.variables.append(Variable(owner, name, type_, path, call, not type_, line_of(match.node)))

    def _on_enum_entry(self, match: Match, owner: int) -> None:
        """A constant of an enumeration is one of its objects."""
        if owner != NO_OWNER:
            type_ = self.outline.definitions[owner].name
            self.variables.append(Variable(owner, text_of(match.part("name")), type_, line=line_of(match.node)))

    def _on_returned(self, match: Match, owner: int) -> None:
        """What a function gives that declares no type and has an expression in place of a body."""
        value = match.part("value")
        if owner != NO_OWNER and owner not in self._returning and value is not None and value.type != "block":
            type_, path, call = self._value(value)
            if type_ or path or call != NO_CALL:
                self.variables.append(Variable(owner, RETURNED, type_, path, call, line=line_of(value)))

    def on_type(self, match: Match, owner: int) -> None:
        """Note a type that is mentioned."""
        name = written_name(text_of(match.node))
        roles = ("base", "attribute")
        if all((owner, name, role) not in self.types for role in roles):
            self.use_type(owner, name, "type", line_of(match.node))

    def _on_reference(self, match: Match, owner: int) -> None:
        """``::load``: a function that is handed over."""
        children = match.node.named_children
        name = text_of(children[-1]).strip("`") if children else ""
        if len(children) == 1 and name:
            receivers = self.functions.receivers(match.start)
            self.named.append(Call(owner, name, "bare", line_of(match.node), receivers))

    def _on_path(self, match: Match, owner: int) -> None:
        """``Mode.FAST``, ``Store::load``: a constant, a class, or a function that is handed over."""
        if match.start == self._paths_from:
            return  # a part of a longer path
        self._paths_from = match.start
        first, names = path_of(match.node)
        head = text_of(first).strip("`") if first.type == "identifier" else ""
        names = names[: names.index(_CLASS)] if _CLASS in names else names
        is_reference = bool(names) and b"::" in (match.node.text or b"")
        if first.type == "this_expression" and is_reference and not first.named_children:
            self.named.append(Call(owner, names[-1], "this", line_of(match.node)))
        elif head and (head[:1].isupper() or is_reference):
            self._name(owner, ".".join((self.functions.name(head, match.start), *names)), line_of(match.node))
        elif head and not self._is_local(head, match.start):
            self._name(owner, head, line_of(match.node))

    def _on_value(self, match: Match, owner: int) -> None:
        """A name that stands alone may be that of a constant or of an object."""
        name = text_of(match.node).strip("`")
        is_called = match.start == self._called_from
        if name not in _WORDS and not is_called and not self._is_local(name, match.start):
            self._name(owner, name, line_of(match.node))

    def _is_local(self, name: str, position: int) -> bool:
        return name in _WORDS or self.functions.name(name, position) != name

    def _name_holder(self, owner: int, receiver: str, line: int) -> None:
        """Note the class or the object that a function is called of."""
        if receiver[:1].isupper():
            self._name(owner, receiver, line)

    def _name(self, owner: int, path: str, line: int) -> None:
        holder, _, name = path.rpartition(".")
        self.named.append(Call(owner, name, "path" if holder else "bare", line, holder))
