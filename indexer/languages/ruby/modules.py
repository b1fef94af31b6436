"""Ruby: constants by their full names, whichever file defines them, and the files that are required."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from posixpath import normpath
from typing import NamedTuple

from indexer.facts.model import BASE_ROLES, NO_OWNER, FileFacts, Import, Mapping
from indexer.languages.ruby.defining import HOLDERS
from indexer.languages.ruby.outside import ABOVE, DESCRIBED, EVERY, EXAMPLES
from indexer.languages.ruby.routes import TESTS
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target, singleton

CORE = frozenset(
    (
        *("Array", "BasicObject", "Class", "Comparable", "Date", "DateTime", "Dir", "Enumerable", "ENV", "ERB"),
        *("Exception", "FalseClass", "File", "FileUtils", "Float", "Hash", "IO", "Integer", "JSON", "Kernel"),
        *("Logger", "Math", "Method", "Module", "NilClass", "Numeric", "Object", "Pathname", "Proc", "Process"),
        *("Random", "Range", "Regexp", "Set", "StandardError", "String", "StringIO", "Struct", "Symbol"),
        *("Tempfile", "Thread", "Time", "TrueClass", "URI", "YAML"),
    )
)
"""Classes of Ruby itself. What a program adds to them is not what it means by their names."""

FOLDERS = ("lib", "test", "spec", "app")
"""Folders that programs look for required files in, from the folders around a file."""

MOST_DEEP = 50
"""Bases above each other that are followed."""

PREFIX = "rb:"
CLASS_METHODS = ".ClassMethods"
"""Module of a concern, whose methods the classes that include the concern have themselves."""


class _Use(NamedTuple):
    """A base as it is written, and where."""

    path: str
    name: str
    role: str


class RubyModules(ModuleFinder):
    """The constants of a root and the classes that others are derived from or mix in."""

    languages = frozenset(("ruby",))
    self_names = frozenset(("self",))
    constructors = ("initialize",)

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        own = [each for each in facts if each.language in self.languages]
        self._files = {each.path for each in own}
        self._gems = {each.source for file in own for each in file.imports if each.kind == "gem"}
        self._constants: set[str] = set()
        self._spaces: set[str] = set()
        """Names before the last one of constants: a folder makes a module that no file defines."""
        self._nesting: dict[tuple[str, str], tuple[str, ...]] = {}
        """File and definition -> the classes around it that its text is in, innermost first."""
        self._uses: dict[str, list[_Use]] = defaultdict(list)
        self._ancestors: dict[str, tuple[str, ...]] = {}
        self._every: tuple[str, ...] = ()
        """What this root adds to all classes of Ruby."""
        self._depth = 0
        self._modules: set[str] = set()
        self._users: dict[str, list[str]] | None = None
        for each in own:
            self._index(each)
        self._mix_from_elsewhere(own)
        self._every = tuple(f"{PREFIX}{name}" for name in EVERY if f"{PREFIX}{name}" in self._constants)

    def _index(self, facts: FileFacts) -> None:
        around: list[tuple[int, str]] = []
        for each in facts.definitions:
            while around and around[-1][0] < each.start_line:
                around.pop()
            chain = tuple(local_id for _, local_id in reversed(around))
            if each.kind in HOLDERS:
                around.append((each.end_line, each.local_id))
                chain = (each.local_id, *chain)
            self._nesting.setdefault((facts.path, each.local_id), chain)
            if each.kind == "module":
                self._modules.add(each.local_id)
            if each.kind in HOLDERS or each.kind == "constant":
                self._constants.add(each.local_id)
                self._spaces.update(_prefixes(each.local_id))
        for use in facts.types:
            if use.role in BASE_ROLES and use.owner != NO_OWNER:
                owner = facts.definitions[use.owner].local_id
                self._uses[owner].append(_Use(facts.path, use.name, use.role))

    def _mix_from_elsewhere(self, files: Sequence[FileFacts]) -> None:
        """Add the modules that are mixed into a class from elsewhere, or by a macro that only one module has."""
        macros: dict[str, dict[str, list[_Use]]] = defaultdict(lambda: defaultdict(list))
        additions: list[tuple[str, _Use]] = []
        for facts, each in _mixins(files):
            owner = facts.definitions[each.owner] if each.owner != NO_OWNER else None
            nesting = self._nesting[facts.path, owner.local_id] if owner is not None else ()
            use = _Use(facts.path, f"::{self._meaning(nesting, each.member).removeprefix(PREFIX)}", each.kind)
            if each.entity:
                is_outside = each.entity == EXAMPLES
                additions.append(
                    (f"{PREFIX}{EXAMPLES}" if is_outside else self._meaning(nesting, each.entity), use)
                )
            elif owner is not None:
                macros[owner.name][owner.local_id].append(use)
        for local_id, name in dict.fromkeys(_macro_calls(files)):
            methods = macros.get(name, {})
            if len(methods) == 1:
                additions += [(local_id, use) for uses in methods.values() for use in uses]
        self._ancestors.clear()
        for class_id, use in additions:
            if class_id in self._constants or class_id == f"{PREFIX}{EXAMPLES}":
                self._uses[class_id].append(use)

    def type_at(self, path: str, scope: str, dotted: str) -> str:
        """Return what the path of a constant means inside a definition: nearest first, then what bases have."""
        nesting = () if dotted.startswith("::") else self._nesting.get((path, scope), ())
        meaning = self._meaning(nesting, dotted)
        return meaning if meaning in self._constants else ""

    def _meaning(self, nesting: Sequence[str], dotted: str) -> str:
        head, *rest = dotted.removeprefix("::").split(".")
        meaning = next((each for each in self._candidates(nesting, head) if self._is_there(each)), "")
        if meaning == f"{PREFIX}{head}" and head in CORE and not rest:
            return ""
        for name in rest:
            inside = (f"{each}.{name}" for each in (meaning, *self.ancestors(meaning)))
            meaning = next((each for each in inside if self._is_there(each)), "") if meaning else ""
        return meaning

    def _is_there(self, local_id: str) -> bool:
        return local_id in self._constants or local_id in self._spaces

    def _candidates(self, nesting: Sequence[str], name: str) -> Iterator[str]:
        for each in nesting:
            yield f"{each}.{name}"
        for each in self.ancestors(nesting[0]) if nesting else ():
            yield f"{each}.{name}"
        yield f"{PREFIX}{name}"

    def ancestors(self, class_id: str) -> Sequence[str]:
        """Return what a class is derived from and mixes in, in the order in which Ruby searches it."""
        above = self._above(class_id)
        return (*above, *(each for each in self._every if each not in above)) if self._every else above

    def _above(self, class_id: str) -> Sequence[str]:
        known = self._ancestors.get(class_id)
        if known is not None or self._depth > MOST_DEEP:
            return known or ()
        self._ancestors[class_id] = ()  # a class that is derived from itself ends here
        self._depth += 1
        above = (ancestor for each in self.bases(class_id) for ancestor in (each, *self._above(each)))
        self._ancestors[class_id] = tuple(dict.fromkeys(above))
        self._depth -= 1
        return self._ancestors[class_id]

    def _of_role(self, class_id: str, role: str) -> list[str]:
        """Return the classes that a class has in a role; the last module that is mixed in is searched first."""
        targets = [
            self.base(each.path, class_id, each.name, role)
            for each in self._uses.get(class_id, ())
            if each.role == role
        ]
        return [each for each in reversed(targets) if each and each != class_id]

    def base(self, path: str, class_id: str, written: str, role: str) -> str:
        """Return what a class that a file declares has in a role; else empty."""
        nesting = self._nesting.get((path, class_id), ())
        if written == "self":  # of a class inside of another one: ``class TestOfItems < self``
            return class_id if role != "base" else nesting[1] if len(nesting) > 1 else ""
        around = () if written.startswith("::") else nesting[1:] if role == "base" else nesting
        meaning = self._meaning(around, written)
        if meaning == class_id:  # ``class Error < Error`` inside of a module
            meaning = self._meaning((), written)
        return meaning if meaning in self._constants else ""

    def bases(self, class_id: str) -> list[str]:
        """Return what a class has methods of; a class itself has those of modules that it is extended by."""
        if not class_id.endswith("!"):
            return [*self._of_role(class_id, "mixed"), *self._of_role(class_id, "base"), *self._outside(class_id)]
        own = class_id[:-1]
        uses = (each for each in reversed(self._uses.get(own, ())) if each.role == "extended")
        extended = [self.base(each.path, own, each.name, each.role) for each in uses]
        modules = (each for module in self._of_role(own, "mixed") for each in (module, *self._above(module)))
        concerns = [each + CLASS_METHODS for each in modules if each + CLASS_METHODS in self._constants]
        return [*filter(None, extended), *concerns, *map(singleton, self._of_role(own, "base"))]

    def _outside(self, class_id: str) -> Iterator[str]:
        """Yield what this root adds to the classes of a library that a class is derived from, or is."""
        bases = (use.name.removeprefix("::") for use in self._uses.get(class_id, ()) if use.role == "base")
        for name in (class_id.removeprefix(PREFIX), *bases):
            yield from (each for above in ABOVE.get(name, ()) if (each := f"{PREFIX}{above}") in self._constants)

    def classes_of_tests(self, path: str) -> Sequence[str]:
        """Return the classes whose methods the blocks of a test file can call; none for other files."""
        return [f"{PREFIX}{name}" for name in DESCRIBED] if TESTS.search(path) else ()

    def users(self, class_id: str) -> Sequence[str]:
        """Return the classes that mix a module in, themselves or by another module; none for a class."""
        if self._users is None:
            self._users = defaultdict(list)
            for each in sorted(self._uses):
                for module in dict.fromkeys(self._above(each)):
                    self._users[module].append(each)
        return self._users.get(class_id, ()) if class_id in self._modules else ()

    def is_derived(self, class_id: str, names: frozenset[str]) -> bool:
        """Return whether a class or one that it is derived from has a base that is written so."""
        chain = (class_id, *self.ancestors(class_id))
        uses = (use for each in chain for use in self._uses.get(each, ()) if use.role == "base")
        return any(use.name.removeprefix("::") in names for use in uses)

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file that is required."""
        if each.kind == "gem":
            return OUTSIDE
        name = each.source if each.source.endswith(".rb") else f"{each.source}.rb"
        folder = PurePosixPath(facts.path).parent
        if each.kind == "require_relative":
            path = normpath(f"{folder}/{name}")
            return Target(path, "*") if path in self._files else OUTSIDE
        for around in (folder, *folder.parents):
            is_searched = around.name in FOLDERS or str(around) == "."
            for below in ("." if is_searched else "", *FOLDERS):
                path = normpath(f"{around}/{below}/{name}") if below else ""
                if path in self._files and path != facts.path:
                    return Target(path, "*")
        return OUTSIDE

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the gem that a Gemfile names, or that a required file is of; None for what comes with Ruby."""
        if each.kind == "gem":
            return External("rubygems", each.source)
        parts = each.source.split("/")
        joined = ("-".join(parts[:size]) for size in range(len(parts), 0, -1))
        gem = next((name for name in joined if name in self._gems), "")
        return External("rubygems", gem) if gem and each.kind == "require" else None


def _mixins(files: Sequence[FileFacts]) -> Iterator[tuple[FileFacts, Mapping]]:
    for facts in files:
        for each in facts.mappings:
            if each.kind in {"mixed", "extended"}:
                yield facts, each


def _macro_calls(files: Sequence[FileFacts]) -> Iterator[tuple[str, str]]:
    for facts in files:
        for each in facts.mappings:
            if each.kind == "macro":
                yield facts.definitions[each.owner].local_id, each.member


def _prefixes(local_id: str) -> Iterator[str]:
    at = local_id.find(".")
    while at >= 0:
        yield local_id[:at]
        at = local_id.find(".", at + 1)
