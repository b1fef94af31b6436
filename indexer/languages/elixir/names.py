"""What names in Elixir files mean: modules by full name, their functions, and what macros add to a module."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from indexer.facts.model import FileFacts, Import, Signature
from indexer.languages.elixir.directives import ALIAS, BEFORE_COMPILE, EXCEPT, IMPORT, QUOTED, USE
from indexer.languages.elixir.syntax import ANY_NUMBER
from indexer.linking.graph import place_of

LANGUAGE = "elixir"
CASE_TEMPLATE = "ExUnit.CaseTemplate"
"""A module that uses it gives the directives of its block ``using`` to the tests that use the module."""


MOST_DIRECTIVES = 200
"""Directives that are followed at a place; a module with more is generated."""

MOST_MACROS = 64
"""Macros that are followed for a module."""


@dataclass(slots=True)
class Function:
    """A function of a module, with all its clauses."""

    local_id: str
    line: int
    signatures: list[Signature] = field(default_factory=list)

    def accepts(self, arguments: int, *, from_outside: bool) -> bool:
        """Return whether it may be called with that many arguments."""
        return any(
            (arguments == ANY_NUMBER or each.required <= arguments <= each.total)
            and not (from_outside and each.is_private)
            for each in self.signatures
        )


class Placed(NamedTuple):
    """A directive with the file that it is in."""

    path: str
    directive: Import


@dataclass(slots=True)
class Added:
    """What directives add to a module, or to a definition in it.

    Attributes:
        holders: definitions whose inner definitions it gets, each with the line of the directive.
        directives: that hold there, each once: its own, and those that macros put there.
    """

    holders: dict[str, int] = field(default_factory=dict)
    directives: dict[tuple[str, str, str, str], Placed] = field(default_factory=dict)

    def add(self, path: str, directive: Import) -> None:
        """Note a directive, unless it is one of too many."""
        if len(self.directives) < MOST_DIRECTIVES:
            key = (directive.source, directive.kind, directive.name, directive.alias)
            self.directives.setdefault(key, Placed(path, directive))


class Names:
    """Knows the modules of all Elixir files of a root."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.files = [each for each in files if each.language == LANGUAGE]
        self._modules: dict[str, dict[str, str]] = defaultdict(dict)
        """Full name -> path of each file that defines it -> identifier."""
        self.home: dict[str, str] = {}
        """Module -> the file that it is in."""
        self._functions: dict[str, dict[str, Function]] = defaultdict(dict)
        self._written: dict[str, list[Placed]] = defaultdict(list)
        """Definition, or path of a file -> the directives in it."""
        self._added: dict[str, Added] = {}
        self._templates: set[str] = set()
        """Modules of test cases."""
        self._known: set[str] = set()
        """Names of all functions."""
        self._around: dict[str, str] = {}
        self._module_ids: set[str] = set()
        for facts in self.files:
            self._index(facts)

    def _index(self, facts: FileFacts) -> None:
        for each in facts.definitions:
            self._around.setdefault(each.local_id, each.parent)
            if each.kind == "module":
                self._modules[each.qualname].setdefault(facts.path, each.local_id)
                self._module_ids.add(each.local_id)
                self.home.setdefault(each.local_id, facts.path)
        for signature in facts.signatures:
            each = facts.definitions[signature.owner]
            self._known.add(each.name)
            functions = self._functions[each.parent]
            functions.setdefault(each.name, Function(each.local_id, each.start_line)).signatures.append(signature)
        for directive in facts.imports:
            if directive.source == CASE_TEMPLATE:
                self._templates.add(place_of(facts, directive.owner))
            self._written[place_of(facts, directive.owner) or facts.path].append(Placed(facts.path, directive))

    def module(self, path: str, full: str) -> str:
        """Return the module of a full name as a file sees it: its own before the only one of other files."""
        candidates = self._modules.get(full, {})
        if path in candidates:
            return candidates[path]
        return next(iter(candidates.values())) if len(candidates) == 1 else ""

    def is_known(self, full: str) -> bool:
        """Return whether some file defines a module of that name."""
        return full in self._modules

    def module_at(self, facts: FileFacts, owner: int, full: str) -> str:
        """Return the module that a name means at a place, also by an alias that a macro put there; else empty."""
        module = self.module(facts.path, full)
        head, dot, rest = full.partition(".")
        for path, each in self._visible(facts, owner) if not module else ():
            if each.kind == ALIAS and each.alias == head and each.source != full:
                return self.module(path, f"{each.source}{dot}{rest}")
        return module

    def enclosing(self, local_id: str) -> str:
        """Return the module around a definition, or that it is; empty outside of modules."""
        while local_id and local_id not in self._module_ids:
            local_id = self._around.get(local_id, "")
        return local_id

    def around(self, local_id: str) -> Iterator[str]:
        """Yield a definition and those around it, innermost first."""
        while local_id:
            yield local_id
            local_id = self._around.get(local_id, "")

    def own(self, holder: str, name: str, arguments: int, *, from_outside: bool = False) -> str:
        """Return the function that a module, or a macro for its users, defines; else empty."""
        function = self._functions[holder].get(name) if holder in self._functions else None
        accepts = function is not None and function.accepts(arguments, from_outside=from_outside)
        return function.local_id if accepts and function is not None else ""

    def functions(self, holder: str) -> Iterator[tuple[str, Function]]:
        """Yield the functions that a definition holds, by name."""
        yield from self._functions.get(holder, {}).items()

    def remote(self, module: str, name: str, arguments: int) -> str:
        """Return the function that a module has for others: its own, or one that a macro gave it; else empty."""
        own = self.own(module, name, arguments, from_outside=True)
        added = (self.own(each, name, arguments, from_outside=True) for each in self.added(module).holders)
        return own or next((each for each in added if each), "")

    def bare(self, facts: FileFacts, owner: int, name: str, arguments: int) -> tuple[str, str]:
        """Return the function that a bare name calls, and how it is known; both empty where it is unknown."""
        scope = place_of(facts, owner)
        for holder in self.around(scope):
            own = self.own(holder, name, arguments)
            if own:
                return own, "scope"
            if holder in self._module_ids:
                added = (self.own(each, name, arguments) for each in self.added(holder).holders)
                target = next((each for each in added if each), "")
                if target:
                    return target, "import"
                break
        return self._imported(facts, owner, name, arguments), "import"

    def _imported(self, facts: FileFacts, owner: int, name: str, arguments: int) -> str:
        """Return the function of an imported module; empty where several have one."""
        targets: set[str] = set()
        excepted = f"{name}/{arguments}"
        visible = list(self._visible(facts, owner)) if name in self._known else []
        left_out = {each.source for _, each in visible if each.kind == EXCEPT and each.name == excepted}
        for path, each in visible:
            if each.kind == IMPORT and each.name in {"", excepted} and each.source not in left_out:
                module = self.module(path, each.source)
                targets.add(self.remote(module, name, arguments) if module else "")
        targets.discard("")
        return targets.pop() if len(targets) == 1 else ""

    def _visible(self, facts: FileFacts, owner: int) -> Iterator[Placed]:
        """Yield the directives that hold at a place, with those that macros put there."""
        for holder in (*self.around(place_of(facts, owner)), facts.path):
            yield from self.added(holder).directives.values()

    def added(self, holder: str) -> Added:
        """Return what the directives in a definition, or of a file, add to it, and they themselves."""
        if holder not in self._added:
            result = self._added[holder] = Added()
            for path, each in self._written.get(holder, ()):
                result.add(path, each)
            for path, each in list(result.directives.values()):
                self._expand(path, each, result)
        return self._added[holder]

    def _expand(self, path: str, directive: Import, result: Added) -> None:
        """Add what the macros of a directive have in them, and what those that they use have."""
        waiting = self._macros(path, directive)
        seen: set[str] = set()
        while waiting and len(seen) < MOST_MACROS:
            holder, module = waiting.pop()
            if not holder or holder in seen:
                continue
            seen.add(holder)
            if holder != module:
                result.holders.setdefault(holder, directive.line)
            for inner, each in self._written.get(holder, ()):
                if each.kind == QUOTED:
                    waiting.append((self.own(module, each.name, ANY_NUMBER), module))
                else:
                    result.add(inner, each)
                    waiting += self._macros(inner, each)

    def _macros(self, path: str, directive: Import) -> list[tuple[str, str]]:
        """Return the macros that run by a directive, each with its module."""
        if directive.kind not in {USE, BEFORE_COMPILE}:
            return []
        module = self.module(path, directive.source)
        if not module:
            return []
        macros = [(self.own(module, name, ANY_NUMBER), module) for name in macros_of(directive)]
        return [*macros, (module, module)] if module in self._templates else macros


def macros_of(directive: Import) -> list[str]:
    """Return the names of the macros that add to a module by a directive: ``use ShopWeb, :controller``."""
    if directive.kind == BEFORE_COMPILE:
        return ["__before_compile__"]
    return ["__using__", directive.name] if directive.name else ["__using__"]
