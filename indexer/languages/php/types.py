"""PHP: the types of declarations and of the comments above them, as ``indexer.resolve`` looks for them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from indexer.facts.containers import LIST
from indexer.facts.parameters import split_arguments
from indexer.facts.type_names import MAX_TYPE_CHARS
from indexer.languages.php.names import OWN_CLASS, NameTable

NOTHING = frozenset(("null", "false", "void"))
"""Parts of a union that say only that a value may be missing."""

BUILT_IN = NOTHING | frozenset(
    (
        *(
            "array",
            "bool",
            "boolean",
            "callable",
            "closure",
            "double",
            "float",
            "int",
            "integer",
            "iterable",
            "list",
        ),
        *("mixed", "never", "no-return", "numeric", "object", "resource", "scalar", "string", "true"),
        *(
            "parent",
            "class-string",
            "non-empty-string",
            "non-empty-array",
            "non-empty-list",
            "array-key",
            "positive-int",
        ),
    )
)
"""Types that are no classes of anybody."""

CONTAINERS = frozenset(
    (
        *(
            "array",
            "iterable",
            "list",
            "non-empty-array",
            "non-empty-list",
            "traversable",
            "iterator",
            "generator",
        ),
        *("iteratoraggregate", "arrayiterator", "arrayobject", "collection", "arraycollection", "lazycollection"),
        *("persistentcollection", "eloquentcollection", "splobjectstorage", "paginator"),
    )
)
"""Last names, in small letters, of types whose last argument is what they hold any number of."""

MOCKS = frozenset(("mockobject", "stub", "mockinterface", "legacymockinterface"))
"""Last names of what a test adds to the type that it stands for."""

_NAME = re.compile(r"\\?[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:[\\-][A-Za-z_\x80-\uffff][\w\x80-\uffff]*)*|\$this")
_TAG = re.compile(
    r"@(?:phpstan-|psalm-)?(param|return|var|property(?:-read|-write)?|extends|implements|use)[ \t]+"
)
_VARIABLE = re.compile(r"\s*(?:&|\.\.\.)*\$(\w+)")
_DEPTHS = {**dict.fromkeys("<({[", 1), **dict.fromkeys(">)}]", -1)}


class Tag(NamedTuple):
    """A line of a comment that tells a type.

    Attributes:
        kind: ``param``, ``return``, ``var``, ``property``, ``extends`` ...
        type: as written.
        name: of the variable, without its sign; empty where none is named.
    """

    kind: str
    type: str
    name: str


def tags(comment: str) -> Iterator[Tag]:
    """Yield the types that a comment tells."""
    for match in _TAG.finditer(comment):
        type_ = _written(comment, match.end())
        variable = _VARIABLE.match(comment, match.end() + len(type_))
        yield Tag(match.group(1).partition("-")[0], type_, variable.group(1) if variable else "")


def _written(comment: str, start: int) -> str:
    """Return the type that begins here: it ends at a blank outside of brackets."""
    depth = 0
    for position, sign in enumerate(comment[start : start + MAX_TYPE_CHARS]):
        depth += _DEPTHS.get(sign, 0)
        if sign == "\n" or (depth <= 0 and (sign.isspace() or (sign == "$" and position))):
            return comment[start : start + position]
    return comment[start : start + MAX_TYPE_CHARS]


def type_of(text: str, names: NameTable) -> str:
    """Return the class that a type means, as a full name; empty for any other type.

    It is ``Self`` for the class around, ``this`` where that may be a derived one, and `LIST` and a class for any
    number of values.
    """
    text = text.strip()
    if not text or len(text) > MAX_TYPE_CHARS:
        return ""
    parts = [part for part in _split(text.removeprefix("?"), "|") if part.lower() not in NOTHING]
    known = list(dict.fromkeys(filter(None, (_part(part, names) for part in parts))))
    lists = [each for each in known if each.startswith(LIST)]
    if len(lists) == 1 and len(parts) > 1:
        return lists[0]
    return known[0] if len(known) == len(parts) == 1 else ""


def declared_type(native: str, comment: str, names: NameTable) -> str:
    """Return the class that a declared type means, or that the comment above it names where that says more."""
    declared = type_of(native, names)
    described = type_of(comment, names) if comment else ""
    holds_many = declared.rpartition(".")[2].lower() in CONTAINERS and described.startswith(LIST)
    return described if holds_many or not declared else declared


def _part(text: str, names: NameTable) -> str:
    """Return what one member of a union means."""
    both = [part for part in _split(text, "&") if part.rpartition("\\")[2].lower() not in MOCKS]
    text = both[0].strip("() ?") if len(both) == 1 else ""
    match = _NAME.match(text)
    name, rest = (match.group(), text[match.end() :]) if match else ("", "")
    short = name.rpartition("\\")[2].lower()
    if rest.startswith("<") and short in CONTAINERS:
        return _many(split_arguments(rest[1:].removesuffix(">"))[-1], names)
    if rest.endswith("[]"):
        return _many(text[:-2], names)
    if name in OWN_CLASS:
        return "Self" if name == "self" else "this"
    is_class = name.lower() not in BUILT_IN and (not rest or rest.startswith("<"))
    return names.full(name) if is_class else ""


def _many(element: str, names: NameTable) -> str:
    type_ = type_of(element, names)
    return f"{LIST}{type_}" if type_ and not type_.startswith(LIST) else ""


def _split(text: str, sign: str) -> list[str]:
    """Return the parts of a type between a sign that stands outside of brackets."""
    parts, depth, start = [], 0, 0
    for position, each in enumerate(text):
        depth += _DEPTHS.get(each, 0)
        if each == sign and depth <= 0:
            parts.append(text[start:position].strip())
            start = position + 1
    return [*parts, text[start:].strip()]
