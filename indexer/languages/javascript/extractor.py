"""JavaScript: imports and exports of every form, definitions, calls."""

from itertools import count
from typing import ClassVar

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import GIVEN_OBJECT, MEMBER, RETURNED
from indexer.facts.model import NO_OWNER, PATH, FileFacts, Import, TypeRole, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.javascript.commonjs import (
    is_exported,
    is_given,
    of_module,
)
from indexer.languages.javascript.contextual_parameters import ContextualParameters
from indexer.languages.javascript.decorators import DECORATED, decorators_last, decorators_of
from indexer.languages.javascript.exports import ExportReader
from indexer.languages.javascript.file_routes import Exported, file_routes
from indexer.languages.javascript.given_objects import given_object, injected, store
from indexer.languages.javascript.imported import given_on, imported, required_parts
from indexer.languages.javascript.loading import required_source, unquoted
from indexer.languages.javascript.objects import (
    BODIES,
    FUNCTIONS,
    NOTHING,
    WHOLE,
    around,
    bared,
    is_component,
    is_function,
    is_named,
    is_virtual,
    named_members,
)
from indexer.languages.javascript.patterns import bound_names, private_path
from indexer.languages.javascript.routes import RouteReader
from indexer.languages.javascript.type_shapes import Bound
from indexer.languages.source import written_name
from indexer.types import ParsedFile


