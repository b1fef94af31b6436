"""Java: generic types as written, and the parameters of functions without a name."""

import re

from tree_sitter import Node

from indexer.facts.containers import LIST
from indexer.facts.syntax import text_of
from indexer.facts.type_names import MAX_TYPE_CHARS, plain_type

_ANNOTATION = re.compile(r"@[\w.]+(?:\([^()]*\))?\s*")


def generic_type(text: str) -> str:
    """Return a type with its arguments, ``List<Item>``; of an array ``[]`` and the type of its elements."""
    if len(text) > MAX_TYPE_CHARS:
        return ""
    written = "".join(_ANNOTATION.sub("", text).split())
    if written.endswith(LIST):
        return f"{LIST}{generic_type(written.removesuffix(LIST))}"
    return written if "<" in written and plain_type(written) else plain_type(text)


def type_parameters(node: Node) -> tuple[str, ...]:
    """Return the names of the parameters of a generic class or method."""
    listed = next((each for each in node.named_children if each.type == "type_parameters"), None)
    parameters = listed.named_children if listed is not None else ()
    parts = (part for each in parameters for part in each.named_children)
    return tuple(text_of(part) for part in parts if part.type == "type_identifier")


def constraints(node: Node) -> tuple[str, ...]:
    """Return the first bound of each parameter of a generic class or method, as ``T:Part<T>``."""
    listed = next((each for each in node.named_children if each.type == "type_parameters"), None)
    results: list[str] = []
    for parameter in listed.named_children if listed is not None else ():
        parts = {each.type: each for each in parameter.named_children}
        bound = parts.get("type_bound")
        type_ = (
            generic_type(text_of(bound.named_children[0])) if bound is not None and bound.named_children else ""
        )
        if type_ and "type_identifier" in parts:
            results.append(f"{text_of(parts['type_identifier'])}:{type_}")
    return tuple(results)


class UnnamedFunctions:
    """Gives the parameters of functions without a name, of which one method has many, names of their own."""

    def __init__(self) -> None:
        self._open: list[tuple[int, dict[str, str]]] = []
        self._count = 0

    def enter(self, function: Node, parameters: Node | None) -> list[str]:
        """Return the names of a function's parameters, as `path` has them inside of it."""
        if parameters is None:
            return []
        nodes = [parameters] if parameters.type == "identifier" else parameters.named_children
        self._count += 1
        names = {text_of(each): f"{text_of(each)}:{self._count}" for each in nodes}
        self._open.append((function.end_byte, names))
        return list(names.values())

    def path(self, dotted: str, node: Node) -> str:
        """Return a path as it is meant at a node; nodes come in the order of the file."""
        while self._open and self._open[-1][0] <= node.start_byte:
            self._open.pop()
        head, dot, rest = dotted.partition(".")
        for _, names in reversed(self._open):
            if head in names:
                return f"{names[head]}{dot}{rest}"
        return dotted
