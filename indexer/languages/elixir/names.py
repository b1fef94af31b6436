"""What names in Elixir files mean: modules by full name, their functions, and what macros add to a module."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from indexer.facts.model import FileFacts, Import, Signature
from indexer.languages.elixir.directives import ALIAS, BEFORE_COMPILE, EXCEPT, IMPORT, QUOTED, USE
from indexer.languages.elixir.syntax import ANY_NUMBER
from indexer.linking.graph import place_of

LANGUAGE = "elixir"
CASE_TEMPLATE = "ExUnit.CaseTemplate"
"""A module that uses it gives the directives of its block ``using`` to the tests that use the module."""


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


@dataclass(slots=True)
class Injected:
    """What the code of a macro adds to a module that uses it.

    Attributes:
        holders: definitions whose inner definitions the module gets.
        imports: directives that hold in the module, each with the file that they are in.
    """

    holders: list[str] = field(default_factory=list)
    imports: list[tuple[FileFacts, Import]] = field(default_factory=list)


class Names:
    """Knows the modules of all Elixir files of a root."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        self.files = [each for each in files if each.language == LANGUAGE]
        self._modules: dict[str, dict[str, str]] = defaultdict(dict)
        """Full name -> path of each file that defines it -> identifier."""
        self.home: dict[str, str] = {}
        """Module -> the file that it is in."""
        self._functions: dict[str, dict[str, Function]] = defaultdict(dict)
        self._imports: dict[str, list[tuple[FileFacts, Import]]] = defaultdict(list)
        self._injected: dict[tuple[str, str], Injected] = {}
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
            functions = self._functions[each.parent]
            functions.setdefault(each.name, Function(each.local_id, each.start_line)).signatures.append(signature)
        for directive in facts.imports:
            self._imports[place_of(facts, directive.owner) or facts.path].append((facts, directive))

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
        for where, each in self._visible(facts, owner) if not module else ():
            if each.kind == ALIAS and each.alias == head and each.source != full:
                return self.module(where.path, f"{each.source}{dot}{rest}")
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
        added = (self.own(each, name, arguments, from_outside=True) for _, each in self.added(module))
        return own or next((each for each in added if each), "")

    def bare(self, facts: FileFacts, owner: int, name: str, arguments: int) -> tuple[str, str]:
        """Return the function that a bare name calls, and how it is known; both empty where it is unknown."""
        scope = place_of(facts, owner)
        for holder in self.around(scope):
            own = self.own(holder, name, arguments)
            if own:
                return own, "scope"
            if holder in self._module_ids:
                added = (self.own(each, name, arguments) for _, each in self.added(holder))
                target = next((each for each in added if each), "")
                if target:
                    return target, "import"
                break
        return self._imported(facts, owner, name, arguments), "import"

    def _imported(self, facts: FileFacts, owner: int, name: str, arguments: int) -> str:
        """Return the function of an imported module; empty where several have one."""
        targets: set[str] = set()
        excepted = f"{name}/{arguments}"
        visible = list(self._visible(facts, owner))
        left_out = {each.source for _, each in visible if each.kind == EXCEPT and each.name == excepted}
        for where, each in visible:
            if each.kind == IMPORT and each.name in {"", excepted} and each.source not in left_out:
                module = self.module(where.path, each.source)
                targets.add(self.remote(module, name, arguments) if module else "")
        targets.discard("")
        return targets.pop() if len(targets) == 1 else ""

    def _visible(self, facts: FileFacts, owner: int) -> Iterator[tuple[FileFacts, Import]]:
        """Yield the directives that hold at a place, with those that macros put there."""
        scope = place_of(facts, owner)
        for holder in (*self.around(scope), facts.path):
            for where, each in self._imports.get(holder, ()):
                yield where, each
                if each.kind in {USE, BEFORE_COMPILE}:
                    yield from self._using(where.path, each).imports

    def added(self, module: str) -> Iterator[tuple[int, str]]:
        """Yield the definitions whose inner definitions a module gets, each with the line of the directive."""
        for where, each in self._imports.get(module, ()):
            if each.kind in {USE, BEFORE_COMPILE}:
                for holder in self._using(where.path, each).holders:
                    yield each.line, holder

    def _using(self, path: str, each: Import) -> Injected:
        """Return what a directive adds to the module that it is in."""
        module = self.module(path, each.source)
        key = module, BEFORE_COMPILE if each.kind == BEFORE_COMPILE else each.name
        if module and key not in self._injected:
            self._injected[key] = Injected()  # a macro that uses itself ends here
            self._injected[key] = self._inside(module, macros_of(each))
            if each.kind == USE and any(own.source == CASE_TEMPLATE for _, own in self._imports.get(module, ())):
                self._injected[key].imports += self._imports[module]
        return self._injected.get(key, Injected())

    def _inside(self, module: str, names: list[str]) -> Injected:
        """Return what functions of a module that give code have in them, and those that they take code from."""
        result = Injected()
        waiting = [self.own(module, name, ANY_NUMBER) for name in names]
        seen: set[str] = set()
        while waiting:
            holder = waiting.pop()
            if not holder or holder in seen:
                continue
            seen.add(holder)
            result.holders.append(holder)
            for where, each in self._imports.get(holder, ()):
                if each.kind == QUOTED:
                    waiting.append(self.own(module, each.name, ANY_NUMBER))
                    continue
                result.imports.append((where, each))
                if each.kind in {USE, BEFORE_COMPILE}:
                    inner = self._using(where.path, each)
                    result.holders += inner.holders
                    result.imports += inner.imports
        return result


def macros_of(directive: Import) -> list[str]:
    """Return the names of the macros that add to a module by a directive: ``use ShopWeb, :controller``."""
    if directive.kind == BEFORE_COMPILE:
        return ["__before_compile__"]
    return ["__using__", directive.name] if directive.name else ["__using__"]
