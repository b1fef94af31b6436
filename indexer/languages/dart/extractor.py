"""Dart: libraries, classes and what they are like, functions, calls and members of one file."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_OWNER, FileFacts, Signature, TypeRole, TypeUse, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.dart.chains import Step
from indexer.languages.dart.declarations import SIGNATURES, VARIABLE_LISTS, DartDeclarations
from indexer.languages.dart.directives import imports_of
from indexer.languages.dart.expressions import type_nodes, type_of
from indexer.languages.dart.scopes import State
from indexer.languages.source import read_source, written_name
from indexer.types import ParsedFile

_TYPES = {
    "class_definition": "class",
    "mixin_declaration": "class",
    "enum_declaration": "enum",
    "extension_declaration": "class",
    "extension_type_declaration": "class",
}
_BODIES = frozenset(("class_body", "extension_body", "enum_body", "program"))
_DIRECTIVES = frozenset(("import_or_export", "part_directive", "part_of_directive"))
_MEMBERS = frozenset(("declaration", "method_signature"))
_ENDS = frozenset((";", "{", "}", ","))
_PASSED = frozenset(("comment", "documentation_comment"))


class DartReader(DartDeclarations):
    """A Dart file; its identifiers begin with its path."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.readers |= {
            **dict.fromkeys(_TYPES, self._read_class),
            **dict.fromkeys(_BODIES, self._read_body),
            **dict.fromkeys(_DIRECTIVES, self._read_directive),
            "type_alias": self._read_alias,
        }

    def read(self, query_matches: list[Match]) -> None:
        """Read the file, which is the only match."""
        for match in query_matches:
            self.walk(match.node)

    def use_type(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note a type's name; that of a base with its arguments, and then not as a mention as well."""
        plain = written_name(name)
        bases = ((owner, plain, each) for each in ("base", "implemented"))
        if role in {"base", "implemented"} and plain:
            self.types.setdefault((owner, plain, role), TypeUse(owner, name, role, line))
        elif not any(each in self.types for each in bases):
            super().use_type(owner, name, role, line)

    def _read_directive(self, node: Node) -> Sequence[Step]:
        self.imports += imports_of(node)
        return ()

    def _read_body(self, node: Node) -> Sequence[Step]:
        """Read a file or the body of a type: functions stand beside their bodies, annotations before both."""
        steps: list[Step] = []
        annotations: list[Node] = []
        loose: list[Node] = []
        children = node.children
        for at, each in enumerate(children):
            if each.type in _MEMBERS or each.type in SIGNATURES:
                body = _next(children, at)
                has_body = body is not None and body.type == "function_body"
                steps.append(partial(self.declared, each, body if has_body else None, annotations))
                annotations, loose = [], []
            elif each.type == "annotation":
                annotations = [*annotations, each]
            elif each.type in _TYPES or each.type == "type_alias":
                steps.append(partial(self._noted, each, annotations))
                annotations, loose = [], []
            elif each.type in VARIABLE_LISTS:
                steps.append(partial(self.variables_in, [*loose, each], annotations))
                annotations, loose = [], []
            elif each.type in _ENDS:
                loose = []
            elif each.type not in _PASSED and each.type != "function_body":
                loose.append(each)
                if not _is_of_type(each):
                    steps.append(each)
        return steps

    def _noted(self, node: Node, annotations: Sequence[Node]) -> Sequence[Step]:
        """Read a type with the annotations before it, which belong to it."""
        index = len(self.outline.definitions)
        steps = self._read_class(node) if node.type in _TYPES else self._read_alias(node)
        if not annotations or len(self.outline.definitions) == index:
            return [*annotations, *steps]
        owner = self.owner
        return [partial(self._enter, index), *annotations, partial(self._enter, owner), *steps]

    def _read_class(self, node: Node) -> Sequence[Step]:
        """Add a class, a mixin, an enumeration or an extension, with its bases."""
        application = next((each for each in node.named_children if each.type == "mixin_application_class"), None)
        named = application if application is not None else node
        name = named.child_by_field_name("name") or next(
            (each for each in named.named_children if each.type == "identifier"), None
        )
        extended = type_of(node.children_by_field_name("class")) if node.type == "extension_declaration" else ""
        if name is None and not extended:
            return self.parts(node)
        kind = "interface" if any(each.type == "interface" for each in node.children) else _TYPES[node.type]
        written = text_of(name) if name is not None else f"{written_name(extended).rpartition('.')[2]}{{}}"
        index = self.define(kind, written, node, NO_OWNER)
        if self.signs:
            parameters = self._type_parameters(node)
            own = Signature(index, receiver=extended, type_parameters=parameters)
            self.signatures.append(replace(own, constraints=self.constraints(node)))
        before = self.extended, self.owner, self.scopes.begin(is_function=False)
        self.extended, self.owner = self._note_bases(named, index), index
        if kind == "enum" and self.signs:
            self.variables.append(Variable(index, "values", f"List<{written}>", line=line_of(node)))
        represented = node.child_by_field_name("representation")
        if represented is not None:
            self._represent(represented)
        others = [each for each in named.children if each != represented and each.type != "identifier"]
        return [*self.steps(others), partial(self._leave_class, *before)]

    def _leave_class(self, extended: str, owner: int, scopes: State) -> None:
        self.extended = extended
        self._leave(owner, scopes)

    def _note_bases(self, node: Node, index: int) -> str:
        """Note what a type is derived from, nearest first; return the class that it extends."""
        mixins: list[str] = []
        extended = ""
        implemented: list[str] = []
        waiting = list(node.named_children)
        for each in waiting:  # grows while it is walked
            if each.type in {"superclass", "mixin_application"}:
                waiting += [own for own in each.named_children if own.type == "mixins"]
                extended = type_of(each.children)
            elif each.type == "mixins":
                mixins += _types(each.children)
            elif each.type == "interfaces":
                implemented += _types(each.children)
        if node.type == "mixin_declaration":
            mixins += _types(node.children)
        line = line_of(node)
        for name in (*reversed(mixins), *filter(None, (extended,))):
            self.use_type(index, name, "base", line)
        for name in implemented:
            self.use_type(index, name, "implemented", line)
        return written_name(extended)

    def _represent(self, node: Node) -> None:
        """The value of an extension type is a variable of it, and its constructor takes that."""
        name = node.child_by_field_name("name")
        if name is not None and self.signs:
            type_ = type_of(node.children)
            self.variables.append(Variable(self.owner, text_of(name), type_, line=line_of(node)))

    def _read_alias(self, node: Node) -> Sequence[Step]:
        """``typedef Carts = List<Cart>``: another name of a type, or a name of a function's."""
        names = [each for each in node.named_children if each.type == "type_identifier"]
        at = next((at for at, each in enumerate(node.children) if each.type == "="), -1)
        name = names[0] if at >= 0 and names else names[-1] if names else None
        if name is None:
            return self.parts(node)
        index = self.define("type", text_of(name), node, NO_OWNER)
        others = node.children[at + 1 :] if at >= 0 else [each for each in node.children if each != name]
        aliased = type_of(others) if at >= 0 else ""
        if aliased and self.signs:
            self.use_type(index, aliased, "base", line_of(node))
            self.signatures.append(Signature(index, type_parameters=self._type_parameters(node)))
        owner = self.owner
        return [partial(self._enter, index), *self.steps(others), partial(self._enter, owner)]


def _next(children: Sequence[Node], at: int) -> Node | None:
    """Return the sibling behind a place that is no comment."""
    return next(
        (each for each in children[at + 1 : at + 4] if each.type not in _PASSED and each.type != ";"), None
    )


def _is_of_type(node: Node) -> bool:
    """Return whether a node is part of a type, which is read with the variable that it is of."""
    return bool(type_nodes([node])) or not node.is_named


def _types(children: Sequence[Node]) -> list[str]:
    """Return the types in a list, each with its arguments."""
    parts: list[list[Node]] = [[]]
    for each in children:
        if each.type == ",":
            parts.append([])
        else:
            parts[-1].append(each)
    return [type_ for each in parts if (type_ := type_of(each))]


def dart_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Dart file, or with ``outline`` only its definitions."""
    return read_source(DartReader, parsed, "dart", outline=outline)
