"""Python: what functions give that declare no type, by their ``return`` and ``yield``."""

import re
from collections.abc import Iterable

from indexer.facts.marks import RETURNED
from indexer.facts.model import Variable

TRANSPARENT = re.compile(
    r"(?:\w+\.)*(?:property|staticmethod|classmethod|cached_property|cache|lru_cache|fixture|override)"
)
"""Decorators that leave it to the function what a call gives."""


class Results:
    """Remembers of which functions all results are known."""

    def __init__(self) -> None:
        self._undeclared: dict[int, bool] = {}
        """Function -> whether it is a fixture, which gives what it yields."""
        self._generators: set[int] = set()

    def enter(self, function: int, declared: str, decorators: Iterable[str]) -> None:
        """Note a function."""
        names = tuple(decorators)
        if not declared and all(TRANSPARENT.fullmatch(each) for each in names):
            self._undeclared[function] = any(each.endswith("fixture") for each in names)

    def takes(self, function: int, *, is_yield: bool) -> bool:
        """Return whether a value that a function gives or yields says something of its type."""
        is_fixture = self._undeclared.get(function)
        if is_yield and not is_fixture:
            self._generators.add(function)
        return is_fixture is not None and (is_fixture or not is_yield)

    def known(self, variables: Iterable[Variable]) -> tuple[Variable, ...]:
        """Return the variables without the results of generators."""
        return tuple(each for each in variables if each.name != RETURNED or each.owner not in self._generators)
