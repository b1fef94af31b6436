"""Functions that objects of JavaScript hold by name, where a call is of one in sight."""

from collections.abc import Iterator

from indexer.facts.marks import GIVEN_OBJECT, MEMBER, RETURNED
from indexer.facts.model import NO_OWNER, Call, FileFacts
from indexer.linking.module_names import ModuleNames


class ObjectMembers:
    """Finds these functions by the names that are in scope at a call."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        self.of_results: set[str] = set()
        """Functions that objects hold which other functions give."""
        for facts in names.files.values():
            for function, name, target in self._of_results(facts):
                names.makers[function].setdefault(name, target)
                self.of_results.add(target)

    def _of_results(self, facts: FileFacts) -> Iterator[tuple[str, str, str]]:
        """Yield the functions that give objects, with the names and the functions that these hold."""
        functions = {
            facts.definitions[each.owner].local_id
            for each in facts.variables
            if each.name == RETURNED and each.type == GIVEN_OBJECT
        }
        for inner in facts.definitions if functions else ():
            if inner.parent in functions and inner.kind == "method":
                yield inner.parent, inner.name, inner.local_id
        for each in facts.imports if functions else ():
            if each.kind == MEMBER and each.owner != NO_OWNER:
                target = self._in_sight(facts, each.owner, each.name)
                if target in self._names.returns and target not in self._names.classes:
                    yield facts.definitions[each.owner].local_id, each.alias.rpartition(".")[2], target

    def _in_sight(self, facts: FileFacts, owner: int, name: str) -> str:
        """Return the definition that a bare name means inside of another one; else empty."""
        while owner != NO_OWNER:
            nested = self._names.nested(facts.definitions[owner].local_id, name)
            if nested or (facts.path, owner, name) in self._names.variables:
                return nested
            owner = self._names.parents[facts.path][owner]
        return self._names.lookup(facts.path, name)

    def neighbour(self, facts: FileFacts, call: Call) -> str:
        """Return the function of the same object literal as the caller; else empty."""
        owner = call.owner
        while owner != NO_OWNER and facts.definitions[owner].kind != "method":
            owner = self._names.parents[facts.path][owner]
        holder = facts.definitions[owner].local_id.rpartition(".")[0] if owner != NO_OWNER else ""
        return self._names.nested(holder, call.name) if "#" in holder else ""

    def member(self, facts: FileFacts, call: Call) -> str:
        """Return the function that an object in sight holds by this name."""
        head, _, rest = f"{call.receiver}.{call.name}".partition(".")
        owner = call.owner
        while owner != NO_OWNER:
            nested = self._names.nested(facts.definitions[owner].local_id, head)
            if nested or (facts.path, owner, head) in self._names.variables:
                return self._names.inside(nested, rest) if nested else ""
            owner = self._names.parents[facts.path][owner]
        dotted = f"{head}.{rest}"
        target = self._names.path_target(facts.path, dotted) or self._names.lookup(facts.path, dotted)
        return target or self._names.modules[facts.path].members.get(dotted, "")
