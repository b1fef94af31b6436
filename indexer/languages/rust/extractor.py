"""Rust: modules, use declarations, types with their methods, and calls of one file."""

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import ClassVar

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import ASSOCIATED, DEREF, ENTERED
from indexer.facts.model import NO_CALL, NO_OWNER, FileFacts, Import, Mapping, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.facts.type_names import plain_type
from indexer.languages.rust.generics import Bounds
from indexer.languages.rust.models import struct_mappings
from indexer.languages.rust.patterns import MOST_FIELDS, source_of
from indexer.languages.rust.test_items import ItemsOfTests
from indexer.languages.rust.tokens import Tokens
from indexer.languages.rust.types import (
    OF_ITERATORS,
    OF_LISTS,
    PLATFORM_PATH,
    iterates,
    list_type,
    without_arguments,
)
from indexer.languages.source import MAX_PATH_CHARS, SourceReader, dotted, read_source
from indexer.types import ParsedFile

CRATE_ROOTS = frozenset(("lib", "main", "mod"))

_NEXT_LINE = re.compile(r"\n[ \t]*(?=\.)")
"""Where a path goes on in the next line, as rustfmt writes long chains."""


def module_path(path: str) -> str:
    """Return a file's module as crate folder and names, joined by ``::``; unique in a root."""
    pure = PurePosixPath(path)
    parts = list(pure.parts[:-1]) + ([] if pure.stem in CRATE_ROOTS else [pure.stem])
    if "src" in parts:
        parts.remove("src")
    return "::".join(parts) or "crate"


CONVERSIONS = frozenset(("into()", "as_ref()", "borrow()"))
"""Calls that make a value of the type that a bound of a parameter names."""

_PARAMETER = re.compile(r"[A-Z][A-Z0-9]?")
"""How parameters of types are named."""


