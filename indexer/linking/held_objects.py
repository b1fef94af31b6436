"""What objects of JavaScript hold by name that is defined elsewhere: functions, other objects and modules."""

from collections.abc import Callable, Iterator
from typing import Protocol

from indexer.facts.marks import MEMBER
from indexer.facts.model import NO_OWNER, FileFacts
from indexer.linking.module_records import Module


class Names(Protocol):
    """What names mean in files."""

    makers: dict[str, dict[str, str]]
    constants: set[str]

    def nested(self, local_id: str, name: str, /) -> str:
        """Return the member with this name that a definition contains; else empty."""
        ...

    def lookup(self, path: str, name: str, /) -> str:
        """Return the definition of a module-level name; else empty."""
        ...

    def module_bound(self, path: str, name: str, /) -> str:
        """Return the module that a name of a module means; else empty."""
        ...

    def inside(self, local_id: str, rest: str, /) -> str:
        """Return the member of a definition; else empty."""
        ...

    def in_module(self, path: str, rest: str, /) -> str:
        """Return the definition of a path that a module gives; else empty."""
        ...


class HeldObjects:
    """Finds them: ``const api = { orders: { list: find }, users }`` holds ``find`` by the name ``orders.list``."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._modules: dict[tuple[str, str], str] = {}

    def enter(self, facts: FileFacts, module: Module) -> None:
        """Remember what the objects of a file hold."""
        for whole, name, target in _members(facts, module, self._names.lookup):
            self._names.makers[whole].setdefault(name, target)
        for whole, name, target in _members(facts, module, self._names.module_bound):
            self._modules[whole, name] = target

    def part(self, local_id: str, name: str) -> str:
        """Return what an object in an object, or the function of such a one, is; else empty."""
        nested = self._names.nested(local_id, name)
        constants = self._names.constants
        return nested if nested in constants or (nested and local_id in constants) else ""

    def behind(self, local_id: str, path: str) -> str:
        """Return what a path means in an object that holds the beginning of it by name; else empty."""
        members = self._names.makers.get(local_id, {})
        target, name = members.get(path, ""), path
        while not target and "." in name:
            name = name.rpartition(".")[0]
            rest = path[len(name) + 1 :]
            module = self._modules.get((local_id, name), "")
            if name in members:
                target = self._names.inside(members[name], rest)
            elif module:
                target = self._names.in_module(module, rest)
        return target


def _members(
    facts: FileFacts, module: Module, meaning: Callable[[str, str], str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the objects of a file that hold something of another name: the object, the name and the meaning."""
    for each in facts.imports:
        is_own = each.kind == MEMBER and each.owner == NO_OWNER
        holder, _, name = each.alias.partition(".") if is_own else ("", "", "")
        whole = module.names.get(holder, "")
        target = meaning(facts.path, each.name) if whole else ""
        if target and target != whole:
            yield whole, name, target
