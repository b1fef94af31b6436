"""Java: packages, imports, types and calls of one file."""

import re
from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import (
    NO_CALL,
    NO_OWNER,
    Call,
    FileFacts,
    Import,
    Mapping,
    Shape,
    TypeRole,
    TypeUse,
    Variable,
)
from indexer.facts.parameters import parameter_list
from indexer.facts.syntax import Match, line_of, text_of
from indexer.facts.type_names import plain_type
from indexer.languages.java import models, routes
from indexer.languages.java.arguments import argument_types, declared_types
from indexer.languages.java.generics import UnnamedFunctions, constraints, generic_type, type_parameters
from indexer.languages.source import SourceReader, dotted, read_source, written_name
from indexer.languages.statements import declared_name
from indexer.types import ParsedFile

PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")
"""How constants are named; ``serialVersionUID`` and loggers in small letters are none that anybody looks up."""

NOT_VIRTUAL = frozenset(("static", "private"))
"""Modifiers of methods that override nothing."""

LOGGERS = frozenset(("LOG", "LOGGER"))
"""Constants that nearly every method of a class uses and nobody asks about."""

NUMBERS = frozenset(("int", "char", "short", "byte", "long", "String", "Integer", "Character"))
"""Types of values that the labels of a ``switch`` compare with constants."""


