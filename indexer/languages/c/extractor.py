"""C and C++: includes, types, functions and calls of one file."""

import re
from typing import ClassVar

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.marks import GLOBAL, PROTOTYPE, VIRTUAL
from indexer.facts.model import CALLABLE, NO_OWNER, FileFacts, Import, Shape, Signature, Variable
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.cpp.macros import is_cplusplus
from indexer.languages.cpp.values import contained, is_step, iterated, made_by, passed
from indexer.languages.kinds import INFERRED
from indexer.languages.paths import BEHIND_INDEX
from indexer.languages.source import SourceReader, read_source, written_name
from indexer.types import ParsedFile

NAMES = frozenset(("identifier", "field_identifier", "type_identifier", "operator_name", "destructor_name"))

NAMED_TYPES = frozenset(("type_identifier", "qualified_identifier", "template_type"))
OBJECTS = frozenset(("identifier", "init_declarator"))
"""Declarators of objects that a declaration creates directly: ``Store store(1)``, not ``Store* store``."""

ARGUMENTS = frozenset(("argument_list", "initializer_list"))

BODILESS = frozenset(("default_method_clause", "delete_method_clause"))

PARAMETERS = frozenset(("parameter_declaration", "optional_parameter_declaration"))

CONSTANT = re.compile(r"k[A-Z]\w*|[A-Z][A-Z0-9_]*")
"""How values of enumerations are named that are no types."""

UNNAMED = "{}"
"""Stands for a namespace without a name."""

TEMPLATED = frozenset(("template_function", "template_method", "template_type"))


