"""PHP: what expressions name: paths of variables and classes, files that are brought in, functions handed over."""

import re
from collections.abc import Iterator
from posixpath import normpath

from tree_sitter import Node

from indexer.facts.strings import content
from indexer.facts.syntax import text_of
from indexer.languages.php.names import NAMES, OWN_CLASS, NameTable

SURROUNDING = {
    "parenthesized_expression": "",
    "clone_expression": "",
    "error_suppression_expression": "",
    "assignment_expression": "right",
    "reference_assignment_expression": "right",
}
"""Types of an expression that has the value of another one, and the field of that; the last child if empty."""

BRANCHES = {"conditional_expression": ("body", "alternative"), "binary_expression": ("left", "right")}
NO_VALUES = frozenset(("null", "throw_expression"))

MEMBERS = frozenset(("member_access_expression", "nullsafe_member_access_expression"))
MOST_PARTS = 20
"""Parts of a path; a longer one is generated."""

STRINGS = frozenset(("string", "encapsed_string"))
THIS = "$this"
LONGEST_VALUE = 2_000
"""Bytes of an assigned value in which the variable itself is looked for."""


def text_in(node: Node | None) -> str:
    """Return the text of a literal; empty for any other expression."""
    if node is None or node.type not in STRINGS:
        return ""
    written = text_of(node)
    if node.type == "encapsed_string":
        return content(written)
    return written.strip("bB")[1:-1].replace("\\\\", "\\").replace("\\'", "'")


def value_of(node: Node) -> Node:
    """Return the expression that gives the value of another one, such as that inside parentheses."""
    for _ in range(MOST_PARTS):
        inner = _only_branch(node) if node.type in BRANCHES else None
        if node.type in SURROUNDING and node.named_child_count:
            field = SURROUNDING[node.type]
            inner = (node.child_by_field_name(field) if field else None) or node.named_children[-1]
        if inner is None:
            break
        node = inner
    return node


def _only_branch(node: Node) -> Node | None:
    """Return the branch of ``$x ? $a : null`` or ``$a ?? null`` that gives a value; None where both do."""
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) != "??":
        return None
    branches = [each for name in BRANCHES[node.type] if (each := node.child_by_field_name(name)) is not None]
    giving = [each for each in branches if each.type not in NO_VALUES]
    return giving[0] if len(branches) == len(BRANCHES[node.type]) and len(giving) == 1 else None


def mentions(value: Node, variable: str) -> bool:
    """Return whether a value is put together with the variable that it is assigned to."""
    is_short = value.end_byte - value.start_byte < LONGEST_VALUE
    return is_short and re.search(rf"{re.escape(variable)}\b", text_of(value)) is not None


def path_of(node: Node, names: NameTable) -> str:
    """Return the dotted path that an expression is, ``$this.cart`` or ``namespace.Shop.Cart``; else empty."""
    parts: list[str] = []
    while len(parts) < MOST_PARTS:
        node = value_of(node)
        if node.type == "variable_name":
            return ".".join([text_of(node), *reversed(parts)])
        if node.type in NAMES or node.type == "relative_scope":
            return _path_of_class(text_of(node), parts, names)
        member = _member(node)
        if member is None:
            return ""
        node, name = member
        parts.append(name)
    return ""


def behind_call(node: Node) -> tuple[Node, str]:
    """Return the call that a path of properties begins with, and the path; the node itself where there is none."""
    parts: list[str] = []
    first = node
    while first.type in MEMBERS and len(parts) < MOST_PARTS:
        member = _member(first)
        if member is None:
            return node, ""
        first, name = value_of(member[0]), member[1]
        parts.append(name)
    return (first, ".".join(reversed(parts))) if first.type in CALLS else (node, "")


def _path_of_class(written: str, parts: list[str], names: NameTable) -> str:
    head = THIS if written in OWN_CLASS else "" if written == "parent" else names.full(written)
    return ".".join([head, *reversed(parts)]) if head else ""


def _member(node: Node) -> tuple[Node, str] | None:
    """Return the object or the class of an access to a property or a constant, and the name of that."""
    if node.type in MEMBERS:
        holder, name = node.child_by_field_name("object"), node.child_by_field_name("name")
    elif node.type == "scoped_property_access_expression":
        holder, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    elif node.type == "class_constant_access_expression" and node.named_child_count > 1:
        holder, name = node.named_children[0], node.named_children[-1]
    else:
        return None
    is_plain = name is not None and name.type in {"name", "variable_name"}
    return (holder, text_of(name).removeprefix("$")) if holder is not None and is_plain else None


