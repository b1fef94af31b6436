"""Types of parameters of functions that say none, in TypeScript: by the type of what such a function is given to.

A parameter has a type where all functions that may be meant there say the same one. What is not read, such as a
type of a package outside, leaves it without one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from indexer.facts.contexts import NAMED, NEW, OF_PATH, Context, Shape, shape_of
from indexer.facts.model import NO_CALL, Call, FileFacts, Variable
from indexer.linking.elements import Elements, Written
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.type_shapes import Shapes, TooManyError, Typed, argument_of, handed_types

ITERATING = frozenset(("map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap"))
"""Methods of lists that call a function for each element."""


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
    """What is called: a function, the value of an attribute of a class, or that of a variable of a type."""

    id: str
    name: str = ""
    path: str = ""
    type: str = ""
    plain: str = ""
    """Class of the object, where it is written without arguments."""

    @property
    def is_target(self) -> bool:
        """Return whether it is a function."""
        return not self.name and not self.type


class Contexts:
    """Finds these types, and caches them."""

    def __init__(self, names: ModuleNames, values: Values, elements: Elements) -> None:
        self._names = names
        self._values = values
        self._elements = elements
        self._known: dict[tuple[str, int, int], Written] = {}
        self._handed: dict[tuple[Callee, int, Context], Written | None] = {}
        self._results: dict[tuple[str, str, int], str] = {}
        self._shapes = Shapes(names)
        self.is_needed = not self._shapes.is_empty

    def written(self, facts: FileFacts, variable: Variable, hops: int) -> Written:
        """Return the type of a parameter as written, and where; an empty one when unknown."""
        key = facts.path, variable.argument, hops
        if key not in self._known:
            context = facts.contexts[variable.argument]
            written = self._of(facts, variable, context, hops - 1) if hops > 0 else None
            self._known[key] = written or Written(facts, "", "")
        return self._known[key]

    def _of(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Written | None:
        if context.call == NO_CALL:
            return self._by(self._sources(facts, variable, context, hops), context)
        call = facts.calls[context.call]
        callee = self._callee(facts, call, hops)
        if callee is None:
            return self._element(facts, variable, context, hops)
        key = callee, call.arguments, replace(context, call=0)
        if key not in self._handed:
            self._handed[key] = None
            sources = (
                each
                for function in self._called(callee)
                for spread in self._shapes.spread(function)
                for each in handed_types(spread, context.argument, call.arguments)
            )
            self._handed[key] = self._by(sources, context)
        return self._handed[key] or (
            self._element(facts, variable, context, hops) if not callee.is_target else None
        )

    def _element(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Written | None:
        """Return the element type of the list whose method takes the function; None for any other parameter."""
        if (
            context.path
            or context.parameter
            or context.argument
            or facts.calls[context.call].name not in ITERATING
        ):
            return None
        of_call = replace(variable, given_to=context.call, argument=0)
        written = self._elements.element(facts, of_call, hops)
        if not context.inner or not written.type:
            return written
        return self._by(
            [Typed(written.facts, written.scope, Shape(NAMED, written.type))], context, is_parameter=True
        )

    def _by(self, sources: Iterable[Typed], context: Context, *, is_parameter: bool = False) -> Written | None:
        """Return the type of a parameter by what its function, or the object that has it, is given to."""
        outer, self._shapes.steps = self._shapes.steps, 0
        try:
            types = list(sources)
            for key in context.path if not is_parameter else ():
                types = [each for type_ in types for each in self._shapes.member(type_, key)]
            if not is_parameter:
                functions = [each for type_ in types for each in self._shapes.functions(type_)]
                types = [argument_of(each, context.parameter) for each in functions]
            for key in context.inner.split(".") if context.inner else ():
                types = [each for type_ in types for each in self._shapes.member(type_, key)]
        except TooManyError:
            return None
        finally:
            self._shapes.steps = outer
        return self._same(types)

    def _same(self, types: Sequence[Typed]) -> Written | None:
        """Return the one type that all of these are; None where they are several, or one is unknown."""
        written: dict[tuple[str, str, str], Written] = {}
        for each in types:
            type_ = self._shapes.written(each)
            if type_ is None:
                return None
            written[type_.facts.path, type_.type, type_.scope] = type_
        first = next(iter(written.values()), None)
        if len(written) > 1:
            classes = {self._values.annotated(*each) for each in written.values()}
            return first if len(classes) == 1 and "" not in classes else None
        return first

    def _sources(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Iterator[Typed]:
        """Yield the types of what a function, or the object that has it, is given to."""
        scope = place_of(facts, variable.owner)
        if context.type.startswith(NEW):
            class_id = self._names.type_at(facts.path, scope, context.type.removeprefix(NEW))
            constructor = self._names.method(class_id, "constructor") if class_id else ""
            for each in self._shapes.signatures(constructor):
                yield from handed_types(each, context.argument, -1)
        elif context.type.startswith(OF_PATH):
            path = context.type.removeprefix(OF_PATH)
            holder, _, name = path.rpartition(".")
            class_id = self._values.held_by(facts, variable.owner, holder, variable.line, hops)
            yield from self._shapes.named(class_id, name)
        else:
            yield Typed(facts, scope, shape_of(context.type))

    def _callee(self, facts: FileFacts, call: Call, hops: int) -> Callee | None:
        """Return what a call may call: a function, or the value of an attribute of a class or of a variable."""
        target, _ = self._values.call_target(facts, call, hops)
        if call.shape == "bare" and not target:
            variable = self._values.local(facts, call.owner, call.name, call.line)
            if variable is None or not variable[1].type:
                return None
            home, declared = variable
            return Callee(place_of(home, declared.owner), path=home.path, type=declared.type)
        if call.shape == "type":
            holder = self._values.annotated(facts, call.receiver, place_of(facts, call.owner))
        else:
            holder = self._values.receiver(facts, call, hops)
        plain = holder if holder and self._is_plain(facts, call) else ""
        if target:
            return Callee(target, plain=plain)
        return Callee(holder, call.name, plain=plain) if holder else None

    def _is_plain(self, facts: FileFacts, call: Call) -> bool:
        """Return whether a call is of an object whose class is written without arguments in its file."""
        if call.shape == "type":
            return not self._shapes.has_arguments(facts, call.receiver)
        if call.shape != "path" or "." in call.receiver:
            return False
        variable = self._values.local(facts, call.owner, call.receiver, call.line)
        if variable is None or not variable[1].type:
            return False
        return not self._shapes.has_arguments(variable[0], variable[1].type)

    def _called(self, callee: Callee) -> Iterator[Typed]:
        """Yield the functions that are called."""
        if callee.is_target:
            holder = self._names.holder_of.get(callee.id, "")
            bound = self._shapes.bound_of(callee.plain, holder)
            yield from self._shapes.signatures(callee.id, bound)
        elif callee.type:
            home = self._names.files[callee.path]
            yield from self._shapes.functions(Typed(home, callee.id, Shape(NAMED, callee.type)))
        else:
            for each in self._shapes.attribute(callee.id, callee.name):
                bound = self._shapes.bound_of(callee.plain, each.scope) or each.bound
                yield from self._shapes.functions(each._replace(bound=bound))

    def result(self, call: Call, holder: str) -> str:
        """Return the class of what a call of an attribute's value gives; else empty."""
        key = holder, call.name, call.arguments
        if key not in self._results:
            self._results[key] = ""
            outer, self._shapes.steps = self._shapes.steps, 0
            try:
                values = self._shapes.attribute(holder, call.name)
                functions = [each for value in values for each in self._shapes.functions(value)]
            except TooManyError:
                return ""
            finally:
                self._shapes.steps = outer
            results = [each._replace(shape=each.shape.parts[0]) for each in functions if each.shape.parts]
            same = self._same(results) if len(results) == len(functions) else None
            self._results[key] = self._values.annotated(*same) if same is not None else ""
        return self._results[key]
