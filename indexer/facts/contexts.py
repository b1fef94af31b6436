"""What types of TypeScript say of functions: the shapes that declarations have, and where functions stand.

A shape is written in a form of its own, from the outside in:

- ``Handler<A,B>``: a name, with its arguments; ``%0`` is the first parameter of the type around;
- ``=(R,A,~B,^C)``: a function that gives ``R`` and takes ``A``, perhaps ``B`` and any number as ``C`` lists them;
- ``{setup:A,:B}``: an object by its members; one without a name is what a call of the object calls;
- ``|(A,B)``, ``&(A,B)``, ``+(A,B)``, ``*(A)``: one of these, all of these, a list of these one by one, any number;
- ``:(A)``: the parameter of a generic function, which has to be an ``A``;
- ``!``: what no function can be; ``?``: anything else.
"""

from functools import lru_cache
from typing import NamedTuple

from indexer.facts.fact import Fact

BY_CONTEXT = -2
"""`Variable.given_to` of one whose type is said by `FileFacts.contexts`, at `Variable.argument`."""

SIGNATURE = "()"
"""`Declared.name` of what a function takes and gives, or a call of an object of a type."""

DEFAULTS = "<>"
"""`Declared.name` of what the parameters of a generic type are where nothing is said."""

BASES = "^"
"""`Declared.name` of the bases of a type that have arguments."""

APPLIED = "<"
"""`Declared.shape` of the types that a file names with arguments; their names are listed with commas."""

UNKNOWN, OTHER = "?", "!"
FUNCTION, OBJECT, UNION, ALL, TUPLE, LIST, BOUNDED = "=", "{", "|", "&", "+", "*", ":"
OPTIONAL, REST = "~", "^"
NAMED = "name"
NEW, OF_PATH = "new ", "@"
"""Begin a context's type: of the class that an object is made of, and of the path that a value is given to."""

ARROW = "=>"
"""In the name of such a variable, behind the parameter's own."""

ELEMENT = "[]"
"""In `Context.path`: an element of a list."""


class Declared(Fact, frozen=True):
    """The shape of a type, of a member of it, or of what a function takes.

    Attributes:
        owner: the definition of the type or of the function.
        name: of the member; empty for the type itself, `SIGNATURE`, `DEFAULTS` or `BASES`.
        shape: as this module writes it; of defaults a tuple.
    """

    owner: int
    name: str
    shape: str


class Context(Fact, frozen=True):
    """Where a function stands, one of whose parameters has no type of its own.

    Attributes:
        call: index into ``calls`` of the call that it is handed to, or ``NO_CALL``.
        argument: which argument of that call, from 0.
        type: shape of the type that is written for the value; `NEW` and a class, or `OF_PATH` and a path.
        path: names of the members of objects, dotted, by which it is reached in that value.
        parameter: which parameter of the function, from 0.
        inner: path that a pattern takes out of that parameter.
    """

    call: int
    argument: int = 0
    type: str = ""
    path: tuple[str, ...] = ()
    parameter: int = 0
    inner: str = ""


class Shape(NamedTuple):
    """A shape that was read.

    Attributes:
        kind: `NAMED` or the sign that it begins with.
        name: of a name.
        parts: what it is made of, or the arguments of a name; of a function first what it gives.
        names: of the members of an object.
        signs: of the parts: `OPTIONAL`, `REST` or nothing.
    """

    kind: str
    name: str = ""
    parts: tuple["Shape", ...] = ()
    names: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


NOTHING = Shape(UNKNOWN)


def plain_name(name: str) -> str:
    """Return the parameter's own name."""
    return name.partition(ARROW)[0]


@lru_cache(maxsize=20_000)
def shape_of(text: str) -> Shape:
    """Return the shape that a text describes."""
    return _read(text, 0)[0] if text else NOTHING


def _read(text: str, at: int) -> tuple[Shape, int]:
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
