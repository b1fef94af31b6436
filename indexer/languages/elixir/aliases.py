"""The full names of the modules that an Elixir file names: aliases hold until the end of the block around them."""

import re
from collections import defaultdict
from typing import NamedTuple

OWN = "__MODULE__"

MODULE = re.compile(r"(?:unquote\(\s*__MODULE__\s*\)|__MODULE__|[A-Z]\w*)(?:\.[A-Z]\w*)*")
"""A module as it is written; ``unquote(__MODULE__)`` in a quoted block is the module around that."""

MAX_NAME_CHARS = 200


class _Alias(NamedTuple):
    full: str
    end: int


class Aliases:
    """Knows what the first part of a module's name stands for at a place, in document order."""

    def __init__(self) -> None:
        self._blocks: list[int] = []
        self._known: dict[str, list[_Alias]] = defaultdict(list)

    def enter(self, start: int, end: int) -> None:
        """Take the block that begins at a byte, and where it ends."""
        self._leave(start)
        self._blocks.append(end)

    def add(self, at: int, name: str, full: str) -> None:
        """Let a name stand for a module from a byte on until the end of the block around it."""
        self._leave(at)
        self._current(at, name)
        self._known[name].append(_Alias(full, self._blocks[-1] if self._blocks else -1))

    def full_name(self, written: str, at: int, own: str) -> str:
        """Return the full name of the module that a text means at a byte inside of ``own``; else empty."""
        if len(written) > MAX_NAME_CHARS or not MODULE.fullmatch(written):
            return ""
        head, _, rest = written.partition(".")
        if OWN in head:
            head = own
        elif head == "Elixir" and rest:
            return rest
        else:
            known = self._current(at, head)
            head = known[-1].full if known else head
        return f"{head}.{rest}" if rest else head

    def _leave(self, at: int) -> None:
        while self._blocks and self._blocks[-1] <= at:
            self._blocks.pop()

    def _current(self, at: int, name: str) -> list[_Alias]:
        """Return what a name stands for at a byte, outermost first, without aliases of blocks that ended."""
        known = self._known.get(name, [])
        while known and -1 < known[-1].end <= at:
            known.pop()
        return known
