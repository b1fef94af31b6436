"""Classes of values whose type is an argument of a generic type, in Java: elements of lists, ``T find(int)``."""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from indexer.facts.containers import LIST
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Signature, Variable
from indexer.facts.parameters import split_arguments
from indexer.linking.graph import place_of
from indexer.linking.module_names import MAX_HOPS, ModuleNames
from indexer.linking.module_records import CLASS_KINDS
from indexer.linking.platform_types import parameter_of, result_of

LANGUAGES = frozenset(("java",))
MOST_STEPS = 3 * MAX_HOPS
"""How many calls and values are followed: chains of streams are long."""

_WILDCARD = re.compile(r"^\?\s*(?:extends|super)?\s*")

Local = Callable[[FileFacts, int, str, int], tuple[FileFacts, Variable] | None]
"""Returns where a bare name is declared, by the place and the line that it stands at."""


class Generic(NamedTuple):
    """A type: the identifier of a class of this root, or the last name of another type, and its arguments."""

    name: str = ""
    arguments: tuple["Generic", ...] = ()


UNKNOWN = Generic()
Bound = Mapping[str, Generic]
"""What the parameters of a generic type stand for."""


class ModuleGenerics:
    """Puts the arguments of generic types in the place of their parameters."""

    def __init__(self, names: ModuleNames, local: Local, class_around: Callable[[FileFacts, int], str]) -> None:
        self._names = names
        self._local = local
        self._class_around = class_around
        self._bases_of: dict[Generic, list[Generic]] = {}
        self._parameters: dict[str, tuple[str, ...]] = {}
        self._signatures: dict[str, list[tuple[FileFacts, Signature]]] = defaultdict(list)
        for facts in names.files.values() if names.finder.languages & LANGUAGES else ():
            for each in facts.signatures:
                local_id = facts.definitions[each.owner].local_id
                if each.type_parameters:
                    self._parameters[local_id] = each.type_parameters
                if each.returns:
                    self._signatures[local_id].append((facts, each))

    def of_variable(self, facts: FileFacts, variable: Variable) -> str:
        """Return the class of a variable's value; else empty."""
        return self._class(self._variable(facts, variable, {}, MOST_STEPS))

    def of_result(self, facts: FileFacts, call: Call) -> str:
        """Return the class of a call's result; else empty."""
        return self._class(self._result(facts, call, MOST_STEPS))

    def of_path(self, facts: FileFacts, owner: int, path: str, line: int) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        return self._class(self._path(facts, owner, path, line, MOST_STEPS))

    def _class(self, type_: Generic) -> str:
        return type_.name if type_.name in self._names.classes else ""

    def _read(self, facts: FileFacts, scope: str, text: str, bound: Bound) -> Generic:
        """Return the type that is written inside of a definition."""

        def meaning(name: str) -> str:
            type_id = self._names.type_at(facts.path, scope, name)
            return type_id if type_id in self._names.classes else name.rpartition(".")[2]

        around = scope
        unbound: dict[str, Generic] = {}
        while around:
            unbound |= dict.fromkeys(self._parameters.get(around, ()), UNKNOWN)
            around = self._names.holder_of.get(around, "")
        return read(text, {**unbound, **bound}, meaning)

    def _variable(self, facts: FileFacts, variable: Variable, bound: Bound, hops: int) -> Generic:
        if hops <= 0:
            return UNKNOWN
        if variable.given_to != NO_CALL:
            return self._handed(facts, variable, hops - 1)
        if variable.type:
            type_ = self._read(facts, place_of(facts, variable.owner), variable.type, bound)
        elif variable.call != NO_CALL:
            type_ = self._result(facts, facts.calls[variable.call], hops - 1)
        elif variable.value and variable.value.partition(".")[0] != variable.name:
            type_ = self._path(facts, variable.owner, variable.value, variable.line, hops - 1)
        else:
            type_ = UNKNOWN
        return self._element(type_) if variable.is_element else type_

    def _element(self, type_: Generic) -> Generic:
        walked = type_ if type_.name == LIST else self._member(type_, "iterator", 0)
        return walked.arguments[0] if walked.arguments else UNKNOWN

    def _handed(self, facts: FileFacts, variable: Variable, hops: int) -> Generic:
        """Return the type of a parameter of a function that a call of the platform's methods takes."""
        call = facts.calls[variable.given_to]
        holder = self._platform(self._receiver(facts, call, hops))
        number = parameter_of(holder.name, call.name, variable.argument, variable.parameter)
        return holder.arguments[number] if 0 <= number < len(holder.arguments) else UNKNOWN

    def _platform(self, type_: Generic, hops: int = MAX_HOPS) -> Generic:
        """Return the first type that is no class of this root: itself, or one that it is derived from."""
        if type_.name not in self._names.classes:
            return type_
        bases = self._bases(type_) if hops else []
        return next((each for base in bases if (each := self._platform(base, hops - 1)).arguments), UNKNOWN)

    def _bases(self, type_: Generic) -> list[Generic]:
        if type_ not in self._bases_of:
            class_ = self._names.classes[type_.name]
            facts, around = self._names.files[class_.path], self._names.holder_of[class_.local_id]
            bound = self._bound(type_)
            self._bases_of[type_] = [self._read(facts, around, each, bound) for each in class_.bases]
        return self._bases_of[type_]

    def _bound(self, type_: Generic) -> dict[str, Generic]:
        return dict(zip(self._parameters.get(type_.name, ()), type_.arguments, strict=False))

    def _member(self, type_: Generic, name: str, count: int, hops: int = MAX_HOPS) -> Generic:
        """Return what a method of a type gives that is called with so many arguments."""
        class_ = self._names.classes.get(type_.name)
        if class_ is None:
            template = result_of(type_.name, name)
            bound = {f"${number}": each for number, each in enumerate(type_.arguments)}
            return read(template, bound, str) if template and bound else UNKNOWN
        if name in class_.methods or hops == 0:
            return self._returned(class_.methods.get(name, ""), count, self._bound(type_))
        inherited = (self._member(base, name, count, hops - 1) for base in self._bases(type_))
        return next((each for each in inherited if each.name), UNKNOWN)

    def _returned(self, method: str, count: int, bound: Bound) -> Generic:
        """Return what a method gives; nothing where overloads of so many parameters differ in that."""
        types = {
            self._read(facts, method, each.returns, bound)
            for facts, each in self._signatures.get(method, ())
            if each.total == count or -1 in (each.total, count)
        }
        return types.pop() if len(types) == 1 else UNKNOWN

    def _attribute(self, type_: Generic, name: str, hops: int) -> Generic:
        class_ = self._names.classes.get(type_.name)
        if class_ is None or hops <= 0:
            return UNKNOWN
        if name in class_.attributes:
            path, variable = class_.attributes[name]
            return self._variable(self._names.files[path], variable, self._bound(type_), hops - 1)
        inherited = (self._attribute(base, name, hops - 1) for base in self._bases(type_))
        return next((each for each in inherited if each.name), UNKNOWN)

    def _path(self, facts: FileFacts, owner: int, path: str, line: int, hops: int) -> Generic:
        """Return the type of what ``a.b.c`` holds, or the type that it names."""
        head, *rest = path.split(".")
        declared = None
        if head in self._names.finder.self_names:
            type_ = Generic(self._class_around(facts, owner))
        else:
            declared = self._local(facts, owner, head, line)
            type_ = self._head(facts, owner, head, declared, hops) if declared is not None else UNKNOWN
        if declared is None and not type_.name:
            named = self._names.type_at(facts.path, place_of(facts, owner), path)
            return Generic(named) if named in self._names.classes else UNKNOWN
        for each in rest:
            type_ = self._attribute(type_, each, hops - 1)
        return type_

    def _head(
        self, facts: FileFacts, owner: int, name: str, declared: tuple[FileFacts, Variable], hops: int
    ) -> Generic:
        """Return the type of a variable; that of a field as the class around derives it from a generic base."""
        home, variable = declared
        is_field = variable.owner != NO_OWNER and home.definitions[variable.owner].kind in CLASS_KINDS
        own = self._attribute(Generic(self._class_around(facts, owner)), name, hops) if is_field else UNKNOWN
        return own if own.name else self._variable(home, variable, {}, hops)

    def _receiver(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        if call.shape == "path":
            return self._path(facts, call.owner, call.receiver, call.line, hops)
        if call.shape == "type":
            return self._read(facts, place_of(facts, call.owner), call.receiver, {})
        if call.shape in {"this", "base"}:
            return Generic(self._class_around(facts, call.owner))
        if call.shape != "chain":
            return UNKNOWN
        type_ = self._result(facts, facts.calls[call.inner], hops)
        for each in call.receiver.split(".") if call.receiver else ():
            type_ = self._attribute(type_, each, hops - 1)
        return type_

    def _result(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        if hops <= 0:
            return UNKNOWN
        if call.shape != "bare":
            return self._member(self._receiver(facts, call, hops - 1), call.name, call.arguments)
        holder = self._class_around(facts, call.owner)
        while holder in self._names.classes:
            if self._names.method(holder, call.name):
                return self._member(Generic(holder), call.name, call.arguments)
            holder = self._names.holder_of.get(holder, "")
        return self._returned(self._names.lookup(facts.path, call.name), call.arguments, {})


def read(text: str, bound: Bound, meaning: Callable[[str], str]) -> Generic:
    """Return the type that a text says; ``meaning`` tells the name of a type that is no parameter."""
    text = _WILDCARD.sub("", text.strip())
    if text.startswith(LIST):
        return Generic(LIST, (read(text[len(LIST) :], bound, meaning),))
    if text.endswith(LIST):
        return Generic(LIST, (read(text[: -len(LIST)], bound, meaning),))
    head, _, rest = text.partition("<")
    if head in bound:
        return bound[head]
    arguments = split_arguments(rest.removesuffix(">")) if rest else ()
    return Generic(meaning(head) if head else "", tuple(read(each, bound, meaning) for each in arguments))