class CReader(SourceReader):
    """A C or C++ file; its definitions are named by its path."""

    prefix = "c"
    new_nodes: ClassVar[dict[str, str]] = {"new_expression": "type"}
    base_names = frozenset(())

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self.handlers |= {
            "import": self._on_include,
            "def.function": self._on_function,
            "def.constant": self._on_constant,
            "def.abstract": self._on_abstract,
            "typedef": self._on_typedef,
            "declared": self._on_declared,
            "enumerator": self._on_enumerator,
            "variable.walked": self._on_walked,
        }
        self._declared: set[tuple[int, str]] = set()
        self._pairs: set[str] = set()
        """Iterators, and what a loop takes out of a container."""

    def _on_include(self, match: Match, owner: int) -> None:
        source = match.part("source")
        kind = "system" if source is not None and source.type == "system_lib_string" else "include"
        self.imports.append(Import(text_of(source).strip('<>"'), line_of(match.node), kind, "*", "", owner))

    def on_call(self, match: Match, owner: int) -> None:
        """``shop::inner::price()`` calls ``price`` of ``shop.inner``."""
        super().on_call(match, owner)
        function = match.node.child_by_field_name("function")
        is_named = self.calls[-1].shape in {"path", "bare"}  # List<T>::add() is not
        if is_named and function is not None and function.type == "qualified_identifier":
            holder, _, name = qualified_name(function).rpartition("::")
            shape: Shape = "path" if holder else "bare"
            receiver = holder.replace("::", ".") if holder else GLOBAL
            self.calls[-1] = replace(self.calls[-1], name=name, shape=shape, receiver=receiver)

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a type; ``hash<Cart>`` is looked for as ``hash``, ``List<T>::Node`` as ``Node``."""
        name = " ".join(text_of(match.part("name")).split())
        index = self.define(match.role.removeprefix("def."), name, match.node, owner)
        self.outline.adopt(index, own_name(name), self.outline.definitions[index].parent)
        self.sign(match, index)

    def _on_typedef(self, match: Match, owner: int) -> None:
        name = declared_name(match.part("name"))
        if name and not any(each.name == name for each in self.outline.definitions):
            index = self.define("type", name, match.node, owner, is_open=False)
            self.signatures.append(Signature(index, self.type_name(text_of(match.part("type")))))

    def _on_function(self, match: Match, owner: int) -> None:
        """``int Store::get()`` outside of the class is a method of Store; ``= default`` is no body."""
        name = declared_name(match.part("value"))
        if not name or not BODILESS.isdisjoint(child.type for child in match.node.children):
            return
        holder, _, own = name.rpartition("::")
        while owner != NO_OWNER and self.outline.definitions[owner].kind in CALLABLE:
            owner = self.parent(owner)  # there are none in functions: a condition has left a brace open
        in_class = self._is_class(owner)
        kind = "method" if holder or in_class else "function"
        index = self.define(kind, name.replace("::", "."), match.node, owner)
        if holder:
            self.outline.adopt(index, own, "")
        elif kind == "function":
            namespace = namespace_of(match.node)
            if namespace and namespace not in self.namespaces:
                self.namespaces.append(namespace)
        self.sign(match, index)
        if in_class and is_virtual(match.node):
            self.variables.append(Variable(owner, own, VIRTUAL, line=line_of(match.node)))

    def _is_class(self, owner: int) -> bool:
        return owner != NO_OWNER and self.outline.definitions[owner].kind in {"class", "struct", "union"}

    def _on_constant(self, match: Match, owner: int) -> None:
        """Record ``#define MAX 5`` and ``const`` variables with a value, if they are outside of statements."""
        name = declared_name(match.part("value"))
        is_value = not is_function(match.part("value"))
        if (
            name
            and is_value
            and "::" not in name
            and self.is_outside_functions(owner)
            and not is_in_block(match.node)
        ):
            self.define("constant", name, match.node, owner, is_open=False)

    def _on_abstract(self, match: Match, owner: int) -> None:
        """``virtual int area() = 0;`` is a method that has no body anywhere."""
        node = match.part("value")
        if is_function(node):
            name = declared_name(node)
            self.sign(match, self.define("method", name, match.node, owner))
            self.variables.append(Variable(owner, name, VIRTUAL, "0", line=line_of(match.node)))

    def type_name(self, text: str) -> str:
        """Return the name of a type, that of an element for an iterator, or a mark and what a container holds."""
        container = iterated(text)
        if container:
            element = contained(container)
            return element[len(LIST) :] if element else ""
        return contained(text) or super().type_name(text)

    def value_path(self, node: Node) -> str:
        """Return the path that an expression is; what is behind a key is the element of a map itself."""
        path = super().value_path(node)
        head, _, rest = path.partition(".")
        name, _, more = rest.partition(".")
        return ".".join(filter(None, (head, more))) if name == "second" and head in self._pairs else path

    def made_class(self, node: Node) -> str:
        """Return the type of the object that an expression makes or that it names; else empty."""
        return super().made_class(node) or made_by(node)

    def _on_walked(self, match: Match, owner: int) -> None:
        """``for (auto& order : orders)``; of ``auto& [key, order]`` the second one is behind the first."""
        node = match.part("name")
        names = bound_names(node)
        match.parts["type"] = []
        if not names:
            self.declare(owner, declared_name(node), match, is_element=True)
            self.variables[-1:] = [replace(each, parameter=BEHIND_INDEX) for each in self.variables[-1:]]
        elif len(names) == len(("key", "value")):
            self._declared |= {(owner, text_of(each)) for each in names}
            self.declare(owner, text_of(names[1]), match, is_element=True)
            self.variables[-1:] = [replace(each, parameter=BEHIND_INDEX) for each in self.variables[-1:]]

    def parameter_count(self, match: Match) -> int:
        """Return how many arguments a function takes; -1 for any number."""
        return parameter_count(match.part("value"))

    def overrides(self, match: Match, index: int) -> bool:
        """Return whether a definition is a method that is not static; the linker knows whether it is virtual."""
        is_method = self.outline.definitions[index].kind == "method"
        return is_method and not any(text_of(child) == "static" for child in match.node.children)

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable, which hides functions and constants of its name."""
        self._declared.add((owner, name))
        value, written = match.part("value"), text_of(match.part("type"))
        is_iterator = bool(iterated(written))
        is_walked = is_step(value) and (is_iterator or written in INFERRED)
        if is_iterator or is_walked or is_element:
            self._pairs.add(name)
        if is_walked and not (is_iterator and self.type_name(written)):
            match.parts["type"] = []
            super().declare(owner, name, match)
            self.variables[-1:] = [replace(each, parameter=BEHIND_INDEX) for each in self.variables[-1:]]
            return
        if value is not None:
            match.parts["value"] = [passed(value)]
        super().declare(owner, name, match, is_element=is_element)

    def on_named(self, match: Match, owner: int) -> None:
        """Add a function or a constant that is named as a value."""
        if (owner, text_of(match.node)) not in self._declared:
            super().on_named(match, owner)

    def _on_enumerator(self, match: Match, owner: int) -> None:
        """``RED`` means its enumeration where the file sees it; a value of an ``enum class`` is not seen alone."""
        name, listed = text_of(match.part("name")), match.node.parent
        enum = listed.parent if listed is not None else None
        is_open = enum is not None and not any(each.type in {"class", "struct"} for each in enum.children)
        holder = self.outline.definitions[owner] if owner != NO_OWNER else None
        if not is_open or not CONSTANT.fullmatch(name):
            return
        named = holder.name if holder is not None and holder.kind == "enum" and not holder.parent else ""
        if holder is None and enum is not None and enum.parent is not None:
            named = declared_name(enum.parent.child_by_field_name("declarator"))
        if named:
            self.imports.append(Import("", line_of(match.node), "export", named, name))

    def _on_declared(self, match: Match, owner: int) -> None:
        """A variable, or a prototype: what that announces, another file may define."""
        node = match.part("value")
        value = node.child_by_field_name("value") if node is not None and node.type == "init_declarator" else None
        self._declared |= {(owner, text_of(each)) for each in bound_names(node)}
        name = declared_name(node)
        if not name or "::" in name:
            return
        arguments = self._passed(node, owner) if match.node.type == "declaration" else None
        if arguments is not None:
            self.make("type", written_name(text_of(match.part("type"))), arguments, match, owner)
            del match.parts["value"]
            self.declare(owner, name, match)
            return
        if match.node.type not in PARAMETERS and is_function(node):
            namespace = namespace_of(match.node)
            if owner == NO_OWNER and UNNAMED not in namespace:
                self.imports.append(Import("", line_of(match.node), PROTOTYPE, name, within=namespace))
            elif self._is_class(owner) and is_virtual(match.node):
                self.variables.append(Variable(owner, name, VIRTUAL, line=line_of(match.node)))
            return
        type_ = match.part("type")
        is_object = type_ is not None and type_.type in NAMED_TYPES and node is not None and node.type in OBJECTS
        if is_object and match.node.type == "declaration" and (value is None or value.type in ARGUMENTS):
            self.make("type", written_name(text_of(type_)), value, match, owner)
        if value is not None:
            match.parts["value"] = [value]
        else:
            del match.parts["value"]
        self.declare(owner, name, match)

    def _passed(self, node: Node | None, owner: int) -> Node | None:
        """Return the arguments of ``Order copy(order)``, which the grammar takes for a prototype."""
        listed = node.child_by_field_name("parameters") if node is not None and is_function(node) else None
        if owner == NO_OWNER or listed is None or not listed.named_children:
            return None
        are_values = all((owner, text_of(each)) in self._declared for each in listed.named_children)
        return listed if are_values and self.outline.definitions[owner].kind in CALLABLE else None


def declared_name(node: Node | None) -> str:
    """Return the name inside a declarator."""
    while node is not None and node.type not in NAMES:
        if node.type == "qualified_identifier":
            return qualified_name(node)
        if node.type in TEMPLATED:
            return text_of(node.child_by_field_name("name"))
        node = inner_declarator(node)
    return text_of(node)


def bound_names(node: Node | None) -> list[Node]:
    """Return the names of ``auto [left, right] = pair()``."""
    while node is not None and node.type not in {"structured_binding_declarator", *NAMES}:
        node = inner_declarator(node)
    if node is not None and node.type in NAMES:
        return []
    return node.named_children if node is not None else []


def inner_declarator(node: Node) -> Node | None:
    """Return the declarator inside of one of a pointer, an array, a function or the like."""
    inner = node.child_by_field_name("declarator")
    if inner is None and node.type in {"reference_declarator", "parenthesized_declarator"}:
        inner = node.named_children[0]
    return inner


def qualified_name(node: Node) -> str:
    """Return ``List::add`` of ``List<T>::add``."""
    parts: list[str] = []
    inner: Node | None = node
    while inner is not None and inner.type == "qualified_identifier":
        scope = inner.child_by_field_name("scope")
        if scope is not None and scope.type in TEMPLATED:
            scope = scope.child_by_field_name("name")
        parts.append("".join(text_of(scope).split()))
        inner = inner.child_by_field_name("name")
    if inner is not None and inner.type in TEMPLATED:
        inner = inner.child_by_field_name("name")
    return "::".join((*parts, "".join(text_of(inner).split()))).removeprefix("::")


def own_name(name: str) -> str:
    """Return the last part of a type's name, without the arguments of templates."""
    depth, characters = 0, []
    for sign in name:
        depth += sign == "<"
        if not depth:
            characters.append(sign)
        depth -= sign == ">" and depth > 0
    return "".join(characters).rpartition("::")[2].strip() or name


