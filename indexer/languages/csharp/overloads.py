"""C#: which of several methods of one name a call calls, by its arguments."""

import re
from collections.abc import Sequence
from typing import Protocol

from indexer.facts.model import FUNCTION, NULL, PATH, RESULT, Call
from indexer.facts.parameters import parameter_types, split_arguments
from indexer.languages.csharp.bound import Bound, opened
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.inference import is_parameter
from indexer.languages.csharp.platform import SEQUENCES
from indexer.languages.csharp.types import CSharpTypes, Member
from indexer.linking.overloads import (
    BROADLY,
    EXACTLY,
    GENERICALLY,
    LOOSELY,
    NEVER,
    PERHAPS,
    Overload,
    Overloads,
    chosen,
)

ALIASES = {
    "Boolean": "bool",
    "Byte": "byte",
    "Char": "char",
    "Decimal": "decimal",
    "Double": "double",
    "Int16": "short",
    "Int32": "int",
    "Int64": "long",
    "Object": "object",
    "Single": "float",
    "String": "string",
}
NUMBERS = ("byte", "short", "int", "long", "float", "double", "decimal")
"""Each may be given where a later one is taken."""

VALUES = frozenset((*NUMBERS, "bool", "char", "uint", "ulong", "ushort", "sbyte", "DateTime", "Guid", "TimeSpan"))
PLAIN = VALUES | {"string"}
"""Types from which nothing is derived."""

ANYTHING = frozenset(("object", "dynamic"))
_WORD = re.compile(r"\w+")


class Values(Protocol):
    """Knows the types of variables, members and calls in a file."""

    def path_type(self, scope: FileScope, owner: int, path: str, line: int) -> tuple[Bound | None, str]:
        """Return the type of ``a.b.c`` at a place and the tier; None when it is not known."""

    def result(self, scope: FileScope, index: int, path: str = "") -> Bound | None:
        """Return the result type of a call, or the type at a path from it; None if unknown."""


def accepts(member: Member, arguments: int) -> bool:
    """Return whether a method may be called with that many arguments."""
    signature = member.signature
    return arguments < 0 or (
        signature.required <= arguments and (signature.total < 0 or arguments <= signature.total)
    )


def fitting(members: Sequence[Member], arguments: int) -> Member | None:
    """Return the first overload that takes that many arguments; an object of a class has no explicit members."""
    return next(
        (each for each in members if not each.signature.is_private and _accepts_all(each, arguments)), None
    )


def _accepts_all(member: Member, arguments: int) -> bool:
    """Return whether a method may be called so; an extension called by its type takes its object as well."""
    if not member.signature.receiver or arguments < 0:
        return accepts(member, arguments)
    return arguments > 0 and accepts(member, arguments - 1)