class JavaScriptReader(ExportReader):
    """A JavaScript file."""

    prefix = "js"
    new_nodes: ClassVar[dict[str, str]] = {"new_expression": "constructor"}

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._functions: dict[tuple[int, int], int] = {}
        self._undeclared: set[int] = set()
        self._ids: set[str] = set()
        self._returned_objects: set[int] = set()
        """Where objects begin that functions with a name give."""
        self._untyped = ContextualParameters(self.number, self.bound)
        self._patterns = count()
        self._has_exports = "exports" in parsed.text
        """Looking from each name for what is around it takes cubic time in a deep expression."""
        self._bound: dict[tuple[int, str], Variable] = {}
        """Names of functions that patterns bind, and those that get their values later."""
        self.route_reader = RouteReader()
        self.routes = self.route_reader.collected
        self.handlers |= {
            "returned": self._on_returned,
            "bound": self._on_bound,
            "lambda": lambda match, owner: self._untyped.enter(match.node, owner),
            "import": lambda match, owner: self.imports.extend(imported(match.node, owner)),
            "import.dynamic": self._on_dynamic,
            "export.from": lambda match, owner: self.imports.extend(given_on(match.node, owner)),
            "declarator": self._on_declarator,
            "def.pair": self._on_pair,
            "def.object": self._on_object,
            "def.field": self._on_field,
        }

    @staticmethod
    def in_order(query_matches: list[Match]) -> list[Match]:
        """Return the matches; what stands in a decorator follows the definition that it decorates."""
        return decorators_last(query_matches)

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition, which begins with its decorators, and return its index."""
        index = super().define(kind, name, node, owner, is_open=is_open)
        self._ids.add(self.outline.definitions[index].local_id)
        if node.type in DECORATED and (decorators := decorators_of(node)):
            first = min(decorators, key=lambda each: each.start_byte)
            self.outline.move_start(index, self.outline.lines_of(first)[0])
        return index

    def bound(self, owner: int) -> Bound:  # noqa: ARG002 - for a language with types to say
        """Return what type parameters are written as inside of a definition."""
        return {}

    def on_call(self, match: Match, owner: int) -> None:
        """A call of ``require`` is an import as well, that of ``super`` one of the base's constructor."""
        super().on_call(match, owner)
        self.calls[-1] = of_module(self.calls[-1])
        if class_ := injected(self.calls[-1].name, match.part("arguments")):
            self.calls[-1] = replace(self.calls[-1], argument_types=f"{PATH}{class_}")
        self.route_reader.call(match, owner)
        if text_of(match.part("name")) == "super":
            self.make("base", "", match.part("arguments"), match, owner)
        if text_of(match.part("name")) == "require" and match.part("receiver") is None:
            self._on_dynamic(match, owner)

    def use_type(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note a type's name; in a file with routes a new object in each line, as each route makes its own."""
        super().use_type(owner, name, role, line)
        noted = self.types.get((owner, written_name(name), role))
        if noted is not None and role == "new" and self.routes and noted.line != line:
            self.types.setdefault((owner, f"{noted.name}:{line}", role), replace(noted, line=line))

    def on_definition(self, match: Match, owner: int) -> None:
        """A function of an object is a method: its bare name means nothing."""
        above = match.node.parent if match.node.type == "method_definition" else None
        if above is None or above.type != "object" or is_given(above):
            super().on_definition(match, owner)
        else:
            self._on_field(match, owner)

    def _on_field(self, match: Match, owner: int) -> None:
        index = self.define("method", text_of(match.part("name")), match.node, owner)
        self.sign(match, index)
        if match.node.type == "method_definition":
            self._untyped.enter(match.node, index)

    def _on_pair(self, match: Match, owner: int) -> None:
        """``open: () => ...`` of an object that has a name, or that the module gives."""
        object_, name = match.node.parent, text_of(match.part("name"))
        if object_ is None:
            return
        if is_given(object_):
            self.sign(match, self.define("function", name, match.node, owner))
            return
        at = object_.start_byte
        is_returned = at in self._returned_objects and not self._has(owner, name)
        if at in self.inner_objects or is_returned or is_named(object_):
            self._on_field(match, owner)

    def _on_object(self, match: Match, owner: int) -> None:
        """``users: { list() {} }`` of such an object."""
        if match.parts["value"][0].start_byte in self.inner_objects:
            self.define("constant", text_of(match.part("name")), match.node, owner)

    def _has(self, owner: int, name: str) -> bool:
        """Return whether a definition has one of a name inside."""
        return owner != NO_OWNER and f"{self.outline.definitions[owner].local_id}{self.joint}{name}" in self._ids

    def _on_dynamic(self, match: Match, owner: int) -> None:
        arguments = match.part("arguments")
        first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
        if first is not None and first.type == "string":
            kind = "import()" if match.role == "import.dynamic" else "require"
            self.imports.append(Import(unquoted(first), line_of(match.node), kind, owner=owner))

    def _on_declarator(self, match: Match, owner: int) -> None:
        name, value = match.parts["name"][0], match.parts["value"][0]
        if name.type == "identifier" and owner == NO_OWNER:
            self.imports += [
                Import("", line_of(name), MEMBER, path, f"{text_of(name)}.{key}")
                for key, path in named_members(bared(value))
            ]
        self.route_reader.declared(name, value)
        source = required_source(value)
        if source and name.type == "identifier":
            self.imports.append(Import(source, line_of(name), "require", "", text_of(name), owner))
        elif source and name.type == "object_pattern":
            self.imports.extend(required_parts(name, source, owner))
        elif name.type == "object_pattern":
            self.take_apart(name, match, owner)
        elif name.type != "identifier":
            return
        elif value.type == "member_expression" and (source := required_source(value.named_children[0])):
            member = text_of(value.child_by_field_name("property"))
            self.imports.append(Import(source, line_of(name), "require", member, text_of(name), owner))
        elif self._is_defined(match, owner):
            kind = "class" if value.type == "class" else "function" if value.type in FUNCTIONS else "constant"
            index = self.define(kind, text_of(name), match.node, owner)
            self.sign(match, index)
            if kind == "constant":
                self.declare(owner, text_of(name), match)
                self._describe_store(value, index)
        else:
            self.declare(owner, text_of(name), match)

    def take_apart(self, pattern: Node, match: Match, owner: int) -> None:
        """``const { store, log: own } = this.parts`` declares variables of these names.

        Of a value that is no path, a variable without a name of its own is declared first.
        """
        if not self.signs:
            return
        path = f"{{{next(self._patterns)}}}"
        self.declare(owner, path, match)
        if self.variables[-1].value:
            path = self.variables.pop().value
        for name, rest in bound_names(pattern):
            self._untyped.hide(text_of(name), pattern)
            self.variables.append(Variable(owner, text_of(name), value=f"{path}.{rest}", line=line_of(name)))

    def _on_bound(self, match: Match, owner: int) -> None:
        name = text_of(match.part("name"))
        self._untyped.hide(name, match.node)
        if owner != NO_OWNER:
            self._bound.setdefault((owner, name), Variable(owner, name, line=line_of(match.node)))

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts; a name that is bound without a value hides others, as one with a value does."""
        known = {(each.owner, each.name) for each in self.variables}
        known |= {(each.owner, each.alias or each.name) for each in self.imports}
        self.variables += [each for key, each in self._bound.items() if key not in known]
        self.variables += self._untyped.variables
        self.imports += [
            Import("", self.wrapped[each.name], "export", each.name, WHOLE)
            for each in self.outline.definitions
            if each.name in self.wrapped and not each.parent and is_component(each)
        ]
        if self.signs:
            own = Exported(self.outline.definitions, self.imports, self.default)
            self.routes += file_routes(self.path, parsed.text, own)
        return replace(super().facts(parsed, broken=broken), contexts=tuple(self._untyped.contexts))

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable, which hides a parameter of its name."""
        self._untyped.hide(name, match.node)
        super().declare(owner, name, match, is_element=is_element)

    def value_path(self, node: Node) -> str:
        """Return the dotted path that an expression is; the name of a handed function's parameter is its own."""
        return self._untyped.renamed(super().value_path(node) or private_path(text_of(node)), node)

    def on_element(self, match: Match, owner: int) -> None:
        """Note a loop variable; one of ``in`` is a key, no element."""
        if text_of(match.node.child_by_field_name("operator")) == "in":
            match.parts["value"] = []
        super().on_element(match, owner)

    def _on_returned(self, match: Match, owner: int) -> None:  # noqa: ARG002 - of the handlers
        """Record the result of a function without a declared return type, as a variable named after it."""
        function = around(match.node)
        index = self._functions.get((function.start_byte, function.end_byte), NO_OWNER) if function else NO_OWNER
        value = match.part("value")
        object_ = given_object(value) if value is not None and index != NO_OWNER else None
        if object_ is not None:
            self._returned_objects.add(object_.start_byte)
            self.note_parts(object_)
        if index not in self._undeclared or value is None or text_of(value) in NOTHING:
            return
        if object_ is not None:
            self._hold(index, object_)
        elif text_of(value) in self.own_names:
            self.variables.append(Variable(index, RETURNED, "this", line=line_of(value)))
        else:
            self.declare(index, RETURNED, match)

    def _hold(self, index: int, object_: Node) -> None:
        """Note that a function gives an object, and what that holds of other names."""
        self.variables.append(Variable(index, RETURNED, GIVEN_OBJECT, line=line_of(object_)))
        name = self.outline.definitions[index].name
        self.imports += [
            Import("", line_of(object_), MEMBER, path, f"{name}.{key}", index)
            for key, path in named_members(object_)
        ]

    def on_named(self, match: Match, owner: int) -> None:
        """Note a function that is named without being called; that a module gives it to others is no use of it."""
        if owner != NO_OWNER or not self._has_exports or not is_exported(match.node):
            count = len(self.named)
            super().on_named(match, owner)
            for at in range(count, len(self.named)):
                named = of_module(self.named[at])
                self.named[at] = replace(named, receiver=self._untyped.renamed(named.receiver, match.node))

    def overrides(self, match: Match, index: int) -> bool:
        """Return whether a definition is a method of objects that others may call."""
        return is_virtual(self.outline.definitions[index], match.node)

    def sign(self, match: Match, index: int) -> None:
        """Note the type that a function gives, and which part of the text is the function."""
        if not self.signs:
            return
        super().sign(match, index)
        value = match.node.child_by_field_name("value") or match.node.child_by_field_name("right")
        function = match.node if value is None or match.node.type in BODIES else bared(value)
        self._functions[function.start_byte, function.end_byte] = index
        if not self.signatures[-1].returns:
            self._undeclared.add(index)

    def _describe_store(self, value: Node, index: int) -> None:
        """``const useCart = defineStore("cart", () => ({ add }))``: a call of its name gives the store."""
        described = store(value)
        if described is not None and described.function is not None:
            self._functions[described.function.start_byte, described.function.end_byte] = index
        elif described is not None and described.has_parts:
            self.variables.append(Variable(index, RETURNED, GIVEN_OBJECT, line=line_of(value)))

    def _is_defined(self, match: Match, owner: int) -> bool:
        """Return whether a variable holds a function or functions, or is given to other modules."""
        value = bared(match.parts["value"][0])
        has_parts = value.type == "object" and self.note_parts(value)
        holds_functions = has_parts or (value.type == "object" and any(map(is_function, value.named_children)))
        return value.type in FUNCTIONS or holds_functions or (owner == NO_OWNER and self.is_exported(match))
