"""Objects of JavaScript that hold functions: whether they have a name, and whether a module gives them away."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import Call, Definition
from indexer.facts.syntax import Match, text_of

FUNCTIONS = frozenset(("arrow_function", "function_expression", "generator_function", "class"))

WHOLE = "default"
"""The name of a module's default export: ``export default``, ``export =`` or ``module.exports =``."""

NOTHING = frozenset(("null", "undefined"))

EXPORTS = frozenset(("exports", "module.exports"))
"""The exports object of a CommonJS module."""

BODIES = frozenset(
    (
        *("function_declaration", "function_expression", "arrow_function", "method_definition"),
        *("generator_function", "generator_function_declaration"),
    )
)
"""Nodes of the functions that a ``return`` may end."""

MOST_WRAPPERS = 10
"""Calls around a default export that are looked into."""

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


def named_members(value: Node) -> Iterator[tuple[str, str]]:
    """Yield the names of what an object holds by name, each with its path: ``{ open, close: stop }``."""
    for each in value.named_children if value.type == "object" else ():
        value_node = each.child_by_field_name("value") if each.type == "pair" else None
        if each.type == "shorthand_property_identifier":
            yield text_of(each), text_of(each)
        elif value_node is not None and value_node.type == "identifier":
            yield text_of(each.child_by_field_name("key")), text_of(value_node)


def is_named(node: Node) -> bool:
    """Return whether an object is the value of a variable, or the default export of a module."""
    above = node.parent
    while above is not None and above.type in TYPED_VALUES:
        above = above.parent
    name = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    is_whole = above is not None and above.type == "export_statement"
    return is_whole or (name is not None and name.type == "identifier")


def is_given(node: Node) -> bool:
    """Return whether an object is the exports object of a CommonJS module."""
    above = node.parent
    left = (
        above.child_by_field_name("left") if above is not None and above.type == "assignment_expression" else None
    )
    return left is not None and text_of(left) in EXPORTS


def is_exported(node: Node) -> bool:
    """Return whether a name is one of those that a module gives: ``module.exports = { open }``."""
    outer = node.parent
    while outer is not None and outer.type in {"object", "pair"}:
        outer = outer.parent
    assigned = outer.child_by_field_name("left") if outer is not None else None
    return assigned is not None and text_of(assigned).removeprefix("module.").partition(".")[0] == "exports"


def around(node: Node) -> Node | None:
    """Return the function around a statement; None outside of functions."""
    above = node.parent if node.type not in BODIES else node
    while above is not None and above.type not in BODIES:
        above = above.parent
    return above


def holding_variable(assignment: Node) -> str:
    """Return ``app`` of ``var app = exports = module.exports = {}``; else empty."""
    above = assignment.parent
    while above is not None and above.type == "assignment_expression":
        above = above.parent
    name = above.child_by_field_name("name") if above is not None and above.type == "variable_declarator" else None
    return text_of(name) if name is not None and name.type == "identifier" else ""


def of_module(call: Call) -> Call:
    """Return ``exports.open()`` as a call of the module's own ``open()``, and any other as it is."""
    return replace(call, shape="bare", receiver="") if call.receiver in EXPORTS else call
