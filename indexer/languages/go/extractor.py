"""Go: packages, imports, types with their methods, and calls of one file."""

import re
from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.marks import HELD, RETURNED
from indexer.facts.model import NO_OWNER, FileFacts, Import, Mapping, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.facts.type_names import plain_type
from indexer.languages.go import models
from indexer.languages.source import SourceReader, read_source
from indexer.types import ParsedFile

TYPE_KINDS = {"struct_type": "struct", "interface_type": "interface"}

ELEMENTS = re.compile(r"\.\.\.|(?:map)?\[[^\]]*\]")
"""Precedes the element type of a slice, an array, a map or a variadic parameter."""

MADE = re.compile(
    r"&?([A-Za-z_][\w.]*)(?:\[[^\]{}]*\])?\{|\(\*([\w.]+)(?:\[[^\]]*\])?\)\(|new\(([\w.]+)(?:\[[^\]]*\])?\)"
)
"""An object that is made, or a pointer to none of its type."""


def package_folder(path: str) -> str:
    """Return the folder of a file, which is its package; ``.`` for the root."""
    return path.rpartition("/")[0] or "."


class GoReader(SourceReader):
    """A Go file; its identifiers begin with the folder of its package."""

    prefix = "go"
    new_nodes: ClassVar[dict[str, str]] = {"composite_literal": "type", "type_assertion_expression": "type"}
    own_names = frozenset(())
    base_names = frozenset(())

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.handlers |= {
            "import": self._on_import,
            "package": self._on_package,
            "def.constant": self.on_constant,
            "def.method": self._on_method,
            "variable.rest": self._on_rest,
            "variable.other": self._on_other,
            "returned": self._on_returned,
            "def.type": self._on_type_definition,
        }

    def home(self, parsed: ParsedFile) -> str:
        """Return the package's folder and a dot; an external test package is separate."""
        own_test = parsed.path.endswith("_test.go") and "_test\n" in parsed.text[:2000].replace("\r", "")
        return f"{package_folder(parsed.path)}{'_test' if own_test else ''}."

    def _on_package(self, match: Match, _owner: int) -> None:
        self.namespaces.append(text_of(match.part("name")))

    def _on_import(self, match: Match, owner: int) -> None:
        source = text_of(match.part("source")).strip('"`')
        alias = text_of(match.node.child_by_field_name("name"))
        name = "*" if alias == "." else ""
        bound = "" if name else alias.strip("_") or usual_name(source)
        self.imports.append(Import(source, line_of(match.node), "import", name, bound, owner))

    def _on_type_definition(self, match: Match, owner: int) -> None:
        value = match.part("value")
        kind = TYPE_KINDS.get(value.type, "type") if value is not None else "type"
        holder = match.node.parent
        single = holder is not None and holder.named_child_count == 1
        index = self.define(kind, text_of(match.part("name")), match.node, owner)
        if single and holder is not None:
            first, _ = self.outline.lines_of(holder)
            self.outline.move_start(index, first)
        self.sign(match, index)
        elements = self.type_name(text_of(value)) if kind == "type" else ""
        if elements.startswith(LIST):
            self.variables.append(Variable(index, HELD, elements, line=line_of(match.node)))
        if value is not None and kind == "struct":
            self.mappings += models.struct_mappings(value, index)

    def call_mappings(self, name: str, arguments: Node | None, owner: int) -> Iterable[Mapping]:
        """Return the struct that a query is about."""
        return models.call_mappings(name, arguments, owner)

    def type_name(self, text: str) -> str:
        """Return the name of a type; of what holds any number of values ``[]`` and the name of theirs."""
        container = ELEMENTS.match(text)
        name = plain_type((text[container.end() :] if container else text).partition("[")[0])
        return f"{LIST}{name}" if container else name

    def _on_rest(self, match: Match, owner: int) -> None:
        """``items ...*Item`` holds any number of them."""
        type_ = self.type_name(f"...{text_of(match.node.child_by_field_name('type'))}")
        self.variables.append(Variable(owner, text_of(match.part("name")), type_, line=line_of(match.node)))

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable; beside a declared type, that of its value behind a colon."""
        super().declare(owner, name, match, is_element=is_element)
        made = made_type(match.part("value")) if self.signs and match.part("type") is not None else ""
        if made:
            self.variables[-1] = replace(self.variables[-1], value=f":{made}")

    def _on_returned(self, match: Match, owner: int) -> None:
        """Note the type of an object that a function gives."""
        made = made_type(match.part("value")) if self.signs and owner != NO_OWNER else ""
        if made:
            self.variables.append(Variable(owner, RETURNED, made, line=line_of(match.node)))

    def _on_other(self, match: Match, owner: int) -> None:
        """Note a variable of an unknown type, which hides what is outside by its name."""
        name = text_of(match.node)
        if name != "_":
            self.variables.append(Variable(owner, name, line=line_of(match.node)))

    def sign(self, match: Match, index: int) -> None:
        """Note the type that a function gives; of several results that of the first."""
        results = match.part("type")
        if results is not None and results.type == "parameter_list":
            declared = (each.child_by_field_name("type") for each in results.named_children)
            match.parts["type"] = [each for each in declared if each is not None][:1]
        super().sign(match, index)

    def _on_method(self, match: Match, owner: int) -> None:
        """A method belongs to its receiver's type, wherever the package defines that, or to its interface."""
        receiver = match.part("receiver")
        if match.node.type == "method_elem":
            self.on_definition(match, owner)
            return
        declared = receiver_type(receiver) if receiver is not None else ""
        name = text_of(match.part("name"))
        index = self.define("method", f"{declared}.{name}" if declared else name, match.node, owner)
        if name == "TableName":
            self.mappings += models.named_table(declared, match.node, index)
        self.outline.adopt(index, name, f"{self.prefix}:{self.base}{declared}" if declared else "")
        self.sign(match, index)


def usual_name(source: str) -> str:
    """Return the name that a package usually declares: the last part of its path that is no version."""
    parts = [part for part in source.split("/") if not re.fullmatch(r"v\d+", part)]
    return re.sub(r"\.v\d+$|^go-", "", parts[-1]) if parts else ""


def made_type(value: Node | None) -> str:
    """Return the type of ``&mem{}``, ``(*mem)(nil)`` or ``new(mem)``; empty for any other value."""
    made = MADE.match(text_of(value))
    return next(filter(None, made.groups())) if made else ""


def receiver_type(receiver: Node) -> str:
    """Return the type of ``(s *Store[T])``."""
    for child in receiver.named_children:
        declared = child.child_by_field_name("type")
        if declared is not None:
            return plain_type(text_of(declared).partition("[")[0])
    return ""


def go_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Go file, or with ``outline`` only its definitions."""
    return read_source(GoReader, parsed, "go", outline=outline)
