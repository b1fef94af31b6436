"""Swift: types with their extensions, calls and members of one file."""

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import (
    CALLABLE,
    FUNCTION,
    MOST_GIVEN,
    NO_CALL,
    NO_OWNER,
    Call,
    FileFacts,
    Import,
    Shape,
    Signature,
)
from indexer.facts.parameters import parameter_list
from indexer.facts.syntax import Match, line_of, text_of
from indexer.languages.kinds import HOLDERS
from indexer.languages.source import read_source
from indexer.languages.swift.expressions import (
    is_variadic,
    labelled,
    member_name,
    modifiers,
    swift_type,
    taken_types,
    type_path,
)
from indexer.languages.swift.manifest import is_manifest, manifest
from indexer.languages.swift.units import unit_of
from indexer.languages.swift.variables import SwiftVariables
from indexer.linking.labels import NO_FUNCTION, UNLABELLED
from indexer.types import ParsedFile

PRIVATE = frozenset(("private", "fileprivate"))
NOT_VIRTUAL = PRIVATE | {"static", "class"}
"""Modifiers of members that override nothing."""

MEMBERS = frozenset(("method", "property"))
RAW_TYPES = frozenset(("String", "Int", "UInt", "Character", "Double", "Float"))
"""Types of the values that the cases of an enumeration stand for; it has none of their members."""

HANDING = frozenset(("value_argument", "selector_expression", "assignment"))
"""Types of nodes in which a function may be named without a call."""

NO_COUNT = -1
SUBSCRIPT = "subscript"
INIT = "init"

NO_EXPRESSIONS = frozenset(
    (
        *("identifier", "value_argument_label", "navigation_suffix", "parameter", "pattern", "enum_entry"),
        *("lambda_parameter", "capture_list_item", "enum_type_parameters", "call_suffix", "function_declaration"),
        *(
            "protocol_function_declaration",
            "type_parameter",
            "tuple_type_item",
            "macro_invocation",
            "setter_specifier",
        ),
        *("precedence_group_declaration", "operator_declaration", "attribute", "availability_condition"),
        *("prefix_expression", "tuple_expression_label", "statement_label", "directive", "computed_setter"),
    )
)
"""Types of nodes whose names are no values."""


