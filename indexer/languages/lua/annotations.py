"""Types that comments of Lua declare, as in ``---@param cart Cart``."""

import re
from dataclasses import dataclass, field

_NOTE = re.compile(r"---+\s?@(?P<kind>class|param|return|type|field)\s+(?P<rest>[^\n]*)")
_CLASS = re.compile(r"(?:\(\w+\)\s*)?(?P<name>[\w.]+)(?:\s*:\s*(?P<base>[\w.]+))?")
_NAMED = re.compile(r"(?:(?:public|private|protected|package)\s+)?(?P<name>\w+)\??\s+(?P<type>.*)")
_TYPE = re.compile(r"\(?(?P<name>[A-Za-z_][\w.]*)(?:\?|\s*\|\s*nil)*\)?(?=$|[\s,#])(?!\s*\|)")

_ELEMENTS = re.compile(
    r"(?P<listed>[A-Za-z_][\w.]*)\[\]|(?:table<[^,<>]+,|\{\s*\[\w+\]:)\s*(?P<mapped>[A-Za-z_][\w.]*)\s*[>}]"
)

ELEMENTS = "[]"
"""Ends a declared type of which a table has any number."""

PLAIN = frozenset(
    (
        *("any", "boolean", "function", "integer", "lightuserdata", "nil", "number", "self", "string", "table"),
        *("thread", "unknown", "userdata", "void", "fun", "bool", "int", "float"),
    )
)
"""Types of the language itself."""


@dataclass(slots=True)
class Notes:
    """What the comments above a statement declare.

    Attributes:
        line: the last one of the comments.
        class_name: of the table that is made below.
        bases: of that class.
        fields: of that class, each with its type.
        parameters: of the function below, each with its type.
        returned: type of the first value that the function gives.
        type: of the variable below.
    """

    line: int = 0
    class_name: str = ""
    bases: list[str] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    parameters: dict[str, str] = field(default_factory=dict)
    returned: str = ""
    type: str = ""

    def add(self, text: str) -> None:
        """Take one comment."""
        note = _NOTE.match(text)
        if note is None:
            return
        kind, rest = note["kind"], note["rest"].strip()
        if kind == "class":
            self._add_class(rest)
        elif kind in {"param", "field"}:
            named = _NAMED.match(rest)
            if named is not None and kind == "param":
                self.parameters[named["name"]] = declared_type(named["type"])
            elif named is not None:
                self.fields.append((named["name"], declared_type(named["type"])))
        elif kind == "return":
            self.returned = self.returned or declared_type(rest)
        else:
            self.type = declared_type(rest)

    def _add_class(self, rest: str) -> None:
        match = _CLASS.match(rest)
        if match is not None:
            self.class_name = match["name"]
            self.bases = [match["base"]] if match["base"] and match["base"] not in PLAIN else []
            self.fields = []


def declared_type(text: str) -> str:
    """Return the class that a declared type is, with `ELEMENTS` behind that of a list; empty for any other."""
    several = _ELEMENTS.match(text.strip())
    element = (several["listed"] or several["mapped"]) if several is not None else ""
    if element:
        return "" if element in PLAIN else element + ELEMENTS
    match = _TYPE.match(text.strip())
    name = match["name"] if match is not None else ""
    return "" if name in PLAIN else name
