"""Functions without a name in Kotlin: each has own names for its parameters and for what it is called of."""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from indexer.facts.model import NO_CALL, RECEIVER, Variable
from indexer.languages.kotlin.smart_casts import Cast

SELF, ONLY = "this", "it"
MOST_AROUND = 4
"""Functions around a call whose objects are looked at."""

CALLED_OF = frozenset(("apply", "run", "with"))
"""Functions that call what they are handed of another object."""


class Handed(NamedTuple):
    """Where a function is handed over: index of the call, the place among its arguments, and what is called."""

    call: int = NO_CALL
    argument: int = 0
    name: str = ""


@dataclass(slots=True)
class _Open:
    """A function or an object without a name that goes on until a byte.

    Attributes:
        number: of it in the file.
        type: base of an object; empty for a function.
        names: of its parameters, and as they are known in the file.
        implied: the same of what may be members of what it is called of.
    """

    end: int
    number: int
    owner: int
    line: int
    handed: Handed
    type: str = ""
    names: dict[str, str] = field(default_factory=dict)
    implied: dict[str, str] = field(default_factory=dict)
    has_parameters: bool = False
    has_self: bool = False


class LambdaScopes:
    """Knows the functions around the current place; places come in the order of the file.

    Args:
        variables: gets those of the functions, when they are first used.
        declared: names of all variables of the file.
    """

    def __init__(self, variables: list[Variable], declared: frozenset[str]) -> None:
        self._declared = declared
        self._variables = variables
        self._open: list[_Open] = []
        self._count = 0
        self._casts: list[tuple[Cast, int, int]] = []
        """Parts that are not reached yet, with their owners and lines."""

    def enter(
        self, part: tuple[int, int], owner: int, line: int, handed: Handed, parameters: Sequence[tuple[str, str]]
    ) -> None:
        """Open a function that takes parameters of such names and types; one in parts has no name.

        ``part`` is where it begins and ends.
        """
        opened = self._enter(part, owner, line, handed)
        for number, (name, type_) in enumerate(parameters):
            if name:
                self._declare(opened, name, number, type_)
        opened.has_parameters = bool(parameters)

    def enter_object(self, part: tuple[int, int], owner: int, line: int, type_: str) -> None:
        """Open an object without a name that is of a type."""
        self._enter(part, owner, line, Handed()).type = type_

    def cast(self, cast: Cast, owner: int, line: int) -> None:
        """Note a part of the file that is not reached yet, in which a name stands for a value of a type."""
        insort(self._casts, (cast, owner, line))

    def _reach(self, position: int) -> None:
        """Open the parts that begin before a place."""
        while self._casts and self._casts[0][0].start <= position:
            cast, owner, line = self._casts.pop(0)
            opened = self._open_part(cast.end, owner, line, Handed())
            opened.has_parameters = True
            if cast.name == SELF:
                opened.type = cast.type
            else:
                own = opened.names[cast.name] = f"{cast.name}:{opened.number}"
                self._variables.append(Variable(owner, own, cast.type, cast.name, line=line))

    def _enter(self, part: tuple[int, int], owner: int, line: int, handed: Handed) -> _Open:
        self._reach(part[0])
        return self._open_part(part[1], owner, line, handed)

    def _open_part(self, end: int, owner: int, line: int, handed: Handed) -> _Open:
        self._count += 1
        opened = _Open(end, self._count, owner, line, handed)
        self._open.append(opened)
        return opened

    def _declare(self, opened: _Open, name: str, parameter: int, type_: str = "") -> str:
        own = f"{name}:{opened.number}"
        call, argument = (NO_CALL, 0) if type_ else opened.handed[:2]
        self._variables.append(
            Variable(
                *(opened.owner, own, type_),
                line=opened.line,
                given_to=call,
                argument=argument,
                parameter=parameter,
            )
        )
        if name != SELF:
            opened.names[name] = own
        return own

    def _self(self, opened: _Open) -> str:
        if opened.has_self:
            return f"{SELF}:{opened.number}"
        opened.has_self = True
        return self._declare(opened, SELF, RECEIVER, opened.type)

    def _around(self, position: int) -> Iterator[_Open]:
        """Yield the functions around a place, the innermost first."""
        self._reach(position)
        while self._open and self._open[-1].end <= position:
            self._open.pop()
        return reversed(self._open)

    def receivers(self, position: int) -> str:
        """Return the names of the objects that the functions around a place may be called of, innermost first."""
        around = (each for each in self._around(position) if each.type or each.handed.call != NO_CALL)
        return " ".join(self._self(each) for _, each in zip(range(MOST_AROUND), around, strict=False))

    def holder(self, written: str, position: int) -> str:
        """Return the name of the object before a dot; it may be a property of the receiver of a lambda."""
        known = self.name(written, position)
        may_be_implied = known == written and written[:1].islower() and written not in self._declared
        receivers = self.receivers(position).split() if may_be_implied else []
        if not receivers:
            return known
        opened = next(each for each in self._around(position) if each.has_self)
        if written not in opened.implied:
            opened.implied[written] = f"{written}:{opened.number}"
            value = " ".join((*(f"{each}.{written}" for each in receivers), written))
            self._variables.append(Variable(opened.owner, opened.implied[written], "", value, line=opened.line))
        return opened.implied[written]

    def name(self, written: str, position: int) -> str:
        """Return a name as it is known in the file: that of a parameter, of ``it`` and ``this`` in a function."""
        for depth, each in enumerate(self._around(position)):
            if depth > MOST_AROUND * MOST_AROUND:
                break
            if written in each.names:
                return each.names[written]
            if written == SELF and (each.type or each.handed.name in CALLED_OF):
                return self._self(each)
            if written == ONLY and not each.type and not each.has_parameters:
                return self._declare(each, ONLY, 0)
        return written
