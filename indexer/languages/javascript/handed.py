"""Parameters of functions that are handed to methods of lists: ``orders.map(order => ...)``."""

from collections import defaultdict

from msgspec.structs import replace
from tree_sitter import Node

from indexer.facts.model import NO_OWNER, Variable
from indexer.facts.syntax import Match, line_of, text_of


class HandedFunctions:
    """Remembers such parameters while a file is read; behind the function, their names mean what they did."""

    def __init__(self) -> None:
        self._parameters: list[tuple[Variable, int]] = []
        self._names: set[int] = set()

    def enter(self, match: Match, owner: int, call: int) -> None:
        """Note the first parameter of a function that a call has as its first argument."""
        name, function = match.part("name"), match.part("value")
        if owner == NO_OWNER or name is None or function is None:
            return
        self._names.add(name.start_byte)
        variable = Variable(owner, text_of(name), line=line_of(function), given_to=call)
        self._parameters.append((variable, function.end_point[0] + 2))

    def has(self, name: Node | None) -> bool:
        """Return whether a name is that of such a parameter."""
        return name is not None and name.start_byte in self._names

    def among(self, variables: list[Variable]) -> list[Variable]:
        """Return the variables with these parameters, in the order of their lines."""
        if not self._parameters:
            return variables
        declared: dict[tuple[int, str], list[Variable]] = defaultdict(list)
        for each in variables:
            declared[each.owner, each.name].append(each)
        added: list[Variable] = []
        for variable, line in self._parameters:
            known = declared.get((variable.owner, variable.name), [])
            before = next((each for each in reversed(known) if each.line <= variable.line), None)
            added += [variable, replace(before or Variable(variable.owner, variable.name), line=line)]
        return sorted((*variables, *added), key=lambda each: each.line)
