"""Ruby: calls and the values that hang on them, by number; a number is given before a call is read."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_CALL, Call, Variable
from indexer.facts.syntax import Match

ROLES = frozenset(("call", "called", "super"))
"""Roles of what may be a call: a name that stands alone is one where no local variable has it."""


class Value(NamedTuple):
    """What an expression gives.

    Attributes:
        type: class of an object that it makes.
        path: variable or constant that it is.
        call: number of the call that it is.
    """

    type: str = ""
    path: str = ""
    call: int = NO_CALL


UNKNOWN = Value()


class Calls:
    """Collects calls by their numbers."""

    def __init__(self, query_matches: Sequence[Match]) -> None:
        self._numbers = {
            (match.start, match.end): number
            for number, match in enumerate(match for match in query_matches if match.role in ROLES)
        }
        self._read: dict[int, Call] = {}

    def number(self, node: Node) -> int:
        """Return the number of the call that a node may be, or ``NO_CALL``."""
        return self._numbers.get(node.byte_range, NO_CALL)

    def add(self, node: Node, call: Call) -> None:
        """Add the call that a node is."""
        self._read[self.number(node)] = call

    def numbered(self) -> tuple[list[Call], dict[int, int]]:
        """Return all calls whose receivers are known, and the new number of each; receivers come after calls."""
        known: set[int] = set()
        for number in sorted(self._read, reverse=True):
            inner = self._read[number].inner
            if inner == NO_CALL or inner in known:
                known.add(number)
        renumbered = {number: position for position, number in enumerate(sorted(known))}
        calls = (self._read[number] for number in renumbered)
        linked = [replace(call, inner=renumbered[call.inner]) if call.inner != NO_CALL else call for call in calls]
        return linked, renumbered


def renumber(variables: Sequence[Variable], numbers: Mapping[int, int]) -> list[Variable]:
    """Return variables with the new numbers of the calls that give their values."""
    return [
        replace(each, call=numbers.get(each.call, NO_CALL), given_to=numbers.get(each.given_to, NO_CALL))
        for each in variables
    ]
