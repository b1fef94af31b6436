"""C#: definitions, usings, types, variables, calls and strings of one file."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import structs
from tree_sitter import Node

from indexer.facts.model import (
    NO_CALL,
    NO_OWNER,
    Definition,
    FileFacts,
    Import,
    Link,
    Signature,
    TypeRole,
    TypeUse,
    Variable,
)
from indexer.facts.outline import Outline
from indexer.facts.parameters import parameter_list
from indexer.facts.syntax import Match, Source, matches
from indexer.languages.csharp.declarations import (
    constraints,
    declared_types,
    modifiers,
    parameter_counts,
    type_name,
    type_parameters,
    written_type,
)
from indexer.languages.csharp.lambdas import Given, LambdaScopes, filled, function_around, lambda_parameter
from indexer.languages.csharp.made import MadeReader, inferred_type
from indexer.languages.csharp.mappings import MappingReader, may_hold_context
from indexer.languages.csharp.named_values import NamedReader, is_constant
from indexer.languages.csharp.outline import csharp_outline
from indexer.languages.csharp.receivers import ELEMENT, CallReader
from indexer.languages.csharp.routes import RouteReader
from indexer.languages.csharp.strings import TEXTS, StringReader
from indexer.languages.csharp.value import Value
from indexer.languages.csharp.view_links import view_links
from indexer.languages.csharp.wiring import REGISTERING, SENDING
from indexer.types import ParsedFile

BUILT_IN = frozenset(
    "bool byte sbyte char decimal double float int uint nint nuint long ulong object short ushort string void var dynamic".split()  # noqa: E501, SIM905 - one line reads better than twenty
)
MOST_GIVEN = 3
"""Arguments of a call that are looked at for a message."""
TYPE_KINDS = frozenset(("class", "interface", "struct", "record", "enum", "delegate"))


class CSharpReader:
    """Reads one file; every ``_on_`` method takes one kind of match, in document order."""

    def __init__(
        self, parsed: ParsedFile, source: Source, syntax_matches: list[Match], *, signs: bool = True
    ) -> None:
        self._signs = signs
        self._text = source.text
        self._line = source.line
        self.outline = Outline(parsed.text.split("\n"))
        self.namespaces: list[str] = []
        self.imports: list[Import] = []
        self.types: dict[tuple[int, str, str], TypeUse] = {}
        self.signatures: dict[int, Signature] = {}
        self.variables: list[Variable] = []
        self.lambdas = LambdaScopes()
        self.calls = CallReader(syntax_matches, self.lambdas.renamed, source)
        self.values = NamedReader(syntax_matches, self.calls, source)
        self.made = MadeReader(self.calls, self._line)
        self.routes = RouteReader(self.calls)
        self.links: list[Link] = []
        self.arguments: list[Variable] = []
        self.strings = StringReader(parsed.text)
        self.mappings = MappingReader(parsed.text)
        self._spaces: list[tuple[int, str]] = []
        self._file_space = ""

    def read(self, syntax_matches: list[Match]) -> None:
        """Take all matches."""
        for match in syntax_matches:
            owner = self.outline.owner_at(match.start)
            handler = self._handlers.get(match.role)
            if handler is None:
                self._on_definition(match, owner)
            else:
                handler(self, match, owner)

    def _namespace_at(self, start_byte: int) -> str:
        while self._spaces and self._spaces[-1][0] <= start_byte:
            self._spaces.pop()
        return self._spaces[-1][1] if self._spaces else self._file_space

    def _on_namespace(self, match: Match, _owner: int) -> None:
        node = match.node
        outer = self._namespace_at(node.start_byte)
        name = self._text(match.part("name"))
        full = f"{outer}.{name}" if outer else name
        if node.type == "file_scoped_namespace_declaration":
            self._file_space = full
        else:
            self._spaces.append((node.end_byte, full))
        if full not in self.namespaces:
            self.namespaces.append(full)

    def _on_definition(self, match: Match, owner: int) -> None:
        kind = match.role.removeprefix("def.")
        is_type = kind in TYPE_KINDS
        parameters = type_parameters(match.node) if is_type or self._signs else ()
        generic = f"`{len(parameters)}" if parameters and is_type else ""
        definition = self._definition(kind, self._text(match.part("name")), generic, match.node, owner)
        index = self.outline.enter(definition, match.node.end_byte)
        if self._signs:
            self._sign(match, index, kind, parameters)
        holder = self.outline.definitions[owner].name if not is_type and owner != NO_OWNER else ""
        if holder.endswith(("Controller", "Attribute")):
            self.routes.member(match.node, index, kind)

    def _on_constant(self, match: Match, owner: int) -> None:
        """A field that is ``const`` or ``static readonly``; it encloses nothing."""
        if is_constant(match.node):
            definition = self._definition("constant", self._text(match.part("name")), "", match.node, owner)
            index = self.outline.enter(definition, match.start)
            if self._signs:
                self.signatures[index] = Signature(index, is_field=True)

    def _definition(self, kind: str, name: str, generic: str, node: Node, owner: int) -> Definition:
        parent = self.outline.definitions[owner] if owner >= 0 else None
        space = parent.local_id[3:] if parent else self._namespace_at(node.start_byte)
        shown = parent.qualname if parent else space
        first, last = self.outline.lines_of(node)
        return Definition(
            local_id=f"cs:{space}.{name}{generic}" if space else f"cs:{name}{generic}",
            kind=kind,
            name=name,
            qualname=f"{shown}.{name}" if shown else name,
            start_line=first,
            end_line=last,
            parent=parent.local_id if parent else "",
        )

    def _sign(self, match: Match, index: int, kind: str, type_parameters: tuple[str, ...]) -> None:
        returned, listed = match.part("type"), match.part("parameters")
        required, total, receiver = parameter_counts(listed)
        words = modifiers(match.node)
        self.signatures[index] = Signature(
            owner=index,
            returns=written_type(returned, self._text),
            required=required,
            total=total,
            receiver=receiver,
            type_parameters=type_parameters,
            is_static=b"static" in words,
            is_field=kind == "property",
            constraints=constraints(match.node) if type_parameters else (),
            overrides=b"override" in words,
            is_private=any(child.type == "explicit_interface_specifier" for child in match.node.children),
            parameters=parameter_list(declared_types(listed), len(type_parameters)) if listed is not None else "",
        )
        if returned is not None:
            self._use_type(index, returned)

    def _use_type(self, owner: int, node: Node, role: TypeRole = "type") -> None:
        name = type_name(node, self._text)
        if name and name not in BUILT_IN and (key := (owner, name, role)) not in self.types:
            self.types[key] = TypeUse(owner, name, role, self._line(node))

    def _on_import(self, match: Match, _owner: int) -> None:
        node = match.node
        words = {child.type for child in node.children if not child.is_named}
        named = node.named_children
        if not named:
            return
        alias = self._text(node.child_by_field_name("name"))
        kind = "global" if "global" in words else "using"
        kind = f"{kind} static" if "static" in words else kind
        within = self._namespace_at(node.start_byte)
        self.imports.append(Import(self._text(named[-1]), self._line(node), kind, alias=alias, within=within))

    def _on_base(self, match: Match, owner: int) -> None:
        if owner == NO_OWNER or self.outline.definitions[owner].kind not in TYPE_KINDS:
            return
        for child in match.node.named_children:
            if child.type == "argument_list":
                self.made.base(child, owner)
                continue
            if child.type == "primary_constructor_base_type":
                self.made.base(child.named_children[-1], owner)
            target = child.child_by_field_name("type") if child.type == "primary_constructor_base_type" else child
            if target is not None:
                name = "".join(written_type(target, self._text).split())
                self.types.setdefault((owner, name, "base"), TypeUse(owner, name, "base", self._line(target)))

    def _on_attribute(self, match: Match, owner: int) -> None:
        node = match.part("type")
        if node is not None:
            self._use_type(owner, node, "attribute")
        self.mappings.attribute(match.node, owner)
        if owner != NO_OWNER:
            self.routes.attribute(match.node, owner, self.outline.definitions[owner])

    def _on_new(self, match: Match, owner: int) -> None:
        node = match.part("type")
        if node is not None:
            self._use_type(owner, node, "new")
            self.made.object_of(node, match, owner)
        self.routes.made(match.node, owner)

    def _on_inferred(self, match: Match, owner: int) -> None:
        """``new(...)``; the declaration around says of what type."""
        node = inferred_type(match.node)
        if node is not None:
            self._use_type(owner, node, "new")
            self.made.object_of(node, match, owner)

    def _on_type(self, match: Match, owner: int) -> None:
        node = match.part("type")
        if node is not None:
            self._use_type(owner, node)

    def _on_type_arguments(self, match: Match, owner: int) -> None:
        for child in match.node.named_children:
            self._use_type(owner, child)

    def _declare(
        self,
        owner: int,
        match: Match,
        value: Value | None,
        *,
        is_element: bool = False,
        origin: Given | None = None,
        name: str = "",
    ) -> None:
        declared = match.part("type")
        written = (
            "" if declared is None or declared.type == "implicit_type" else written_type(declared, self._text)
        )
        if declared is not None and written:
            self._use_type(owner, declared)
        part = match.part("value")
        value = value or (self.calls.value_of(part) if part is not None else Value())
        origin = origin or Given()
        variable = Variable(
            owner=owner,
            name=self._text(match.part("name")).removeprefix("@"),
            type=written or value.type,
            value="" if written else value.path,
            call=NO_CALL if written or value.type else value.call,
            is_element=is_element and not written,
            line=self._line(match.node),
            given_to=NO_CALL if written else origin.call,
            argument=origin.argument,
            parameter=origin.parameter,
        )
        self.mappings.variable(variable)
        self.variables.append(structs.replace(variable, name=name) if name else variable)

    def _on_variable(self, match: Match, owner: int) -> None:
        name = match.part("name")
        declarator = name.parent if name is not None else None
        last = declarator.named_children[-1] if declarator is not None else None
        value = self.calls.value_of(last) if last is not None and last != name else None
        self._declare(owner, match, value)
        is_field = owner == NO_OWNER or self.outline.definitions[owner].kind in TYPE_KINDS
        self.routes.variable(self._text(name), last, owner, is_field=is_field)
        if name is not None and owner != NO_OWNER and last is not None and last.type in TEXTS:
            self.mappings.constant(name, owner)

    def _on_parameter(self, match: Match, owner: int) -> None:
        function = function_around(match.node)
        name = self.lambdas.enter(self._text(match.part("name")), function) if function is not None else ""
        self._declare(owner, match, None, name=name)

    def _on_element(self, match: Match, owner: int) -> None:
        self._declare(owner, match, None, is_element=True)

    def _on_pattern(self, match: Match, owner: int) -> None:
        is_out = match.node.type == "declaration_expression"
        self._declare(owner, match, None, origin=filled(match.node, self.calls) if is_out else None)

    def _on_lambda(self, match: Match, owner: int) -> None:
        """A parameter without a type; its function says where it is known."""
        function = function_around(match.node)
        if function is None:
            self._declare(owner, match, None)
            return
        name = self.lambdas.enter(self._text(match.part("name")), function)
        self._declare(owner, match, None, origin=lambda_parameter(function, match.node, self.calls), name=name)

    def _on_indexer(self, match: Match, owner: int) -> None:
        """``this[...]`` gives the type of an element."""
        self.variables.append(
            Variable(owner, ELEMENT, written_type(match.part("type"), self._text), line=self._line(match.node))
        )

    def _on_call(self, match: Match, owner: int) -> None:
        written = self.calls.take(match, owner)
        self.mappings.call(match, written, owner)
        self.routes.call(match, written, owner)
        self.links += view_links(match, written, owner)
        self._on_arguments(match, written, owner)

    def _on_arguments(self, match: Match, written: str, owner: int) -> None:
        """Record the arguments of calls that send messages, and the types that a call registers."""
        registers = REGISTERING.fullmatch(written)
        if not registers and not SENDING.fullmatch(written):
            return
        call = len(self.calls.calls()) - 1
        for at, argument in enumerate(match.parts["arguments"][0].named_children[:MOST_GIVEN]):
            node = argument.named_children[-1] if argument.named_children else None
            if node is None or (node.type == "typeof_expression") != bool(registers):
                continue
            declared = written_type(node.child_by_field_name("type"), self._text) if registers else ""
            value = Value(type=declared) if registers else self.calls.value_of(node)
            if value != Value():
                line = self._line(node)
                self.arguments.append(
                    Variable(owner, "", value.type, value.path, value.call, line=line, given_to=call, argument=at)
                )

    def _on_named(self, match: Match, owner: int) -> None:
        self.strings.name(match.node, owner)
        self.values.handed(match.node, owner)

    def _on_member(self, match: Match, owner: int) -> None:
        """A member of an enum; its type is that enum."""
        if owner != NO_OWNER:
            of_enum = self.outline.definitions[owner].name
            self.variables.append(Variable(owner, self._text(match.part("name")), of_enum))

    def _on_access(self, match: Match, owner: int) -> None:
        receiver = match.parts["receiver"][0]
        name = self._text(receiver)
        if self.mappings.may_be_context(name):
            self.mappings.access(match, owner, self.lambdas.renamed(name, receiver.start_byte))

    def _on_string(self, match: Match, owner: int) -> None:
        self.strings.take(match, owner, self.outline.definitions)

    _handlers: ClassVar[dict[str, Callable[["CSharpReader", Match, int], None]]] = {
        "import": _on_import,
        "namespace": _on_namespace,
        "def.constant": _on_constant,
        "base": _on_base,
        "attribute": _on_attribute,
        "new": _on_new,
        "new.inferred": _on_inferred,
        "new.chained": lambda reader, match, owner: reader.made.chained(match, owner),
        "type.use": _on_type,
        "type.arguments": _on_type_arguments,
        "variable": _on_variable,
        "variable.parameter": _on_parameter,
        "variable.rest": _on_parameter,
        "variable.element": _on_element,
        "variable.pattern": _on_pattern,
        "variable.lambda": _on_lambda,
        "variable.indexer": _on_indexer,
        "call": _on_call,
        "variable.member": _on_member,
        "named": _on_named,
        "named.value": lambda reader, match, owner: reader.values.value(match.node, owner),
        "access": _on_access,
        "string": _on_string,
        "concatenation": _on_string,
    }


def csharp_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a C# file, or with ``outline`` its definitions."""
    definitions = csharp_outline(parsed.text) if outline else None
    if definitions is not None:
        return FileFacts(path=parsed.path, language=parsed.language, definitions=tuple(definitions))
    source = Source(parsed.text)
    without = "" if outline or may_hold_context(parsed.text) else "access"
    syntax_matches, broken = matches("csharp", source.data, outline=outline, without=without)
    reader = CSharpReader(parsed, source, syntax_matches, signs=not outline)
    reader.read(syntax_matches)
    return FileFacts(
        path=parsed.path,
        language=parsed.language,
        definitions=tuple(reader.outline.definitions),
        namespaces=tuple(reader.namespaces),
        imports=tuple(reader.imports),
        types=tuple(reader.types.values()),
        signatures=tuple(reader.signatures.values()),
        variables=tuple(reader.variables),
        calls=tuple(reader.calls.calls()),
        named=tuple(reader.values.named),
        made=reader.made.calls(),
        texts=tuple(reader.strings.texts),
        sql=reader.strings.sql(reader.variables),
        mappings=tuple(reader.mappings.collected),
        routes=tuple(reader.routes.collected),
        links=tuple(reader.links),
        arguments=tuple(reader.arguments),
        problems=("syntax: parts of the file do not parse as C#",) if broken else (),
    )
