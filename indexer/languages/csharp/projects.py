"""C#: which project a file belongs to, and which projects it sees."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import PurePosixPath

from msgspec.structs import replace

from indexer.facts.model import Definition, FileFacts
from indexer.facts.project_model import Project
from indexer.languages.csharp.implicit_usings import implicit_usings
from indexer.languages.csharp.names import FAMILY
from indexer.languages.csharp.project_sources import ProjectSources

NO_PROJECT = ""
BUILDS = frozenset(("csproj", "props", "targets", "projitems"))
FOR_ALL_BELOW = "Directory.Build."
"""Names of build files that hold for every project below their folder."""

JOINT = "|"
"""Between the projects that one file belongs to."""


class Projects:
    """The ``.csproj`` files of a root, each named by its path."""

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._projects: dict[str, Project] = {}
        self._props: dict[str, list[Project]] = defaultdict(list)
        self._at: dict[str, str] = {}
        self._builds: dict[str, Project] = {}
        for each in facts:
            if each.project is None or each.project.kind not in BUILDS:
                continue
            self._builds[each.path] = each.project
            folder, name = str(PurePosixPath(each.path).parent), each.path.rpartition("/")[2]
            if each.project.kind == "csproj":
                self._projects[each.path] = each.project
                self._at.setdefault(folder, each.path)
            elif name.startswith(FOR_ALL_BELOW):
                self._props[folder].append(each.project)
        self._file_names = _by_file_name(self._projects)
        self._built = _by_assembly(self._projects)
        self._above = cache(self._build_files_above)
        self._closures = {path: self._closure(path) for path in self._projects}
        self._open = {path for path in self._projects if any(each.references for each in self._above(path))}
        self._folder = cache(self._project_at)
        self._packages = cache(self._packages_of)
        self._members: dict[str, tuple[str, ...]] = {}
        self._linked: dict[str, str] = {}
        self._sees = cache(self._any_sees)
        self._link(sorted(each.path for each in facts if each.language in FAMILY))

    def _link(self, sources: Sequence[str]) -> None:
        """Find the files that belong to other projects than the nearest one above them."""
        linked = ProjectSources(sources, self._builds, self._above)
        linked.read(self._projects)
        for path in sorted(linked.included.keys() | linked.removed.keys()):
            home = self._folder(path.rpartition("/")[0] or ".")
            including = linked.included[path]
            own = [home] if home and (home in including or home not in linked.removed[path]) else []
            members = (*own, *sorted(including - {home})) or (home,)
            if members != (home,):
                key = members[0] if len(members) == 1 else JOINT.join(members)
                self._linked[path] = key
                self._members[key] = members

    def _build_files_above(self, project: str) -> list[Project]:
        """Return the settings of build files in the folders above a project."""
        folder = PurePosixPath(project).parent
        return [each for above in (folder, *folder.parents) for each in self._props.get(str(above), ())]

    def _project_at(self, folder: str) -> str:
        if folder in self._at:
            return self._at[folder]
        above = str(PurePosixPath(folder).parent)
        return NO_PROJECT if above == folder else self._folder(above)

    def of(self, path: str) -> str:
        """Return the project of a source file: the nearest one above it, or all that it belongs to as one name."""
        return self._linked.get(path) or self._folder(path.rpartition("/")[0] or ".")

    def members(self, project: str) -> tuple[str, ...]:
        """Return the projects of a name that `of` returned."""
        return self._members.get(project) or (project,)

    def shares(self, project: str, other: str) -> bool:
        """Return whether two names share a project."""
        return project == other or not set(self.members(project)).isdisjoint(self.members(other))

    def name(self, project: str) -> str:
        """Return a project's name; of several the first."""
        project = self.members(project)[0]
        return self._projects[project].name if project in self._projects else "root"

    def _closure(self, path: str) -> frozenset[str]:
        seen: set[str] = set()
        waiting = [path]
        while waiting:
            each = waiting.pop()
            if each not in seen and each in self._projects:
                seen.add(each)
                for reference in self._projects[each].references:
                    waiting.extend(self._referenced(reference))
                for assembly in self._projects[each].assemblies:
                    waiting.extend(self._built.get(assembly, ()))
        return frozenset(seen)

    def _referenced(self, path: str) -> list[str]:
        """Return the projects that a reference means, with ``*`` in it or a property that only a build knows."""
        if path in self._projects:
            return [path]
        if "*" in path:
            return [each for each in self._projects if PurePosixPath(each).match(_last_parts(path))]
        return self._file_names.get(path.rpartition("/")[2].lower(), [])

    def sees(self, project: str, other: str) -> bool:
        """Return whether code of a project may name types of another.

        Everything is visible without projects, and where build files above a project hold references: their
        conditions are known to a build only, so that namespaces alone decide. A file of several projects sees what
        one of them sees.
        """
        return self._sees(project, other)

    def _any_sees(self, project: str, other: str) -> bool:
        return any(self._one_sees(a, b) for a in self.members(project) for b in self.members(other))

    def _one_sees(self, project: str, other: str) -> bool:
        return (
            NO_PROJECT in {project, other}
            or project == other
            or project in self._open
            or other in self._closures[project]
        )

    def usings(self, project: str) -> tuple[str, ...]:
        """Return namespaces that the project file and its SDK import."""
        known = [each for each in self.members(project) if each in self._projects]
        own = (name for each in known for name in self._projects[each].usings)
        shared = (name for each in known for build in self._above(each) for name in build.usings)
        implicit = (name for each in known for name in implicit_usings(self._projects[each], self._above(each)))
        return tuple(dict.fromkeys((*own, *shared, *implicit)))

    def package(self, namespace: str, project: str) -> str:
        """Return the package whose name is the longest prefix of a namespace; empty if there is none.

        The packages of a project are its own and those of the projects that it references.
        """
        packages = self._packages(project)
        name = namespace.lower()
        while name and name not in packages:
            name = name.rpartition(".")[0]
        return packages.get(name, "")

    def _packages_of(self, project: str) -> dict[str, str]:
        """Return the packages that a project sees, by lower-case name."""
        packages: set[str] = set()
        for member in self.members(project):
            closure = self._closures.get(member, ())
            packages.update(name for each in closure for name in self._projects[each].packages)
            packages.update(name for each in self._above(member) for name in each.packages)
        return {name.lower(): name for name in sorted(packages, reverse=True)}


