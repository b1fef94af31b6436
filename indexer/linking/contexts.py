"""Types of parameters of functions that say none, in TypeScript: by the type of what such a function is given to.

A parameter has a type where all functions that may be meant there say the same one; what is not read, such as a type
of a package outside, leaves it without one.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from indexer.facts.containers import collection
from indexer.facts.contexts import (
    ALL,
    APPLIED,
    BASES,
    BOUNDED,
    DEFAULTS,
    ELEMENT,
    FUNCTION,
    LIST,
    NAMED,
    NEW,
    NOTHING,
    OBJECT,
    OF_PATH,
    OTHER,
    REST,
    SIGNATURE,
    TUPLE,
    UNION,
    Context,
    Shape,
    shape_of,
)
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Variable
from indexer.facts.type_names import plain_type
from indexer.linking.elements import Elements, Written
from indexer.linking.graph import place_of
from indexer.linking.module_names import MAX_HOPS, ModuleNames

ITERATING = frozenset(
    ("map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap")
)
"""Methods of lists that call a function for each element."""

SAME = frozenset(("Partial", "Required", "Readonly", "NoInfer", "NonNullable", "Omit", "Pick"))
"""Types of the platform whose members are those of their first argument."""

PARAMETERS = "Parameters"
"""Type of the platform that lists what a function takes."""

MOST_STEPS = 1_000
"""Shapes that are looked at for one parameter; with more it has no type."""

MOST_NAMES = 30
"""Names of types that stand for others which are followed one by one."""


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

    def attribute(self, class_id: str, name: str, /) -> tuple[FileFacts, Variable] | None:
        """Return where a class or its bases declare an attribute."""
        ...

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int, /) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        ...

    def annotated(self, facts: FileFacts, annotation: str, scope: str, /) -> str:
        """Return the class that an annotation names; else empty."""
        ...


class Typed(NamedTuple):
    """A shape, the file and the definition that it is written in, and what the parameters of that type are there."""

    facts: FileFacts
    scope: str
    shape: Shape
    bound: tuple["Typed", ...] = ()


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


class TooMany(Exception):
    """More shapes than are looked at."""


class Contexts:
    """Finds these types; what it found is remembered."""

    def __init__(self, names: ModuleNames, values: Values, elements: Elements) -> None:
        self._names = names
        self._values = values
        self._elements = elements
        self._known: dict[tuple[str, int, int], Written] = {}
        self._handed: dict[tuple[Callee, int, Context], Written | None] = {}
        self._results: dict[tuple[str, str, int], str] = {}
        self._shapes: dict[tuple[str, str], list[tuple[FileFacts, Shape]]] = defaultdict(list)
        self._applied: dict[str, frozenset[str]] = {}
        """File -> names of the types that are written in it with arguments."""
        self._steps = 0
        for facts in names.files.values():
            for each in facts.declared:
                if each.shape == APPLIED:
                    self._applied[facts.path] = frozenset(each.name.split(","))
                    continue
                key = facts.definitions[each.owner].local_id, each.name
                self._shapes[key].append((facts, shape_of(each.shape)))
        self.is_needed = bool(self._shapes)

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
                for spread in self._spread(function)
                for each in _given(spread, context.argument, call.arguments)
            )
            self._handed[key] = self._by(sources, context)
        return self._handed[key] or (self._element(facts, variable, context, hops) if not callee.is_target else None)

    def _element(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Written | None:
        """Return the type of the elements of a list, of a parameter that a method of that has them as."""
        if context.path or context.parameter or context.argument or facts.calls[context.call].name not in ITERATING:
            return None
        of_call = replace(variable, given_to=context.call, argument=0)
        written = self._elements.element(facts, of_call, hops)
        if not context.inner or not written.type:
            return written
        return self._by([Typed(written.facts, written.scope, Shape(NAMED, written.type))], context, is_parameter=True)

    def _by(
        self, sources: Iterable[Typed], context: Context, *, is_parameter: bool = False
    ) -> Written | None:
        """Return the type of a parameter by what its function, or the object that has it, is given to."""
        outer, self._steps = self._steps, 0
        try:
            types = list(sources)
            for key in context.path if not is_parameter else ():
                types = [each for type_ in types for each in self._member(type_, key)]
            if not is_parameter:
                functions = [each for type_ in types for each in self._functions(type_)]
                types = [_argument(each, context.parameter) for each in functions]
            for key in context.inner.split(".") if context.inner else ():
                types = [each for type_ in types for each in self._member(type_, key)]
        except TooMany:
            return None
        finally:
            self._steps = outer
        return self._same(types)

    def _same(self, types: Sequence[Typed]) -> Written | None:
        """Return the one type that all of these are; None where they are several, or one is unknown."""
        written: dict[tuple[str, str, str], Written] = {}
        for each in types:
            type_ = self._written(each)
            if type_ is None:
                return None
            written[type_.facts.path, type_.type, type_.scope] = type_
        first = next(iter(written.values()), None)
        if len(written) > 1:
            classes = {self._values.annotated(*each) for each in written.values()}
            return first if len(classes) == 1 and "" not in classes else None
        return first

    def _written(self, typed: Typed) -> Written | None:
        """Return a type as a name, or that of a list's elements behind a mark; None for any other."""
        typed = self._opened(typed)
        text = _name(typed.shape)
        if typed.shape.kind == LIST:
            inner = self._opened(typed._replace(shape=typed.shape.parts[0]))
            text, typed = f"[]{_name(inner.shape)}" if _name(inner.shape) else "", inner
        return Written(typed.facts, text, typed.scope) if text else None

    def _opened(self, typed: Typed) -> Typed:
        """Return what a parameter of a generic type stands for."""
        for _ in range(MOST_NAMES):
            name = typed.shape.name
            if not name.startswith("%"):
                break
            number = int(name[1:])
            typed = typed.bound[number] if number < len(typed.bound) else typed._replace(shape=NOTHING)
        return typed

    def _sources(self, facts: FileFacts, variable: Variable, context: Context, hops: int) -> Iterator[Typed]:
        """Yield the types of what a function, or the object that has it, is given to."""
        scope = place_of(facts, variable.owner)
        if context.type.startswith(NEW):
            class_id = self._names.type_at(facts.path, scope, context.type.removeprefix(NEW))
            constructor = self._names.method(class_id, "constructor") if class_id else ""
            for home, shape in self._shapes.get((constructor, SIGNATURE), ()):
                yield from _given(Typed(home, constructor, shape), context.argument, -1)
        elif context.type.startswith(OF_PATH):
            path = context.type.removeprefix(OF_PATH)
            holder, _, name = path.rpartition(".")
            class_id = self._values.held_by(facts, variable.owner, holder, variable.line, hops)
            yield from self._attribute(class_id, name)
        else:
            yield Typed(facts, scope, shape_of(context.type))

    def _callee(self, facts: FileFacts, call: Call, hops: int) -> "Callee | None":
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
            return call.receiver not in self._applied.get(facts.path, ())
        if call.shape != "path" or "." in call.receiver:
            return False
        variable = self._values.local(facts, call.owner, call.receiver, call.line)
        return variable is not None and bool(variable[1].type) and (
            variable[1].type not in self._applied.get(variable[0].path, ())
        )

    def _called(self, callee: "Callee") -> Iterator[Typed]:
        """Yield the functions that are called."""
        if callee.is_target:
            holder = self._names.holder_of.get(callee.id, "")
            bound = self._bound_of(callee.plain, holder)
            for home, shape in self._shapes.get((callee.id, SIGNATURE), ()):
                yield Typed(home, callee.id, shape, bound)
        elif callee.type:
            yield from self._functions(Typed(self._names.files[callee.path], callee.id, Shape(NAMED, callee.type)))
        else:
            for each in self._attribute(callee.id, callee.name):
                bound = self._bound_of(callee.plain, each.scope) or each.bound
                yield from self._functions(each._replace(bound=bound))

    def _bound_of(self, class_id: str, base: str) -> tuple[Typed, ...]:
        """Return what the parameters of a class, or of a base of it, are where the class has no arguments."""
        if class_id not in self._names.classes:
            return ()
        home = self._names.files[self._names.classes[class_id].path]
        bound = self._bound(Typed(home, class_id, NOTHING), class_id)
        for _ in range(MAX_HOPS):
            if class_id == base:
                return bound
            shapes = self._shapes.get((class_id, BASES), ())
            bases = [(where, each) for where, listed in shapes for each in listed.parts if each.kind == NAMED]
            around = self._names.holder_of.get(class_id, "")
            ids = [self._names.type_at(where.path, around, each.name) for where, each in bases]
            at = next((at for at, id_ in enumerate(ids) if self._names.is_derived(id_, base)), -1) if base else -1
            if at < 0:
                return ()
            where, shape = bases[at]
            bound = tuple(Typed(where, class_id, each, bound) for each in shape.parts)
            class_id = ids[at]
        return ()

    def _spread(self, function: Typed) -> Iterator[Typed]:
        """Yield a function, with the parameters of another one where it takes any number of ``Parameters<F>``."""
        shape = function.shape
        rest = shape.parts[-1] if shape.kind == FUNCTION and shape.signs[-1] == REST else NOTHING
        if rest.kind != NAMED:
            yield function
            return
        for each in self._meanings(function._replace(shape=rest), PARAMETERS):
            taken = self._functions(each._replace(shape=each.shape.parts[0])) if each.shape.kind == NAMED else [each]
            for other in taken:
                if other.shape.kind == FUNCTION and len(shape.parts) == 2:
                    yield other
                else:
                    yield function._replace(shape=NOTHING)

    def _attribute(self, class_id: str, name: str) -> Iterator[Typed]:
        """Yield the type of an attribute of a class."""
        attribute = self._values.attribute(class_id, name) if class_id else None
        if attribute is None or attribute[1].owner == NO_OWNER:
            return
        home, declared = attribute
        holder = home.definitions[declared.owner].local_id
        shapes = [shape for path, shape in self._shapes.get((holder, name), ()) if path is home]
        if not shapes and declared.type:
            shapes = [Shape(NAMED, declared.type)]
        for shape in shapes:
            yield Typed(home, holder, shape)

    def result(self, call: Call, holder: str) -> str:
        """Return the class of what a call of an attribute's value gives; else empty."""
        key = holder, call.name, call.arguments
        if key not in self._results:
            self._results[key] = ""
            outer, self._steps = self._steps, 0
            try:
                functions = [each for one in self._attribute(holder, call.name) for each in self._functions(one)]
            except TooMany:
                return ""
            finally:
                self._steps = outer
            given = [each._replace(shape=each.shape.parts[0]) for each in functions if each.shape.parts]
            same = self._same(given) if len(given) == len(functions) else None
            self._results[key] = self._values.annotated(*same) if same is not None else ""
        return self._results[key]

    def _functions(self, typed: Typed) -> Iterator[Typed]:
        """Yield the functions that a value of a type may be; one of an unknown shape where that is not known."""
        for each in self._meanings(typed):
            kind = each.shape.kind
            if kind == FUNCTION:
                yield each
            elif kind == OBJECT:
                yield from self._members(each, "")
            elif kind not in {OTHER, TUPLE, LIST}:
                yield each._replace(shape=NOTHING)

    def _meanings(self, typed: Typed, until: str = "") -> Iterator[Typed]:
        """Yield what a type is one of, or all of: functions, objects, other names of these and what is unknown.

        A name that is ``until`` is not followed.
        """
        waiting = [typed]
        seen: set[tuple[str, Shape]] = set()
        while waiting:
            each = self._opened(waiting.pop())
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise TooMany
            shape = each.shape
            if shape.kind in {UNION, ALL, BOUNDED}:
                waiting += [each._replace(shape=part) for part in reversed(shape.parts)]
            elif shape.kind != NAMED or (shape.name == until and shape.parts):
                yield each
            elif (each.scope, shape) not in seen or each.bound:
                seen.add((each.scope, shape))
                waiting += self._named(each)

    def _named(self, typed: Typed) -> list[Typed]:
        """Return what a name of a type stands for, with an object of all that it has itself; else an unknown shape."""
        shape = typed.shape
        if shape.name in SAME and shape.parts:
            return [typed._replace(shape=shape.parts[0])]
        type_id = self._names.type_at(typed.facts.path, typed.scope, shape.name)
        if type_id not in self._names.classes:
            return [typed._replace(shape=NOTHING)]
        bound = self._bound(typed, type_id)
        aliased = self._shapes.get((type_id, ""), ())
        if aliased:
            return [Typed(home, type_id, each, bound) for home, each in aliased]
        calls = self._shapes.get((type_id, SIGNATURE), ())
        home = self._names.files[self._names.classes[type_id].path]
        object_ = Shape(OBJECT, type_id, tuple(each for _, each in calls), ("",) * len(calls))
        return [Typed(home, type_id, object_, bound)]

    def _bound(self, typed: Typed, type_id: str) -> tuple[Typed, ...]:
        """Return what the parameters of a type are by the arguments of its name, and else by their defaults."""
        given = [typed._replace(shape=each) for each in typed.shape.parts]
        for home, shape in self._shapes.get((type_id, DEFAULTS), ())[:1]:
            listed = tuple(given)
            for each in shape.parts[len(given) :]:
                listed = (*listed, Typed(home, type_id, each, listed))
            return listed
        return tuple(given)

    def _members(self, typed: Typed, name: str) -> Iterator[Typed]:
        """Yield the members of an object of that name."""
        shape = typed.shape
        for at, each in enumerate(shape.names):
            if each == name:
                yield typed._replace(shape=shape.parts[at])
        if not shape.name or not name:
            return
        method = self._names.method(shape.name, name)
        for home, declared in self._shapes.get((method, SIGNATURE), ()) if method else ():
            yield Typed(home, method, declared, typed.bound)
        if not method:
            for each in self._attribute(shape.name, name):
                yield each._replace(bound=typed.bound) if each.scope == shape.name else each

    def _member(self, typed: Typed, name: str) -> Iterator[Typed]:
        """Yield the types of what an object of a type has by a name, or of a list's elements."""
        for each in self._meanings(typed):
            shape = each.shape
            if shape.kind == OBJECT and name != ELEMENT:
                yield from self._members(each, name)
            elif name == ELEMENT and shape.kind in {LIST, TUPLE}:
                yield from (each._replace(shape=part) for part in shape.parts)
            elif shape.kind not in {OBJECT, OTHER, FUNCTION, LIST, TUPLE}:
                yield each._replace(shape=NOTHING)