class JavaReader(SourceReader):
    """A Java file; its identifiers begin with its package."""

    prefix = "java"
    new_nodes: ClassVar[dict[str, str]] = {"object_creation_expression": "type", "cast_expression": "type"}

    def home(self, parsed: ParsedFile) -> str:
        """Return the package and a dot."""
        package = PACKAGE.search(parsed.text)
        return f"{package.group(1)}." if package else ""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._clients: set[int] = set()
        self._functions = UnnamedFunctions()
        self.handlers |= {
            "import": self._on_import,
            "package": self._on_package,
            "def.constant": self._on_constant,
            "def.anonymous": self._on_anonymous,
            "new.chained": self._on_chained,
            "variable.constant": self._on_enum_constant,
            "named.value": self._on_value,
            "switch": self._on_switch,
            "variable.each": self._on_each,
            "lambda": self._on_lambda,
        }

    def parameter_count(self, match: Match) -> int:
        """Return how many arguments a method takes; -1 for any number."""
        parameters = match.node.child_by_field_name("parameters")
        kinds = [child.type for child in parameters.named_children] if parameters is not None else []
        return -1 if "spread_parameter" in kinds else kinds.count("formal_parameter")

    def parameters(self, match: Match) -> str:
        """Return the types of a method's parameters; of any number of arguments that of an array."""
        listed = match.node.child_by_field_name("parameters")
        generic = len(type_parameters(match.node))
        return parameter_list(declared_types(listed), generic) if listed is not None else ""

    def type_parameters(self, match: Match) -> tuple[str, ...]:
        """Return the names of the parameters of a generic class or method."""
        return type_parameters(match.node)

    def sign(self, match: Match, index: int) -> None:
        """Note the types of a definition, and what its parameters have to be."""
        super().sign(match, index)
        bounds = constraints(match.node) if self.signs else ()
        if bounds:
            self.signatures[-1] = replace(self.signatures[-1], constraints=bounds)

    def type_name(self, text: str) -> str:
        """Return a type with its arguments; of an array ``[]`` and the type of its elements."""
        return generic_type(text)

    def value_type(self, text: str) -> str:
        """Return the type of a new object, with its arguments."""
        return generic_type(text)

    def value_path(self, node: Node) -> str:
        """Return a dotted path, in which parameters of functions without a name have names of their own."""
        return self._functions.path(dotted(text_of(node)), node)

    def argument_types(self, arguments: Node) -> str:
        """Return the types of the arguments of a call."""
        return argument_types(arguments, self.number, self.value_path)

    def use_type(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note a type's name; that of a base with its arguments."""
        plain = written_name(name)
        if role == "base" and plain and "<" in name:
            self.types.setdefault((owner, plain, role), TypeUse(owner, generic_type(name), role, line))
        else:
            super().use_type(owner, name, role, line)

    def overrides(self, match: Match, index: int) -> bool:
        """Return whether a definition is a method that is neither static nor private."""
        words = next((text_of(child).split() for child in match.node.children if child.type == "modifiers"), [])
        return self.outline.definitions[index].kind == "method" and NOT_VIRTUAL.isdisjoint(words)

    def _receiver(self, node: Node | None) -> tuple[Shape, str, int]:
        """``Outer.this`` is the object of a class around."""
        text = text_of(node)
        is_outer = text.endswith(".this") and bool(dotted(text))
        return ("type", text.removesuffix(".this"), NO_CALL) if is_outer else super()._receiver(node)

    def type_mappings(self, node: Node, owner: int) -> Iterable[Mapping]:
        """Return the table that annotations and bases declare, and record the routes that they declare."""
        self.routes += routes.declared(node, owner, self._clients, self.parent(owner))
        return models.type_mappings(node, owner)

    def call_mappings(self, name: str, arguments: Node | None, owner: int) -> Iterable[Mapping]:
        """Return the class that a query names; note the address that a client calls."""
        self.routes += routes.requested(name, arguments, owner)
        return models.call_mappings(name, arguments, owner)

    def on_named(self, match: Match, owner: int) -> None:
        """``this::load``, ``Store::load``: a method that is handed over."""
        holder, _, name = "".join(text_of(match.node).split()).rpartition("::")
        if name != "new" and (holder in {"this", "super"} or dotted(holder)):
            shape: Shape = "this" if holder == "this" else "base" if holder == "super" else "path"
            receiver = holder if shape == "path" else ""
            self.named.append(Call(owner, name, shape, line_of(match.node), receiver))

    def _on_value(self, match: Match, owner: int) -> None:
        """``MAX``, ``Mode.LENIENT``: a constant, or another static field of a class. No method is named so."""
        path = text_of(match.node)
        holder, _, name = path.rpartition(".")
        is_of_class = holder.rpartition(".")[2][:1].isupper()
        if (is_of_class or CONSTANT.fullmatch(name)) and name not in LOGGERS and dotted(path):
            self._name_value(holder, name, match, owner)

    def _name_value(self, holder: str, name: str, match: Match, owner: int) -> None:
        """Note a value that ``holder`` has by a name."""
        shape: Shape = "this" if holder == "this" else "path" if holder else "bare"
        self.named.append(Call(owner, name, shape, line_of(match.node), holder if shape == "path" else ""))

    def _on_switch(self, match: Match, owner: int) -> None:
        """The labels of a ``switch`` over a number or a text name constants, those over an enumeration its own."""
        subject = text_of(match.part("value"))
        types = (each.type for each in reversed(self.variables) if each.owner == owner and each.name == subject)
        type_ = next(types, "")
        body = match.node.child_by_field_name("body")
        groups = body.named_children if body is not None and type_ else ()
        for label in (label for group in groups for label in group.named_children if label.type == "switch_label"):
            for each in label.named_children:
                if each.type == "identifier":
                    self._name_value("" if type_ in NUMBERS else type_, text_of(each), match, owner)

    def _on_constant(self, match: Match, owner: int) -> None:
        """A field that is static and final and named as constants are; in an interface every field is."""
        words = text_of(match.part("value")).split()
        if match.node.type == "constant_declaration" or {"static", "final"} <= set(words):
            match.parts["name"] = [each for each in match.parts["name"] if CONSTANT.fullmatch(text_of(each))]
            self.on_constant(match, owner)

    def _on_each(self, match: Match, owner: int) -> None:
        """The variable of a loop is an element of what is walked, where its type is not written."""
        is_element = text_of(match.part("type")) == "var"
        self.declare(owner, text_of(match.part("name")), match, is_element=is_element)

    def _on_lambda(self, match: Match, owner: int) -> None:
        """The parameters of a function without a name, and the call that it is handed to."""
        listed = match.node.parent
        around = listed.parent if listed is not None and listed.type == "argument_list" else None
        call = self.number(around) if around is not None else NO_CALL
        argument = listed.named_children.index(match.node) if listed is not None and call != NO_CALL else 0
        line = line_of(match.node)
        for number, name in enumerate(self._functions.enter(match.node, match.part("parameters"))):
            self.variables.append(
                Variable(owner, name, line=line, given_to=call, argument=argument, parameter=number)
            )

    def _on_enum_constant(self, match: Match, owner: int) -> None:
        """A constant of an enumeration is one of its objects."""
        if owner != NO_OWNER:
            type_ = self.outline.definitions[owner].name
            self.variables.append(Variable(owner, text_of(match.part("name")), type_, line=line_of(match.node)))

    def _on_anonymous(self, match: Match, owner: int) -> None:
        """The body of a new object or of a constant of an enumeration is a class, named by its base and place."""
        constant, base = text_of(match.part("name")), plain_type(text_of(match.part("type")))
        if constant and owner != NO_OWNER:
            base = self.outline.definitions[owner].name
        field = declared_name(match.node) if not constant and self.is_outside_functions(owner) else ""
        name = constant or f"{base.rpartition('.')[2]}{{}}"
        parent = self.outline.definitions[owner].local_id if owner != NO_OWNER else ""
        index = self.define("class", f"{field}.{name}" if field else name, match.node, owner)
        self.outline.adopt(index, name, parent)
        self.use_type(index, base, "base", line_of(match.node))

    def made_type(self, match: Match) -> str:
        """``graph.new Edge()`` makes an object of a class inside of that of a variable."""
        written = super().made_type(match)
        outer = text_of(match.node.named_children[0])
        types = (plain_type(each.type) for each in reversed(self.variables) if each.name == outer and each.type)
        holder = next(types, "") if match.node.named_children[0] != match.part("type") else ""
        return f"{holder}.{written}" if holder else written

    def _on_chained(self, match: Match, owner: int) -> None:
        """``this(...)`` and ``super(...)`` call another constructor."""
        shape: Shape = "this" if text_of(match.part("name")) == "this" else "base"
        self.make(shape, "", match.part("arguments"), match, owner)

    def _on_package(self, match: Match, _owner: int) -> None:
        self.namespaces.append(text_of(match.part("name")))

    def _on_import(self, match: Match, owner: int) -> None:
        """``import a.b.C`` binds C; a wildcard brings in a package, a static one the members of a class."""
        text = " ".join(text_of(match.node).removesuffix(";").split()).removeprefix("import ")
        kind = "static" if text.startswith("static ") else "import"
        source, _, name = text.removeprefix("static ").replace(" ", "").rpartition(".")
        self.imports.append(Import(source, line_of(match.node), kind, name, "" if name == "*" else name, owner))


def java_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Java file, or with ``outline`` only its definitions."""
    return read_source(JavaReader, parsed, "java", outline=outline)
