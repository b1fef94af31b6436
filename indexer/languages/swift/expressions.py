"""Swift: types and expressions as the graph writes them, ``self.store?.items`` as ``self.store.items``."""

from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.containers import LIST, MAP
from indexer.facts.syntax import text_of

LISTS = frozenset(("Array", "ArraySlice", "Set", "ContiguousArray", "AsyncStream", "AnySequence"))
MAPS = frozenset(("Dictionary",))
WRAPPERS = frozenset(("Optional", "Binding", "Published", "StateObject", "ObservedObject"))
"""Types that mean their argument."""

PLAIN_NAMES = {"array_type": "Array", "dictionary_type": "Dictionary", "optional_type": "Optional"}
"""Types that have a sign instead of a name."""

OPEN = {
    "try_expression": "expr",
    "await_expression": "expr",
    "postfix_expression": "target",
    "tuple_expression": "value",
    "nil_coalescing_expression": "value",
}
"""Expressions that mean the one in a field of theirs: ``try x``, ``x!``, ``(x)``, ``x ?? y``."""

INNER = frozenset(("type_annotation", "opaque_type", "existential_type", "protocol_composition_type"))
"""Types around another one."""

MOST_STEPS = 30
"""Longer chains of members are generated or hostile."""


class Path(NamedTuple):
    """An expression without the members that are taken from it, and the names of those."""

    start: Node
    members: list[str]

    @property
    def dotted(self) -> str:
        """The names of the members with dots between them."""
        return ".".join(self.members)


def swift_type(node: Node | None) -> str:
    """Return the name of a type, of what holds any number of values ``[]`` or ``{}`` and that of theirs.

    It is empty for functions, tuples and types of types.
    """
    while node is not None and (node.type in INNER or node.type == "optional_type"):
        node = next(iter(node.named_children), None)
    if node is None:
        return ""
    if node.type in {"array_type", "dictionary_type"}:
        element = swift_type(node.named_children[-1]) if node.named_children else ""
        mark = LIST if node.type == "array_type" else MAP
        return f"{mark}{element}" if element and element[0] not in "[{" else ""
    if node.type == "tuple_type" and node.named_child_count == 1:
        item = node.named_children[0]
        return swift_type(item.named_children[-1]) if item.named_children else ""
    return _named_type(node) if node.type in {"user_type", "type_identifier"} else ""


def _named_type(node: Node) -> str:
    name = type_path(node)
    last = name.rpartition(".")[2]
    if last in {"Type", "Protocol"}:
        return ""
    listed = [each for each in node.named_children if each.type == "type_arguments"]
    arguments = listed[-1].named_children if listed else []
    if last in WRAPPERS and arguments:
        return swift_type(arguments[0])
    mark = LIST if last in LISTS else MAP if last in MAPS else ""
    element = swift_type(arguments[-1]) if mark and arguments else ""
    return f"{mark}{element}" if element and element[0] not in "[{" else name


def type_path(node: Node) -> str:
    """Return the dotted name of a type as it is written, without arguments; of an array ``Array``."""
    if node.type in PLAIN_NAMES:
        return PLAIN_NAMES[node.type]
    if node.type == "type_identifier":
        return text_of(node).strip("`")
    names = (text_of(each).strip("`") for each in node.named_children if each.type == "type_identifier")
    return ".".join(names)


def opened(node: Node) -> Node:
    """Return the expression that one means: without ``try``, parentheses, and what stands in for a missing one."""
    while node.type in OPEN:
        inner = node.child_by_field_name(OPEN[node.type])
        if inner is None or (node.type == "tuple_expression" and node.named_child_count > 1):
            return node
        node = inner
    return node


def path_of(node: Node) -> Path:
    """Return where an expression starts, and the names of the members that lead from there to its value."""
    members: list[str] = []
    node = opened(node)
    while node.type == "navigation_expression" and len(members) < MOST_STEPS:
        target, name = node.child_by_field_name("target"), member_name(node)
        if target is None or not name:
            break
        members.append(name)
        node = opened(target)
    return Path(node, members[::-1])


