"""Which variable a name of a Lua file is: locals hold until the end of the block around them."""

from collections import defaultdict
from typing import NamedTuple

GLOBAL = "~"
"""Begins the key of a name that no local variable has."""

STANDARD = frozenset(
    (
        *("assert", "bit", "bit32", "collectgarbage", "coroutine", "debug", "dofile", "error", "getfenv"),
        *("getmetatable", "io", "ipairs", "jit", "load", "loadfile", "loadstring", "math", "module", "next", "os"),
        *("package", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select"),
        *("setfenv", "setmetatable", "string", "table", "tonumber", "tostring", "type", "unpack", "utf8", "warn"),
        "xpcall",
    )
)
"""Names of Lua itself: what a file puts in their place is not what others mean."""


def is_standard(key: str) -> bool:
    """Return whether the key of a variable is a name of Lua itself."""
    return key.startswith(GLOBAL) and key[len(GLOBAL) :] in STANDARD


class _Local(NamedTuple):
    key: str
    start: int
    end: int
    is_known: bool


class Scopes:
    """Knows the local variables at a place, in document order; each has a key of its own in the file."""

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._locals: dict[str, list[_Local]] = defaultdict(list)
        self._numbers: dict[str, int] = defaultdict(int)

    def enter(self, start: int, end: int) -> None:
        """Take a block, a loop or a function by its first byte and the one behind it."""
        while self._ends and self._ends[-1] <= start:
            self._ends.pop()
        self._ends.append(end)

    def end_at(self, at: int) -> int:
        """Return where the innermost block around a byte ends; -1 for the file."""
        while self._ends and self._ends[-1] <= at:
            self._ends.pop()
        return self._ends[-1] if self._ends else -1

    def declare(self, name: str, start: int, end: int, *, is_known: bool = True) -> str:
        """Add a local variable that can be seen between two bytes; return its key."""
        number = self._numbers[name]
        self._numbers[name] += 1
        key = f"{name}@{number}" if number else name
        self._locals[name].append(_Local(key, start, end, is_known))
        return key

    def _current(self, name: str, at: int) -> _Local | None:
        known = self._locals.get(name)
        while known and -1 < known[-1].end <= at:
            known.pop()
        return next((each for each in reversed(known or ()) if each.start <= at and not -1 < each.end <= at), None)

    def key(self, name: str, at: int) -> str:
        """Return the key of the variable that a name is at a byte."""
        local = self._current(name, at)
        return local.key if local is not None else f"{GLOBAL}{name}"

    def is_known(self, name: str, at: int) -> bool:
        """Return whether the file may say what the variable of a name holds; not so of most parameters."""
        local = self._current(name, at)
        return local is None or local.is_known
