"""Writes types of TypeScript as the texts that `indexer.facts.type_shapes` describes."""

from collections.abc import Callable, Iterator, Mapping

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.facts.type_shapes import (
    ALL,
    BOUNDED,
    FUNCTION,
    LIST,
    OPTIONAL,
    OTHER,
    REST,
    TUPLE,
    UNION,
    UNKNOWN,
)
from indexer.languages.source import dotted

MOST_DEPTH = 12
"""Types inside of types that are read; what is deeper is unknown."""

MOST_PARTS = 100
"""Members, parameters or arguments that are read; a type with more is generated."""

MOST_CHARS = 2_000
"""A longer shape is unknown."""

_FUNCTIONS = frozenset(("function_type", "call_signature", "method_signature"))
_NAMES = ("type_identifier", "nested_type_identifier", "identifier")
_SIGNS = {"union_type": UNION, "intersection_type": ALL, "array_type": LIST, "tuple_type": TUPLE}
_GENERIC_TYPES = frozenset(
    ("class_declaration", "abstract_class_declaration", "interface_declaration", "type_alias_declaration")
)
_ANY = frozenset(("any", "unknown", "object"))
_PLAIN = frozenset(
    ("predefined_type", "literal_type", "template_literal_type", "index_type_query", "constructor_type")
)
_SAME = frozenset(("type_annotation", "parenthesized_type", "readonly_type", "optional_type"))
"""Nodes that stand for the type inside of them."""

Bound = Mapping[str, str]
"""What the names of type parameters are written as."""


def shape(node: Node | None, bound: Bound, depth: int = MOST_DEPTH) -> str:
    """Return the shape of a type."""
    text = _shape(node, bound, depth)
    return text if len(text) <= MOST_CHARS else UNKNOWN


def _shape(node: Node | None, bound: Bound, depth: int) -> str:
    while node is not None and node.type in _SAME:
        node = _first(node)
    if node is None or depth <= 0:
        return UNKNOWN
    if node.type in _PLAIN:
        return UNKNOWN if text_of(node) in _ANY else OTHER
    reader = _READERS.get(node.type)
    if reader is not None:
        return reader(node, bound, depth)
    sign = _SIGNS.get(node.type)
    if sign is None or node.named_child_count > MOST_PARTS:
        return UNKNOWN
    return _joined(sign, _flat(node, bound, depth, sign))


def _flat(node: Node, bound: Bound, depth: int, sign: str) -> Iterator[str]:
    """Yield the parts of a type; unions nest to the left, as deep as they are long."""
    waiting, count = [node], 0
    while waiting and count < MOST_PARTS:
        inner = waiting.pop()
        count += 1
        if inner.type == node.type and sign in {UNION, ALL}:
            waiting += reversed(_children(inner))
        elif inner is node:
            for each in _children(inner):
                yield _part(each, bound, depth - 1)
        else:
            yield _shape(inner, bound, depth - 1)
    if waiting:
        yield UNKNOWN


def _part(node: Node, bound: Bound, depth: int) -> str:
    """Return the shape of an element of a tuple or a union; elements of tuples may have names."""
    if node.type in {"required_parameter", "optional_parameter"}:
        name = node.child_by_field_name("name")
        is_rest = name is not None and name.type == "rest_pattern"
        return f"{REST if is_rest else ''}{_shape(node.child_by_field_name('type'), bound, depth)}"
    is_rest = node.type == "rest_type"
    return f"{REST if is_rest else ''}{_shape(_first(node) if is_rest else node, bound, depth)}"


def _joined(sign: str, parts: Iterator[str]) -> str:
    known = list(dict.fromkeys(parts)) if sign in {UNION, ALL} else list(parts)
    if all(each == OTHER for each in known) and sign != TUPLE:
        return OTHER
    others = [each for each in known if each != OTHER] if sign == UNION else known
    return others[0] if len(others) == 1 and sign in {UNION, ALL} else f"{sign}({','.join(others)})"


def named(text: str, bound: Bound) -> str:
    """Return the shape of a type by its name alone."""
    path = dotted(text)
    return bound.get(path, path) or UNKNOWN


def _generic(node: Node, bound: Bound, depth: int) -> str:
    name = named(text_of(node.child_by_field_name("name")), bound)
    arguments = node.child_by_field_name("type_arguments")
    if arguments is None or name[0] in "?!%:" or arguments.named_child_count > MOST_PARTS:
        return name if arguments is None else UNKNOWN
    listed = [_shape(each, bound, depth - 1) for each in _children(arguments)]
    listed = [UNKNOWN if each.startswith(BOUNDED) else each for each in listed]
    if name in {"Array", "ReadonlyArray", "Set", "ReadonlySet"}:
        return f"{LIST}({listed[0]})" if listed[0] != OTHER else OTHER
    return f"{name}<{','.join(listed)}>"


