"""Parts of the syntax tree of Lua: strings, arguments, and what a ``require`` names."""

import re
from collections.abc import Set as AbstractSet

from tree_sitter import Node

from indexer.facts.syntax import text_of

FILE, SIBLING, INSIDE = "=", "^", "&"
"""Parts that the path of a module begins with: a file by its path, a module beside the file, one inside of it."""

MODULE = "%"
"""Begins the key of what a module gives."""

_PLAIN_MODULE = re.compile(r"[\w@+-]+(?:[./][\w@+-]+)*")
_PLAIN_FILE = re.compile(r"(?:\./)?(?P<stem>[\w@+/-]+)\.lua")
_LAST_PART = re.compile(r"[./]?(?P<path>[\w-]+(?:[./][\w-]+)*)")
IN_TEXT = re.compile(
    r"""require\s*\(?\s*(?:["']|\[\[)(?P<module>[\w./-]+)(?:["']|\]\])\s*\)?(?:\s*[.:](?P<name>[A-Za-z_]\w*))?"""
)
"""A module that the text of a string requires, as commands of editors do, and the function of it that is used."""

READERS = frozenset(("dofile", "loadfile"))


def plain_string(node: Node | None) -> str:
    """Return what a string says; empty for anything else."""
    if node is None or node.type != "string":
        return ""
    return text_of(node.child_by_field_name("content"))


def arguments_of(call: Node) -> list[Node]:
    """Return the arguments of a call."""
    arguments = call.child_by_field_name("arguments")
    return [each for each in arguments.named_children if each.type != "comment"] if arguments is not None else []


def required(call: Node, name: str, folders: AbstractSet[str] = frozenset()) -> str:
    """Return the key of the module that ``require`` or ``dofile`` names; empty where it is not known.

    Args:
        call: of the function.
        name: of the function.
        folders: variables that hold the beginning of the file's own name.
    """
    first = next(iter(arguments_of(call)), None)
    if first is None:
        return ""
    if name in READERS:
        file = _PLAIN_FILE.fullmatch(plain_string(first))
        return f"{MODULE}{FILE}/{file['stem']}" if file is not None else ""
    if first.type == "binary_expression":
        return _composed(first, folders)
    return module_key(plain_string(first))


def module_key(written: str) -> str:
    """Return the key of a module by its name: with a stroke for each dot, which divides fields elsewhere."""
    return MODULE + written.replace(".", "/") if _PLAIN_MODULE.fullmatch(written) else ""


def _composed(node: Node, folders: AbstractSet[str]) -> str:
    """Return what ``require(... .. ".sub")`` means, or ``require(folder .. "sub")``."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    last = _LAST_PART.fullmatch(plain_string(right))
    if left is None or last is None or text_of(node.child_by_field_name("operator")) != "..":
        return ""
    if left.type == "parenthesized_expression" and left.named_child_count:
        left = left.named_children[0]
    path = last["path"].replace(".", "/")
    if left.type == "vararg_expression":
        return f"{MODULE}{INSIDE}/{path}"
    return f"{MODULE}{SIBLING}/{path}" if text_of(left) in folders else ""


def sides_of(statement: Node) -> tuple[list[Node], list[Node]]:
    """Return the names and the values of an assignment, or of a declaration without values."""
    listed = {each.type: each for each in statement.named_children}
    names, values = listed.get("variable_list"), listed.get("expression_list")
    return (
        names.children_by_field_name("name") if names is not None else [],
        [each for each in values.named_children if each.type != "comment"] if values is not None else [],
    )


def takes_self(function: Node) -> bool:
    """Return whether the first parameter of a function is called ``self``."""
    parameters = function.child_by_field_name("parameters")
    first = parameters.named_children[0] if parameters is not None and parameters.named_children else None
    return first is not None and text_of(first) == "self"