class OverloadChoice:
    """Chooses among the methods of a name.

    Args:
        types: of the root.
        values: finds the type of an argument.
        overloads: of the root.
    """

    def __init__(self, types: CSharpTypes, values: Values, overloads: Overloads) -> None:
        self._types = types
        self._values = values
        self._overloads = overloads

    def among(self, scope: FileScope, call: Call, members: Sequence[Member]) -> list[Member]:
        """Return those of a name's methods that a call may mean, one of each overload; the surest first."""
        by_suffix = {each.signature.parameters: each for each in reversed(members)}
        overloads = [each for each in self._overloads.of(members[0].local_id) if each.suffix in by_suffix]
        if call.type_arguments:
            mark = f"`{len(split_arguments(call.type_arguments))}("
            overloads = [each for each in overloads if each.suffix.startswith(mark)] or overloads
        else:
            overloads = [each for each in overloads if _is_inferable(by_suffix[each.suffix])] or overloads
        arguments = call.argument_types.split(";") if call.argument_types else []
        bound = [self._bound(scope, call, each) for each in arguments]

        def level(overload: Overload, at: int) -> int:
            if at >= len(arguments) or (overload.takes_rest(at) and _is_array(bound[at])):
                return PERHAPS
            member, written = by_suffix[overload.suffix], overload.type_at(at)
            wanted = self._types.bind(written, member.facts, member.owner)
            return self._level(arguments[at], bound[at], opened(wanted) or wanted)

        return [by_suffix[each.suffix] for each in chosen(overloads, call.arguments, level)]

    def is_excluded(self, scope: FileScope, call: Call, members: Sequence[Member]) -> bool:
        """Return whether the types of a call's arguments exclude each of several methods."""
        arguments = call.argument_types.split(";") if call.argument_types else []
        return bool(arguments) and all(self._excludes(scope, call, each, arguments) for each in members)

    def _excludes(self, scope: FileScope, call: Call, member: Member, arguments: Sequence[str]) -> bool:
        signature = member.signature
        if not accepts(member, call.arguments):
            return True
        if signature.type_parameters or signature.total < 0:
            return False
        wanted = parameter_types(signature.parameters)[bool(signature.receiver) :]
        for argument, written in zip(arguments, wanted, strict=False):
            bound = self._types.bind(written, member.facts, member.owner)
            if self._level(argument, self._bound(scope, call, argument), opened(bound) or bound) == NEVER:
                return True
        return False

    def _bound(self, scope: FileScope, call: Call, argument: str) -> Bound | None:
        if argument.startswith(PATH):
            return self._values.path_type(scope, call.owner, argument[1:], call.line)[0]
        if argument.startswith(RESULT):
            index, _, path = argument[1:].partition(".")
            return self._values.result(scope, int(index), path)
        is_type = argument not in {"", NULL, FUNCTION}
        return opened(self._types.bind(argument, scope.facts, call.owner)) if is_type else None

    def _level(self, argument: str, bound: Bound | None, wanted: Bound) -> int:
        name = ALIASES.get(wanted.name, wanted.name)
        if argument == NULL:
            return NEVER if name in VALUES else PERHAPS
        if argument == FUNCTION:
            info = self._types.types.get(wanted.type_id)
            return NEVER if name in PLAIN or (info is not None and info.kind != "delegate") else PERHAPS
        if bound is None or not (bound.type_id or bound.name):
            return PERHAPS
        if is_parameter(wanted):
            return GENERICALLY if self._is_one(bound, {each.type_id for each in wanted.args}) else NEVER
        if bound.type_id or wanted.type_id:
            return self._inside(bound, wanted, name)
        return _outside(bound, wanted, name)

    def _inside(self, bound: Bound, wanted: Bound, name: str) -> int:
        """Return how well two types suit each other of which this root has one."""
        if bound.type_id == wanted.type_id:
            return EXACTLY
        if not wanted.type_id:
            return NEVER if name in PLAIN else LOOSELY if name in ANYTHING else BROADLY
        return BROADLY if is_parameter(bound) or self._is_one(bound, {wanted.type_id}) else NEVER

    def _is_one(self, bound: Bound, wanted: set[str]) -> bool:
        own = {info.local_id for info, _ in self._types.lineage(bound)}
        return wanted - {""} <= own


def _is_inferable(member: Member) -> bool:
    """Return whether arguments can say all type parameters of a method: each is in the type of a parameter."""
    signature = member.signature
    return not signature.type_parameters or set(signature.type_parameters) <= set(
        _WORD.findall(signature.parameters.partition("(")[2])
    )


def _is_array(bound: Bound | None) -> bool:
    return bound is not None and bound.name == "Array"


def _outside(bound: Bound, wanted: Bound, name: str) -> int:
    """Return how well a type of the platform or a package suits another."""
    own = ALIASES.get(bound.name, bound.name)
    if name in ANYTHING or is_parameter(bound):
        return LOOSELY
    if own == name:
        known = [(each, other) for each, other in zip(bound.args, wanted.args, strict=False) if each != other]
        is_other = any(not (is_parameter(each) or is_parameter(other)) for each, other in known)
        return BROADLY if is_other else EXACTLY
    if own in NUMBERS and name in NUMBERS:
        return BROADLY if NUMBERS.index(own) < NUMBERS.index(name) else NEVER
    return NEVER if name in PLAIN or (own in PLAIN and name in SEQUENCES and own != "string") else BROADLY