def is_in_block(node: Node) -> bool:
    """Return whether something stands among statements."""
    above = node.parent
    while above is not None and above.type != "compound_statement":
        above = above.parent
    return above is not None


def namespace_of(node: Node) -> str:
    """Return the namespace that something is in, as ``shop.orders``; with `UNNAMED` nothing outside sees it."""
    parts: list[str] = []
    above = node.parent
    while above is not None:
        if above.type == "namespace_definition":
            parts.append("".join(text_of(above.child_by_field_name("name")).split()).replace("::", ".") or UNNAMED)
        above = above.parent
    return ".".join(reversed(parts))


def is_function(node: Node | None) -> bool:
    """Return whether a declarator declares a function, not a pointer to one."""
    result = False
    while node is not None and node.type not in NAMES:
        result = node.type == "function_declarator" or (result and node.type == "parenthesized_declarator")
        node = inner_declarator(node)
    return result


def function_declarator(node: Node | None) -> Node | None:
    """Return the part of a declarator that has the parameters of a function."""
    while node is not None and node.type != "function_declarator":
        node = inner_declarator(node)
    return node


def parameter_count(node: Node | None) -> int:
    """Return how many arguments a declared function takes; -1 for any number."""
    declarator = function_declarator(node)
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    if listed is None or "..." in text_of(listed):
        return -1
    parameters = [each for each in listed.named_children if each.type in PARAMETERS]
    return 0 if text_of(listed) == "(void)" else len(parameters)


def is_virtual(node: Node) -> bool:
    """Return whether a method is declared as virtual, or to override one."""
    declarator = function_declarator(node.child_by_field_name("declarator"))
    marks = (*node.children, *(declarator.children if declarator is not None else ()))
    return any(each.type in {"virtual", "virtual_specifier"} for each in marks)


def c_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a C or C++ file, or with ``outline`` its definitions."""
    is_c = parsed.language == "c" and not (parsed.path.endswith(".h") and is_cplusplus(parsed.text))
    return read_source(CReader, parsed, "c" if is_c else "cpp", outline=outline)
