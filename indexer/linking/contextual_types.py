"""Contextual typing in TypeScript: the types of parameters that only the receiver of their function declares.

A parameter has a type where all functions that may be meant there agree on it. What is not read, such as a type of
a package outside, leaves it without one. `indexer.facts.contextual_types` says what a context is.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from indexer.facts.contextual_types import NEW, OF_PATH, Context
from indexer.facts.model import NO_CALL, Call, FileFacts, Variable
from indexer.facts.type_shapes import NAMED, Shape, shape_of
from indexer.linking.callees import Callee, Callees, Values
from indexer.linking.elements import Elements, Written
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.type_shapes import (
    ANY_COUNT,
    ScopedType,
    TooManyShapesError,
    TypeShapes,
    argument_type,
    parameter_type,
)

ITERATING = frozenset(("map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap"))
"""Methods of lists that call a function for each element."""


class ContextualTypes:
    """Finds these types, and caches them."""

    def __init__(self, names: ModuleNames, values: Values, elements: Elements) -> None:
        self._names = names
        self._values = values
        self._elements = elements
        self._shapes = TypeShapes(names)
        self._callees = Callees(names, values, self._shapes)
        self._by_variable: dict[tuple[str, int, int], Written] = {}
        self._by_callee: dict[tuple[Callee, int, Context], Written | None] = {}
        self._results: dict[tuple[str, str, int], str] = {}
        self.is_needed = not self._shapes.is_empty

    def written(self, facts: FileFacts, variable: Variable, hops: int) -> Written:
        """Return the type of a parameter as written, and where; an empty one when unknown.

        ``hops`` bounds how many other values are looked up on the way.
        """
        key = facts.path, variable.argument, hops
        if key not in self._by_variable:
            context = facts.contexts[variable.argument]
            written = self._of(facts, variable, context, hops - 1) if hops > 0 else None
            self._by_variable[key] = written or Written(facts, "", "")
        return self._by_variable[key]

    def result(self, call: Call, holder: str) -> str:
        """Return the class of what a call of an attribute's value returns; else empty."""
        key = holder, call.name, call.arguments
        if key not in self._results:
            self._results[key] = ""  # a type that depends on itself has no class
            try:
                with self._shapes.counted_anew():
                    values = self._shapes.attribute(holder, call.name)
                    functions = [each for value in values for each in self._shapes.functions(value)]
            except TooManyShapesError:
                return ""
            results = [each._replace(shape=each.shape.parts[0]) for each in functions if each.shape.parts]
            agreed = self._agreed(results) if len(results) == len(functions) else None
            self._results[key] = self._values.annotated(*agreed) if agreed is not None else ""
        return self._results[key]

    def _of(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Written | None:
        if context.call == NO_CALL:
            return self._of_parameter(self._declared(facts, variable, context, hops), context)
        call = facts.calls[context.call]
        callee = self._callees.callee(facts, call, hops)
        if callee is None:
            return self._of_element(facts, variable, context, hops)
        key = callee, call.arguments, replace(context, call=0)
        if key not in self._by_callee:
            self._by_callee[key] = None  # a type that depends on itself is unknown
            self._by_callee[key] = self._of_parameter(
                self._passed(callee, context.argument, call.arguments), context
            )
        written = self._by_callee[key]
        if written is None and not callee.is_function:
            return self._of_element(facts, variable, context, hops)
        return written

    def _of_parameter(self, types: Iterable[ScopedType], context: Context) -> Written | None:
        """Return the type of a parameter whose function, or the object that has it, must be of these types."""
        try:
            with self._shapes.counted_anew():
                members = self._members(types, context.path)
                functions = [each for type_ in members for each in self._shapes.functions(type_)]
                parameters = [parameter_type(each, context.parameter) for each in functions]
                inner = self._members(parameters, context.inner.split(".") if context.inner else ())
        except TooManyShapesError:
            return None
        return self._agreed(inner)

    def _of_element(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Written | None:
        """Return the element type of the list whose method gets the function; None for any other parameter."""
        is_element = not (context.path or context.parameter or context.argument)
        if not is_element or facts.calls[context.call].name not in ITERATING:
            return None
        of_call = replace(variable, given_to=context.call, argument=0)
        written = self._elements.element(facts, of_call, hops)
        if not context.inner or not written.type:
            return written
        element = ScopedType(written.facts, written.scope, Shape(NAMED, written.type))
        try:
            with self._shapes.counted_anew():
                inner = self._members([element], context.inner.split("."))
        except TooManyShapesError:
            return None
        return self._agreed(inner)

    def _members(self, types: Iterable[ScopedType], path: Sequence[str]) -> list[ScopedType]:
        """Return the types of what values of these types have at a path of members."""
        reached = list(types)
        for key in path:
            reached = [each for type_ in reached for each in self._shapes.member(type_, key)]
        return reached

    def _agreed(self, types: Sequence[ScopedType]) -> Written | None:
        """Return the type that all of these are; None where they differ, or where one of them is unknown."""
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

    def _passed(self, callee: Callee, argument: int, count: int) -> Iterator[ScopedType]:
        """Yield the types that an argument of a call with ``count`` arguments must have."""
        for function in self._callees.function_types(callee):
            for spread in self._shapes.spread(function):
                yield from argument_type(spread, argument, count)

    def _declared(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Iterator[ScopedType]:
        """Yield the types of what a function, or the object that has it, is assigned to without a call."""
        scope = place_of(facts, variable.owner)
        if context.type.startswith(NEW):
            class_id = self._names.type_at(facts.path, scope, context.type.removeprefix(NEW))
            constructor = self._names.method(class_id, "constructor") if class_id else ""
            for each in self._shapes.signatures(constructor):
                yield from argument_type(each, context.argument, ANY_COUNT)
        elif context.type.startswith(OF_PATH):
            holder, _, name = context.type.removeprefix(OF_PATH).rpartition(".")
            class_id = self._values.held_by(facts, variable.owner, holder, variable.line, hops)
            yield from self._shapes.named(class_id, name)
        else:
            yield ScopedType(facts, scope, shape_of(context.type))
