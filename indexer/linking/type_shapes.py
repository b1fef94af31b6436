"""Types of TypeScript by their shapes: which functions a value of a type may be, and which members it has.

`indexer.facts.type_shapes` describes the shapes.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from indexer.facts.containers import collection
from indexer.facts.contextual_types import ELEMENT
from indexer.facts.model import FileFacts
from indexer.facts.type_names import plain_type
from indexer.facts.type_shapes import (
    ALL,
    APPLIED,
    BASES,
    BOUNDED,
    DEFAULTS,
    FUNCTION,
    LIST,
    NAMED,
    NOTHING,
    OBJECT,
    OTHER,
    REST,
    SIGNATURE,
    TUPLE,
    UNION,
    Shape,
    shape_of,
)
from indexer.linking.elements import Written
from indexer.linking.module_names import MAX_HOPS, ModuleNames

SAME = frozenset(("Partial", "Required", "Readonly", "NoInfer", "NonNullable", "Omit", "Pick"))
"""Types of the platform whose members are those of their first argument."""

PARAMETERS = "Parameters"
"""Type of the platform that lists what a function takes."""

MOST_STEPS = 1_000
"""Shapes that are examined for one parameter; with more it has no type."""

MOST_NAMES = 30
"""Type parameters that are followed one by one to the arguments that they stand for."""

ANY_COUNT = -1
"""Number of arguments of a call where it is not known."""


class ScopedType(NamedTuple):
    """A type and the scope that its names are looked up in.

    Attributes:
        facts: of the file in which it is written.
        scope: identifier of the definition in which it is written.
        shape: the type itself.
        bound: what the parameters of the generic type around it stand for: ``bound[0]`` is ``%0``.
    """

    facts: FileFacts
    scope: str
    shape: Shape
    bound: tuple["ScopedType", ...] = ()


class TooManyShapesError(Exception):
    """A type consists of more shapes than `MOST_STEPS`."""


class TypeShapes:
    """Knows the shapes of all types of a root."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        self._declared: dict[tuple[str, str], list[tuple[FileFacts, Shape]]] = defaultdict(list)
        self._applied: dict[str, frozenset[str]] = {}
        """File -> names of the types that are written in it with arguments."""
        self._steps = 0
        for facts in names.files.values():
            for each in facts.declared:
                if each.shape == APPLIED:
                    self._applied[facts.path] = frozenset(each.name.split(","))
                    continue
                key = facts.definitions[each.owner].local_id, each.name
                self._declared[key].append((facts, shape_of(each.shape)))
        self.is_empty = not self._declared

    @contextmanager
    def counted_anew(self) -> Iterator[None]:
        """Count the examined shapes from 0 inside of this, and go on with the former count behind it."""
        outer, self._steps = self._steps, 0
        try:
            yield
        finally:
            self._steps = outer

    def has_arguments(self, facts: FileFacts, name: str) -> bool:
        """Return whether a file names a type with arguments anywhere."""
        return name in self._applied.get(facts.path, ())

    def signatures(self, function: str, bound: tuple[ScopedType, ...] = ()) -> Iterator[ScopedType]:
        """Yield what a function takes and gives, once for each of its overloads."""
        for home, shape in self._declared.get((function, SIGNATURE), ()):
            yield ScopedType(home, function, shape, bound)

    def written(self, typed: ScopedType) -> Written | None:
        """Return a type as a name, or that of a list's elements behind a mark; None for any other."""
        typed = self._opened(typed)
        text = _name(typed.shape)
        if typed.shape.kind == LIST:
            inner = self._opened(typed._replace(shape=typed.shape.parts[0]))
            text, typed = f"[]{_name(inner.shape)}" if _name(inner.shape) else "", inner
        return Written(typed.facts, text, typed.scope) if text else None

    def _opened(self, typed: ScopedType) -> ScopedType:
        """Return what a parameter of a generic type stands for."""
        for _ in range(MOST_NAMES):
            name = typed.shape.name
            if not name.startswith("%"):
                break
            number = int(name[1:])
            typed = typed.bound[number] if number < len(typed.bound) else typed._replace(shape=NOTHING)
        return typed

    def bound_of(self, class_id: str, base: str) -> tuple[ScopedType, ...]:
        """Return what the parameters of a class, or of a base of it, are where the class has no arguments."""
        if class_id not in self._names.classes:
            return ()
        home = self._names.files[self._names.classes[class_id].path]
        bound = self._bound(ScopedType(home, class_id, NOTHING), class_id)
        for _ in range(MAX_HOPS):
            if class_id == base:
                return bound
            shapes = self._declared.get((class_id, BASES), ())
            bases = [(where, each) for where, listed in shapes for each in listed.parts if each.kind == NAMED]
            around = self._names.holder_of.get(class_id, "")
            ids = [self._names.type_at(where.path, around, each.name) for where, each in bases]
            at = next((at for at, id_ in enumerate(ids) if self._names.is_derived(id_, base)), -1) if base else -1
            if at < 0:
                return ()
            where, shape = bases[at]
            bound = tuple(ScopedType(where, class_id, each, bound) for each in shape.parts)
            class_id = ids[at]
        return ()

    def spread(self, function: ScopedType) -> Iterator[ScopedType]:
        """Yield a function, with the parameters of another one where it takes any number of ``Parameters<F>``."""
        shape = function.shape
        rest = shape.parts[-1] if shape.kind == FUNCTION and shape.signs[-1] == REST else NOTHING
        if rest.kind != NAMED:
            yield function
            return
        for each in self._meanings(function._replace(shape=rest), PARAMETERS):
            others = (
                self.functions(each._replace(shape=each.shape.parts[0])) if each.shape.kind == NAMED else [each]
            )
            for other in others:
                if other.shape.kind == FUNCTION and len(shape.parts) == 2:
                    yield other
                else:
                    yield function._replace(shape=NOTHING)

    def attribute(self, class_id: str, name: str) -> Iterator[ScopedType]:
        """Yield the type of an attribute of a class."""
        for holder in self._names.lineage(class_id):
            shapes = self._declared.get((holder.local_id, name), ())
            if shapes:
                yield from (ScopedType(home, holder.local_id, shape) for home, shape in shapes)
                return
            if name in holder.attributes:
                path, variable = holder.attributes[name]
                if variable.type:
                    yield ScopedType(self._names.files[path], holder.local_id, Shape(NAMED, variable.type))
                return

    def named(self, class_id: str, name: str) -> Iterator[ScopedType]:
        """Yield the types of the attribute or the method that a class has by a name."""
        class_ = self._names.classes.get(class_id)
        if class_ is not None:
            yield from self._members(
                ScopedType(self._names.files[class_.path], class_id, Shape(OBJECT, class_id)), name
            )

    def functions(self, typed: ScopedType) -> Iterator[ScopedType]:
        """Yield the functions that a value of a type may be; one of an unknown shape where that is not known."""
        for each in self._meanings(typed):
            kind = each.shape.kind
            if kind == FUNCTION:
                yield each
            elif kind == OBJECT:
                yield from self._members(each, "")
            elif kind not in {OTHER, TUPLE, LIST}:
                yield each._replace(shape=NOTHING)

    def _meanings(self, typed: ScopedType, until: str = "") -> Iterator[ScopedType]:
        """Yield what a type is one of, or all of: functions, objects, other names of these and what is unknown.

        A name that is ``until`` is not followed.
        """
        waiting = [typed]
        seen: set[tuple[str, Shape]] = set()
        while waiting:
            each = self._opened(waiting.pop())
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise TooManyShapesError
            shape = each.shape
            if shape.kind in {UNION, ALL, BOUNDED}:
                waiting += [each._replace(shape=part) for part in reversed(shape.parts)]
            elif shape.kind != NAMED or (shape.name == until and shape.parts):
                yield each
            elif (each.scope, shape) not in seen or each.bound:
                seen.add((each.scope, shape))
                waiting += self._named(each)

    def _named(self, typed: ScopedType) -> list[ScopedType]:
        """Return what a name of a type stands for: another type, or an object of what it has itself."""
        shape = typed.shape
        if shape.name in SAME and shape.parts:
            return [typed._replace(shape=shape.parts[0])]
        type_id = self._names.type_at(typed.facts.path, typed.scope, shape.name)
        if type_id not in self._names.classes:
            return [typed._replace(shape=NOTHING)]
        bound = self._bound(typed, type_id)
        aliased = self._declared.get((type_id, ""), ())
        if aliased:
            return [ScopedType(home, type_id, each, bound) for home, each in aliased]
        calls = self._declared.get((type_id, SIGNATURE), ())
        home = self._names.files[self._names.classes[type_id].path]
        object_ = Shape(OBJECT, type_id, tuple(each for _, each in calls), ("",) * len(calls))
        return [ScopedType(home, type_id, object_, bound)]

    def _bound(self, typed: ScopedType, type_id: str) -> tuple[ScopedType, ...]:
        """Return what the parameters of a type are by the arguments of its name, and else by their defaults."""
        arguments = [typed._replace(shape=each) for each in typed.shape.parts]
        for home, shape in self._declared.get((type_id, DEFAULTS), ())[:1]:
            listed = tuple(arguments)
            for each in shape.parts[len(arguments) :]:
                listed = (*listed, ScopedType(home, type_id, each, listed))
            return listed
        return tuple(arguments)

    def _members(self, typed: ScopedType, name: str) -> Iterator[ScopedType]:
        """Yield the members of an object of that name."""
        shape = typed.shape
        for at, each in enumerate(shape.names):
            if each == name:
                yield typed._replace(shape=shape.parts[at])
        if not shape.name or not name:
            return
        method = self._names.method(shape.name, name)
        if method:
            is_own = self._names.holder_of.get(method) == shape.name
            yield from self.signatures(method, typed.bound if is_own else ())
            return
        for value in self.attribute(shape.name, name):
            yield value._replace(bound=typed.bound) if value.scope == shape.name else value

    def member(self, typed: ScopedType, name: str) -> Iterator[ScopedType]:
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


def argument_type(function: ScopedType, argument: int, count: int) -> Iterator[ScopedType]:
    """Yield the type that a function declares for an argument; nothing if it cannot be called with ``count``."""
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
        yield parameter_type(function._replace(shape=flat), argument)


def parameter_type(function: ScopedType, argument: int) -> ScopedType:
    """Return the type of a parameter, from 0, of a function; one of an unknown shape where it has no such one."""
    shape = function.shape
    parts, signs = shape.parts[1:], shape.signs[1:]
    if shape.kind != FUNCTION or not parts:
        return function._replace(shape=NOTHING)
    if argument < len(parts) and REST not in signs[: argument + 1]:
        return function._replace(shape=parts[argument])
    is_last = signs[-1] == REST and REST not in signs[:-1] and argument >= len(parts) - 1
    return function._replace(shape=parts[-1].parts[0] if is_last and parts[-1].kind == LIST else NOTHING)
