"""Scala: which file or package an import means."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from indexer.facts.model import NO_OWNER, FileFacts, Import
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target

LANGUAGE = "scala"
PLATFORM = ("scala", "java", "javax", "sun", "jdk")
"""First names of packages that come with the platform."""

BUILD = ".sbt"
"""Ends the names of files that describe a build, which no program sees."""

SOURCES = "/src/"
"""Folder of a project's sources."""

APPLY = "apply"
MOST_HOPS = 4
"""How many imports are followed that name what another one brings in: ``import shop.Cart; import Cart.Item``."""


class ScalaPackages(ModuleFinder):
    """Packages by name, and what files define outside of everything by full names."""

    languages = frozenset((LANGUAGE,))
    self_names = frozenset(("this",))
    has_implicit_self = True
    has_callable_variables = True
    has_bare_methods = True
    object_call = APPLY
    same_elements = frozenset(
        (
            *("filter", "filterNot", "withFilter", "take", "drop", "takeWhile", "dropWhile", "tail", "init"),
            *("distinct", "distinctBy", "sorted", "sortBy", "sortWith", "reverse", "slice", "appended"),
            *("prepended", "tapEach", "toList", "toSeq", "toVector", "toSet", "toIndexedSeq", "toArray"),
            *("toOption", "iterator", "view", "par", "headOption", "lastOption", "find", "orElse", "values"),
        )
    )
    taking = frozenset(("get", "head", "last", "getOrElse", "apply"))

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        own = [each for each in facts if each.language == LANGUAGE]
        self._visible = {each.path: each.namespaces for each in own}
        """File -> the packages whose names it sees, its own first; that of a package's object last."""
        self._packages = {next(iter(each.namespaces), "") for each in own}
        self._around = {
            each[:end] for each in self._packages for end, sign in enumerate(f"{each}.") if sign == "."
        }
        """Packages of the root, and those that they are in."""
        self._files_of: dict[str, list[str]] = defaultdict(list)
        self._members: set[str] = set()
        self._bound: dict[str, dict[str, str]] = {}
        """File -> names that its imports bring in, with their paths."""
        self._opened: dict[str, list[str]] = {}
        """File -> packages of which it imports all."""
        for each in own:
            self._index(each)

    def _index(self, facts: FileFacts) -> None:
        package = next(iter(facts.namespaces), "")
        for definition in facts.definitions:
            if facts.path.endswith(BUILD):
                break
            full = f"{package}.{definition.qualname}" if package else definition.qualname
            self._members.add(full)
            if not definition.parent and facts.path not in self._files_of[full]:
                self._files_of[full].append(facts.path)
            if not definition.parent and full in self._packages:
                self._visible[facts.path] = (*self._visible[facts.path], full)
        named = [each for each in facts.imports if each.name != "*"]
        self._bound[facts.path] = {each.alias or each.name: f"{each.source}.{each.name}" for each in named}
        self._opened[facts.path] = [
            source
            for each in facts.imports
            if each.name == "*"
            for source, _ in self._meanings(facts.path, each.source)
            if source in self._around
        ]

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file of a definition with the path in it; of a wildcard the package, or an object's path."""
        for source, own in self._meanings(facts.path, each.source):
            full = source if each.name == "*" else f"{source}.{each.name}"
            if full in self._packages:
                return Target(_id(full), each.name if each.name == "*" else "")
            target = self._definition(facts.path, full, own)
            if target.module:
                return target._replace(name=f"{target.name}.*") if each.name == "*" else target
        return OUTSIDE

    def _meanings(self, path: str, dotted: str) -> Iterator[tuple[str, int]]:
        """Yield what a path may mean, and how many of its names are those of packages around the file."""
        bound = self._bound.get(path, {})
        for _ in range(MOST_HOPS):
            head, point, rest = dotted.partition(".")
            if head not in bound or bound[head].partition(".")[0] == head:
                break
            dotted = f"{bound[head]}{point}{rest}"
        if dotted.startswith("_root_."):
            yield dotted.removeprefix("_root_."), 0
            return
        for package in (*self._visible.get(path, ()), *self._opened.get(path, ())):
            if package:
                yield f"{package}.{dotted}", package.count(".") + 1
        yield dotted, 0

    def _definition(self, path: str, full: str, own: int) -> Target:
        """Return the definition that a full name leads to, or into; of a package's object only its members."""
        parts = full.split(".")
        for used in range(len(parts), max(own - 1, 0), -1):
            files = self._files_of.get(".".join(parts[:used]))
            if files and (used > own or full in self._members):
                return Target(_nearest(path, files), ".".join(parts[used - 1 :]))
        return OUTSIDE

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the package as far as its first three names; None for the platform's own and the root's."""
        names = each.source.split(".")
        lower = [name for name in names if name[:1].islower()]
        is_own = names[0] in self._packages or ".".join(lower[:2]) in self._around
        is_known = is_own or names[0] in PLATFORM or len(lower) < len(("org", "name"))
        return None if is_known or each.owner != NO_OWNER else External("maven", ".".join(lower[:3]))

    def package(self, path: str) -> str:
        """Return the id of a file's package."""
        package = next(iter(self._visible.get(path, ())), "")
        return _id(package) if package else ""

    def absolute(self, path: str, dotted: str) -> Target:
        """Return what the packages that a file sees define by a name, or what a path with packages leads to."""
        targets = (
            self._definition(path, full, own)
            for full, own in self._meanings(path, dotted)
            if "." in dotted or full in self._members
        )
        return next((each for each in targets if each.module), OUTSIDE)


def _nearest(path: str, files: Sequence[str]) -> str:
    """Return the only file, or the only one in the folder, then in the project, of a path; else empty."""
    for start in (path, _folder(path, 2), _folder(path, 1)) if len(files) > 1 else ("",):
        near = [each for each in files if each.startswith(start)]
        if len(near) == 1:
            return near[0]
    return ""


def _folder(path: str, names: int) -> str:
    """Return the folder of a project's sources, with one name ``src/`` and with two ``src/main/``."""
    project, sources, inside = path.rpartition(SOURCES)
    return f"{project}{sources}{inside.partition('/')[0]}/" if names > 1 else f"{project}{sources}"


def _id(package: str) -> str:
    return f"{LANGUAGE}:{package}"
