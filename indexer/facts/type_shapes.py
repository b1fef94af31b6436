"""Types of TypeScript as short texts, which are cached with the facts of a file instead of its syntax tree.

| TypeScript | shape |
|---|---|
| ``Handler<A, B>`` | ``Handler<A,B>`` |
| the first and second parameter of the generic type around it | ``%0``, ``%1`` |
| ``(a: A, b?: B, ...c: C[]) => R`` | ``=(R,A,~B,^*(C))`` |
| ``{ setup: A; (): B }`` | ``{setup:A,:=(B)}``; the member without a name is what a call of the object calls |
| union, intersection of ``A`` and ``B`` | ``|(A,B)``, ``&(A,B)`` |
| ``[A, B]``, ``A[]`` | ``+(A,B)``, ``*(A)`` |
| ``T`` of ``<T extends A>`` | ``:(A)`` |
| ``string`` and other types of which no value is a function | ``!`` |
| ``any``, and whatever is not read | ``?`` |
"""

from functools import lru_cache
from typing import NamedTuple

from indexer.facts.fact import Fact

UNKNOWN, OTHER = "?", "!"
FUNCTION, OBJECT, UNION, ALL, TUPLE, LIST, BOUNDED = "=", "{", "|", "&", "+", "*", ":"
OPTIONAL, REST = "~", "^"
NAMED = "name"
"""`Shape.kind` of a name; the kind of every other shape is the sign that it begins with."""

SIGNATURE = "()"
"""`Declared.name` of a function's parameters and result, and of what a call of an object calls."""

DEFAULTS = "<>"
"""`Declared.name` of the defaults of the parameters of a generic type."""

BASES = "^"
"""`Declared.name` of the bases of a type that have arguments."""

APPLIED = "<"
"""`Declared.shape` of the types that a file names with arguments; ``name`` lists them with commas."""


class Declared(Fact, frozen=True):
    """The shape of a type, of a member of it, or of a function.

    Attributes:
        owner: index of the definition of the type or of the function.
        name: of the member; empty for the type itself, `SIGNATURE`, `DEFAULTS` or `BASES`.
        shape: as this module writes it; of defaults and bases a tuple.
    """

    owner: int
    name: str
    shape: str


class Shape(NamedTuple):
    """A shape that was parsed.

    Attributes:
        kind: `NAMED` or the sign that it begins with.
        name: of a name.
        parts: what it is made of, or the arguments of a name; of a function first its result.
        names: of the members of an object, in the order of ``parts``.
        signs: of each part of a function or a tuple: `OPTIONAL`, `REST` or nothing.
    """

    kind: str
    name: str = ""
    parts: tuple["Shape", ...] = ()
    names: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


NOTHING = Shape(UNKNOWN)


@lru_cache(maxsize=20_000)
def shape_of(text: str) -> Shape:
    """Return the shape that a text describes; an empty text gives `NOTHING`."""
    return _read(text, 0)[0] if text else NOTHING


def _read(text: str, at: int) -> tuple[Shape, int]:
    """Return the shape that begins at a position, and the position behind it."""
    sign = text[at]
    if sign in {UNKNOWN, OTHER}:
        return Shape(sign), at + 1
    if sign == OBJECT:
        return _object(text, at + 1)
    if text.startswith("(", at + 1):
        parts, signs, at = _parts(text, at + 2, ")")
        return Shape(sign, "", parts, (), signs), at
    end = at
    while end < len(text) and text[end] not in "<>(),}":
        end += 1
    if text.startswith("<", end):
        parts, _, behind = _parts(text, end + 1, ">")
        return Shape(NAMED, text[at:end], parts), behind
    return Shape(NAMED, text[at:end]), end


def _object(text: str, at: int) -> tuple[Shape, int]:
    names: list[str] = []
    parts: list[Shape] = []
    while text[at] != "}":
        colon = text.index(":", at)
        names.append(text[at:colon])
        part, at = _read(text, colon + 1)
        parts.append(part)
        at += text[at] == ","
    return Shape(OBJECT, "", tuple(parts), tuple(names)), at + 1


def _parts(text: str, at: int, closing: str) -> tuple[tuple[Shape, ...], tuple[str, ...], int]:
    parts: list[Shape] = []
    signs: list[str] = []
    while text[at] != closing:
        sign = text[at] if text[at] in {OPTIONAL, REST} else ""
        part, at = _read(text, at + len(sign))
        parts.append(part)
        signs.append(sign)
        at += text[at] == ","
    return tuple(parts), tuple(signs), at + 1
