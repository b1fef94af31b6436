"""Shared part of the extractors of brace languages: nested definitions, calls by receiver, variables by value."""

import re
from collections.abc import Callable, Iterable
from itertools import count
from typing import ClassVar

from tree_sitter import Node

from indexer.facts.model import (
    CALLABLE,
    NO_CALL,
    NO_OWNER,
    Call,
    Definition,
    FileFacts,
    Import,
    Mapping,
    Route,
    Shape,
    Signature,
    TypeRole,
    TypeUse,
    Variable,
)
from indexer.facts.outline import Outline
from indexer.facts.syntax import Match, line_of, matches, text_of
from indexer.facts.type_names import SEPARATOR, TYPE_NAME, plain_type
from indexer.languages.kinds import HOLDERS, INFERRED, NAMES
from indexer.languages.paths import BEHIND_INDEX, behind, indexed, opened
from indexer.languages.statements import Statements
from indexer.types import ParsedFile

PATH = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*!?")
"""A variable, or a dotted path, in any of the languages."""

MAX_PATH_CHARS = 200


def dotted(text: str) -> str:
    """Return a path with dots for every separator; empty when the text is no path."""
    is_path = len(text) <= MAX_PATH_CHARS and PATH.fullmatch(text)
    return SEPARATOR.sub(".", text.rstrip("!")) if is_path else ""


def written_name(type_: str) -> str:
    """Return the name that a type begins with, dotted; empty where it begins with none."""
    match = TYPE_NAME.match(type_)
    return SEPARATOR.sub(".", match.group()) if match else ""


