"""PHP: which file a full name is defined in, by the namespaces that files declare."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.model import FileFacts, Import
from indexer.linking.module_records import CLASS_KINDS
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target

LONG_VENDORS = frozenset(("symfony\\component", "symfony\\bundle", "symfony\\bridge", "symfony\\contracts"))
"""Beginnings of namespaces behind which a third name tells the package."""

PACKAGE_NAMES = 2
MOST_NAMES = 20
"""Names of a namespace that are looked at."""

SAME_METHODS = frozenset(
    (
        *(
            "create",
            "createOne",
            "factory",
            "find",
            "findOrFail",
            "findOrNew",
            "first",
            "firstOr",
            "firstOrCreate",
        ),
        *("firstOrFail", "firstOrNew", "firstWhere", "for", "forceCreate", "fresh", "latest", "make"),
        *(
            "makeOne",
            "newQuery",
            "oldest",
            "orderBy",
            "query",
            "refresh",
            "sole",
            "state",
            "updateOrCreate",
            "where",
        ),
        *("whereBelongsTo", "whereHas", "whereIn", "whereKey", "whereNotNull", "whereNull", "with", "withTrashed"),
    )
)
"""Methods of Eloquent that give an object of the class that they are called of, or ask for one."""


class PhpPackages(ModuleFinder):
    """Classes, functions and constants by full name; those of classes and functions in small letters."""

    languages = frozenset(("php",))
    self_names = frozenset(("$this",))
    same_methods = SAME_METHODS
    constructors = ("__construct",)

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._files = {each.path for each in facts if each.language in self.languages}
        self._named: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        """Kind of a name and full name -> the files that define it -> its name there."""
        self._namespace_of: dict[str, str] = {}
        self._own: set[str] = set()
        """Packages of this root."""
        self._beginnings: set[str] = set()
        """Namespaces of this root and those around them, in small letters."""
        for each in facts:
            if each.path in self._files:
                self._index(each)

    def _index(self, facts: FileFacts) -> None:
        namespaces = [name.replace("\\", ".") for name in facts.namespaces] or [""]
        self._namespace_of[facts.path] = namespaces[0]
        self._own.update(_package_of(name.split("\\")) for name in facts.namespaces)
        for name in facts.namespaces:
            parts = name.lower().split("\\")[:MOST_NAMES]
            self._beginnings.update("\\".join(parts[:used]) for used in range(1, len(parts) + 1))
        for each in facts.definitions:
            root = _root_of(each.kind)
            if root and not each.parent:
                for namespace in namespaces:
                    full = f"{namespace}.{each.name}".lstrip(".")
                    self._named[root, _key(root, full)].setdefault(facts.path, each.name)

    def _file(self, path: str, root: str, full: str) -> Target:
        """Return the only file that defines a name, or the one that names it where several do."""
        defined = self._named.get((root, _key(root, full)), {})
        home = path if path in defined else next(iter(defined), "") if len(defined) == 1 else ""
        return Target(home, defined[home]) if home else OUTSIDE

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file that a name is defined in, or the one that ``require`` names."""
        if each.kind in {"namespace", "function", "const"}:
            return self._file(facts.path, each.kind, f"{each.source}\\{each.name}".strip("\\").replace("\\", "."))
        if each.source.startswith("./"):
            file = normpath(f"{PurePosixPath(facts.path).parent}/{each.source}")
            return Target(file) if file in self._files else OUTSIDE
        above = (normpath(f"{folder}/{each.source}") for folder in PurePosixPath(facts.path).parents)
        return next((Target(file) for file in above if file in self._files), OUTSIDE)

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the first names of a namespace; None for names of this root and for those without a namespace."""
        if each.kind not in {"namespace", "function", "const"} or not each.source:
            return None
        package = _package_of(each.source.split("\\"))
        is_own = package in self._own or f"{each.source}\\{each.name}".lower() in self._beginnings
        return None if is_own else External("composer", package)

    def absolute(self, path: str, dotted: str) -> Target:
        """Return where a full name such as ``namespace.Shop.Cart`` leads.

        A function or a constant that the namespace does not define is the global one.
        """
        root, _, full = dotted.partition(".")
        if root in {"function", "const"}:
            home = self._file(path, root, full)
            namespace, _, short = full.rpartition(".")
            is_short = namespace == self._namespace_of.get(path)
            return home if home.module or not is_short else self._file(path, root, short)
        parts = full.split(".") if root == "namespace" else []
        for used in range(len(parts), 0, -1):
            home = self._file(path, root, ".".join(parts[:used]))
            if home.module:
                return Target(home.module, ".".join([home.name, *parts[used:]]))
        return OUTSIDE


def _root_of(kind: str) -> str:
    return "namespace" if kind in CLASS_KINDS else {"function": "function", "constant": "const"}.get(kind, "")


def _key(root: str, full: str) -> str:
    return full if root == "const" else full.lower()


def _package_of(names: Sequence[str]) -> str:
    beginning = "\\".join(names[:PACKAGE_NAMES])
    return "\\".join(names[: PACKAGE_NAMES + 1]) if beginning.lower() in LONG_VENDORS else beginning