def member_name(navigation: Node) -> str:
    """Return the name of the member that an expression takes; empty for an element of a tuple."""
    suffix = navigation.child_by_field_name("suffix")
    name = suffix.child_by_field_name("suffix") if suffix is not None else None
    return text_of(name).strip("`") if name is not None and name.type == "simple_identifier" else ""


def declared_names(pattern: Node) -> Iterator[Node]:
    """Yield the names that a pattern binds."""
    waiting = [pattern]
    while waiting:
        node = waiting.pop()
        bound = node.child_by_field_name("bound_identifier")
        if bound is not None:
            yield bound
        waiting += [each for each in reversed(node.named_children) if each.type == "pattern"]


class Declared(NamedTuple):
    """A property or a local as it is declared."""

    names: list[Node]
    type: Node | None
    value: Node | None


def declared_values(node: Node) -> Iterator[Declared]:
    """Yield what one declaration declares: ``let a = 1, b: Int``."""
    parts: list[Declared] = []
    for index, child in enumerate(node.children):
        field = node.field_name_for_child(index)
        if field == "name" and child.type == "pattern":
            parts.append(Declared(pattern_names(child), None, None))
        elif parts and child.type == "type_annotation":
            parts[-1] = parts[-1]._replace(type=child)
        elif parts and field == "value":
            parts[-1] = parts[-1]._replace(value=child)
    yield from parts


def pattern_names(pattern: Node) -> list[Node]:
    """Return the names of ``let a`` and ``let (a, b)``."""
    bound = list(declared_names(pattern))
    inner = (each for each in pattern.named_children if each.type == "pattern")
    plain = [name for each in inner for name in each.named_children if name.type == "simple_identifier"]
    return bound or plain


def conditions(node: Node) -> Iterator[Declared]:
    """Yield what ``if let``, ``guard let``, ``while let`` and ``case`` bind; not a name that stays the same."""
    children = node.children
    for at, child in enumerate(children):
        field = node.field_name_for_child(at)
        if field == "bound_identifier":
            rest = children[at + 1 : at + 4]
            type_ = rest[0] if rest and rest[0].type == "type_annotation" else None
            rest = rest[1:] if type_ is not None else rest
            if len(rest) > 1 and rest[0].type == "=":
                yield Declared([child], type_, rest[1])
        elif child.type == "pattern":
            yield Declared(pattern_names(child), None, None)


def modifiers(node: Node) -> list[str]:
    """Return the words before a declaration, without attributes."""
    words = next((each for each in node.children if each.type == "modifiers"), None)
    listed = words.named_children if words is not None else ()
    is_of_class = [each.type for each in node.children if each.type == "class"]
    return is_of_class + [text_of(each) for each in listed if each.type != "attribute"]


def labelled(parameter: Node) -> str:
    """Return the label of a parameter and its type: ``at:Int``; that of one without a label is ``_``."""
    names = parameter.children_by_field_name("name")
    is_index = parameter.parent is not None and parameter.parent.type == "subscript_declaration"
    external = parameter.child_by_field_name("external_name")
    label = text_of(external or names[0]) if names and (external is not None or not is_index) else "_"
    type_ = text_of(names[-1]) if len(names) > 1 else ""
    marks = next((each.named_children for each in parameter.children if each.type == "type_modifiers"), [])
    if marks and type_[:1] != "(" and marks[-1].children[-1].type == ")":
        type_ = f"({', '.join(text_of(each) for each in taken_types(marks[-1]))}) {type_}"
    return f"{label}:{type_}"


def is_variadic(parameter: Node) -> bool:
    """Return whether a parameter takes any number of values: ``items: Item...``."""
    return any(each.type == "..." for each in parameter.children)


def taken_types(attribute: Node) -> list[Node]:
    """Return the types that a function takes where they are read as arguments: ``@Sendable @escaping (Cart)``."""
    is_of_type = attribute.parent is not None and attribute.parent.type == "type_modifiers"
    return attribute.named_children[1:] if is_of_type else []