class SourceReader:
    """Reads the matches of one file; a language overrides what differs."""

    signs: bool = True
    """Whether types, variables and mapped tables are extracted in addition to definitions."""
    prefix: str = ""
    joint: str = "."
    """Between the parts of a qualified name."""
    new_nodes: ClassVar[dict[str, str]] = {}
    """Node type of an expression that makes an object -> field that holds its type."""
    own_names: ClassVar[frozenset[str]] = frozenset(("this",))
    base_names: ClassVar[frozenset[str]] = frozenset(("super",))

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        self.path = parsed.path
        self.outline = Outline(parsed.text.split("\n"), ("//", "/*", "*", "#[", "@"))
        self.base = self.home(parsed)
        self.namespaces: list[str] = []
        self.imports: list[Import] = []
        self.types: dict[tuple[int, str, str], TypeUse] = {}
        self.signatures: list[Signature] = []
        self.variables: list[Variable] = []
        self.calls: list[Call] = []
        self.named: list[Call] = []
        self.made: list[Call] = []
        self.mappings: list[Mapping] = []
        self.routes: list[Route] = []
        self.statements = Statements()
        self._elements = count()
        self._numbers = {
            (match.node.start_byte, match.node.end_byte): number
            for number, match in enumerate(each for each in query_matches if each.role == "call")
        }
        self.handlers: dict[str, Callable[[Match, int], None]] = {
            "base": self.on_base,
            "type.use": self.on_type,
            "new": self.on_new,
            "attribute": self.on_attribute,
            "variable": self.on_variable,
            "variable.member": self.on_member,
            "variable.element": self.on_element,
            "call": self.on_call,
            "named": self.on_named,
            "string": self.on_string,
        }

    def home(self, parsed: ParsedFile) -> str:
        """Return the prefix of a top-level name in an identifier."""
        return f"{parsed.path}#"

    @staticmethod
    def in_order(query_matches: list[Match]) -> list[Match]:
        """Return the matches, which come in the order of the text, in the order in which they are read."""
        return query_matches

    def read(self, query_matches: list[Match]) -> None:
        """Take all matches."""
        for match in query_matches:
            owner = self.outline.owner_at(match.node.start_byte)
            handler = self.handlers.get(match.role)
            if handler is None:
                self.on_definition(match, owner)
            else:
                handler(match, owner)

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition inside ``owner`` and return its index; one that is not open encloses nothing."""
        parent = self.outline.definitions[owner] if owner != NO_OWNER else None
        qualname = f"{parent.qualname}{self.joint}{name}" if parent else name
        parent_id = parent.local_id if parent else ""
        first, last = self.outline.lines_of(node)
        local_id = f"{parent_id}{self.joint}{name}" if parent else f"{self.prefix}:{self.base}{name}"
        definition = Definition(local_id, kind, name, qualname, first, last, parent_id)
        return self.outline.enter(definition, node.end_byte if is_open else node.start_byte)

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a definition; a function inside a class is a method."""
        kind = match.role.removeprefix("def.")
        if kind == "function" and owner != NO_OWNER and self.outline.definitions[owner].kind in HOLDERS:
            kind = "method"
        index = self.define(kind, self.defined_name(match), match.node, owner)
        self.sign(match, index)
        if self.signs:
            self.mappings += self.type_mappings(match.node, index)

    def defined_name(self, match: Match) -> str:
        """Return the name of a definition, with the parts that are written before it."""
        return text_of(match.part("name"))

    def on_constant(self, match: Match, owner: int) -> None:
        """Add a constant of the file, a module or a class; one inside a function is its own affair."""
        if self.is_outside_functions(owner):
            for name in match.parts["name"]:
                self.define("constant", text_of(name), match.node, owner, is_open=False)

    def is_outside_functions(self, owner: int) -> bool:
        """Return whether a place is one of the file, a module or a class."""
        return owner == NO_OWNER or self.outline.definitions[owner].kind not in CALLABLE

    def type_mappings(self, node: Node, owner: int) -> Iterable[Mapping]:  # noqa: ARG002 - for a language to say
        """Return the table that a definition is mapped to."""
        return ()

    def call_mappings(self, name: str, arguments: Node | None, owner: int) -> Iterable[Mapping]:  # noqa: ARG002 - as above
        """Return the mapped classes that a call names."""
        return ()

    def sign(self, match: Match, index: int) -> None:
        """Note the type that a function gives."""
        if self.signs:
            returns, total = self.type_name(text_of(match.part("type"))), self.parameter_count(match)
            self.signatures.append(
                Signature(
                    index,
                    returns,
                    required=max(total, 0),
                    total=total,
                    overrides=self.overrides(match, index),
                    parameters=self.parameters(match),
                    type_parameters=self.type_parameters(match),
                )
            )

    def parameter_count(self, match: Match) -> int:  # noqa: ARG002 - for a language with overloads to say
        """Return how many arguments a function takes; -1 for any number."""
        return -1

    def parameters(self, match: Match) -> str:  # noqa: ARG002 - for a language with overloads to say
        """Return the types of a function's parameters, as `Signature.parameters` has them."""
        return ""

    def type_parameters(self, match: Match) -> tuple[str, ...]:  # noqa: ARG002 - for a language to say
        """Return the names of the parameters of a generic type or function."""
        return ()

    def argument_types(self, arguments: Node) -> str:  # noqa: ARG002 - as above
        """Return the types of the arguments of a call, in the form of `Call.argument_types`."""
        return ""

    def overrides(self, match: Match, index: int) -> bool:  # noqa: ARG002 - for a language with classes to say
        """Return whether a function takes the place of one of the same name in a base."""
        return False

    def type_name(self, text: str) -> str:
        """Return the name of a type that is declared, as ``indexer.resolve`` looks for it."""
        return plain_type(text)

    def value_type(self, text: str) -> str:
        """Return the name of the type of a new object."""
        return plain_type(text)

    def made_class(self, node: Node) -> str:
        """Return the type of the object that an expression makes; empty for any other expression."""
        field = self.new_nodes.get(node.type)
        return self.value_type(text_of(node.child_by_field_name(field))) if field else ""

    def value_path(self, node: Node) -> str:
        """Return the dotted path that an expression is; empty where it is none."""
        return dotted(text_of(node))

    def use_type(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note a type's name."""
        plain = written_name(name)
        if plain:
            self.types.setdefault((owner, plain, role), TypeUse(owner, plain, role, line))

    def on_base(self, match: Match, owner: int) -> None:
        """Add the bases of a type; the pattern captures each."""
        for node in match.parts["base"]:
            self.use_type(owner, text_of(node), "base", line_of(node))

    def on_type(self, match: Match, owner: int) -> None:
        """Note a type that is mentioned."""
        name = dotted(text_of(match.node))
        if (owner, name, "base") not in self.types and (owner, name, "new") not in self.types:
            self.use_type(owner, name, "type", line_of(match.node))

    def on_new(self, match: Match, owner: int) -> None:
        """Note a type that an object is made of."""
        name = self.made_type(match)
        self.use_type(owner, name, "new", line_of(match.node))
        self.make("type", written_name(name), match.node.child_by_field_name("arguments"), match, owner)

    def made_type(self, match: Match) -> str:
        """Return the type of a new object as written."""
        return text_of(match.part("type"))

    def make(self, shape: Shape, receiver: str, arguments: Node | None, match: Match, owner: int) -> None:
        """Note the constructor that an expression or another constructor calls."""
        if not self.signs:
            return
        count = arguments.named_child_count if arguments is not None else 0
        types = self.argument_types(arguments) if arguments is not None and count else ""
        self.made.append(
            Call(owner, "", shape, line_of(match.node), receiver, arguments=count, argument_types=types)
        )

    def on_attribute(self, match: Match, owner: int) -> None:
        """Note a decorator or annotation."""
        self.use_type(owner, text_of(match.part("type")), "attribute", line_of(match.node))

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable with its declared type, or with its value."""
        if not self.signs:
            return
        written = self.type_name(text_of(match.part("type")))
        written = "" if written in INFERRED else written
        value = match.part("value")
        path, call, line, part = "", NO_CALL, line_of(match.node), 0
        if not written and value is not None:
            value = opened(value)
            whole = indexed(value)
            if whole is not None and not is_element:
                value, is_element, part = opened(whole), True, BEHIND_INDEX
            written = self.made_class(value)
            path, call = self.path_and_call(value) if not written else ("", NO_CALL)
        self.variables.append(Variable(owner, name, written, path, call, is_element, line, parameter=part))

    def path_and_call(self, node: Node) -> tuple[str, int]:
        """Return the path that an expression is, and the call that the path hangs on, or ``NO_CALL``."""
        base, path = behind(node)
        call = self.number(base)
        return (path, call) if call != NO_CALL else (self.value_path(node), NO_CALL)

    def on_variable(self, match: Match, owner: int) -> None:
        """Note a local, a parameter or a field."""
        for name in match.parts["name"]:
            self.declare(owner, text_of(name), match)

    def on_element(self, match: Match, owner: int) -> None:
        """Note a loop variable."""
        for name in match.parts["name"]:
            self.declare(owner, text_of(name), match, is_element=True)

    def on_member(self, match: Match, owner: int) -> None:
        """``this.name = value`` declares a variable of the class."""
        while owner != NO_OWNER and self.outline.definitions[owner].kind not in HOLDERS:
            owner = self.parent(owner)
        if owner != NO_OWNER and text_of(match.part("receiver")) in self.own_names:
            self.declare(owner, text_of(match.part("name")), match)

    def parent(self, owner: int) -> int:
        """Return the index of the definition around a definition."""
        return self.outline.parent_of(owner)

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call with its receiver."""
        name = match.part("name")
        shape, receiver, inner = self._receiver(match.part("receiver"))
        if shape == "other":
            shape, receiver, inner = self._hanging(match, owner)
        if name is None:
            shape = "other"
        arguments = match.part("arguments")
        count = arguments.named_child_count if arguments is not None else -1
        if arguments is not None and owner != NO_OWNER:
            self.statements.hand(owner, (each for each in arguments.named_children if each.type == "identifier"))
        self.mappings += self.call_mappings(text_of(name), arguments, owner)
        types = self.argument_types(arguments) if arguments is not None and count else ""
        line = line_of(name or match.node)
        self.calls.append(Call(owner, text_of(name), shape, line, receiver, inner, count, argument_types=types))

    def on_named(self, match: Match, owner: int) -> None:
        """Add a function that is named without a call; the resolver drops names that are no functions."""
        path = dotted(text_of(match.node))
        holder, _, name = path.rpartition(".")
        if name and (holder or match.node.type in NAMES):
            shape: Shape = "this" if holder in self.own_names else "path" if holder else "bare"
            receiver = holder if shape == "path" else ""
            self.named.append(Call(owner, name, shape, line_of(match.node), receiver))

    def number(self, node: Node) -> int:
        """Return the index of the call that a node is, or ``NO_CALL``."""
        return self._numbers.get((node.start_byte, node.end_byte), NO_CALL)

    def _receiver(self, node: Node | None) -> tuple[Shape, str, int]:
        if node is None:
            return "bare", "", NO_CALL
        node = opened(node)
        inner = self._numbers.get((node.start_byte, node.end_byte), NO_CALL)
        if inner != NO_CALL:
            return "chain", "", inner
        if node.type in self.new_nodes:
            return "type", self.made_class(node), NO_CALL
        text = text_of(node)
        if text in self.own_names or text in self.base_names:
            return ("this" if text in self.own_names else "base"), "", NO_CALL
        path = self.value_path(node)
        return ("path", path, NO_CALL) if path else ("other", "", NO_CALL)

    def _hanging(self, match: Match, owner: int) -> tuple[Shape, str, int]:
        """Return a receiver that hangs on another call, or on an element behind an index."""
        node = match.part("receiver")
        base, path = behind(node) if node is not None else (None, "")
        if node is None or base is None:
            return "other", "", NO_CALL
        call = self.number(base)
        if call != NO_CALL:
            return "chain", path, call
        if indexed(base) is None or not self.signs:
            return "other", "", NO_CALL
        name = f"[{next(self._elements)}]"
        self.declare(owner, name, Match("variable", base, {"value": [base]}, base.start_byte, base.end_byte))
        return "path", f"{name}.{path}" if path else name, NO_CALL

    def on_string(self, match: Match, owner: int) -> None:
        """Read SQL inside a string."""
        self.statements.string(match.node, owner, holder=NO_OWNER if self.is_outside_functions(owner) else owner)

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts."""
        problem = f"syntax: parts of the file do not parse as {parsed.language}"
        return FileFacts(
            path=parsed.path,
            language=parsed.language,
            definitions=tuple(self.outline.definitions),
            namespaces=tuple(self.namespaces),
            imports=tuple(self.imports),
            types=tuple(self.types.values()),
            signatures=tuple(self.signatures),
            variables=tuple(self.variables),
            calls=tuple(self.calls),
            named=tuple(self.named),
            made=tuple(self.made),
            sql=self.statements.uses(self.variables, self.outline.definitions),
            mappings=tuple(self.mappings),
            routes=tuple(self.routes),
            problems=(problem,) if broken else (),
        )


def read_source(
    reader: type[SourceReader], parsed: ParsedFile, grammar: str, *, outline: bool = False
) -> FileFacts:
    """Return the facts of a file as a language's reader finds them; with ``outline`` its definitions."""
    query_matches, broken = matches(grammar, parsed.text.encode("utf-8", "replace"), outline=outline)
    query_matches = reader.in_order(query_matches)
    instance = reader(parsed, query_matches)
    instance.signs = not outline
    instance.read(query_matches)
    return instance.facts(parsed, broken=broken)
