"""Objects of Python that a text hands to functions of libraries, which may call their methods by agreement."""

import ast
import builtins
import re
import warnings
from collections.abc import Container, Iterator

BY_ANY_OBJECT = frozenset(dir(builtins)) | frozenset(
    (
        *("append", "add", "insert", "extend", "appendleft", "put", "put_nowait", "push", "remove", "discard"),
        *("index", "count", "get", "pop", "setdefault", "update", "join", "copy", "deepcopy", "dumps", "dump"),
        *("debug", "info", "warning", "error", "exception", "log", "write", "assertEqual", "assertIs"),
    )
)
"""Functions that take any object and call nothing by a name that a program gives."""

MOST_CHARS = 1_000_000
"""A longer text is not read."""


def handed_types(text: str, types: Container[str], own: Container[str]) -> set[str]:
    """Return the types of objects that a text hands to functions which are not its project's.

    Args:
        text: of a file of Python; one that does not parse, or is nested too deeply, hands nothing.
        types: names of the types that are looked for.
        own: names of all definitions of the project.
    """
    if len(text) > MOST_CHARS or not any(each in types for each in re.findall(r"\b(\w+)\(", text)):
        return set()
    try:
        return _handed(_parsed(text), types, own)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the parser says so of many nested signs
        return set()


def _parsed(text: str) -> ast.AST:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a doubtful escape in somebody's code is no message to who asks
        return ast.parse(text)


def _handed(tree: ast.AST, types: Container[str], own: Container[str]) -> set[str]:
    made = dict(_made(tree, types))
    return {
        type_
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and _is_outside(call.func, own)
        for argument in (*call.args, *(each.value for each in call.keywords))
        if (type_ := _type_of(argument, types) or made.get(_name_of(argument), ""))
    }


def _made(tree: ast.AST, types: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the names that objects of the types are bound to, with the type."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            type_ = _type_of(node.value, types)
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from ((name, type_) for each in targets if type_ and (name := _name_of(each)))


def _type_of(node: ast.AST, types: Container[str]) -> str:
    """Return the type that an expression makes an object of; else empty."""
    name = _last_name(node.func) if isinstance(node, ast.Call) else ""
    return name if name in types else ""


def _name_of(node: ast.AST) -> str:
    return ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""


def _last_name(function: ast.AST) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _is_outside(function: ast.AST, own: Container[str]) -> bool:
    name = _last_name(function)
    return bool(name) and name not in own and name not in BY_ANY_OBJECT
