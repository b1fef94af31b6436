"""C#: what one file declares, indexed for look-ups, and what is known of its calls so far."""

from collections import defaultdict
from dataclasses import dataclass, field

from indexer.facts.model import FileFacts, Variable
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.types import Member


@dataclass(slots=True)
class FileScope:
    """What one file declares, indexed for look-ups."""

    facts: FileFacts
    variables: dict[tuple[int, str], list[Variable]] = field(default_factory=lambda: defaultdict(list))
    declared: dict[int, list[Variable]] = field(default_factory=lambda: defaultdict(list))
    results: dict[int, Bound] = field(default_factory=dict)
    targets: dict[int, tuple[Member | None, str]] = field(default_factory=dict)
    candidates: dict[int, list[str]] = field(default_factory=dict)
    values: dict[int, dict[str, Bound]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the variables."""
        for each in self.facts.variables:
            self.variables[each.owner, each.name].append(each)
            self.declared[each.owner].append(each)

    def parameters(self, owner: int) -> list[Variable]:
        """Return the parameters of a method, the ``this`` of an extension included; locals may follow."""
        return self.declared.get(owner, [])

    def variable(self, owner: int, name: str, line: int) -> Variable | None:
        """Return the declaration that holds at a line: the last one before it, else the first."""
        declared = self.variables.get((owner, name))
        if not declared:
            return None
        before = [each for each in declared if each.line <= line]
        return before[-1] if before else declared[0]