class RustReader(SourceReader):
    """A Rust file; its identifiers begin with its module."""

    prefix = "rs"
    joint = "::"
    new_nodes: ClassVar[dict[str, str]] = {"struct_expression": "name"}
    own_names = frozenset(("self",))
    base_names = frozenset(())

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._impls: list[tuple[int, str]] = []
        self._is_deref = False
        """Whether the last ``impl`` makes its type stand for another one."""
        self._tokens = Tokens(parsed.text)
        self._bound: set[tuple[int, str]] = set()
        self._typed: dict[tuple[int, str], int] = {}
        self._starts: set[int] = set()
        self._bounds = Bounds()
        self._made_of: dict[tuple[int, str], str] = {}
        """Parameter that is bounded by ``Into`` or its like -> the type that is made of it."""
        self._generic_fields: dict[int, list[int]] = defaultdict(list)
        """Struct -> its fields that have the type of a parameter, as places among the variables."""
        self._associated: dict[tuple[int, str], int] = {}
        """A type that belongs to another one -> where it stands among the variables."""
        self._tests: list[int] = []
        self._items_of_tests = ItemsOfTests(_root_of(query_matches[0].node)) if query_matches else None
        self.handlers |= {
            "macro": self._on_macro,
            "token.call": self._on_token_call,
            "token.value": self._on_token_value,
            "binding": self._on_binding,
            "variable.tuple": self._on_tuple,
            "variable.variant": self._on_variant,
            "import": self._on_use,
            "mod": self._on_mod,
            "impl": self._on_impl,
            "def.constant": self._on_constant,
        }

    def home(self, parsed: ParsedFile) -> str:
        """Return the module and its joint."""
        return f"{module_path(parsed.path)}::"

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition, and note whether it is for tests alone."""
        index = super().define(kind, name, node, owner, is_open=is_open)
        if self._items_of_tests is not None and self._items_of_tests.has(node):
            self._tests.append(index)
        return index

    def read(self, query_matches: list[Match]) -> None:
        """Take all matches, and follow which generic items they are inside of."""
        for match in query_matches:
            self._bounds.enter(match.node)
            super().read([match])

    def value_path(self, node: Node) -> str:
        """Return the dotted path that an expression is, also over several lines; empty where it is none."""
        text = text_of(node)
        if len(text) > MAX_PATH_CHARS:
            return ""
        if "<" in text:
            text = without_arguments(text)
        head, *rest = _NEXT_LINE.sub("", text).replace("::", ".").split(".")
        is_path = not rest or all(each.isdigit() or dotted(each) for each in rest)
        start = dotted(head) if is_path else ""
        return ".".join((self._bounds.trait_of(start), *rest)) if start else ""

    def _on_mod(self, match: Match, owner: int) -> None:
        """``mod x;`` ties another file to this one; ``mod x { }`` opens a module in it."""
        name = text_of(match.part("name"))
        if match.node.child_by_field_name("body") is None:
            self.imports.append(Import(f"self::{name}", line_of(match.node), "mod", "", name, owner))
        else:
            index = self.define("module", name, match.node, owner)
            self.sign(match, index)

    def _on_impl(self, match: Match, owner: int) -> None:
        holder = plain_type(text_of(match.part("type")))
        self._impls.append((match.node.end_byte, holder))
        trait = match.part("value")
        self._is_deref = text_of(trait).rpartition("::")[2] == "Deref"
        index = self._type_index(holder, owner)
        self._bound_fields(index)
        if trait is not None and index != NO_OWNER:
            self.use_type(index, plain_type(text_of(trait)), "base", line_of(match.node))

    def _bound_fields(self, index: int) -> None:
        """A field of a parameter's type is of the trait that an ``impl`` bounds that by: structs leave it out."""
        if not self._bounds.any_here():
            return
        for at in self._generic_fields.pop(index, ()):
            field = self.variables[at]
            trait = self._bounds.trait_of(field.type)
            if trait != field.type:
                self.variables[at] = replace(field, type=trait)
            else:
                self._generic_fields[index].append(at)

    def on_variable(self, match: Match, owner: int) -> None:
        """Note a local, a parameter or a field; a field may be of the type that a parameter stands for."""
        count = len(self.variables)
        super().on_variable(match, owner)
        is_field = match.node.type == "field_declaration" and len(self.variables) > count
        if is_field and _PARAMETER.fullmatch(self.variables[-1].type):
            self._generic_fields[owner].append(count)
        elif len(self.variables) > count:
            self._convert(match, owner)

    def _convert(self, match: Match, owner: int) -> None:
        """``let input = input.into()`` of a parameter ``impl Into<Input>`` is an ``Input``."""
        last, value = self.variables[-1], match.part("value")
        if match.node.type == "parameter":
            made = self._bounds.made_of(text_of(match.part("type")))
            if made:
                self._made_of[owner, last.name] = made
        elif self._made_of and value is not None and not last.type:
            holder, _, method = text_of(value).rpartition(".")
            made = self._made_of.get((owner, holder), "") if method in CONVERSIONS else ""
            if made:
                self.variables[-1] = Variable(owner, last.name, made, line=last.line)

    def _type_index(self, name: str, owner: int) -> int:
        above = self.outline.definitions[owner].local_id if owner != NO_OWNER else ""
        for index, each in enumerate(self.outline.definitions):
            if each.name == name and each.parent == above and each.kind in {"struct", "enum", "union", "trait"}:
                return index
        return NO_OWNER

    def on_definition(self, match: Match, owner: int) -> None:
        """A function or a type inside ``impl`` belongs to the type that this is for."""
        holder = self._implementing(match.node.start_byte) if match.role in {"def.function", "def.type"} else ""
        if holder and match.role == "def.type" and self.is_outside_functions(owner):
            self._define_for(holder, "type", match, owner, is_open=False)
            type_ = self.type_name(text_of(match.node.child_by_field_name("type")))
            index = self._type_index(holder, owner)
            if index != NO_OWNER and self.signs:
                self._associate(index, text_of(match.part("name")), type_, match.node)
                if self._is_deref:
                    self.variables.append(Variable(index, DEREF, type_, line=line_of(match.node)))
        elif holder and self.is_outside_functions(owner):
            self.sign(match, self._define_for(holder, "method", match, owner))
        else:
            super().on_definition(match, owner)

    def _associate(self, owner: int, name: str, type_: str, node: Node) -> None:
        """Note what ``Self::Item`` means in the methods of a type, unless it means two things."""
        at = self._associated.setdefault((owner, name), len(self.variables))
        variable = Variable(owner, f"{ASSOCIATED}{name}", type_, line=line_of(node))
        if at == len(self.variables):
            self.variables.append(variable)
        elif self.variables[at].type != type_:
            self.variables[at] = replace(variable, type="")

    def type_mappings(self, node: Node, owner: int) -> Iterable[Mapping]:
        """Return what attributes say of a table."""
        return struct_mappings(node, owner) if node.type == "struct_item" else ()

    def _on_constant(self, match: Match, owner: int) -> None:
        holder = self._implementing(match.node.start_byte)
        if text_of(match.part("name")) == "_":
            return
        if holder and self.is_outside_functions(owner):
            self._define_for(holder, "constant", match, owner, is_open=False)
        else:
            self.on_constant(match, owner)

    def _implementing(self, start_byte: int) -> str:
        """Return the type of the enclosing ``impl``; else empty."""
        while self._impls and self._impls[-1][0] <= start_byte:
            self._impls.pop()
        return self._impls[-1][1] if self._impls else ""

    def _define_for(self, holder: str, kind: str, match: Match, owner: int, *, is_open: bool = True) -> int:
        name = text_of(match.part("name"))
        index = self.define(kind, f"{holder}::{name}", match.node, owner, is_open=is_open)
        above = (
            self.outline.definitions[owner].local_id if owner != NO_OWNER else f"{self.prefix}:{self.base}"[:-2]
        )
        self.outline.adopt(index, name, f"{above}::{holder}")
        return index

    def _on_macro(self, match: Match, _owner: int) -> None:
        self._tokens.enter(match.node, text_of(match.part("name")))

    def _on_token_call(self, match: Match, owner: int) -> None:
        arguments = match.part("arguments")
        if arguments is not None:
            self._tokens.call(match.node, arguments, owner)

    def _on_token_value(self, match: Match, owner: int) -> None:
        self._tokens.value(match.node, owner)

    def type_name(self, text: str) -> str:
        """Return the name of a type; of a list ``[]`` and the name of its elements'."""
        return list_type(text) or self._bounds.trait_of(plain_type(PLATFORM_PATH.sub("", text)))

    def _on_variant(self, match: Match, owner: int) -> None:
        """A variant holds a value of its enum, ``ExitCode::Killed.exit()``, and those of its fields."""
        if self.signs and owner != NO_OWNER and self.outline.definitions[owner].kind == "enum":
            name, type_ = text_of(match.part("name")), self.outline.definitions[owner].name
            self.variables.append(Variable(owner, name, type_, line=line_of(match.node)))
            body = match.part("value")
            if body is not None and body.type == "ordered_field_declaration_list":
                self._fields(body, owner, f"{name}#")
            elif body is not None and body.type == "field_declaration_list":
                for field in body.named_children:
                    type_ = self.type_name(text_of(field.child_by_field_name("type")))
                    part = f"{name}#{text_of(field.child_by_field_name('name'))}"
                    self.variables.append(Variable(owner, part, type_, line=line_of(field)))

    def _on_tuple(self, match: Match, owner: int) -> None:
        """The fields of a struct without names are known by their places: ``self.0``."""
        if self.signs and owner != NO_OWNER:
            self._fields(match.node, owner, "")

    def _fields(self, fields: Node, owner: int, start: str) -> None:
        for position, type_ in enumerate(fields.children_by_field_name("type")[:MOST_FIELDS]):
            name = self.type_name(text_of(type_))
            self.variables.append(Variable(owner, f"{start}{position}", name, line=line_of(type_)))

    def on_element(self, match: Match, owner: int) -> None:
        """Note a loop variable, or the parameter of a closure that an iterator or an option gives what it has."""
        function = text_of(match.part("function")) if match.node.type == "closure_parameters" else ""
        is_certain = not function or function in OF_LISTS or iterates(match.part("value"))
        if function in OF_ITERATORS and not is_certain:
            return
        count = len(self.variables)
        self._take(match, owner, is_element=True)
        if not is_certain and len(self.variables) > count:
            self.variables[-1] = replace(self.variables[-1], parameter=ENTERED)

    def _take(self, match: Match, owner: int, *, is_element: bool = False, path: str = "") -> None:
        """Note what is taken out of a value, unless one line has two by the same name."""
        node = match.parts["name"][0]
        name, line = text_of(node), line_of(node)
        self._starts.add(node.start_byte)
        is_second = self._typed.get((owner, name)) == line
        self._typed[owner, name] = line
        if is_second:
            self._forget(owner, name, line)
        elif path:
            self.variables.append(Variable(owner, name, value=path, line=line))
        else:
            self.declare(owner, name, match, is_element=is_element)

    def _forget(self, owner: int, name: str, line: int) -> None:
        """From a line on, nothing is known of a variable."""
        self.variables.append(Variable(owner, name, line=line))

    def _on_binding(self, match: Match, owner: int) -> None:
        """A name that a pattern binds is no other's; what was taken out under that name before is not meant."""
        key = (owner, text_of(match.node))
        self._bound.add(key)
        if match.start in self._starts or not self.signs:
            return
        source = source_of(match.node, self._implementing(match.node.start_byte))
        is_itself = source.value is not None and text_of(source.value).partition("(")[0] == key[1]
        if source.path or (source.value is not None and not is_itself):
            parts = {"name": [match.node], "value": [source.value] if source.value is not None else []}
            self._take(replace(match, parts=parts), owner, path=source.path)
        elif key in self._typed and not is_itself:
            self._forget(*key, line_of(match.node))

    def on_named(self, match: Match, owner: int) -> None:
        """Add what a name stands for that no pattern before it binds."""
        if (owner, text_of(match.node)) not in self._bound:
            super().on_named(match, owner)

    def on_type(self, match: Match, owner: int) -> None:
        """Note a type that is mentioned; of a variant, its enum."""
        holder = self._holder(match.node)
        if holder:
            self.use_type(owner, holder, "type", line_of(match.node))
        elif not self._tokens.is_behind(match.node, b"::") or self._tokens.is_behind(match.node, b"super::"):
            super().on_type(match, owner)

    def on_new(self, match: Match, owner: int) -> None:
        """Note a struct that is made; that of a variant is read as a type."""
        made = match.part("type")
        if made is None or not self._holder(made):
            super().on_new(match, owner)

    @staticmethod
    def _holder(node: Node) -> str:
        """Return the type before the last name of ``Policy::Open``; empty where there is a module or nothing."""
        holder, _, name = text_of(node).rpartition("::")
        is_type = node.type == "scoped_type_identifier" and name[:1].isupper()
        return holder if is_type and holder.rpartition("::")[2][:1].isupper() and holder != "Self" else ""

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts, with the calls and names in the arguments of macros behind all others."""
        count = len(self.calls)
        for call in self._tokens.calls:
            self.calls.append(replace(call, inner=call.inner + count) if call.inner != NO_CALL else call)
        self.named += self._tokens.named
        return replace(super().facts(parsed, broken=broken), tests=tuple(self._tests))

    def _on_use(self, match: Match, owner: int) -> None:
        source = match.part("source")
        if source is not None:
            is_public = any(child.type == "visibility_modifier" for child in match.node.children)
            self._expand(source, "", "pub use" if is_public else "use", owner)

    def _expand(self, node: Node, above: str, kind: str, owner: int) -> None:
        """Take a use tree apart into one import for each name."""
        line = line_of(node)
        if node.type == "use_list":
            for child in node.named_children:
                self._expand(child, above, kind, owner)
        elif node.type == "scoped_use_list":
            path = join(above, text_of(node.child_by_field_name("path")))
            inner = node.child_by_field_name("list")
            if inner is not None:
                self._expand(inner, path, kind, owner)
        elif node.type == "use_as_clause":
            path = join(above, text_of(node.child_by_field_name("path")))
            source, _, name = path.rpartition("::")
            self.imports.append(
                Import(source, line, kind, name, text_of(node.child_by_field_name("alias")), owner)
            )
        elif node.type == "use_wildcard":
            path = join(above, text_of(node).removesuffix("*").removesuffix("::"))
            self.imports.append(Import(path, line, kind, "*", "", owner))
        else:
            source, _, name = join(above, text_of(node)).rpartition("::")
            if name == "self":
                source, _, name = source.rpartition("::")
            self.imports.append(Import(source, line, kind, name, name, owner))


def _root_of(node: Node) -> Node:
    """Return the root of the tree that a node is in."""
    while node.parent is not None:
        node = node.parent
    return node


def join(above: str, path: str) -> str:
    """Return two parts of a path as one."""
    return f"{above}::{path}" if above and path else above or path


def rust_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Rust file, or with ``outline`` its definitions."""
    return read_source(RustReader, parsed, "rust", outline=outline)
