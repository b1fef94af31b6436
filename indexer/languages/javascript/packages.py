"""JavaScript: what the ``package.json`` files of a root say about the names of modules."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from indexer.facts.project_model import Project

_BUILT = re.compile(r"\./(?:dist|build|lib|out)/(?:(?:esm|cjs|es|types|src)/)?")
"""Where a package keeps what a compiler makes of its sources."""

_SOURCES = "./src/"

ALIASES = {
    "$lib/": ("src/lib/",),
    "@/": ("src/", "app/", ""),
    "~/": ("src/", "app/", ""),
    "@@/": ("",),
    "~~/": ("",),
}
"""What names of modules begin with by the convention of SvelteKit, Nuxt and Vue -> folders of the package.

Their programs write these rules into a configuration that no repository holds.
"""


class Subpaths:
    """Rules of one ``package.json``; those of ``imports`` begin with ``#``, those of ``exports`` with a dot."""

    def __init__(self, rules: Iterable[str]) -> None:
        self._exact: dict[str, list[str]] = defaultdict(list)
        self._patterns: list[tuple[str, str, str]] = []
        for rule in rules:
            pattern, _, target = rule.partition("=")
            before, star, after = pattern.partition("*")
            if star:
                self._patterns.append((before, after, target))
            else:
                self._exact[pattern].append(target)
        self._patterns.sort(key=lambda each: -len(each[0]))

    def targets(self, name: str) -> Iterator[str]:
        """Yield the paths that a name may mean, from the folder of the file: as built, then as a source."""
        for target in self._written(name):
            yield target
            if _BUILT.match(target):
                yield _BUILT.sub(_SOURCES, target, count=1)

    def _written(self, name: str) -> Iterator[str]:
        yield from self._exact.get(name, ())
        for before, after, target in self._patterns:
            if name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after):
                yield target.replace("*", name[len(before) : len(name) - len(after)])


class Packages:
    """Finds the rules that hold for a file, and those of a package."""

    def __init__(self) -> None:
        self._of_folder: dict[str, Subpaths] = {}
        self._dependencies: dict[str, frozenset[str]] = {}
        """Folder of a ``package.json`` -> packages that it depends on, and their scopes."""

    def enter(self, folder: str, project: Project) -> None:
        """Add a ``package.json``."""
        self._of_folder[folder] = Subpaths(project.paths)
        scopes = (each.partition("/")[0] for each in project.packages)
        self._dependencies[folder] = frozenset((*project.packages, *scopes))

    def depend_on(self, folder: str, names: Sequence[str]) -> bool:
        """Return whether a package around a folder depends on one of these packages, or on one of these scopes."""
        while folder and self._dependencies.get(folder, frozenset()).isdisjoint(names):
            folder = folder.rpartition("/")[0]
        return not self._dependencies.get(folder, frozenset()).isdisjoint(names)

    def own(self, folder: str, name: str) -> Iterator[tuple[str, str]]:
        """Yield what ``#name`` may mean below a folder, by the nearest file: its folder and a path from there."""
        home = self._home(folder)
        for target in self.exported(home, name):
            yield home, target

    def aliased(self, folder: str, name: str) -> Iterator[tuple[str, str]]:
        """Yield what ``$lib/name`` and ``~/name`` mean where no rule says so: a folder and a path from there."""
        sign = next((each for each in ALIASES if name.startswith(each)), "")
        home = self._home(folder)
        for below in ALIASES.get(sign, ()):
            yield home, below + name.removeprefix(sign)

    def _home(self, folder: str) -> str:
        while folder and folder not in self._of_folder:
            folder = folder.rpartition("/")[0]
        return folder

    def exported(self, folder: str, name: str) -> Iterator[str]:
        """Yield what the package in a folder gives by a name such as ``./util``."""
        rules = self._of_folder.get(folder)
        return rules.targets(name) if rules is not None else iter(())
