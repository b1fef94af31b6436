"""Scala: classes, objects and traits, what they are derived from, imports, values and calls of one file."""

import re
from collections.abc import Iterator

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.marks import RETURNED
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Shape, TypeRole, Variable
from indexer.facts.strings import content
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.kinds import HOLDERS
from indexer.languages.outlined import OutlinedReader
from indexer.languages.paths import opened
from indexer.languages.scala import functions
from indexer.languages.scala.functions import CALL, CASES, ELEMENTS, FIELD, GENERIC, LAMBDA, PLACEHOLDER
from indexer.languages.scala.imports import imports_of
from indexer.languages.scala.types import type_name
from indexer.languages.source import dotted, read_source, written_name
from indexer.linking.module_records import OBJECT
from indexer.types import ParsedFile

NEW = "instance_expression"
TYPED = "ascription_expression"
CONVERTING = "asInstanceOf"
THIS = "this"
SELF = frozenset((THIS, "super"))

BLOCKS = frozenset(("block", "indented_block"))
NAMES = frozenset(("identifier", "operator_identifier"))
MIXED = frozenset(("compound_type", "infix_type", "annotated_type"))
ALIASED = frozenset(("type_identifier", "generic_type", "stable_type_identifier"))
"""Types that another name may be given to."""

QUOTES = '"""'
_MARGIN = re.compile(r"\n[ \t]*\|")
_IN_TEXT = re.compile(r"\$(\w+)")
_GENERIC = frozenset(("type_parameters", "covariant_type_parameter", "contravariant_type_parameter"))


