"""Dart: libraries, and which definition a name means that a file does not define itself."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import normpath
from typing import NamedTuple

from indexer.facts.marks import LIBRARY
from indexer.facts.model import FileFacts, Import
from indexer.facts.projects import PUBSPEC
from indexer.languages.dart.directives import EXPORT, HIDING, PIECE, PIECE_OF
from indexer.linking.modules import CLASS_NAME, OUTSIDE, External, ModuleFinder, Target

LANGUAGE = "dart"
ECOSYSTEM = "pub"
PACKAGE = "package:"
_CODE = "lib"
"""Folder of a package that its address stands for."""

_MOST_HOPS = 12
"""Libraries that export each other's names in a row."""

Names = Mapping[str, str]
"""Name -> the file that defines it."""


class _Seen(NamedTuple):
    """What a directive lets a library see of another one.

    Attributes:
        library: path of its file.
        alias: before its names; empty where they stand alone.
        shown: the names that it is limited to; None for all.
        hidden: the names that are left out.
    """

    library: str
    alias: str
    shown: frozenset[str] | None
    hidden: frozenset[str]

    def shows(self, name: str) -> bool:
        """Return whether a name is among those that are seen."""
        return (self.shown is None or name in self.shown) and name not in self.hidden


class DartModules(ModuleFinder):
    """A module is a file. It sees the names of its library and those that imports show to that."""

    languages = frozenset((LANGUAGE,))
    self_names = frozenset(("this",))
    has_implicit_self = True
    has_callable_variables = True
    constructors = (CLASS_NAME,)

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        files = [each for each in facts if each.language == LANGUAGE]
        self._paths = {each.path for each in files}
        self._packages: dict[str, list[str]] = defaultdict(list)
        for each in facts:
            if each.project is not None and each.project.kind == PUBSPEC and each.project.name:
                self._packages[each.project.name].append(_folder(each.path))
        self._library_of = {each.path: each.path for each in files}
        self._own: dict[str, dict[str, str]] = {}
        self._imported: dict[str, list[_Seen]] = defaultdict(list)
        self._exported: dict[str, list[_Seen]] = defaultdict(list)
        self._exports: dict[str, Names] = {}
        self._meanings: dict[tuple[str, str, str], str] = {}
        self._join_parts(files)
        for each in files:
            self._read(each)

    def _join_parts(self, files: Iterable[FileFacts]) -> None:
        """A file belongs to the library that names it as a part, and says so itself."""
        pieces = {each.path for each in files if any(own.kind == PIECE_OF for own in each.imports)}
        for each in files:
            for own in each.imports:
                path = self._path(each.path, own.source) if own.kind == PIECE else ""
                if path in pieces:
                    self._library_of[path] = each.path

    def _read(self, facts: FileFacts) -> None:
        library = self._library_of[facts.path]
        own = self._own.setdefault(library, {})
        for each in facts.definitions:
            if not each.parent:
                own.setdefault(each.name, facts.path)
        for seen, is_export in self._directives(facts):
            (self._exported if is_export else self._imported)[library].append(seen)

    def _directives(self, facts: FileFacts) -> Iterator[tuple[_Seen, bool]]:
        """Yield what the imports and exports of a file let its library see."""
        shown: dict[tuple[int, str, str, bool], set[str]] = defaultdict(set)
        hidden: dict[tuple[int, str, str, bool], set[str]] = defaultdict(set)
        for each in facts.imports:
            kind = each.kind.removesuffix(HIDING)
            if kind in {LIBRARY, EXPORT}:
                listed = hidden if each.kind.endswith(HIDING) else shown
                listed[each.line, each.source, each.alias, kind == EXPORT].add(each.name)
        for key, names in shown.items():
            _, source, alias, is_export = key
            path = self._path(facts.path, source)
            if path:
                limited = frozenset(names) if "" not in names else None
                yield _Seen(self._library_of[path], alias, limited, frozenset(hidden[key])), is_export

    def _path(self, path: str, address: str) -> str:
        """Return the file that an address means in a file; empty where it is outside."""
        if address.startswith(PACKAGE):
            package, _, rest = address.removeprefix(PACKAGE).partition("/")
            folders = self._packages.get(package, ())
            folder = max(folders, key=lambda each: _shared(each, path), default=None)
            whole = normpath(f"{folder}/{_CODE}/{rest}" if folder else f"{_CODE}/{rest}")
            return whole if folder is not None and whole in self._paths else ""
        if ":" in address or not address:
            return ""
        whole = normpath(f"{_folder(path)}/{address}" if "/" in path else address)
        return whole if whole in self._paths else ""

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file that a directive names; a part depends on its library as a member does on its class."""
        if each.kind.endswith(HIDING) or each.kind == PIECE_OF:
            return OUTSIDE
        return Target(self._path(facts.path, each.source))

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the package of pub that an address names and no file of the root describes."""
        if not each.source.startswith(PACKAGE) or each.kind == PIECE_OF:
            return None
        package = each.source.removeprefix(PACKAGE).partition("/")[0]
        return External(ECOSYSTEM, package) if package and package not in self._packages else None

    def absolute(self, path: str, dotted: str) -> Target:
        """Return the file in which a name of the library, or of what it imports, is defined."""
        library = self._library_of.get(path, "")
        if not library:
            return OUTSIDE
        head, _, rest = dotted.partition(".")
        file = self._meaning(library, "", head)
        if file:
            return Target(file, dotted)
        name = rest.partition(".")[0]
        file = self._meaning(library, head, name) if name else ""
        return Target(file, rest) if file else OUTSIDE

    def _meaning(self, library: str, alias: str, name: str) -> str:
        """Return the file that defines what a name means in a library, behind a prefix; else empty."""
        key = library, alias, name
        if key not in self._meanings:
            own = self._own[library].get(name, "") if not alias else ""
            self._meanings[key] = own or self._imported_name(library, alias, name)
        return self._meanings[key]

    def _imported_name(self, library: str, alias: str, name: str) -> str:
        if name.startswith("_"):
            return ""
        files = {
            file
            for each in self._imported.get(library, ())
            if each.alias == alias and each.shows(name) and (file := self._exports_of(each.library).get(name, ""))
        }
        return files.pop() if len(files) == 1 else ""

    def _exports_of(self, library: str) -> Names:
        """Return the names that a library shows to others."""
        if library not in self._exports:
            self._exports[library] = self._gathered(library)
        return self._exports[library]

    def _gathered(self, library: str) -> Names:
        """Return the names that a library defines or exports; of several by one name the nearest."""
        names = {name: file for name, file in self._own.get(library, {}).items() if not name.startswith("_")}
        level: list[tuple[_Seen, tuple[_Seen, ...]]] = [
            (each, (each,)) for each in self._exported.get(library, ())
        ]
        seen = {library}
        for _ in range(_MOST_HOPS):
            following: list[tuple[_Seen, tuple[_Seen, ...]]] = []
            for last, way in level:
                for name, file in self._own.get(last.library, {}).items():
                    if not name.startswith("_") and all(each.shows(name) for each in way):
                        names.setdefault(name, file)
                if last.library not in seen:
                    following += [(each, (*way, each)) for each in self._exported.get(last.library, ())]
                seen.add(last.library)
            level = following
        return names


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _shared(folder: str, path: str) -> int:
    """Return how many folders lead to both."""
    both = zip(folder.split("/"), path.split("/"), strict=False)
    return sum(1 for own, other in both if own == other)
