"""Calls in Kotlin: of objects that a call does not name, and of functions that extend types."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from indexer.facts.marks import COMPANION, RETURNED
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Signature, Variable
from indexer.facts.parameters import split_arguments
from indexer.linking.generic_types import UNKNOWN, Bound, Generic
from indexer.linking.graph import place_of
from indexer.linking.module_names import MAX_HOPS, ModuleNames
from indexer.linking.module_records import CLASS_KINDS, RESOLVED
from indexer.linking.platform_types import is_platform_method

SELF = "this"
INVOKE = "invoke"
"""The method that a call of an object's name means."""

ANYTHING = frozenset(("Any", "Object"))
ABOVE = {
    "String": frozenset(("CharSequence", "Comparable")),
    "ArrayList": frozenset(("MutableList", "List", "Collection", "Iterable", "MutableCollection")),
    "MutableList": frozenset(("List", "Collection", "Iterable", "MutableCollection")),
    "List": frozenset(("Collection", "Iterable")),
    "Collection": frozenset(("Iterable",)),
    "MutableSet": frozenset(("Set", "Collection", "Iterable", "MutableCollection")),
    "Set": frozenset(("Collection", "Iterable")),
    "MutableMap": frozenset(("Map",)),
    "MutableStateFlow": frozenset(("StateFlow", "SharedFlow", "Flow")),
    "StateFlow": frozenset(("SharedFlow", "Flow")),
}
"""Types of the platform -> those that they are derived from."""

PLAIN = frozenset(("Boolean", "Byte", "ByteArray", "Char", "Double", "Float", "Int", "Long", "Short", "String"))
"""Types that nothing is derived from."""

Local = Callable[[FileFacts, int, str, int], tuple[FileFacts, Variable] | None]
"""Returns where a bare name is declared, by the place and the line that it stands at."""


class Types(Protocol):
    """Finds the types of values."""

    def path(self, facts: FileFacts, owner: int, path: str, line: int, hops: int, /) -> Generic:
        """Return the type of what ``a.b.c`` holds, or the type that it names."""
        ...

    def variable(self, facts: FileFacts, variable: Variable, bound: Bound, hops: int, /) -> Generic:
        """Return the type of a variable's value."""
        ...

    def receiver(self, facts: FileFacts, call: Call, hops: int, /) -> Generic:
        """Return the type of what a call is called of."""
        ...

    def attribute(self, type_: Generic, name: str, hops: int, /) -> Generic:
        """Return the type of what objects of a type hold by a name."""
        ...

    def read(self, facts: FileFacts, scope: str, text: str, bound: Bound, /) -> Generic:
        """Return the type that is written inside of a definition."""
        ...

    def bound(self, type_: Generic, /) -> Bound:
        """Return what the parameters of a generic class stand for."""
        ...


class Resolved(NamedTuple):
    """What a call calls.

    Attributes:
        target: local id; empty where it is unknown.
        tier: how that is known.
        receiver: the type of what it is called of.
        suffixes: parameters of the functions of that name that it may mean; none for all.
    """

    target: str = ""
    tier: str = ""
    receiver: Generic = UNKNOWN
    suffixes: frozenset[str] = frozenset()


def bindings(signature: Signature, receiver: Generic) -> Bound:
    """Return what the parameters of a generic function stand for that extends the type of an object."""
    head, _, rest = signature.receiver.partition("<")
    if head in signature.type_parameters:
        return {head: receiver}
    names = split_arguments(rest.removesuffix(">")) if rest else ()
    pairs = zip(names, receiver.arguments, strict=False)
    return {name: type_ for name, type_ in pairs if name in signature.type_parameters}


def _begins(facts: FileFacts, variable: Variable, call: Call) -> bool:
    """Return whether a call is part of the value of a variable, which is not known there: ``val a = a().b()``."""
    number = variable.call
    for _ in range(MAX_HOPS):
        if number == NO_CALL:
            break
        if facts.calls[number] == call:
            return True
        number = facts.calls[number].inner
    return False


