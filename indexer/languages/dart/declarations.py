"""Dart: functions, constructors, accessors and variables that a file or a type declares."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import NO_CALL, NO_OWNER, Call, Definition, Shape, Signature, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.dart.chains import CONSTRUCTOR, Step, Value
from indexer.languages.dart.expressions import UNTYPED, Group, grouped, names_in, type_nodes, type_of
from indexer.languages.dart.scopes import State
from indexer.languages.dart.variables import PARAMETER_LISTS, DartVariables
from indexer.languages.kinds import HOLDERS
from indexer.types import ParsedFile

ACCESSORS = frozenset(("getter_signature", "setter_signature"))
_KINDS = {
    "function_signature": "function",
    "operator_signature": "function",
    **dict.fromkeys(ACCESSORS, "property"),
}
_REDIRECTING = "redirecting_factory_constructor_signature"
_FACTORIES = frozenset(("factory_constructor_signature", _REDIRECTING))
_CONSTRUCTORS = frozenset(("constructor_signature", "constant_constructor_signature", *_FACTORIES))
SIGNATURES = _KINDS.keys() | _CONSTRUCTORS
VARIABLE_LISTS = frozenset(("initialized_identifier_list", "static_final_declaration_list", "identifier_list"))
_VARIABLE = frozenset(("initialized_identifier", "static_final_declaration"))
_GENERATORS = frozenset(("async*", "sync*"))


class DartDeclarations(DartVariables):
    """Reads what a file or a type declares.

    Attributes:
        extended: the class that the class around extends, as written; else empty.
    """

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.extended = ""
        self.readers |= {
            "annotation": self._read_annotation,
            "enum_constant": self._read_enum_constant,
            "initializer_list_entry": self._read_initializer,
            "redirection": self._read_redirection,
        }

    def declared(self, node: Node, body: Node | None, annotations: Sequence[Node]) -> Sequence[Step]:
        """Read a function or variables, with the body that stands beside it and what is noted before it."""
        signature = next((each for each in (node, *node.named_children) if each.type in SIGNATURES), None)
        if signature is None:
            return self.variables_in(node.children, annotations)
        return self._function(node, signature, body, annotations)

    def _holder(self) -> Definition | None:
        """Return the type around; None outside of types."""
        around = self.outline.definitions[self.owner] if self.owner != NO_OWNER else None
        return around if around is not None and around.kind in HOLDERS else None

    def _function(
        self, node: Node, signature: Node, body: Node | None, annotations: Sequence[Node]
    ) -> Sequence[Step]:
        name = _name_of(signature)
        if not name:
            return self.parts(node)
        holder, owner = self._holder(), self.owner
        is_constructor = signature.type in _CONSTRUCTORS
        kind = "constructor" if is_constructor else _KINDS[signature.type]
        kind = "method" if kind == "function" and holder is not None else kind
        index = self.define(kind, name, node, owner)
        if body is not None:
            self.outline.reopen(index, body)
        if not self.signs:
            return ()
        returns = holder.name if is_constructor and holder is not None else type_of(signature.children)
        is_static = any(each.type == "static" for each in node.children)
        values = _arrow(body) if body is not None and not returns else []
        overrides = holder is not None and not is_static and not is_constructor
        parameters = self._type_parameters(signature)
        own = Signature(index, returns, 0, -1, is_static=is_static, overrides=overrides)
        self.signatures.append(replace(own, type_parameters=parameters, constraints=self.constraints(signature)))
        before = self.scopes.begin(is_function=True)
        self.owner = index
        lists = [each for each in signature.children if each.type in PARAMETER_LISTS]
        is_redirecting = signature.type == _REDIRECTING
        steps: list[Step] = [*annotations, *(lists if is_redirecting else self.signature_parts(signature))]
        steps += [each for each in node.named_children if each.type in {"initializers", "redirection"}]
        if is_redirecting and holder is not None:
            self._note_fields(signature, holder.name, owner)
        if is_redirecting:
            steps.append(partial(self._redirect, signature))
        elif is_constructor and signature.type not in _FACTORIES:
            steps.append(partial(self._construct, node))
        steps += [body] if body is not None else []
        steps.append(partial(self._returned, index, values))
        if signature.type == "getter_signature":
            steps.append(partial(self._accessor, owner, name, returns, values))
        return [*steps, partial(self._leave, owner, before)]

    def _leave(self, owner: int, scopes: State) -> None:
        self.owner = owner
        self.scopes.end(scopes)

    def _returned(self, index: int, values: Sequence[Group]) -> None:
        """Note what a function gives that declares no type and is one expression."""
        if values and self.signs:
            type_, path, call = self.value(values[-1])
            if type_ or path or call != NO_CALL:
                self.variables.append(Variable(index, RETURNED, type_, path, call))

    def _accessor(self, owner: int, name: str, returns: str, values: Sequence[Group]) -> None:
        """A getter is read as a variable is."""
        type_, path, call = self.value(values[-1]) if values else Value()
        if self.signs:
            own = returns or type_ or ("" if path or call != NO_CALL else UNTYPED)
            line = self.outline.definitions[self.owner].start_line
            self.variables.append(Variable(owner, name, own, path, call, line=line))

    def _type_parameters(self, node: Node) -> tuple[str, ...]:
        """Return the names of type parameters, also those that the parsed source has not."""
        listed = next((each for each in node.named_children if each.type == "type_parameters"), None)
        if listed is not None:
            inner = (each.named_children for each in listed.named_children if each.type == "type_parameter")
            return tuple(text_of(each[0]) for each in inner if each)
        name = node.child_by_field_name("name")
        brackets = next((each for each in node.named_children if each.type in PARAMETER_LISTS), None)
        if name is None or brackets is None:
            return ()
        written = self.source[name.end_byte : brackets.start_byte].decode("utf-8", "replace").strip()
        listed_names = written.removeprefix("<").split(",") if written.startswith("<") else []
        return tuple(first for each in listed_names if (first := next(names_in(each), "")))

    def constraints(self, node: Node) -> tuple[str, ...]:
        """Return what type parameters have to be, ``T:Cart``."""
        listed = next((each.named_children for each in node.named_children if each.type == "type_parameters"), [])
        bounds = (
            (each.named_children[0], own)
            for each in listed
            for own in each.named_children
            if own.type == "type_bound"
        )
        return tuple(f"{text_of(name)}:{type_of(bound.children)}" for name, bound in bounds)

    # Constructors

    def _construct(self, node: Node) -> None:
        """A constructor calls that of the base without a name where it names no other."""
        parts = node.named_children
        entries = [own for each in parts if each.type == "initializers" for own in each.named_children]
        is_chained = any(each.type == "redirection" for each in parts)
        is_chained = is_chained or any(each.children and each.children[0].type == "super" for each in entries)
        if self.extended and not is_chained and self.signs:
            self.made.append(Call(self.owner, "", "type", line_of(node), self.extended, arguments=0))

    def _read_initializer(self, node: Node) -> Sequence[Step]:
        """``super.named(value)`` and ``name = value`` before the body of a constructor."""
        children = node.children
        if children and children[0].type == "super":
            return self._chained(children, self.extended)
        inner = children[0] if children and children[0].type == "field_initializer" else node
        if inner is node:
            return self.parts(node)
        at = next((at for at, each in enumerate(inner.children) if each.type == "="), -1)
        return self.steps(inner.children[at + 1 :])

    def _read_redirection(self, node: Node) -> Sequence[Step]:
        """``: this.named(value)``."""
        holder = self.outline.definitions[self.owner].parent if self.owner != NO_OWNER else ""
        return self._chained(node.children, holder.rpartition("#")[2])

    def _chained(self, children: Sequence[Node], type_: str) -> Sequence[Step]:
        """Note the constructor of a type that another constructor calls first."""
        name = next((text_of(each) for each in children if each.type == "identifier"), "")
        arguments = next((each for each in children if each.type == "arguments"), None)
        line = line_of(children[0])
        if self.signs and type_ and name and name != CONSTRUCTOR:
            self.calls.append(Call(self.owner, name, "path", line, type_))
        elif self.signs and type_:
            self.made.append(Call(self.owner, "", "type", line, type_))
        return [arguments] if arguments is not None else ()

    def _note_fields(self, signature: Node, class_: str, owner: int) -> None:
        """Note the parameters of a factory of the package freezed, which are variables of the class."""
        if (owner, f"_${class_}", "base") in self.types:
            lists = [each for each in signature.named_children if each.type in PARAMETER_LISTS]
            for each in lists:  # grows while it is walked
                lists += [own for own in each.named_children if own.type in PARAMETER_LISTS]
                for own in (own for own in each.named_children if own.type == "formal_parameter"):
                    name = own.child_by_field_name("name")
                    type_ = type_of(own.children)
                    if name is not None and type_:
                        self.variables.append(Variable(owner, text_of(name), type_, line=line_of(own)))

    def _redirect(self, signature: Node) -> None:
        """``factory Cart.empty() = EmptyCart.named``."""
        children = signature.children
        at = next((at for at, each in enumerate(children) if each.type == "="), len(children))
        names = [text_of(each) for each in children[at:] if each.type in {"type_identifier", "identifier"}]
        if names and self.signs:
            *before, name = names
            shape: Shape = "path" if before else "bare"
            self.calls.append(Call(self.owner, name, shape, line_of(signature), ".".join(before)))

    def _read_enum_constant(self, node: Node) -> Sequence[Step]:
        """A value of an enumeration has its type, and may be made with arguments."""
        name, holder = node.child_by_field_name("name"), self._holder()
        if name is None or holder is None:
            return self.parts(node)
        if self.signs:
            self.variables.append(Variable(self.owner, text_of(name), holder.name, line=line_of(node)))
        arguments = next((each for each in node.named_children if each.type == "argument_part"), None)
        if arguments is not None and self.signs:
            self.made.append(Call(self.owner, "", "type", line_of(node), holder.name))
        return [each for each in node.named_children if each.type in {"annotation", "argument_part"}]

    # Variables

    def variables_in(self, children: Sequence[Node], annotations: Sequence[Node]) -> Sequence[Step]:
        """Read the variables that siblings declare: words, a type and a list of names with values."""
        type_, words = type_of(children), {each.type for each in children}
        is_shared = self.owner == NO_OWNER or "static" in words
        listed = [own for each in children if each.type in VARIABLE_LISTS for own in each.named_children]
        steps: list[Step] = [*annotations, *self.steps(type_nodes(children))]
        for each in listed:
            name = next((own for own in (each, *each.named_children) if own.type == "identifier"), None)
            if name is not None:
                values = grouped(each.children[1:]) if each.type in _VARIABLE else []
                steps += self._variable(each, text_of(name), type_, values, is_shared=is_shared)
        return steps

    def _variable(
        self, node: Node, name: str, type_: str, values: Sequence[Group], *, is_shared: bool
    ) -> Sequence[Step]:
        """Read a variable; one of the file or of a type itself is a definition with its first value."""
        owner, inside = self.owner, self.owner
        if is_shared:
            inside = self.define("constant", name, node, owner)
        if not self.signs:
            return ()
        expressions: list[Step] = [each if len(each) > 1 else each[0] for each in values]
        before = self.scopes.begin(is_function=False)
        declare = partial(self._field, owner, name, type_, values, line_of(node))
        self_ = partial(self._enter, inside)
        return [self_, *expressions, declare, partial(self._leave, owner, before)]

    def _enter(self, owner: int) -> None:
        self.owner = owner

    def _field(self, owner: int, name: str, type_: str, values: Sequence[Group], line: int) -> None:
        value = self.value(values[-1]) if values else Value()
        if self.signs:
            own = "" if type_ == UNTYPED and values else type_ or value.type
            path, call = ("", NO_CALL) if own else (value.path, value.call)
            own = own or ("" if path or call != NO_CALL else UNTYPED)
            self.variables.append(Variable(owner, name, own, path, call, line=line))

    def _read_annotation(self, node: Node) -> Sequence[Step]:
        """``@JsonKey(name: 'x')`` names a class, or a constant."""
        names = [text_of(each) for each in node.children if each.type in {"identifier", "type_identifier"}]
        qualified = node.child_by_field_name("name")
        path = text_of(qualified) if qualified is not None else ".".join(names)
        arguments = next((each for each in node.named_children if each.type == "arguments"), None)
        self.use_type(self.owner, path, "attribute", line_of(node))
        return [arguments] if arguments is not None else ()


def _name_of(signature: Node) -> str:
    """Return the name of a function, ``Cart`` or ``empty`` of a constructor, the sign of an operator."""
    if signature.type == "operator_signature":
        operator = next((each for each in signature.children if each.type == "binary_operator"), None)
        return text_of(operator) if operator is not None else "[]"
    if signature.type not in _CONSTRUCTORS:
        return text_of(signature.child_by_field_name("name"))
    names: list[str] = []
    for each in signature.children:
        if each.type in PARAMETER_LISTS:
            break
        if each.type in {"identifier", "new"}:
            names.append(text_of(each))
    return next((each for each in reversed(names) if each != CONSTRUCTOR), "")


def _arrow(body: Node) -> list[Group]:
    """Return the expression that a function is, which is no generator."""
    children = body.children
    at = next((at for at, each in enumerate(children) if each.type == "=>"), -1)
    is_plain = at >= 0 and not any(each.type in {*_GENERATORS, "async"} for each in children[:at])
    return grouped(children[at + 1 :]) if is_plain else []