def named_class(node: Node) -> str:
    """Return the class of ``Cart::class`` as written; empty for any other expression."""
    is_class = node.type == "class_constant_access_expression" and text_of(node.named_children[-1]) == "class"
    return text_of(node.named_children[0]) if is_class else ""


CALLS = frozenset(
    (
        *("function_call_expression", "member_call_expression", "nullsafe_member_call_expression"),
        "scoped_call_expression",
    )
)
MAKING = frozenset(
    (
        *("app", "createConfiguredMock", "createMock", "createPartialMock", "createStub", "getReference", "make"),
        *("makeWith", "mock", "partialMock", "resolve", "spy"),
    )
)
"""Functions and methods that give an object of the class in their first argument."""

STORES = re.compile(r"(?:[Cc]ontainer|[Ll]ocator|\bapp|\$app)(?:\(\))?$")
"""How the name of an object ends whose ``get`` does so as well."""


def class_made_by(call: Node) -> str:
    """Return the class of what ``app(Cart::class)`` or ``$container->get(Cart::class)`` gives; else empty."""
    if call.type not in CALLS:
        return ""
    name = text_of(call.child_by_field_name("name") or call.child_by_field_name("function"))
    if name not in MAKING and name != "get":
        return ""
    holder = call.child_by_field_name("object") or call.child_by_field_name("scope")
    first = argument(call.child_by_field_name("arguments"))
    named = named_class(first) if first is not None else ""
    if not named or (name == "make" and text_of(holder) == THIS):
        return ""
    return named if name in MAKING or STORES.search(text_of(holder)) else ""


def argument(arguments: Node | None, position: int = 0) -> Node | None:
    """Return the value of an argument of a call, counted from 0; None where there is none."""
    listed = arguments.named_children if arguments is not None else []
    values = [each.named_children[-1] for each in listed if each.type == "argument" and each.named_children]
    return values[position] if position < len(values) else None


def attributes(node: Node) -> Iterator[tuple[str, Node | None]]:
    """Yield the name of each attribute of a declaration as written, and its arguments."""
    listed = node.child_by_field_name("attributes")
    for group in listed.named_children if listed is not None else ():
        for each in group.named_children:
            name = next((child for child in each.named_children if child.type in NAMES), None)
            if each.type == "attribute" and name is not None:
                yield text_of(name), each.child_by_field_name("parameters")


def arguments_of(arguments: Node | None) -> dict[str, Node]:
    """Return the arguments of an attribute by their names; the first one without a name has an empty one."""
    named: dict[str, Node] = {}
    for each in arguments.named_children if arguments is not None else ():
        if each.type == "argument" and each.named_children:
            named.setdefault(text_of(each.child_by_field_name("name")), each.named_children[-1])
    return named


def file_path(node: Node) -> str:
    """Return the file that ``require`` names: ``./x.php`` from its own folder, ``x.php`` from one above it.

    It is empty where that is not written as a text.
    """
    node = value_of(node)
    if node.type in STRINGS:
        return text_in(node)
    if node.type == "function_call_expression" and text_of(node.child_by_field_name("function")) == "base_path":
        return text_in(argument(node.child_by_field_name("arguments")))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if node.type != "binary_expression" or left is None or right is None or right.type not in STRINGS:
        return ""
    folder = _folder(value_of(left))
    return f"./{normpath(folder + text_in(right))}" if folder else ""


def _folder(node: Node) -> str:
    """Return the folder of ``__DIR__``, ``dirname(__FILE__)`` or ``dirname(__DIR__, 2)``; else empty."""
    text = text_of(node)
    if text == "__DIR__":
        return "."
    if node.type != "function_call_expression" or text_of(node.child_by_field_name("function")) != "dirname":
        return ""
    arguments = node.child_by_field_name("arguments")
    inner, levels = argument(arguments), text_of(argument(arguments, 1)) or "1"
    if inner is None or not (levels.isdecimal() and len(levels) == 1):
        return ""
    if text_of(inner) == "__FILE__":
        return "/".join([".", *[".."] * (int(levels) - 1)])
    folder = _folder(inner)
    return "/".join([folder, *[".."] * int(levels)]) if folder else ""
