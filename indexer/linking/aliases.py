"""Other names of functions, ``const make = Store.make``, and of types, ``using Shared = shared_ptr<Store>``."""

from collections.abc import Callable, Container
from typing import Protocol

from indexer.facts.model import NO_CALL, Call, FileFacts, Variable
from indexer.linking.module_names import ModuleNames


class Paths(Protocol):
    """What calls on paths call, and where modules declare variables."""

    def on_path(self, facts: FileFacts, call: Call, hops: int, /) -> tuple[str, str]:
        """Return the target of a call on a variable, a type or a dotted path, and its tier."""
        ...

    def in_module(self, module: str, name: str, hops: int, /) -> tuple[FileFacts, Variable] | None:
        """Return where a module declares a variable that it gives by a name."""
        ...


class Aliases:
    """Finds the functions that variables stand for.

    Args:
        names: of all files.
        paths: what calls on paths call.
        of_results: functions of objects that other functions give.
    """

    def __init__(self, names: ModuleNames, paths: Paths, of_results: Container[str]) -> None:
        self._names = names
        self._paths = paths
        self._of_results = of_results
        self._classes: dict[str, str] = {}

    def class_of(self, type_id: str, annotated: Callable[[FileFacts, str, str], str]) -> str:
        """Return the class that another name of a type means; else empty."""
        if type_id not in self._names.types_alone:
            return ""
        if type_id not in self._classes:
            self._classes[type_id] = ""  # a name that means itself ends here
            path, written = self._names.returns.get(type_id, ("", ""))
            around = self._names.holder_of.get(type_id, "")
            self._classes[type_id] = annotated(self._names.files[path], written, around) if written else ""
        return self._classes[type_id]

    def function(self, facts: FileFacts, call: Call, hops: int) -> str:
        """Return the function that a module variable is an alias of (``const make = Store.make``); else empty."""
        if call.shape == "bare":
            home = facts.path
        else:
            home = self._names.module_bound(facts.path, call.receiver) if call.shape == "path" else ""
        target = self._paths.in_module(home, call.name, hops) if home else None
        return (
            self._names.path_target(target[0].path, target[1].value)
            if target is not None and target[1].value
            else ""
        )

    def method(self, facts: FileFacts, owner: int, name: str, hops: int) -> str:
        """Return the function of an object that a variable stands for which is declared once; else empty."""
        declared = self._names.variables[facts.path, owner, name]
        holder, _, method = declared[0].value.rpartition(".")
        is_alias = len(declared) == 1 and declared[0].call == NO_CALL and not declared[0].is_element
        if not holder or not is_alias or hops <= 0:
            return ""
        call = Call(owner, method, "path", declared[0].line, receiver=holder)
        target, _ = self._paths.on_path(facts, call, hops - 1)
        return target if target in self._names.methods or target in self._of_results else ""

    def value_line(self, facts: FileFacts, variable: Variable) -> int:
        """Return the line at which the names in the value of a variable are meant; 0 where it is its own value.

        In ``node = node.parent`` the second name is what was declared before.
        """
        if variable.value.partition(".")[0] != variable.name:
            return variable.line
        before = self._names.declared(facts.path, variable.owner, variable.name, variable.line - 1)
        return before.line if before is not None and before.line < variable.line else 0
