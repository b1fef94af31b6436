"""C#: declarations of one file, indexed for look-ups, with the known types of its calls."""

from collections import defaultdict
from dataclasses import dataclass, field

from indexer.facts.model import FileFacts, Variable
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.types import Member

FEW = 16
"""So many variables are looked through one by one."""


@dataclass(slots=True)
class FileScope:
    """Declarations of one file, indexed for look-ups."""

    facts: FileFacts
    declared: dict[int, list[Variable]] = field(default_factory=lambda: defaultdict(list))
    results: dict[int, Bound] = field(default_factory=dict)
    targets: dict[int, tuple[Member | None, str]] = field(default_factory=dict)
    candidates: dict[int, list[str]] = field(default_factory=dict)
    values: dict[int, dict[str, Bound]] = field(default_factory=dict)
    _by_name: dict[int, dict[str, list[Variable]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the variables."""
        for each in self.facts.variables:
            self.declared[each.owner].append(each)

    def parameters(self, owner: int) -> list[Variable]:
        """Return the parameters of a method, the ``this`` of an extension included; locals may follow."""
        return self.declared.get(owner, [])

    def variable(self, owner: int, name: str, line: int) -> Variable | None:
        """Return the declaration that holds at a line: the last one before it, else the first."""
        declared = self._named(owner, name)
        if not declared:
            return None
        before = [each for each in declared if each.line <= line]
        return before[-1] if before else declared[0]

    def _named(self, owner: int, name: str) -> list[Variable]:
        """Return the variables of a name; an index of those of few would take most of a root's memory."""
        declared = self.declared.get(owner, [])
        if len(declared) <= FEW:
            return [each for each in declared if each.name == name]
        if owner not in self._by_name:
            by_name: dict[str, list[Variable]] = defaultdict(list)
            for each in declared:
                by_name[each.name].append(each)
            self._by_name[owner] = by_name
        return self._by_name[owner].get(name, [])
