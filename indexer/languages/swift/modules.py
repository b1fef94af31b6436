"""Swift: modules, and which definition a name means that a file does not define itself."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from indexer.facts.model import FileFacts, Import
from indexer.languages.swift.manifest import KIND, is_manifest
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target

LANGUAGE = "swift"
SAME_ELEMENTS = frozenset(
    ("filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "shuffled")
)
SOURCES = frozenset(("Sources", "Source", "src", "Tests", "Plugins"))
"""Folders of a package that have one for each target."""


class SwiftModules(ModuleFinder):
    """A module is a target of a package; what belongs to no package is one module, as an app of Xcode is.

    There, names of the nearest folder come first: several apps may have one of their own in folders beside each
    other.
    """

    languages = frozenset((LANGUAGE,))
    self_names = frozenset(("self",))
    has_implicit_self = True
    has_callable_variables = True
    same_elements = SAME_ELEMENTS
    constructors = ("init",)

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        files = [each for each in facts if each.language == LANGUAGE]
        self._packages = {_folder(each.path) for each in files if is_manifest(each.path)}
        self._targets: dict[str, str] = {}
        self._outside: set[str] = set()
        for each in files:
            if each.project is not None and each.project.kind == KIND:
                self._outside.update(each.project.packages)
                for rule in each.project.paths:
                    name, _, path = rule.partition("=")
                    self._targets[_joined(_folder(each.path), path)] = name
        self._folder_of: dict[str, str] = {each.path: self._module_folder(each.path) for each in files}
        self._folders_by_name: dict[str, set[str]] = defaultdict(set)
        for folder in set(self._folder_of.values()):
            self._folders_by_name[self._targets.get(folder) or folder.rpartition("/")[2]].add(folder)
        self._tops: dict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
        """Module, folder in it and name -> definitions that files in the folder have, and a file of each."""
        self._imports = {each.path: tuple(self._imported(each)) for each in files}
        for each in files:
            self._add_names(each)

    def _module_folder(self, path: str) -> str:
        """Return the folder of the target that a file is part of; empty where it is part of no package."""
        folders = [*_ancestors(path)]
        named = next((each for each in folders if each in self._targets), "")
        parents = ((each, _folder(each)) for each in folders if each)
        usual = (
            folder
            for folder, parent in parents
            if parent.rpartition("/")[2] in SOURCES and _folder(parent) in self._packages
        )
        return named or next(usual, "")

    def _add_names(self, facts: FileFacts) -> None:
        module = self._folder_of[facts.path]
        names = {
            each.name: each.local_id
            for each in facts.definitions
            if each.local_id == f"{LANGUAGE}:{each.qualname}" or not (each.parent or "#" in each.local_id)
        }
        for folder in _ancestors(facts.path):
            for name, local_id in names.items():
                self._tops[module, folder, name].setdefault(local_id, facts.path)
            if folder == module:
                break

    def _imported(self, facts: FileFacts) -> Iterator[str]:
        for each in facts.imports:
            folders = self._folders_by_name.get(each.source, set())
            if len(folders) == 1 and not each.name:
                yield from folders

    def target(self, facts: FileFacts, each: Import) -> Target:  # noqa: ARG002 - of the seam
        """Return the module that is imported, or the file of its one name."""
        folders = self._folders_by_name.get(each.source, set())
        if len(folders) != 1 or "" in folders:
            return OUTSIDE
        folder = next(iter(folders))
        if not each.name:
            return Target(f"{LANGUAGE}:{folder}")
        files = self._tops.get((folder, folder, each.name), {})
        return Target(next(iter(files.values())), each.name) if len(files) == 1 else OUTSIDE

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the module of a package that a manifest names; None for those of the platform."""
        return External(LANGUAGE, each.source) if each.source in self._outside else None

    def package(self, path: str) -> str:
        """Return the id of a file's module."""
        return f"{LANGUAGE}:{self._folder_of.get(path) or '.'}"

    def absolute(self, path: str, dotted: str) -> Target:
        """Return the file in which a name of the module, or of the imported ones, is defined."""
        if path not in self._folder_of:
            return OUTSIDE
        name = dotted.partition(".")[0]
        module = self._folder_of[path]
        for folder in _ancestors(path):
            files = self._tops.get((module, folder, name))
            if files:
                return Target(next(iter(files.values())), dotted) if len(files) == 1 else OUTSIDE
            if folder == module:
                break
        imported = {
            local_id: file
            for each in self._imports[path]
            for local_id, file in self._tops.get((each, each, name), {}).items()
        }
        return Target(next(iter(imported.values())), dotted) if len(imported) == 1 else OUTSIDE


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _ancestors(path: str) -> Iterator[str]:
    """Yield the folders around a file from the innermost on, at last the root, which is empty."""
    while path:
        path = _folder(path)
        yield path


def _joined(folder: str, path: str) -> str:
    return f"{folder}/{path}" if folder else path
