"""Objects of JavaScript that hold functions: whether they have a name, and whether a module gives them away."""

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from indexer.facts.model import Definition
from indexer.facts.syntax import Match, text_of

FUNCTIONS = frozenset(("arrow_function", "function_expression", "generator_function", "class"))

WHOLE = "default"
"""The name of a module's default export: ``export default``, ``export =`` or ``module.exports =``."""

NOTHING = frozenset(("null", "undefined"))

BODIES = frozenset(
    (
        *("function_declaration", "function_expression", "arrow_function", "method_definition"),
        *("generator_function", "generator_function_declaration"),
    )
)
"""Nodes of the functions that a ``return`` may end."""

MOST_WRAPPERS = 10
"""Calls around a default export that are looked into."""

MOST_NESTED = 8
"""Depth of objects in objects whose functions are known by their names."""

OPTIONS = frozenset(("methods", "computed", "watch", "filters", "actions", "getters", "mutations"))
"""Parts of the object that describes a component or a store, whose functions are called by its ``this``."""

NOT_VIRTUAL = frozenset(("static", "private"))
"""Modifiers of methods that override nothing."""

TYPED_VALUES = frozenset(("as_expression", "satisfies_expression", "parenthesized_expression"))


def bared(value: Node) -> Node:
    """Return a value without parentheses and what says its type."""
    while value.type in TYPED_VALUES and value.named_children:
        value = value.named_children[0]
    return value


def wrapped(value: Node) -> str:
    """Return ``X`` of ``observer(forwardRef(X))`` and ``connect(state)(X)``; else empty."""
    inner = value
    for _ in range(MOST_WRAPPERS):
        arguments = inner.child_by_field_name("arguments") if inner.type == "call_expression" else None
        if arguments is None or arguments.type != "arguments" or not arguments.named_children:
            break
        inner = bared(arguments.named_children[0])
    return text_of(inner) if inner.type == "identifier" and inner is not value else ""


def exported_names(query_matches: Sequence[Match]) -> Iterator[str]:
    """Yield the names that exports of a module name: ``export default observer(X)``, ``export { Y as Z }``."""
    for node in (match.node for match in query_matches if match.role == "export"):
        value = node.child_by_field_name("value")
        if value is not None:
            yield text_of(value) if value.type == "identifier" else wrapped(value)
        for clause in node.named_children:
            for each in clause.named_children if clause.type == "export_clause" else ():
                yield text_of(each.child_by_field_name("name"))


def is_run(value: Node) -> bool:
    """Return whether a value is what a function without a name gives that is called at once."""
    function = value.child_by_field_name("function") if value.type == "call_expression" else None
    return function is not None and bared(function).type in FUNCTIONS


def is_component(definition: Definition) -> bool:
    """Return whether a definition is what a function that is called with it alone makes another form of."""
    is_constant = definition.kind == "constant" and definition.name[:1].isupper()
    return is_constant or definition.kind in {"function", "class"}


def is_function(member: Node) -> bool:
    """Return whether a part of an object is a function."""
    value = member.child_by_field_name("value") if member.type == "pair" else None
    return member.type == "method_definition" or (value is not None and value.type in FUNCTIONS)


def is_virtual(definition: Definition, node: Node) -> bool:
    """Return whether a definition is a method that may take the place of one of a base."""
    words = {text_of(child) for child in node.children if child.type in {"static", "accessibility_modifier"}}
    is_own = definition.name == "constructor" or definition.name.startswith("#")
    return definition.kind == "method" and not is_own and words.isdisjoint(NOT_VIRTUAL)


def named_members(value: Node, depth: int = MOST_NESTED) -> Iterator[tuple[str, str]]:
    """Yield the names of what an object holds by name, each with its path: ``{ open, close: stop }``.

    Of objects in it come ``users.open`` and the like.
    """
    for each in value.named_children if value.type == "object" else ():
        part = each.child_by_field_name("value") if each.type == "pair" else None
        if each.type == "shorthand_property_identifier":
            yield text_of(each), text_of(each)
        elif part is not None and part.type == "identifier":
            yield text_of(each.child_by_field_name("key")), text_of(part)
        elif part is not None and depth:
            key = text_of(each.child_by_field_name("key"))
            yield from ((f"{key}.{inner}", path) for inner, path in named_members(bared(part), depth - 1))


def parts_with_functions(value: Node, depth: int = MOST_NESTED) -> list[Node]:
    """Return the parts of an object, at any depth, that are objects which hold functions.

    The methods of a component belong to the component itself.
    """
    parts: list[Node] = []
    for each in value.named_children if value.type == "object" and depth else ():
        part = each.child_by_field_name("value") if each.type == "pair" else None
        if part is None or part.type != "object" or text_of(each.child_by_field_name("key")) in OPTIONS:
            continue
        inner = parts_with_functions(part, depth - 1)
        if inner or any(map(is_function, part.named_children)):
            parts += [each, *inner]
    return parts


def is_named(node: Node) -> bool:
    """Return whether an object is the value of a variable, or the default export of a module."""
    above = node.parent
    while above is not None and above.type in TYPED_VALUES:
        above = above.parent
    name = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    is_whole = above is not None and above.type == "export_statement"
    return is_whole or (name is not None and name.type == "identifier")


def around(node: Node) -> Node | None:
    """Return the function around a statement; None outside of functions."""
    above = node.parent if node.type not in BODIES else node
    while above is not None and above.type not in BODIES:
        above = above.parent
    return above