def _name(shape: Shape) -> str:
    """Return the name of a type as variables have it; of a wrapper that of what is in it."""
    text = _text(shape)
    return (collection(text) or plain_type(text)) if text and "%" not in text.partition("<")[0] else ""


def _text(shape: Shape) -> str:
    """Return a name with its arguments as TypeScript writes it; empty for what has no name."""
    if shape.kind != NAMED:
        return ""
    arguments = ",".join(_text(each) or "unknown" for each in shape.parts)
    return f"{shape.name}<{arguments}>" if arguments else shape.name


def _given(function: Typed, argument: int, count: int) -> Iterator[Typed]:
    """Yield what a function takes as an argument; nothing where it cannot be called with so many."""
    shape = function.shape
    if shape.kind != FUNCTION:
        yield function._replace(shape=NOTHING)
        return
    parts, signs = shape.parts[1:], shape.signs[1:]
    if signs and signs[-1] == REST and parts[-1].kind == TUPLE:
        parts, signs = (*parts[:-1], *parts[-1].parts), (*signs[:-1], *parts[-1].signs)
    is_open = REST in signs
    required = sum(not each for each in signs)
    if count >= 0 and (count < required or (count > len(signs) and not is_open)):
        return
    if argument < len(signs) or is_open:
        flat = Shape(FUNCTION, "", (shape.parts[0], *parts), (), ("", *signs))
        yield _argument(function._replace(shape=flat), argument)


def _argument(function: Typed, argument: int) -> Typed:
    """Return the type of a parameter of a function; one of an unknown shape where it has none at that place."""
    shape = function.shape
    parts, signs = shape.parts[1:], shape.signs[1:]
    if shape.kind != FUNCTION or not parts:
        return function._replace(shape=NOTHING)
    if argument < len(parts) and REST not in signs[: argument + 1]:
        return function._replace(shape=parts[argument])
    is_last = signs[-1] == REST and REST not in signs[:-1] and argument >= len(parts) - 1
    return function._replace(shape=parts[-1].parts[0] if is_last and parts[-1].kind == LIST else NOTHING)
