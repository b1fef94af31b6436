"""Overloads of a method: each has its node, in addition to that of the name, if their parameters differ."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from indexer.facts.model import CALLABLE, FileFacts
from indexer.facts.parameters import parameter_types

MOST_OVERLOADS = 64
"""A name with more is generated, and stays one node."""

MOST_CANDIDATES = 8
"""Of so many overloads one may be called where it is not known which; more would make a graph of guesses."""

NEVER, PERHAPS, LOOSELY, BROADLY, GENERICALLY, EXACTLY = range(-1, 5)
"""How well an argument suits a parameter: perhaps where nothing is known of it, loosely where all suit."""


class Overload(msgspec.Struct, frozen=True):
    """One of several methods of a name.

    Attributes:
        local_id: that of the name with the types of the parameters behind it.
        suffix: these types, as `Signature.parameters` has them.
        required, total: how many arguments it must and may take; -1 for any number.
        is_extension: its first parameter is the receiver.
        spans: path, first and last line of its declarations.
    """

    local_id: str
    suffix: str
    required: int
    total: int
    is_extension: bool
    spans: list[tuple[str, int, int]]

    @property
    def types(self) -> tuple[str, ...]:
        """The types of the parameters that take arguments."""
        return parameter_types(self.suffix)[self.is_extension :]

    def type_at(self, argument: int) -> str:
        """Return the type of the parameter that takes an argument; of any number of them that of an element."""
        types = self.types
        if self.takes_rest(argument):
            return types[-1].removesuffix("[]") if types else ""
        return types[argument] if argument < len(types) else ""

    def takes_rest(self, argument: int) -> bool:
        """Return whether an argument is one of any number that the last parameter takes, or an array of them."""
        return self.total < 0 and argument >= len(self.types) - 1

    def accepts(self, arguments: int) -> bool:
        """Return whether it may be called with that many arguments; -1 for a number that is not known."""
        return arguments < 0 or (self.required <= arguments and (self.total < 0 or arguments <= self.total))


class Overloads:
    """The overloads of all files by the identifier of their name."""

    def __init__(self, files: Iterable[FileFacts] = ()) -> None:
        overloads_of: dict[str, dict[str, Overload]] = defaultdict(dict)
        unknown: set[str] = set()
        for facts in files:
            signatures = {each.owner: each for each in facts.signatures if each.parameters}
            for index, each in enumerate(facts.definitions) if signatures else ():
                if each.kind not in CALLABLE:
                    continue
                if index not in signatures:
                    unknown.add(each.local_id)
                    continue
                own = signatures[index]
                overload = overloads_of[each.local_id].get(own.parameters)
                if overload is None:
                    local_id = f"{each.local_id}{own.parameters}"
                    counts = (own.required, own.total, bool(own.receiver))
                    overload = Overload(local_id, own.parameters, *counts, [])
                    overloads_of[each.local_id][own.parameters] = overload
                overload.spans.append((facts.path, each.start_line, each.end_line))
        self._of: Mapping[str, dict[str, Overload]] = {
            name: overloads
            for name, overloads in overloads_of.items()
            if 1 < len(overloads) <= MOST_OVERLOADS and name not in unknown
        }

    def __contains__(self, local_id: str) -> bool:
        return local_id in self._of

    def all(self) -> Iterable[tuple[str, list[Overload]]]:
        """Return each name with its overloads."""
        return ((name, list(overloads.values())) for name, overloads in self._of.items())

    def of(self, local_id: str) -> list[Overload]:
        """Return the overloads of a name, none where there is but one method of it."""
        return list(self._of.get(local_id, {}).values())

    def around(self, local_id: str, path: str, line: int) -> str:
        """Return the overload of a name whose lines contain a position, else the name itself."""
        for each in self._of.get(local_id, {}).values():
            for own_path, first, last in each.spans:
                if own_path == path and first <= line <= last:
                    return each.local_id
        return local_id


Level = Callable[[Overload, int], int]
"""How well an argument of a call suits an overload, by its place."""


def chosen(overloads: Sequence[Overload], arguments: int, level: Level) -> Sequence[Overload]:
    """Return the overloads that a call may mean, by the number of its arguments (-1: not known) and their types.

    Where the types exclude each of them, all that take so many arguments may be meant.
    """
    taking = [each for each in overloads if each.accepts(arguments)] or overloads
    if len(taking) == 1 or arguments < 0:
        return taking
    levels = {each.suffix: [level(each, at) for at in range(arguments)] for each in taking}
    fitting = [each for each in taking if NEVER not in levels[each.suffix]] or taking
    if all(each.total == arguments and max(levels[each.suffix], default=PERHAPS) <= PERHAPS for each in fitting):
        return fitting
    best = max(fitting, key=lambda each: sum(levels[each.suffix]))
    if all(_is_better(best, each, levels, arguments) for each in fitting if each is not best):
        return [best]
    return [
        each
        for each in fitting
        if not any(_is_better(other, each, levels, arguments) for other in fitting if other is not each)
    ]


def _is_better(first: Overload, other: Overload, levels: Mapping[str, list[int]], arguments: int) -> bool:
    """Return whether an overload suits a call better: no argument worse, one of them or their number better."""
    pairs = list(zip(levels[first.suffix], levels[other.suffix], strict=True))
    for at, (own, others) in enumerate(pairs):
        is_open = PERHAPS in (own, others) and first.type_at(at) != other.type_at(at)
        if own < others or is_open:
            return False
    return any(own > others for own, others in pairs) or first.total == arguments != other.total