class ReceiverCalls:
    """Finds what calls call.

    Args:
        names: of a family of languages.
        types: of values.
        local: finds declarations.
    """

    def __init__(self, names: ModuleNames, types: Types, local: Local) -> None:
        self._names = names
        self._types = types
        self._local = local
        self.signatures: dict[str, list[tuple[FileFacts, Signature]]] = defaultdict(list)
        self.returned: dict[str, list[tuple[FileFacts, Variable]]] = defaultdict(list)
        """Functions that declare no type -> what they give."""
        self._extended: dict[tuple[str, int], Signature] = {}
        self._unnamed: dict[tuple[str, str], Variable] = {}
        self._outside_of: dict[str, frozenset[str]] = {}
        for facts in names.files.values():
            if facts.language in RESOLVED:
                self._index(facts)
        self._members = {
            name
            for class_ in names.classes.values()
            for name, method in class_.methods.items()
            if not all(each.receiver for _, each in self.signatures.get(method, ()))
            or method not in self.signatures
        }
        """Names of what objects of this root have; an unknown object may be one of them."""

    def _index(self, facts: FileFacts) -> None:
        for each in facts.signatures:
            self.signatures[place_of(facts, each.owner)].append((facts, each))
            if each.receiver:
                self._extended[facts.path, each.owner] = each
        for variable in facts.variables:
            if variable.name == RETURNED:
                self.returned[place_of(facts, variable.owner)].append((facts, variable))
            elif variable.name.startswith(f"{SELF}:"):
                self._unnamed[facts.path, variable.name] = variable

    def resolve(self, facts: FileFacts, call: Call, hops: int) -> Resolved:
        """Return what a call calls."""
        if hops <= 0 or not call.name:
            return Resolved()
        if call.shape in {"bare", "this"}:
            return self._implied(facts, call, hops - 1)
        if call.shape == "base":
            return self._of_base(facts, call)
        if call.shape == "path":
            return self._on_path(facts, call, hops - 1)
        receiver = self._types.receiver(facts, call, hops - 1)
        return self._of(facts, call, receiver, "chain" if call.shape == "chain" else "var")

    def extending(self, type_: Generic, name: str, hops: int) -> Generic:  # noqa: ARG002 - for Dart to say
        """Return the type of a member that an extension gives to a type."""
        return UNKNOWN

    def outside(self, facts: FileFacts, call: Call, written: Sequence[Generic], hops: int) -> Generic:  # noqa: ARG002 - as above
        """Return what a call gives of a function that no file defines, with types between its angle brackets."""
        return UNKNOWN

    def _of_base(self, facts: FileFacts, call: Call) -> Resolved:
        """``super.close()`` calls the method of a base of the class around."""
        holder = next((each for each, is_class in self._owners(facts, call.owner) if is_class), UNKNOWN)
        class_ = self._names.classes.get(holder.name)
        inherited = (self._names.method(each, call.name) for each in self._names.bases(class_)) if class_ else ()
        return Resolved(next((each for each in inherited if each), ""), "base", holder)

    def _on_path(self, facts: FileFacts, call: Call, hops: int) -> Resolved:
        head, point, rest = call.receiver.partition(".")
        if head != SELF and self._local(facts, call.owner, head, call.line) is None:
            holder = self._names.type_at(facts.path, place_of(facts, call.owner), call.receiver)
            target = self._names.inside(holder, call.name) if holder in self._names.classes else ""
            target = target or self._of_companion(holder, call.name)
            if target:
                return Resolved(target, "static", Generic(holder))
        receiver = self._types.path(facts, call.owner, call.receiver, call.line, hops)
        resolved = self._of(facts, call, receiver, "dotted" if rest else "var")
        own = self._local(facts, call.owner, head, call.line) if not resolved.target and ":" in head else None
        other = own[1].value.rpartition(" ")[2] if own is not None else ""
        if other and hops > 0 and own is not None and (own[1].type or " " in own[1].value):
            return self._on_path(facts, replace(call, receiver=f"{other}{point}{rest}"), hops - 1)
        return resolved

    def _of_companion(self, class_id: str, name: str) -> str:
        """Return the method that the companion object of a class or of a base has; else empty."""
        companion = self._types.attribute(Generic(class_id), COMPANION, MAX_HOPS) if class_id else UNKNOWN
        return self._names.method(companion.name, name) if companion.name else ""

    def _of(self, facts: FileFacts, call: Call, receiver: Generic, tier: str) -> Resolved:
        """Return the method of an object, or the function that extends its type."""
        method = self._names.method(receiver.name, call.name) if receiver.name else ""
        extension = Resolved()
        if not method or not self._takes(method, call.arguments):
            extension = self._extension(facts, call, receiver)
        return Resolved(method, tier, receiver) if method and not extension.target else extension

    def _takes(self, method: str, count: int) -> bool:
        """Return whether a method may be called with so many arguments."""
        declared = [each for _, each in self.signatures.get(method, ())]
        taking = (-1 in (count, each.total) or each.required <= count <= each.total for each in declared)
        return not declared or any(taking)

    def _extension(self, facts: FileFacts, call: Call, receiver: Generic) -> Resolved:
        """Return the function in sight that extends the type of an object."""
        around = (each for each, is_class in self._owners(facts, call.owner) if is_class)
        members = (self._names.method(each.name, call.name) for each in around)
        nested, _ = self._nested(facts, call)
        for target in (nested, *members, *self._meanings(facts, call.name, is_typed=bool(receiver.name))):
            fitting = self._fitting(facts, call.name, receiver, target)
            if fitting:
                tier = "ext_typed" if receiver.name else "ext_scope"
                return Resolved(target, tier, receiver, frozenset(each.parameters for each in fitting))
        return Resolved(receiver=receiver)

    def _meanings(self, facts: FileFacts, name: str, *, is_typed: bool = True) -> list[str]:
        """Return what a name means in a file, first what it imports; of several nothing for an unknown object."""
        module = self._names.modules[facts.path]
        bound = (*module.bound_before.get(name, ()), module.bound[name]) if name in module.bound else ()
        imported = (self._names.own(*each) for each in bound)
        homes = (facts.path, self._names.finder.package(facts.path) if bound else "")
        own = (self._names.lookup(each, name) for each in homes if each)
        results = list(dict.fromkeys(filter(None, (*imported, *own))))
        return results if is_typed or len(results) == 1 else []

    def _fitting(self, facts: FileFacts, name: str, receiver: Generic, target: str) -> list[Signature]:
        """Return the declarations of a function that extend a type; of an unknown one where an import names it."""
        extending = [(home, each) for home, each in self.signatures.get(target, ()) if each.receiver]
        if not receiver.name:
            module = self._names.modules[facts.path]
            is_near = name in module.bound or name in module.names or not is_platform_method(name)
            return [each for _, each in extending] if is_near and name not in self._members else []
        return [each for home, each in extending if self._extends(home, each, receiver)]

    def _extends(self, home: FileFacts, signature: Signature, receiver: Generic) -> bool:
        """Return whether a function extends a type."""
        written = signature.receiver.partition("<")[0]
        if written in signature.type_parameters or written in ANYTHING:
            return True
        wanted = self._types.read(home, place_of(home, signature.owner), signature.receiver, {}).name
        if receiver.name in self._names.classes:
            if wanted in self._names.classes:
                return self._names.is_derived(receiver.name, wanted)
            return wanted in self._outside(receiver.name)
        return receiver.name == wanted or wanted in ABOVE.get(receiver.name, ())

    def _outside(self, class_id: str, hops: int = MAX_HOPS) -> frozenset[str]:
        """Return the last names of all types that a class is derived from, as they are written."""
        if class_id not in self._outside_of:
            self._outside_of[class_id] = frozenset()  # a class that is derived from itself ends here
            class_ = self._names.classes[class_id]
            names = {each.partition("<")[0].rpartition(".")[2] for each in class_.bases}
            for base in self._names.bases(class_) if hops else ():
                names |= self._outside(base, hops - 1)
            self._outside_of[class_id] = frozenset(names)
        return self._outside_of[class_id]

    def _owners(self, facts: FileFacts, owner: int) -> Iterator[tuple[Generic, bool]]:
        """Yield what ``this`` is in the definitions around a place, innermost first, and whether of a class."""
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            extended = self._extended.get((facts.path, owner))
            if extended is not None:
                yield self._types.read(facts, each.local_id, extended.receiver, {}), False
            elif each.kind in CLASS_KINDS:
                yield Generic(each.local_id), True
            owner = self._names.parents[facts.path][owner]

    def self_type(self, facts: FileFacts, owner: int) -> Generic:
        """Return the type of ``this`` at a place outside of functions without a name."""
        return next((each for each, _ in self._owners(facts, owner)), UNKNOWN)

    def implied_attribute(self, facts: FileFacts, owner: int, name: str, hops: int) -> Generic:
        """Return the type of what a bare name means that the object of a function around holds."""
        types = (self._types.attribute(each, name, hops) for each, _ in self._owners(facts, owner))
        return next((each for each in types if each.name), UNKNOWN)

    def _implicit(self, facts: FileFacts, call: Call, hops: int) -> Iterator[tuple[Generic, str]]:
        """Yield the types of the objects that a call may be of without naming them, and how they are known."""
        for name in call.receiver.split():
            variable = self._unnamed.get((facts.path, name))
            if variable is not None:
                type_ = self._types.variable(facts, variable, {}, hops)
                if type_.name:
                    yield type_, "var"
        for type_, is_class in self._owners(facts, call.owner):
            yield type_, "self" if is_class else "var"

    def _implied(self, facts: FileFacts, call: Call, hops: int) -> Resolved:
        """Return what a call by a bare name, or of ``this``, calls."""
        if call.shape == "bare":
            nested, hides = self._nested(facts, call)
            if nested:
                return Resolved(nested, "scope")
            invoked = self._invoked(facts, call, hops) if hides else Resolved()
            if invoked.target or (hides and (call.arguments < 0 or self._may_be_called(invoked.receiver))):
                return invoked
        receivers = list(self._implicit(facts, call, hops))
        other = Resolved()
        for type_, tier in receivers:
            method = self._names.method(type_.name, call.name) or self._of_companion(type_.name, call.name)
            if method and self._takes(method, call.arguments):
                return Resolved(method, tier, type_)
            other = other if other.target or not method else Resolved(method, tier, type_)
        for type_, _ in receivers:
            resolved = self._extension(facts, call, type_)
            if resolved.target:
                return resolved
        plain = self._plain(facts, call, hops) if call.shape == "bare" else Resolved()
        return plain if plain.target else other

    def _plain(self, facts: FileFacts, call: Call, hops: int) -> Resolved:
        """Return the function or the class that a name means in a file."""
        meanings = self._meanings(facts, call.name)
        taking = (each for each in meanings if self._takes(each, call.arguments))
        target = next(taking, meanings[0] if meanings else "")
        declared = self.signatures.get(target, ())
        plain = frozenset(each.parameters for _, each in declared if not each.receiver)
        if target and (plain or not declared):
            tier = "scope" if call.name in self._names.modules[facts.path].names else "import"
            is_value = target in self._names.constants
            invoked = self._invoked(facts, call, hops) if is_value else Resolved()
            return invoked if invoked.target else Resolved(target, tier, suffixes=plain)
        extending = self._fitting(facts, call.name, UNKNOWN, target) if call.receiver else []
        if extending:
            return Resolved(target, "ext_scope", suffixes=frozenset(each.parameters for each in extending))
        return self._invoked(facts, call, hops)

    def _nested(self, facts: FileFacts, call: Call) -> tuple[str, bool]:
        """Return the function of a name inside of those around a call, or whether it is a variable of these."""
        owner = call.owner
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            if each.kind not in CLASS_KINDS:
                nested = self._names.nested(each.local_id, call.name)
                variable = self._names.declared(facts.path, owner, call.name, call.line)
                hides = variable is not None and not _begins(facts, variable, call)
                if nested or hides:
                    return nested, hides
            owner = self._names.parents[facts.path][owner]
        return "", False

    def _may_be_called(self, type_: Generic) -> bool:
        """Return whether objects of a type may be functions; one that may not hides none of its name."""
        declared = self.signatures.get(type_.name, ())
        return not type_.name or any("->" in each.returns for _, each in declared)

    def _invoked(self, facts: FileFacts, call: Call, hops: int) -> Resolved:
        """``load()`` calls the method ``invoke`` of what a variable holds."""
        declared = self._local(facts, call.owner, call.name, call.line)
        if declared is None:
            return Resolved()
        type_ = self._types.path(facts, call.owner, call.name, call.line, hops)
        return Resolved(self._names.method(type_.name, INVOKE), "var", type_)