def _by_file_name(projects: Iterable[str]) -> dict[str, list[str]]:
    """Return lower-case file name -> the project of that name, where it is the only one."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in sorted(projects):
        by_name[path.rpartition("/")[2].lower()].append(path)
    return {name: paths for name, paths in by_name.items() if len(paths) == 1}


def _by_assembly(projects: Mapping[str, Project]) -> dict[str, list[str]]:
    """Return lower-case name of a built library -> the projects that build it."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for path, project in projects.items():
        by_name[project.name.lower()].append(path)
    return by_name


def _last_parts(pattern: str) -> str:
    """Return a pattern behind its last ``**``, without the folders that lead up to it."""
    return pattern.rpartition("**/")[2] or "*.csproj"


def with_unique_ids(facts: Sequence[FileFacts], projects: Projects) -> list[FileFacts]:
    """Return the facts with ``@project`` behind types that several projects define under one name."""
    tops = [_tops(each) for each in facts]
    homes: dict[str, set[str]] = defaultdict(set)
    for each, defined in zip(facts, tops, strict=True):
        for local_id in defined:
            homes[local_id].add(projects.of(each.path))
    doubled = {
        local_id for local_id, several in homes.items() if len(several) > 1 and not _meet(several, projects)
    }
    return [
        each if doubled.isdisjoint(defined) else _renamed(each, projects, doubled)
        for each, defined in zip(facts, tops, strict=True)
    ]


def _meet(homes: set[str], projects: Projects) -> bool:
    """Return whether one project has a part in all homes: it holds one type, of which a part is linked."""
    return bool(set.intersection(*(set(projects.members(each)) for each in homes)))


def _tops(facts: FileFacts) -> list[str]:
    """Return the top-level definitions of a C# file."""
    return [each.local_id for each in facts.definitions if not each.parent] if facts.language in FAMILY else []


def _renamed(facts: FileFacts, projects: Projects, doubled: set[str]) -> FileFacts:
    suffix = f"@{projects.name(projects.of(facts.path))}"
    top: str = ""
    changed: list[Definition] = []
    for each in facts.definitions:
        if not each.parent:
            top = each.local_id if each.local_id in doubled else ""
        changed.append(_suffixed(each, suffix) if top else each)
    return replace(facts, definitions=tuple(changed))


def _suffixed(each: Definition, suffix: str) -> Definition:
    parent = f"{each.parent}{suffix}" if each.parent else ""
    return Definition(
        f"{each.local_id}{suffix}", each.kind, each.name, each.qualname, each.start_line, each.end_line, parent
    )
