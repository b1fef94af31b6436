"""C#: the names that the using directives of a file and its project make visible."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from indexer.facts.model import FileFacts
from indexer.languages.csharp.projects import Projects


class Usings:
    """Namespaces, types with static members and aliases, by file."""

    def __init__(self, files: Sequence[FileFacts], projects: Projects) -> None:
        self._projects = projects
        self._globals = self._of_kind(files, "global")
        self._global_statics = self._of_kind(files, "global static")
        self._namespaces: dict[str, frozenset[str]] = {}
        self._aliases: dict[str, dict[str, str]] = {}
        self._inner: dict[str, dict[str, frozenset[str]]] = {}

    def _of_kind(self, files: Sequence[FileFacts], kind: str) -> dict[str, set[str]]:
        by_scope: dict[str, set[str]] = defaultdict(set)
        for facts in files:
            for each in facts.imports:
                if each.kind == kind and not each.alias:
                    for project in self._projects.members(self._projects.of(facts.path)):
                        by_scope[project].add(each.source)
        return by_scope

    def namespaces(self, facts: FileFacts) -> frozenset[str]:
        """Return the namespaces that a file sees, by its project's global directives too.

        With them are types whose static members it sees: these bring in the types nested in them.
        """
        known = self._namespaces.get(facts.path)
        if known is None:
            project = self._projects.of(facts.path)
            names = {each.source for each in facts.imports if not each.alias and "static" not in each.kind}
            names.update(self._projects.usings(project), self._for_all(self._globals, project))
            names = names.union(self.statics(facts), *self.inside(facts).values())
            known = self._namespaces[facts.path] = frozenset(name.removeprefix("global::") for name in names)
        return known

    def inside(self, facts: FileFacts) -> dict[str, frozenset[str]]:
        """Return namespace -> those that directives inside of it bring in; they go before those around it."""
        known = self._inner.get(facts.path)
        if known is None:
            by_scope: dict[str, set[str]] = defaultdict(set)
            for each in facts.imports:
                if each.within and not each.alias and "static" not in each.kind:
                    by_scope[each.within].update(meanings(each.source, each.within))
            known = self._inner[facts.path] = {space: frozenset(names) for space, names in by_scope.items()}
        return known

    def statics(self, facts: FileFacts) -> tuple[str, ...]:
        """Return the types whose static members are visible in a file by bare name, sorted."""
        own = [each.source for each in facts.imports if "static" in each.kind]
        return tuple(sorted({*own, *self._for_all(self._global_statics, self._projects.of(facts.path))}))

    def _for_all(self, names: dict[str, set[str]], project: str) -> set[str]:
        """Return what global directives bring in for a project, or for each that a file belongs to."""
        return {name for each in self._projects.members(project) for name in names.get(each, ())}

    def aliases(self, facts: FileFacts) -> dict[str, str]:
        """Return alias -> full name of a file."""
        known = self._aliases.get(facts.path)
        if known is None:
            known = {each.alias: each.source for each in facts.imports if each.alias}
            self._aliases[facts.path] = known
        return known


def meanings(source: str, space: str) -> Iterator[str]:
    """Yield the namespaces that ``using Data`` inside ``Shop.Core`` may mean: one around it may begin the name."""
    while space and not source.startswith("global::"):
        yield f"{space}.{source}"
        space = space.rpartition(".")[0]
    yield source.removeprefix("global::")
