"""C and C++: the file of an include, and the source file of a header."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.marks import PROTOTYPE
from indexer.facts.model import FileFacts, Import
from indexer.languages.cpp.values import STEPS
from indexer.linking.modules import CLASS_NAME, OUTSIDE, External, ModuleFinder, Target

SOURCES = (".c", ".cc", ".cpp", ".cxx")
HEADERS = frozenset((".h", ".hh", ".hpp", ".hxx"))
TYPES = frozenset(("class", "struct", "union"))
INCLUDE_FOLDERS = ("", "include", "src", "inc")


class CIncludes(ModuleFinder):
    """Includes relative to the file, then to usual folders, then by the only path that ends so."""

    languages = frozenset(("c", "cpp"))
    self_names = frozenset(("this",))
    has_implicit_self = True
    has_callable_variables = True
    constructors = (CLASS_NAME,)
    same_methods = frozenset(("get", "lock", "value"))
    steps = STEPS

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._files = {each.path for each in facts}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._files):
            self._by_name[path.rpartition("/")[2]].append(path)
        self._functions: dict[str, set[str]] = defaultdict(set)
        self._types: set[str] = set()
        self._namespaces = {each.path: each.namespaces for each in facts if each.language in self.languages}
        for each in facts:
            for definition in each.definitions if each.language in self.languages else ():
                if definition.kind in TYPES:
                    self._types.add(definition.name)
                elif definition.kind == "function":
                    self._functions[definition.name].add(each.path)

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the included file; of a prototype, the function of that name where only one file defines one.

        In a namespace, that is a file with functions of the same namespace.
        """
        if each.kind == PROTOTYPE:
            homes = self._functions.get(each.name, set())
            if each.within:
                homes = {path for path in homes if each.within in self._namespaces[path]}
            return Target(next(iter(homes)), each.name) if len(homes) == 1 else OUTSIDE
        folder = facts.path.rpartition("/")[0]
        near = [] if each.kind == "system" else [normpath(f"{folder}/{each.source}".lstrip("/"))]
        tops = [folder, *(str(parent) for parent in PurePosixPath(folder or ".").parents)]
        near += [
            normpath("/".join(part for part in (top if top != "." else "", inner, each.source) if part))
            for top in tops
            for inner in INCLUDE_FOLDERS
        ]
        for candidate in near:
            if candidate in self._files:
                return Target(candidate, "*")
        return self._by_ending(each)

    def _by_ending(self, each: Import) -> Target:
        wanted = each.source.removeprefix("./")
        while wanted.startswith("../"):
            wanted = wanted[3:]
        named = self._by_name.get(wanted.rpartition("/")[2], ())
        candidates = [path for path in named if path.endswith(f"/{wanted}")]
        if len(candidates) != 1 or (each.kind == "system" and "/" not in wanted):
            return OUTSIDE
        return Target(candidates[0], "*")

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return no package: the name of a header outside the root does not say which package it belongs to."""
        return None

    def companions(self, path: str) -> tuple[str, ...]:
        """Return the source file that defines what a header declares: beside it, or the only one of its name."""
        pure = PurePosixPath(path)
        if pure.suffix not in HEADERS:
            return ()
        beside = [str(pure.with_suffix(suffix)) for suffix in SOURCES]
        companions = [each for each in beside if each in self._files]
        if not companions:
            named = [each for suffix in SOURCES for each in self._by_name.get(pure.stem + suffix, ())]
            companions = named if len(named) == 1 else []
        return tuple(companions[:1])

    def absolute(self, path: str, dotted: str) -> Target:
        """Look up ``shop::Square`` without its namespaces; names in ``std`` are never in this root."""
        head, _, last = dotted.rpartition(".")
        if not head or head.partition(".")[0] == "std":
            return OUTSIDE
        holder = head.rpartition(".")[2]
        return Target(path, f"{holder}.{last}" if holder != head and holder in self._types else last)
