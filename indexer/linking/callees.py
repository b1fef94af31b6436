"""What calls of TypeScript call, to type their arguments: a function, or a value of a function type."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from indexer.facts.model import Call, FileFacts, Variable
from indexer.facts.type_shapes import NAMED, Shape
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.type_shapes import ScopedType, TypeShapes


class Values(Protocol):
    """What calls call, and which classes values have."""

    def call_target(self, facts: FileFacts, call: Call, hops: int, /) -> tuple[str, str]:
        """Return the target of a call and its tier; empty if it is uncertain."""
        ...

    def receiver(self, facts: FileFacts, call: Call, hops: int, /) -> str:
        """Return the class of a method's receiver; else empty."""
        ...

    def local(self, facts: FileFacts, owner: int, name: str, line: int, /) -> tuple[FileFacts, Variable] | None:
        """Return where a bare name is declared."""
        ...

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int, /) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        ...

    def annotated(self, facts: FileFacts, annotation: str, scope: str, /) -> str:
        """Return the class that an annotation names; else empty."""
        ...


class Callee(NamedTuple):
    """What a call calls; a value, so that answers about it can be cached.

    Attributes:
        id: of the function; else of the class whose attribute is called, or of the scope of the variable.
        name: of the attribute whose value is called; empty for any other.
        path: of the file of the variable whose value is called; empty for any other.
        type: declared type of that variable.
        plain: class of the object, where it is written without type arguments; else empty.
    """

    id: str
    name: str = ""
    path: str = ""
    type: str = ""
    plain: str = ""

    @property
    def is_function(self) -> bool:
        """Return whether it is a declared function, not a value."""
        return not self.name and not self.type


class Callees:
    """Finds what calls call, and the function types of that."""

    def __init__(self, names: ModuleNames, values: Values, shapes: TypeShapes) -> None:
        self._names = names
        self._values = values
        self._shapes = shapes

    def callee(self, facts: FileFacts, call: Call, hops: int) -> Callee | None:
        """Return what a call calls; None where that is not known."""
        target, _ = self._values.call_target(facts, call, hops)
        if call.shape == "bare" and not target:
            return self._variable(facts, call)
        if call.shape == "type":
            holder = self._values.annotated(facts, call.receiver, place_of(facts, call.owner))
        else:
            holder = self._values.receiver(facts, call, hops)
        plain = holder if holder and self._is_plain(facts, call) else ""
        if target:
            return Callee(target, plain=plain)
        return Callee(holder, call.name, plain=plain) if holder else None

    def _variable(self, facts: FileFacts, call: Call) -> Callee | None:
        variable = self._values.local(facts, call.owner, call.name, call.line)
        if variable is None or not variable[1].type:
            return None
        home, declared = variable
        return Callee(place_of(home, declared.owner), path=home.path, type=declared.type)

    def _is_plain(self, facts: FileFacts, call: Call) -> bool:
        """Return whether the class of a call's object is written without arguments in its file."""
        if call.shape == "type":
            return not self._shapes.has_arguments(facts, call.receiver)
        if call.shape != "path" or "." in call.receiver:
            return False
        variable = self._values.local(facts, call.owner, call.receiver, call.line)
        if variable is None or not variable[1].type:
            return False
        return not self._shapes.has_arguments(variable[0], variable[1].type)

    def function_types(self, callee: Callee) -> Iterator[ScopedType]:
        """Yield the types of the functions that are called, once for each overload."""
        if callee.is_function:
            holder = self._names.holder_of.get(callee.id, "")
            bound = self._shapes.bound_of(callee.plain, holder)
            yield from self._shapes.signatures(callee.id, bound)
        elif callee.type:
            home = self._names.files[callee.path]
            yield from self._shapes.functions(ScopedType(home, callee.id, Shape(NAMED, callee.type)))
        else:
            for each in self._shapes.attribute(callee.id, callee.name):
                bound = self._shapes.bound_of(callee.plain, each.scope) or each.bound
                yield from self._shapes.functions(each._replace(bound=bound))
