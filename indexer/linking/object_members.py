"""Functions that objects of JavaScript hold by name, where a call is of one in sight."""

from indexer.facts.model import NO_OWNER, Call, FileFacts
from indexer.linking.module_names import ModuleNames


class ObjectMembers:
    """Finds these functions by the names that are in scope at a call."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names

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
