"""Fixtures of pytest: in the class and the file of a test, else in the nearest ``conftest.py`` above it."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from indexer.facts.model import FIXTURE, FileFacts, Variable
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames

_YIELDED = re.compile(r"(?:\w+\.)*(?:Async)?(?:Iterator|Iterable|Generator)\[(.+)\]")


class Fixtures:
    """Finds the fixture that fills a parameter."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        files = [each for each in names.files.values() if each.language == "python"]
        self._ids = {
            facts.definitions[use.owner].local_id
            for facts in files
            for use in facts.types
            if use.role == "attribute" and use.name.rpartition(".")[2] == "fixture"
        }
        self._filled = {
            (facts.path, each.owner, each.name) for facts in files for each in facts.named if each.shape == FIXTURE
        }

    def target(self, facts: FileFacts, owner: int, name: str) -> str:
        """Return the fixture that a parameter of the function ``owner`` names; else empty."""
        own = place_of(facts, owner)
        return next((each for each in self._visible(facts, own, name) if each in self._ids and each != own), "")

    def _visible(self, facts: FileFacts, own: str, name: str) -> Iterator[str]:
        holder = self._names.holder_of.get(own, "")
        if holder in self._names.classes:
            yield self._names.method(holder, name)
        yield self._names.lookup(facts.path, name)
        for folder in PurePosixPath(facts.path).parents:
            yield self._names.lookup(str(folder / "conftest.py"), name)

    def filling(self, facts: FileFacts, variable: Variable) -> str:
        """Return the fixture that gives a variable its value: a parameter without a type; else empty."""
        key = (facts.path, variable.owner, variable.name)
        is_filled = key in self._filled and variable is self._names.variables[key][0]
        return self.target(facts, variable.owner, variable.name) if is_filled else ""


def yielded(returns: str) -> str:
    """Return the type of what a generator yields, of any other type itself."""
    match = _YIELDED.fullmatch(returns.strip("\"'"))
    return match.group(1).partition(",")[0].strip() if match else returns