class SwiftReader(SwiftVariables):
    """A Swift file; its identifiers begin with its package's target or its folder, private ones with its path."""

    prefix = "swift"

    def __init__(self, parsed: ParsedFile, query_matches: list[Match]) -> None:
        super().__init__(parsed, query_matches)
        self._shared_base, self._file_base = self.base, f"{parsed.path}#"
        self._private = _private_names(query_matches)
        self._callees: set[tuple[int, int]] = set()
        """First and last byte of what is called, or is the name of a member."""
        self._selectors: set[int] = set()
        """Bytes that the names of selectors begin at."""
        self.handlers |= {
            "import": self._on_import,
            "def.constant": self.on_constant,
            "selector": self._on_selector,
            "named.path": self._on_path,
            "named.bare": self._on_bare,
            "named.member": self._on_implicit,
        }

    def home(self, parsed: ParsedFile) -> str:
        """Return the folder of the target and a dot."""
        unit = unit_of(parsed.path)
        return f"{unit}." if unit else ""

    def define(self, kind: str, name: str, node: Node, owner: int, *, is_open: bool = True) -> int:
        """Add a definition by its name without backticks; one that no other file sees is named by its file."""
        plain = name.strip("`") or name
        is_private = owner == NO_OWNER and plain.partition(".")[0] in self._private
        self.base = self._file_base if is_private else self._shared_base
        return super().define(kind, plain, node, owner, is_open=is_open)

    def on_definition(self, match: Match, owner: int) -> None:
        """Add a definition; an extension opens its type again, wherever that is."""
        kind, node = match.role.removeprefix("def."), match.part("name")
        if node is None:
            return
        if kind == "function" and owner != NO_OWNER and self.outline.definitions[owner].kind in HOLDERS:
            kind = "method"
        extended = type_path(node) if _is_extension(match.node) else ""
        index = self.define(kind, extended or text_of(node), match.node, owner)
        holder, _, last = extended.rpartition(".")
        if holder:
            self.outline.adopt(index, last, f"{self.prefix}:{self.base}{holder}")
        self._sign(match.node, index, extended)
        if kind == "type" and self.signs:
            self.use_type(index, swift_type(match.node.named_children[-1]), "base", line_of(match.node))

    def _sign(self, node: Node, index: int, extended: str) -> None:
        """Note what a definition gives and takes, and which type an extension extends."""
        if not self.signs:
            return
        kind, words = self.outline.definitions[index].kind, modifiers(node)
        parameters = [each for each in node.named_children if each.type == "parameter"]
        is_open = any(is_variadic(each) for each in parameters)
        total = -1 if is_open else len(parameters)
        required = len(parameters) - is_open - len(node.children_by_field_name("default_value"))
        listed = parameter_list([labelled(each) for each in parameters]) if kind in CALLABLE else ""
        self.returned[index] = returns = swift_type(_returned(node))
        overrides = kind in MEMBERS and NOT_VIRTUAL.isdisjoint(words)
        is_static = not NOT_VIRTUAL.isdisjoint(words) and PRIVATE.isdisjoint(words)
        own = Signature(
            index, returns, max(required, 0), total, extended, is_static=is_static, overrides=overrides
        )
        self.signatures.append(replace(own, parameters=listed))

    def on_base(self, match: Match, owner: int) -> None:
        """Note a base or a protocol; the type of an enumeration's raw values is none."""
        name = swift_type(match.part("base"))
        is_raw = owner != NO_OWNER and self.outline.definitions[owner].kind == "enum" and name in RAW_TYPES
        if not is_raw:
            self.use_type(owner, name, "base", line_of(match.node))

    def on_type(self, match: Match, owner: int) -> None:
        """Note a type that is mentioned."""
        name = type_path(match.node)
        if (owner, name, "base") not in self.types:
            self.use_type(owner, name, "type", line_of(match.node))

    def on_attribute(self, match: Match, owner: int) -> None:
        """Note an attribute, and the types that a function takes which stand behind it."""
        super().on_attribute(match, owner)
        for each in taken_types(match.node):
            self.use_type(owner, text_of(each), "type", line_of(each))

    def _on_import(self, match: Match, owner: int) -> None:
        """``import Shop`` shows all names of a module, ``import struct Shop.Cart`` one."""
        path = next((each for each in match.node.named_children if each.type == "identifier"), None)
        names = [text_of(each) for each in path.named_children] if path is not None else []
        if names:
            is_one = any(not each.is_named and each.type != "import" for each in match.node.children)
            name = names[-1] if is_one and len(names) > 1 else ""
            self.imports.append(Import(names[0], line_of(match.node), "import", name, name, owner))

    def _on_selector(self, match: Match, _owner: int) -> None:
        """``#selector(tap(_:))`` names a method, as if it were called."""
        self._selectors.add(match.start)

    def on_call(self, match: Match, owner: int) -> None:
        """Add a call; ``Cart(x)``, ``Cart.init(x)`` and ``.init(x)`` make an object."""
        node = match.node
        parts = node.named_children
        callee, suffix = parts[0], parts[-1]
        shape: Shape
        if node.type == "constructor_expression":
            holder, _, name = type_path(callee).rpartition(".")
            shape, receiver, inner = "path" if holder else "bare", holder, NO_CALL
        elif _is_subscript(suffix):
            name = SUBSCRIPT
            shape, receiver, inner = self.receiver(callee)
        else:
            name, shape, receiver, inner = self._callee(callee)
        if name == INIT and shape == "path" and receiver.rpartition(".")[2][:1].isupper():
            receiver, _, name = receiver.rpartition(".")
            shape = "path" if receiver else "bare"
        labels = _labels(suffix)
        listed = ";".join(labels) if len(labels) <= MOST_GIVEN else ""
        call = Call(owner, name, shape, line_of(suffix), receiver, inner, len(labels), argument_types=listed)
        self._callees.add((callee.start_byte, callee.end_byte))
        self.note_closures(suffix, len(self.calls))
        is_selector = match.start in self._selectors
        if is_selector and inner == NO_CALL:
            self.named.append(call)
        self.calls.append(Call(owner, "", "other", call.line) if is_selector else call)

    def _callee(self, callee: Node) -> tuple[str, Shape, str, int]:
        """Return the name of what is called, and what it is called of."""
        if callee.type == "simple_identifier":
            return text_of(callee).strip("`"), "bare", "", NO_CALL
        if callee.type == "navigation_expression":
            target = callee.child_by_field_name("target")
            name = member_name(callee)
            return (name, *self.receiver(target)) if target is not None and name else ("", "other", "", NO_CALL)
        expected = self.expected.get(callee.start_byte, "") if callee.type == "prefix_expression" else ""
        if expected:
            return text_of(callee.child_by_field_name("target")), "path", expected, NO_CALL
        return "", "other", "", NO_CALL

    def _on_path(self, match: Match, owner: int) -> None:
        """``store.count``, ``Cart.shared``: a member that is not called here."""
        node = match.node
        self._callees.add((node.named_children[-1].start_byte + 1, match.end))
        if (match.start, match.end) in self._callees:
            return
        name, target = member_name(node), node.child_by_field_name("target")
        if name and target is not None:
            shape, receiver, inner = self.receiver(target)
            if name == "self":
                receiver, _, name = receiver.rpartition(".")
                shape = "path" if receiver else "bare"
            if shape != "other" and name:
                self.named.append(Call(owner, name, shape, line_of(node), receiver, inner, _handed(node)))

    def _on_bare(self, match: Match, owner: int) -> None:
        """``count``: a member of the type around or a name of the file, but for a local name."""
        if (match.start, match.end) in self._callees:
            return
        node, parent = match.node, match.node.parent
        name = text_of(node)
        if parent is None or parent.type in NO_EXPRESSIONS or name in self.locals.get(owner, ()):
            return
        follows, before = node.next_sibling, node.prev_sibling
        is_bound = before is not None and before.type in {"value_binding_pattern", "."}
        is_type = parent.type == "navigation_expression" and name[:1].isupper()
        if not is_type and not (is_bound and follows is not None and follows.type != "else"):
            self.named.append(Call(owner, name.strip("`"), "bare", line_of(node), arguments=_handed(node)))

    def _on_implicit(self, match: Match, owner: int) -> None:
        """``.name`` is a member of the type that is wanted at its place, where that is written."""
        if (match.start, match.end) in self._callees:
            return
        node, parent = match.node, match.node.parent
        type_ = self.expected.get(node.start_byte, "")
        if not type_ and parent is not None and parent.type == "statements" and parent.named_child_count == 1:
            type_ = self.returned.get(owner, "")
        if type_ and type_[0] not in "[{":
            name = text_of(node.child_by_field_name("target"))
            self.named.append(Call(owner, name, "path", line_of(node), type_))


