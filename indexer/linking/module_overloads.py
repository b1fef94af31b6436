"""Which of several methods of one name a call calls, in the languages with modules: by its arguments."""

import re
from collections.abc import Callable

from indexer.facts.model import FUNCTION, NULL, PATH, RESULT, Call, FileFacts
from indexer.facts.type_names import plain_type
from indexer.linking.labels import LABELLED, takes
from indexer.linking.module_names import ModuleNames
from indexer.linking.overloads import (
    BROADLY,
    EXACTLY,
    LOOSELY,
    NEVER,
    PERHAPS,
    Overload,
    Overloads,
    chosen,
)

NUMBERS = ("byte", "short", "char", "int", "long", "float", "double")
"""Each may be given where a later one is taken."""

BOXES = {"Integer": "int", "Character": "char"}
"""Boxed types, and the primitive types that calls convert to them."""

OF_KOTLIN = {name: name.capitalize() for name in (*NUMBERS, "boolean")}
"""Primitive types of Java, and what Kotlin calls them where they are never null."""

PLAIN = frozenset((*NUMBERS, "boolean", "String"))
"""Types that nothing of a program's own is one of."""

ANYTHING = frozenset(("Object", "Any"))
PARAMETER = re.compile(r"[A-Z]\d?")
"""How parameters of generic methods are named."""

_KOTLIN_FILES = (".kt", ".kts")

TypeOf = Callable[[FileFacts, Call, str], str]
"""Gives the name of the type of an argument that is a path or a call."""


class ModuleOverloads:
    """Chooses among the methods of a name.

    Args:
        names: of the root.
        overloads: of the root.
        type_of: returns the type of an argument.
        suffixes_of: returns the parameters of the overloads that a call may mean by its receiver; none for all.
    """

    def __init__(
        self,
        names: ModuleNames,
        overloads: Overloads,
        type_of: TypeOf,
        suffixes_of: Callable[[FileFacts, Call], frozenset[str]],
    ) -> None:
        self._names = names
        self._overloads = overloads
        self._type_of = type_of
        self._suffixes_of = suffixes_of

    def among(self, facts: FileFacts, call: Call, target: str) -> list[str]:
        """Return the overloads of a method that a call may mean; none where it has none."""
        overloads = self._overloads.of(target)
        if not overloads:
            return []
        if facts.language in LABELLED:
            return [each.local_id for each in overloads if takes(each.required, each.total, each.suffix, call)]
        suffixes = self._suffixes_of(facts, call)
        overloads = [each for each in overloads if not suffixes or each.suffix in suffixes] or overloads
        listed = call.argument_types.split(";") if call.argument_types else []
        types = [self._type(facts, call, each) for each in listed]

        def level(overload: Overload, at: int) -> int:
            wanted = overload.type_at(at)
            return self._level(facts, types[at], overload.spans[0][0], wanted) if at < len(types) else PERHAPS

        return [each.local_id for each in chosen(overloads, call.arguments, level)]

    def _type(self, facts: FileFacts, call: Call, argument: str) -> str:
        return self._type_of(facts, call, argument) if argument[:1] in (PATH, RESULT) else argument

    def _level(self, facts: FileFacts, argument: str, path: str, written: str) -> int:
        wanted = plain_type(written)
        if not argument or not wanted:
            return PERHAPS
        argument = argument.partition("<")[0]
        if argument == NULL or argument.startswith(FUNCTION):
            return NEVER if wanted in PLAIN and (wanted, argument) != ("String", NULL) else PERHAPS
        if wanted in ANYTHING or PARAMETER.fullmatch(wanted):
            return LOOSELY
        is_primitive = path.endswith(_KOTLIN_FILES) and OF_KOTLIN.get(argument) == written
        if is_primitive or argument.rpartition(".")[2] == wanted.rpartition(".")[2]:
            return EXACTLY
        own, other = self._names.type_at(facts.path, "", argument), self._names.type_at(path, "", wanted)
        if own in self._names.classes and other in self._names.classes:
            return BROADLY if self._names.is_derived(own, other) else NEVER
        return _outside(_unboxed(argument), _unboxed(wanted))


def _unboxed(name: str) -> str:
    return BOXES.get(name, name.lower() if name != "String" else name)


def _outside(argument: str, wanted: str) -> int:
    """Return how well two types suit each other that are not both of this root."""
    if argument in NUMBERS and wanted in NUMBERS:
        return BROADLY if NUMBERS.index(argument) <= NUMBERS.index(wanted) else NEVER
    return NEVER if wanted in PLAIN and argument != wanted else BROADLY