class ScalaReader(OutlinedReader):
    """Reads one Scala file."""

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._source = parsed.text.encode("utf-8", "replace")
        self._packages: list[str] = []
        self._packages_end = len(self._source)
        self._hidden: dict[int, frozenset[str]] = {}
        """Definition -> type parameters that are seen in it, which hide types of the same name."""
        self._owners: dict[int, int] = {}
        self._cases: set[str] = set()
        """Case classes: a call by the name of one makes an object, whatever methods its companion has."""
        self._takers: dict[int, Variable] = {}
        """First byte of a function, or of a name in a pattern -> what its variable holds."""
        self._positions: dict[int, tuple[int, ...]] = {}
        """First byte of a function -> which of its parameters these are."""
        self._called: set[tuple[int, int]] = set()
        """Bytes of what calls call: no names of values."""
        self._constant = ("", 0)
        """The constant of a class that was begun last, and where it ends."""
        self.handlers |= {
            "package": self._on_package,
            "import": self._on_import,
            "bases": self._on_bases,
            "self": self._on_self,
            "def.anonymous": self._on_anonymous,
            "generator": self._on_generator,
            "lambda": self._on_lambda,
            "match": self._on_match,
            "more": self._on_more,
            "bound": self._on_bound,
        }

    def facts(self, parsed: ParsedFile, *, broken: bool) -> FileFacts:
        """Return the facts; the packages that the file sees are its namespaces, its own first."""
        names = self._packages
        self.namespaces = [".".join(names[: count + 1]) for count in reversed(range(len(names)))]
        self.signatures = [
            replace(each, is_static=False) if self._is_of_case(each.owner) else each for each in self.signatures
        ]
        return super().facts(parsed, broken=broken)

    def _is_of_case(self, index: int) -> bool:
        """Return whether a method is one of an object beside a case class, which is called by its name as well."""
        return self.outline.definitions[index].parent in self._cases

    def _on_package(self, match: Match, owner: int) -> None:
        """Note a package; of several in one file with brackets only the first is read."""
        if owner == NO_OWNER and match.start < self._packages_end:
            self._packages.append(text_of(match.part("name")))
            if match.node.child_by_field_name("body") is not None:
                self._packages_end = match.end

    def _on_import(self, match: Match, owner: int) -> None:
        self.imports += imports_of(match.node, owner)

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition; ``def this(...)`` is a constructor."""
        kind = "constructor" if name == THIS else kind
        index = super().define(kind, name, node, owner, is_open=is_open)
        self._owners[index] = owner
        self._hidden[index] = self._hidden.get(owner, frozenset()).union(_type_parameters(node))
        return index

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a definition, and what a function without a type gives; one without brackets is a value, too."""
        super().on_definition(match, owner)
        if not self.signs:
            return
        index, node = self._latest[owner], match.node
        if match.role == "def.type":
            value = match.part("value")
            if value is not None and value.type in ALIASED:
                self.use_type(index, text_of(value), "base", line_of(value))
        elif match.role == "def.function":
            type_ = self._type(match.part("type"), index)
            body = node.child_by_field_name("body")
            is_value = owner != NO_OWNER and node.child_by_field_name("parameters") is None
            is_value = is_value and self.outline.definitions[owner].kind in HOLDERS
            if match.part("type") is None and body is not None:
                result = _last(body)
                if result is not None:
                    self.variables.append(self._set(index, RETURNED, result))
                    if is_value and result is body:
                        self.variables.append(self._set(owner, text_of(match.part("name")), result))
            elif is_value:
                self.variables.append(Variable(owner, text_of(match.part("name")), type_, line=line_of(node)))

    def on_constant(self, match: Match, owner: int) -> None:
        """Add a constant of the file, of a class or of an enumeration."""
        super().on_constant(match, owner)
        self._constant = (text_of(match.part("name")), match.end)

    def _on_anonymous(self, match: Match, owner: int) -> None:
        """The body of a new object is a class, named by its base and by the value of a class that it is."""
        node = match.parts["value"][0]
        base = written_name(_made_type(node))
        field, end = self._constant
        name = f"{base.rpartition('.')[2]}{{}}"
        is_value = match.start < end and self.is_outside_functions(owner)
        parent = self.outline.definitions[owner].local_id if owner != NO_OWNER else ""
        index = self.define("class", f"{field}.{name}" if is_value else name, node, owner)
        self.outline.adopt(index, name, parent)
        self.use_type(index, base, "base", line_of(node))

    def _on_bases(self, match: Match, owner: int) -> None:
        """Note what a definition is derived from; that of a case without parameters is its enumeration."""
        around = match.node.parent
        if around is None or around.type != "simple_enum_case":
            for node in match.node.children_by_field_name("type"):
                for each in _parts_of_type(node):
                    self.use_type(owner, text_of(each), "base", line_of(each))

    def _on_self(self, match: Match, owner: int) -> None:
        """``self: Store with Log =>``: members of these types are seen as those of its own."""
        for node in match.node.named_children:
            if node.type == "identifier" and self.signs and owner != NO_OWNER:
                self.variables.append(Variable(owner, text_of(node), THIS, line=line_of(node)))
            for each in _parts_of_type(node):
                self.use_type(owner, text_of(each), "required", line_of(each))

    def sign(self, match: Match, index: int) -> None:
        """Note the type that a function gives, unless it is a parameter of it."""
        if not self.signs:
            return
        super().sign(match, index)
        signature, definition = self.signatures[-1], self.outline.definitions[index]
        is_hidden = signature.returns.strip("[]{}") in self._hidden[index]
        is_static = self.outline.definitions[self._owners[index]].kind == OBJECT if definition.parent else False
        self.signatures[-1] = replace(
            signature, returns="" if is_hidden else signature.returns, is_static=is_static
        )
        if match.role == "def.class" and any(each.type == "case" for each in match.node.children):
            self._cases.add(definition.local_id)

    def overrides(self, match: Match, index: int) -> bool:
        """Return whether a definition is a method that is not private."""
        words = next((text_of(child) for child in match.node.children if child.type == "modifiers"), "")
        return self.outline.definitions[index].kind == "method" and "private" not in words

    def type_name(self, text: str) -> str:
        """Return the name of a type."""
        return type_name(text)

    def use_type(self, owner: int, name: str, role: TypeRole, line: int) -> None:
        """Note the name of a type that is no parameter of a type or function around."""
        if name.partition("[")[0] not in self._hidden.get(owner, ()):
            super().use_type(owner, name, role, line)

    def on_type(self, match: Match, owner: int) -> None:
        """Note a type that is mentioned, and not the last name of ``Outer.Inner`` by itself."""
        is_inner = self._source[match.start - 1 : match.start] in (b".", b"#")
        if not is_inner and (owner, text_of(match.node), "attribute") not in self.types:
            super().on_type(match, owner)

    def made_class(self, node: Node) -> str:
        """Return the class of ``new Cart(item)``, ``value.asInstanceOf[Cart]`` and ``value: Cart``."""
        if node.type == NEW:
            return self.type_name(_made_type(node))
        if node.type == TYPED:
            return self.type_name(text_of(node.child_by_field_name("type")))
        if node.type == GENERIC and text_of(functions.called_name(node)) == CONVERTING:
            return self.type_name(text_of(node.child_by_field_name("type_arguments"))[1:-1])
        return ""

    def made_type(self, match: Match) -> str:
        """Return the type of a new object as written."""
        return _made_type(match.node)

    def number(self, node: Node) -> int:
        """Return the call that a node is; with several lists of arguments the one with the first."""
        first = functions.first_call(node) if node.type == CALL else node
        return super().number(first) if first is not None else NO_CALL

    def declare(self, owner: int, name: str, match: Match, *, is_element: bool = False) -> None:
        """Note a variable; the parameters of a class are what its objects hold."""
        if not self.signs:
            return
        type_, value = match.part("type"), match.part("value")
        if type_ is not None or value is None:
            variable = Variable(owner, name, self._type(type_, owner), line=line_of(match.node))
        else:
            variable = replace(self._set(owner, name, value), is_element=is_element)
        self.variables.append(replace(variable, name=name.strip("`"), line=line_of(match.node)))

    def _type(self, node: Node | None, owner: int) -> str:
        """Return the name of a type as written; empty for a parameter of a definition around."""
        name = self.type_name(text_of(node))
        return name if name.strip("[]{}") not in self._hidden.get(owner, ()) else ""

    def _set(self, owner: int, name: str, value: Node) -> Variable:
        """Return a variable that is set to a value."""
        shape, path, call = self._receiver(value)
        type_ = path if shape == "type" else THIS if shape == "this" else ""
        return Variable(owner, name, type_, path if shape in {"path", "chain"} else "", call, line=line_of(value))

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call of a function, or of a method with or without a point."""
        super().on_call(match, owner)
        name, arguments, receiver = match.parts["name"][0], match.part("arguments"), match.part("receiver")
        if arguments is not None:
            self._called.add((receiver.start_byte if receiver is not None else match.start, name.end_byte))
            self._hand(text_of(name), arguments, len(self.calls) - 1, owner)

    def _on_more(self, match: Match, owner: int) -> None:
        """Read a further list of arguments: ``items.foldLeft(0)((sum, item) => ...)``."""
        first = functions.first_call(match.node)
        if first is not None:
            name = text_of(functions.called_name(first))
            self._hand(name, match.parts["arguments"][0], self.number(first), owner)

    def _hand(self, name: str, arguments: Node, call: int, owner: int) -> None:
        """Note the functions that a call gets which runs them with elements."""
        positions = ELEMENTS.get(name, ())
        for each in functions.handed(arguments) if positions and call != NO_CALL and self.signs else ():
            element = Variable(owner, f"{PLACEHOLDER}{call}", line=line_of(each), given_to=call)
            if each.type == LAMBDA:
                self._takers[each.start_byte] = element
                self._positions[each.start_byte] = positions
            elif each.type in CASES:
                self._match(each, element)
            else:
                head = functions.head_of(each)
                if head is not None and head.type == PLACEHOLDER:
                    self._takers[head.start_byte] = element
                    self.variables.append(element)

    def _on_match(self, match: Match, owner: int) -> None:
        """``item match { case Some(x) => ... }``: a name in a pattern stands for what is matched."""
        value, cases = (match.node.child_by_field_name(each) for each in ("value", "body"))
        if value is not None and cases is not None and self.signs:
            self._match(cases, self._set(owner, "", value))

    def _match(self, cases: Node, value: Variable) -> None:
        for name, is_opened in functions.patterns_of(cases):
            if not is_opened or value.given_to == NO_CALL:
                self._takers[name.start_byte] = replace(value, is_element=is_opened)

    def _on_lambda(self, match: Match, owner: int) -> None:
        """Note the parameters of a function without a name."""
        element, positions = self._takers.get(match.start), self._positions.get(match.start, ())
        for position, (name, type_) in enumerate(functions.parameters_of(match.node) if self.signs else ()):
            variable = Variable(owner, "", self._type(type_, owner))
            if element is not None and position in positions and type_ is None:
                variable = element
            self.variables.append(replace(variable, owner=owner, name=text_of(name), line=line_of(name)))

    def _on_bound(self, match: Match, owner: int) -> None:
        """A name in a pattern is a new variable, one with a capital a value that is known."""
        name = text_of(match.node)
        if name[:1].isupper():
            self.on_named(match, owner)
        elif self.signs:
            value = self._takers.get(match.start, Variable(owner, ""))
            self.variables.append(replace(value, owner=owner, name=name, line=line_of(match.node)))

    def _on_generator(self, match: Match, owner: int) -> None:
        """``item <- items`` takes elements, ``price = item.price`` a value."""
        is_element = any(child.type == "<-" for child in match.node.children)
        self.declare(owner, text_of(match.part("name")), match, is_element=is_element)

    def _receiver(self, node: Node | None) -> tuple[Shape, str, int]:
        """Return shape, path and inner call of a call of what a node is."""
        if node is None:
            return "bare", "", NO_CALL
        inside, fields = self._opened_fields(node)
        path = ".".join(reversed(fields))
        call, made = self.number(inside), self.made_class(inside)
        if call != NO_CALL:
            return "chain", path, call
        if made and not path:
            return "type", made, NO_CALL
        name = text_of(inside) if inside.type == "identifier" else ""
        if inside.type == PLACEHOLDER and inside.start_byte in self._takers:
            name = self._takers[inside.start_byte].name
        if path == THIS:
            return "type", dotted(name), NO_CALL
        if not path and name in SELF:
            return ("this" if name in self.own_names else "base"), "", NO_CALL
        path = dotted(f"{name}.{path}" if path else name)
        return ("path", path, NO_CALL) if path and name not in self.base_names else ("other", "", NO_CALL)

    def _opened_fields(self, node: Node) -> tuple[Node, list[str]]:
        """Return what a path begins with, and the names behind it from the last to the first."""
        inside, fields = opened(node), list[str]()
        while inside.type in {FIELD, GENERIC} and self.number(inside) == NO_CALL and not self.made_class(inside):
            value = inside.child_by_field_name("value" if inside.type == FIELD else "function")
            if value is None or len(fields) == functions.MOST_STEPS:
                break
            if inside.type == FIELD:
                fields.append(text_of(inside.child_by_field_name("field")).strip("`"))
            inside = opened(value)
        return inside, fields

    def on_named(self, match: Match, owner: int) -> None:
        """Add what is named without a call: ``cart.total`` runs a method, too."""
        node = match.node
        value, field = node.child_by_field_name("value"), node.child_by_field_name("field")
        if node.type != FIELD:
            if text_of(node) not in SELF:
                super().on_named(match, owner)
        elif value is not None and field is not None and (match.start, match.end) not in self._called:
            shape, path, inner = self._receiver(value)
            if shape != "other" and self.number(node) == NO_CALL:
                self.named.append(Call(owner, text_of(field).strip("`"), shape, line_of(field), path, inner))

    def on_string(self, match: Match, owner: int) -> None:
        """Read SQL in a text without the values that are put into it, and without the margin of its lines."""
        text = text_of(match.node)
        is_plain = match.node.type == "string" and not text.startswith(QUOTES)
        written = "" if is_plain else _IN_TEXT.sub(r"{\1}", _MARGIN.sub("\n", content(text)))
        holder = NO_OWNER if self.is_outside_functions(owner) else owner
        self.statements.string(match.node, owner, holder=holder, written=written)


def _last(body: Node) -> Node | None:
    """Return the expression that a function gives."""
    return next(iter(reversed(body.named_children)), None) if body.type in BLOCKS else body


def _parts_of_type(type_: Node) -> Iterator[Node]:
    """Yield the types that one is mixed of, as in ``Store with Log`` and ``Store & Log``."""
    waiting = [type_]
    while waiting:
        node = waiting.pop()
        if node.type in MIXED:
            waiting += reversed(node.named_children)
        elif node.type in ALIASED:
            yield node


def _type_parameters(definition: Node) -> set[str]:
    """Return the names of the parameters of a generic type or function."""
    names: set[str] = set()
    waiting = [each for each in definition.named_children if each.type in _GENERIC]
    while waiting:
        node = waiting.pop()
        names.update(text_of(each) for each in node.children_by_field_name("name") if each.type == "identifier")
        waiting += [each for each in node.named_children if each.type in _GENERIC]
    return names


def _made_type(node: Node) -> str:
    """Return the type behind ``new``, the first one where several are mixed together."""
    inside: Node | None = next(iter(node.named_children), None)
    while inside is not None and inside.type in {"compound_type", "applied_constructor_type"}:
        inside = next(iter(inside.named_children), None)
    return text_of(inside) if inside is not None and inside.type in ALIASED else ""


def scala_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Scala file, or with ``outline`` only its definitions."""
    return read_source(ScalaReader, parsed, parsed.language, outline=outline)