def _private_names(query_matches: list[Match]) -> set[str]:
    """Return the names outside of types that other files do not see."""
    names: set[str] = set()
    end = 0
    for match in query_matches:
        if match.role.startswith("def.") and match.start >= end:
            end = match.end
            if not _is_extension(match.node) and not PRIVATE.isdisjoint(modifiers(match.node)):
                names.update(text_of(each).strip("`") for each in match.parts["name"])
    return names


def _is_extension(node: Node) -> bool:
    kind = node.child_by_field_name("declaration_kind")
    return kind is not None and kind.type == "extension"


def _returned(node: Node) -> Node | None:
    """Return the type that a function or a property is declared to give."""
    annotation = next((each for each in node.named_children if each.type == "type_annotation"), None)
    if annotation is not None or not node.type.endswith(("function_declaration", "subscript_declaration")):
        return annotation
    named = node.children_by_field_name("name")
    is_type = bool(named) and named[-1].type not in {"simple_identifier", "custom_operator"}
    return named[-1] if is_type else None


def _is_subscript(suffix: Node) -> bool:
    listed = suffix.children[0] if suffix.children else None
    return listed is not None and bool(listed.children) and listed.children[0].type == "["


def _labels(suffix: Node) -> list[str]:
    """Return the labels of the arguments of a call, and a mark for a closure behind it without one."""
    labels: list[str] = []
    before = ""
    for each in suffix.children:
        if each.type == "value_arguments":
            for own in (own for own in each.named_children if own.type == "value_argument"):
                specified = own.children_by_field_name("reference_specifier") or own.children_by_field_name("name")
                labels += [text_of(label) for label in specified] or [UNLABELLED]
        elif each.type == "simple_identifier":
            labels.append(text_of(each))
        elif each.type == "lambda_literal" and before != ":":
            labels.append(FUNCTION)
        before = each.type
    return labels


def _handed(node: Node) -> int:
    """Return that a name may stand for a function with any arguments, or that no function can stand there."""
    parent = node.parent
    return NO_COUNT if parent is not None and parent.type in HANDING else NO_FUNCTION


def swift_facts(parsed: ParsedFile, *, outline: bool = False) -> FileFacts:
    """Return the facts of a Swift file, or with ``outline`` only its definitions."""
    facts = read_source(SwiftReader, parsed, "swift", outline=outline)
    return manifest(parsed, facts) if is_manifest(parsed.path) else facts