def _object(node: Node, bound: Bound, depth: int) -> str:
    if node.named_child_count > MOST_PARTS:
        return UNKNOWN
    members: list[str] = []
    for each in _children(node):
        name = text_of(each.child_by_field_name("name"))
        if each.type == "call_signature":
            members.append(f":{signature(each, bound, depth - 1)}")
        elif each.type == "method_signature" and name.isidentifier():
            members.append(f"{name}:{signature(each, bound, depth - 1)}")
        elif each.type == "property_signature" and name.isidentifier():
            members.append(f"{name}:{_shape(each.child_by_field_name('type'), bound, depth - 1)}")
    return f"{{{','.join(members)}}}"


def signature(node: Node, bound: Bound, depth: int = MOST_DEPTH) -> str:
    """Return the shape of a function: of its type, or as it is declared."""
    if depth <= 0:
        return UNKNOWN
    own = own_parameters(node)
    inner = {**bound, **dict.fromkeys(own, UNKNOWN)} if own else bound
    if own:
        inner = {**inner, **{name: _bounded(each, inner, depth) for name, each in own.items()}}
    returns = node.child_by_field_name("return_type")
    parts = [_returned(returns, inner, depth - 1) if returns is not None else UNKNOWN]
    parameters = node.child_by_field_name("parameters")
    listed = _children(parameters) if parameters is not None else []
    if len(listed) > MOST_PARTS:
        return UNKNOWN
    parts += [_parameter(each, inner, depth) for each in listed if not _is_receiver(each)]
    text = f"{FUNCTION}({','.join(parts)})"
    return text if len(text) <= MOST_CHARS else UNKNOWN


def _returned(node: Node, bound: Bound, depth: int) -> str:
    """Return the shape of what a function gives; of a class without its arguments."""
    text = _shape(node, bound, depth)
    name, opening, _ = text.partition("<")
    return name if opening and name[:1].isalpha() and "(" not in name else text


def _bounded(parameter: Node, bound: Bound, depth: int) -> str:
    constraint = parameter.child_by_field_name("constraint")
    text = shape(_first(constraint), bound, depth - 1) if constraint is not None else UNKNOWN
    return text if text in {UNKNOWN, OTHER} or text.startswith(BOUNDED) else f"{BOUNDED}({text})"


def _is_receiver(parameter: Node) -> bool:
    pattern = parameter.child_by_field_name("pattern")
    return pattern is not None and pattern.type == "this"


def _parameter(node: Node, bound: Bound, depth: int) -> str:
    pattern = node.child_by_field_name("pattern")
    is_rest = pattern is not None and pattern.type == "rest_pattern"
    is_optional = node.type == "optional_parameter" or node.child_by_field_name("value") is not None
    sign = REST if is_rest else OPTIONAL if is_optional else ""
    return f"{sign}{_shape(node.child_by_field_name('type'), bound, depth - 1)}"


def own_parameters(node: Node) -> dict[str, Node]:
    """Return the type parameters of a generic type or function by name."""
    listed = node.child_by_field_name("type_parameters")
    if listed is None or listed.named_child_count > MOST_PARTS:
        return {}
    return {text_of(each.child_by_field_name("name")): each for each in _children(listed)}


def bound_inside(node: Node, around: Bound) -> Bound:
    """Return how type parameters are written inside of a definition, given how they are written around it."""
    own = own_parameters(node)
    if not own:
        return around
    is_type = node.type in _GENERIC_TYPES
    return {**around, **{name: f"%{at}" if is_type else UNKNOWN for at, name in enumerate(own)}}


def defaults(node: Node, bound: Bound) -> str:
    """Return what the parameters of a generic type are where nothing is said; empty where none has a default."""
    values = [each.child_by_field_name("value") for each in own_parameters(node).values()]
    if not any(values):
        return ""
    return f"{TUPLE}({','.join(shape(_first(each), bound) if each is not None else UNKNOWN for each in values)})"


def generic_bases(node: Node, bound: Bound) -> str:
    """Return the bases of a class or an interface that have arguments; empty where there are none."""
    bases: list[str] = []
    clauses = [each for each in _children(node) if each.type in {"class_heritage", "extends_type_clause"}]
    clauses += [inner for each in clauses if each.type == "class_heritage" for inner in _children(each)]
    for each in clauses:
        arguments = each.child_by_field_name("type_arguments") if each.type == "extends_clause" else None
        if arguments is not None:
            listed = ",".join(shape(inner, bound) for inner in _children(arguments))
            bases.append(f"{named(text_of(each.child_by_field_name('value')), bound)}<{listed}>")
        elif each.type in {"implements_clause", "extends_type_clause"}:
            bases += [shape(inner, bound) for inner in _children(each) if inner.type == "generic_type"]
    return f"{TUPLE}({','.join(bases)})" if bases else ""


def says_functions(text: str) -> bool:
    """Return whether a shape may be one of functions, or of objects that have some."""
    return any(each not in "?!=(),~^+*|&:{}" for each in text)


def _children(node: Node) -> list[Node]:
    return [each for each in node.named_children if each.type != "comment"]


def _first(node: Node) -> Node | None:
    return next(iter(_children(node)), None)


_READERS: dict[str, Callable[[Node, Bound, int], str]] = {
    **dict.fromkeys(_NAMES, lambda node, bound, _: named(text_of(node), bound)),
    **dict.fromkeys(_FUNCTIONS, signature),
    "generic_type": _generic,
    "object_type": _object,
}
