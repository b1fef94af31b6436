"""What stands for a parameter of a generic item of Rust: the first trait that bounds it."""

import re

from tree_sitter import Node

from indexer.facts.parameters import split_arguments
from indexer.facts.syntax import text_of
from indexer.facts.type_names import plain_type

GENERIC_ITEMS = frozenset(
    f"{kind}_item" for kind in ("enum", "function", "function_signature", "impl", "struct", "trait", "type")
)

_PLATFORM = frozenset(
    (
        *("AsMut", "AsRef", "Borrow", "Clone", "Copy", "Debug", "Default", "Display", "Drop", "Eq", "Fn", "FnMut"),
        *("FnOnce", "From", "Hash", "Into", "IntoIterator", "Iterator", "Ord", "PartialEq", "PartialOrd", "Send"),
        *("Sized", "Sync", "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin"),
    )
)
"""Traits of the language, of which nothing is known here."""

_CONVERTED = re.compile(r"(?:AsRef|Borrow|Into)<(.+)>")
"""A trait of values that another type is made of, such as ``Into<Input>``."""

_MOST_CHARS = 2_000
"""Of the parameters of an item that are read."""

_DEEPEST = 8
"""How many of the generic items around a place are searched for a name."""

_BOUND = re.compile(r"^\s*([A-Za-z_]\w*)\s*:(?!:)([^=]+)")


class Bounds:
    """Knows the traits of the generic parameters around a place; places come in order."""

    def __init__(self) -> None:
        self._items: list[tuple[int, dict[str, str], dict[str, str]]] = []
        """End of an item, the traits of its parameters, and the types that are made of those."""

    def enter(self, node: Node) -> None:
        """Go on to a node; what a generic item says holds until its end."""
        while self._items and self._items[-1][0] <= node.start_byte:
            self._items.pop()
        if node.type in GENERIC_ITEMS and (not self._items or self._items[-1][0] != node.end_byte):
            bounds, made = _bounds_of(node)
            if bounds or made:
                self._items.append((node.end_byte, bounds, made))

    def any_here(self) -> bool:
        """Return whether an item around the place bounds a parameter."""
        return bool(self._items)

    def trait_of(self, name: str) -> str:
        """Return the trait that the parameter of this name is of; the name itself where it is no parameter."""
        for _, bounds, _ in reversed(self._items[-_DEEPEST:]):
            if name in bounds:
                return bounds[name]
        return name

    def made_of(self, type_: str) -> str:
        """Return ``Input`` of ``impl Into<Input>``, and of ``I`` where that is bounded by it; else empty."""
        written = _CONVERTED.fullmatch(type_.removeprefix("impl ")) if len(type_) <= _MOST_CHARS else None
        if written:
            return plain_type(written[1])
        return next((made[type_] for _, _, made in reversed(self._items[-_DEEPEST:]) if type_ in made), "")


def _bounds_of(node: Node) -> tuple[dict[str, str], dict[str, str]]:
    """Return the first trait of each parameter that is none of the language's, and what it is made into."""
    results: dict[str, str] = {}
    made: dict[str, str] = {}
    parameters = node.child_by_field_name("type_parameters")
    if parameters is None:
        return results, made
    where = next((each for each in node.children if each.type == "where_clause"), None)
    listed = [*_listed(text_of(parameters)[1:-1]), *_listed(text_of(where).removeprefix("where"))]
    for each in listed:
        match = _BOUND.match(each)
        parts = [part.strip(" ?") for part in match.group(2).split("+")] if match else []
        conversion = next(filter(None, map(_CONVERTED.fullmatch, parts)), None)
        if match and conversion:
            made.setdefault(match.group(1), plain_type(conversion[1]))
        traits = map(plain_type, parts)
        trait = next((name for name in traits if name and name.rpartition(".")[2] not in _PLATFORM), "")
        if match and trait and match.group(1) != "Self":
            results.setdefault(match.group(1), trait)
    return results, made


def _listed(text: str) -> list[str]:
    return split_arguments(text) if len(text) <= _MOST_CHARS else []
