"""Names whose type a condition tells, as ``if isinstance(order, Order):`` does, up to the next assignment."""

from typing import NamedTuple

MOST_BRANCHES = 50
"""Branches that are remembered at a place."""


class _Branch(NamedTuple):
    """A branch in which a name is of a type: its bytes, and the definition that it is in."""

    start: int
    end: int
    owner: int
    name: str
    type: str


class Narrowing:
    """Remembers such branches while a file is read."""

    def __init__(self) -> None:
        self._branches: list[_Branch] = []

    def enter(self, owner: int, name: str, type_: str, branch: tuple[int, int]) -> None:
        """Note that a name is of a type between two bytes; branches that ended before are forgotten."""
        start, end = branch
        self._branches = [each for each in self._branches if each.end > start][-MOST_BRANCHES:]
        self._branches.append(_Branch(start, end, owner, name, type_))

    def assign(self, owner: int, name: str, until: int) -> None:
        """Note that a name has another value from a byte on."""
        self._branches = [
            each._replace(end=until) if (each.owner, each.name) == (owner, name) and until < each.end else each
            for each in self._branches
        ]

    def type_of(self, owner: int, name: str, at: int) -> str:
        """Return the type that the innermost condition around a byte tells of a name; else empty."""
        types = (
            each.type
            for each in reversed(self._branches)
            if (each.owner, each.name) == (owner, name) and each.start <= at < each.end
        )
        return next(types, "")
