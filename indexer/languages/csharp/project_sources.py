"""C#: which projects a source file belongs to; linked and shared files belong to several."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.project_model import Project, SourceRule

MAX_IMPORTS = 200
"""How many build files one project may import; more are generated or go in a circle."""

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_MEANINGS = {"**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


class ProjectSources:
    """What build files say about source files, in addition to the folders that contain these.

    Args:
        sources: paths of all C# files, sorted.
        builds: what projects and the build files that they import say, by path.
        above: gives the build files that hold for a project by the folder they are in.
    """

    def __init__(
        self, sources: Sequence[str], builds: Mapping[str, Project], above: Callable[[str], list[Project]]
    ) -> None:
        self._builds = builds
        self._above = above
        self._lower = sorted((path.lower(), path) for path in sources)
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for lower, path in self._lower:
            self._by_name[lower.rpartition("/")[2]].append(path)
        self.included: dict[str, set[str]] = defaultdict(set)
        """File -> projects that name it."""
        self.removed: dict[str, set[str]] = defaultdict(set)
        """File -> projects that leave it out."""

    def read(self, projects: Iterable[str]) -> None:
        """Find the files of the rules of these projects."""
        for project in projects:
            folder = str(PurePosixPath(project).parent)
            for rule in self._rules(project):
                excluded = {path for each in rule.excluded for path in self._matching(folder, each)}
                chosen, other = self.included, self.removed
                if rule.is_removed:
                    chosen, other = other, chosen
                for path in self._matching(folder, rule.pattern):
                    if path not in excluded:
                        chosen[path].add(project)
                        other[path].discard(project)

    def _rules(self, project: str) -> Iterable[SourceRule]:
        """Yield the rules of a project and of all that it imports, the build files above it first."""
        for each in self._above(project):
            yield from each.sources
        seen = {project}
        waiting = [project]
        for path in waiting:  # grows while it is walked
            fresh = [each for each in self._builds[path].imports if each in self._builds and each not in seen]
            seen.update(fresh)
            waiting += fresh[: MAX_IMPORTS - len(waiting)]
        for path in reversed(waiting):
            yield from self._builds[path].sources

    def _matching(self, folder: str, pattern: str) -> list[str]:
        """Return the files that a pattern means; where a property is not known, the only file that ends so."""
        if "$(" in pattern:
            return self._ending(pattern.rpartition(")")[2].strip("/").lower())
        rooted = pattern[1:] if pattern.startswith("/") else f"{folder}/{pattern}"
        wanted = normpath(rooted).lower()
        if wanted.startswith(".."):
            return []
        start = re.match(r"[^*?]*", wanted)
        prefix = start.group() if start else ""
        matcher = _matcher(wanted)
        matching: list[str] = []
        for at in range(bisect_left(self._lower, (prefix,)), len(self._lower)):
            lower, path = self._lower[at]
            if not lower.startswith(prefix):
                break
            if matcher.fullmatch(lower):
                matching.append(path)
        return matching

    def _ending(self, ending: str) -> list[str]:
        if not ending or "*" in ending:
            return []
        same = self._by_name.get(ending.rpartition("/")[2], ())
        matching = [path for path in same if f"/{path.lower()}".endswith(f"/{ending}")]
        return matching if len(matching) == 1 else []


@cache
def _matcher(pattern: str) -> "re.Pattern[str]":
    return re.compile("".join(_MEANINGS.get(each, re.escape(each)) for each in _TOKEN.findall(pattern)))
