"""Classes of values in Java, Kotlin and Dart, where types have arguments: elements of lists, ``T find(int)``."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from indexer.facts.containers import LIST
from indexer.facts.model import NO_CALL, NO_OWNER, Call, FileFacts, Signature, Variable
from indexer.facts.parameters import parameter_types, split_arguments
from indexer.linking import dart_types, platform_types
from indexer.linking.call_results import CallResults, suits
from indexer.linking.generic_types import UNKNOWN, Bound, Generic, pairs, read
from indexer.linking.graph import place_of
from indexer.linking.lambda_types import SAME, LambdaTypes
from indexer.linking.library_calls import AWAITED, LibraryCalls
from indexer.linking.lineage import lineage
from indexer.linking.module_names import MAX_HOPS, ModuleNames
from indexer.linking.module_records import CLASS_KINDS, DART, KOTLIN, RESOLVED, accessed
from indexer.linking.platform_types import called_with, made_by
from indexer.linking.receivers import Local, ReceiverCalls, Resolved, bindings

LANGUAGES = frozenset(("java", *RESOLVED))
FUNCTIONS = frozenset(("Function", "ValueChanged", "ValueSetter", "AsyncValueSetter"))
"""Types of functions in Dart whose arguments are the types of what they take."""

MOST_STEPS = 3 * MAX_HOPS
"""How many calls and values are followed: chains of streams are long."""

BUILDER = "builder of"
"""Name of the type of what an annotation lets a class be built by; its argument is the class."""

BUILDING = frozenset(("builder", "toBuilder"))


class CallAt(NamedTuple):
    """A call whose arguments tell what the parameters of a generic method stand for, and steps that are left."""

    facts: FileFacts
    call: Call
    hops: int


class ModuleGenerics:
    """Puts the arguments of generic types in the place of their parameters.

    Attributes:
        receivers: finds what calls of Kotlin or Dart call.
    """

    def __init__(self, names: ModuleNames, local: Local, class_around: Callable[[FileFacts, int], str]) -> None:
        self._names = names
        self._local = local
        self._class_around = class_around
        is_dart = DART in names.finder.languages
        self._platform_types = dart_types if is_dart else platform_types
        self.receivers = (LibraryCalls if is_dart else ReceiverCalls)(names, self, local)
        self._lambdas = LambdaTypes(self, self.receivers)
        self._results = CallResults(self)
        self._bases_of: dict[Generic, list[Generic]] = {}
        self._parameters: dict[str, tuple[str, ...]] = {}
        self._bounds: dict[str, dict[str, str]] = {}
        """Definition -> what its type parameters have to be, as written."""
        self._signatures: dict[str, list[tuple[FileFacts, Signature]]] = defaultdict(list)
        for facts in names.files.values() if names.finder.languages & LANGUAGES else ():
            for each in facts.signatures:
                local_id = facts.definitions[each.owner].local_id
                if each.type_parameters:
                    self._parameters[local_id] = each.type_parameters
                if each.constraints:
                    pairs = (constraint.partition(":") for constraint in each.constraints)
                    self._bounds[local_id] = {name: type_ for name, _, type_ in pairs}
                if each.returns:
                    self._signatures[local_id].append((facts, each))

    def of_variable(self, facts: FileFacts, variable: Variable) -> str:
        """Return the class of a variable's value; else empty."""
        return self._class(self.variable(facts, variable, {}, MOST_STEPS))

    def of_result(self, facts: FileFacts, call: Call) -> str:
        """Return the class of a call's result; else empty."""
        return self._class(self.result(facts, call, MOST_STEPS))

    def of_path(self, facts: FileFacts, owner: int, path: str, line: int) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        return self._class(self.path(facts, owner, path, line, MOST_STEPS))

    def _class(self, type_: Generic) -> str:
        return type_.name if type_.name in self._names.classes else ""

    def read(self, facts: FileFacts, scope: str, text: str, bound: Bound) -> Generic:
        """Return the type that is written inside of a definition."""

        def meaning(name: str) -> str:
            type_id = self._names.type_at(facts.path, scope, name)
            return type_id if type_id in self._names.classes else name.rpartition(".")[2]

        around = scope
        unbound: dict[str, Generic] = {}
        while around:
            unbound |= dict.fromkeys(self._parameters.get(around, ()), UNKNOWN)
            bounds = self._bounds.get(around, {})
            unbound |= {name: read(each, unbound, meaning) for name, each in bounds.items()}
            around = self._names.holder_of.get(around, "")
        return self._unaliased(read(text, {**unbound, **bound}, meaning))

    def _unaliased(self, type_: Generic) -> Generic:
        """Return the type that another name stands for in Dart: ``typedef Carts = List<Cart>``."""
        class_ = self._names.classes.get(type_.name)
        is_alias = class_ is not None and class_.kind == "type" and DART in self._names.finder.languages
        bases = self._bases(type_) if is_alias else []
        return bases[0] if bases else type_

    def variable(self, facts: FileFacts, variable: Variable, bound: Bound, hops: int) -> Generic:
        """Return the type of a variable's value; ``bound`` tells what the parameters of its class stand for."""
        if hops <= 0:
            return UNKNOWN
        if variable.given_to != NO_CALL:
            return self._handed(facts, variable, hops - 1)
        if variable.type:
            type_ = self.read(facts, place_of(facts, variable.owner), variable.type, bound)
        elif variable.call != NO_CALL:
            type_ = self.result(facts, facts.calls[variable.call], hops - 1)
            for each in variable.value.split(".") if variable.value else ():
                type_ = self.attribute(type_, each, hops - 1)
        elif variable.value and variable.value.partition(".")[0] != variable.name:
            type_ = self._first(facts, variable, hops - 1)
        else:
            return UNKNOWN
        return self._element(type_) if variable.is_element else type_

    def _first(self, facts: FileFacts, variable: Variable, hops: int) -> Generic:
        """Return the type of the path that a variable stands for, of several the first that is known."""
        types = (self.path(facts, variable.owner, each, variable.line, hops) for each in variable.value.split(" "))
        return next((each for each in types if each.name), UNKNOWN)

    def _element(self, type_: Generic) -> Generic:
        walked = type_ if type_.name == LIST else self.member(type_, "iterator", 0)
        return walked.arguments[0] if walked.arguments else UNKNOWN

    def _handed(self, facts: FileFacts, variable: Variable, hops: int) -> Generic:
        """Return the type of a parameter of a function that a call of the platform's methods takes."""
        call = facts.calls[variable.given_to]
        if facts.language == KOTLIN:
            return self._lambdas.of(facts, variable, hops)
        if variable.value:
            return self._labelled(facts, variable, hops)
        receiver = self.receiver(facts, call, hops)
        method = self._called(facts, call, receiver) if facts.language != DART else ""
        if method:
            return self._handed_by(method, variable, self.bound(receiver), CallAt(facts, call, hops - 1))
        holder = self._platform(receiver)
        number = self._platform_types.parameter_of(holder.name, call.name, variable.argument, variable.parameter)
        return holder.arguments[number] if 0 <= number < len(holder.arguments) else UNKNOWN

    def _called(self, facts: FileFacts, call: Call, receiver: Generic) -> str:
        """Return the method of this root that a call calls."""
        if call.shape != "bare":
            return self._names.method(receiver.name, call.name) if receiver.name else ""
        holder = self._class_around(facts, call.owner)
        while holder in self._names.classes:
            method = self._names.method(holder, call.name)
            if method:
                return method
            holder = self._names.holder_of.get(holder, "")
        return self._names.lookup(facts.path, call.name)

    def _handed_by(self, method: str, variable: Variable, bound: Bound, call: CallAt) -> Generic:
        """Return the type of a parameter of a function that a method of this root takes."""
        types: set[Generic] = set()
        for facts, each in self._signatures.get(method, ()):
            listed = parameter_types(each.parameters)
            if variable.argument < len(listed):
                inferred = self._results.bound(call.facts, call.call, each, call.hops)
                function = self.read(facts, method, listed[variable.argument], {**bound, **inferred})
                number = called_with(function.name, variable.parameter)
                types.add(function.arguments[number] if 0 <= number < len(function.arguments) else UNKNOWN)
        return types.pop() if len(types) == 1 else UNKNOWN

    def _labelled(self, facts: FileFacts, variable: Variable, hops: int) -> Generic:
        """Return what the variable of a class that a constructor fills says of the function which it is handed."""
        call = facts.calls[variable.given_to]
        target = self.receivers.resolve(facts, call, hops - 1).target
        around = self._names.holder_of.get(target, "") if target not in self._names.methods else ""
        class_id = target if target in self._names.classes else around
        type_ = self.attribute(Generic(class_id, self._written(facts, call)), variable.value, hops - 1)
        is_known = type_.name in FUNCTIONS and variable.parameter < len(type_.arguments)
        return type_.arguments[variable.parameter] if is_known else UNKNOWN

    def _platform(self, type_: Generic) -> Generic:
        """Return the first type that is no class of this root: itself, or one that it is derived from."""
        outside = (each for each in self._lineage(type_) if each.name not in self._names.classes)
        return next((each for each in outside if each.arguments or each == type_), UNKNOWN)

    def _lineage(self, type_: Generic) -> Iterator[Generic]:
        """Yield a type and those that it is derived from; a class once, whatever its arguments are."""
        return lineage(type_, self._bases, attrgetter("name"))

    def _bases(self, type_: Generic) -> list[Generic]:
        if type_ not in self._bases_of and type_.name in self._names.classes:
            class_ = self._names.classes[type_.name]
            facts, around = self._names.files[class_.path], self._names.holder_of[class_.local_id]
            bound = self.bound(type_)
            self._bases_of[type_] = []  # an alias of itself ends here
            self._bases_of[type_] = [self.read(facts, around, each, bound) for each in class_.bases]
        return self._bases_of.get(type_, [])

    def bound(self, type_: Generic) -> dict[str, Generic]:
        """Return what the parameters of a generic class stand for."""
        return dict(zip(self._parameters.get(type_.name, ()), type_.arguments, strict=False))

    def member(self, type_: Generic, name: str, count: int) -> Generic:
        """Return what a method of a type gives that is called with so many arguments; -1 for any number."""
        return self._member(type_, name, count, None, MAX_HOPS)

    def _member(self, type_: Generic, name: str, count: int, call: CallAt | None, hops: int) -> Generic:
        for each in self._lineage(type_):
            own = self._own(each, name, count, call, hops)
            if own is not None and (own.name or each == type_):
                return own
        is_built = name in BUILDING and not self._names.method(type_.name, name)
        return Generic(BUILDER, (type_,)) if is_built else UNKNOWN

    def _own(self, type_: Generic, name: str, count: int, call: CallAt | None, hops: int) -> Generic | None:
        """Return what a method gives that a type itself has; None if it has none."""
        class_ = self._names.classes.get(type_.name)
        if type_.name == BUILDER:
            return type_.arguments[0] if name == "build" else type_
        if class_ is None:
            template = self._platform_types.result_of(type_.name, name)
            bound = {f"${number}": each for number, each in enumerate(type_.arguments)}
            return read(template, bound, str) if template and bound else UNKNOWN
        if name in class_.methods:
            return self._returned(Resolved(class_.methods[name]), count, self.bound(type_), call=call)
        field = accessed(class_, name) if count <= 0 else ""
        return self.attribute(type_, field, hops) if field else None

    def _returned(
        self,
        resolved: Resolved,
        count: int,
        bound: Bound,
        arguments: Sequence[Generic] = (),
        call: CallAt | None = None,
    ) -> Generic:
        """Return what a method gives; nothing where overloads of so many parameters differ in that.

        ``arguments`` are the types that a call writes between angle brackets.
        """
        method = resolved.target
        types = {
            self.read(
                facts,
                method,
                each.returns,
                {
                    **bound,
                    **bindings(each, resolved.receiver),
                    **(self._results.bound(call.facts, call.call, each, call.hops) if call is not None else {}),
                    **pairs(each.type_parameters, arguments),
                },
            )
            for facts, each in self._signatures.get(method, ())
            if (each.required <= count <= each.total or -1 in (each.total, count))
            and (not resolved.suffixes or each.parameters in resolved.suffixes)
            and (call is None or suits(call.call, each))
        }
        names = {each.name for each in types}
        return types.pop() if len(types) == 1 else Generic(names.pop()) if len(names) == 1 else UNKNOWN

    def attribute(self, type_: Generic, name: str, hops: int) -> Generic:
        """Return the type of what objects of a type hold by a name."""
        is_class = type_.name in self._names.classes
        if is_class and name == AWAITED and hops > 0:
            return type_
        for each in self._lineage(type_) if hops > 0 or not is_class else ():
            own = self._own_attribute(each, name, hops)
            if own is not None and (own.name or (is_class and each == type_)):
                return own
        return self.receivers.extending(type_, name, hops - 1)

    def _own_attribute(self, type_: Generic, name: str, hops: int) -> Generic | None:
        """Return the type of what objects hold by a name that their type itself declares; None if it does not."""
        class_ = self._names.classes.get(type_.name)
        if class_ is None:
            return self.member(type_, name, 0)
        if name not in class_.attributes:
            return None
        path, variable = class_.attributes[name]
        return self.variable(self._names.files[path], variable, self.bound(type_), hops - 1)

    def path(self, facts: FileFacts, owner: int, path: str, line: int, hops: int) -> Generic:
        """Return the type of what ``a.b.c`` holds, or the type that it names."""
        head, *rest = path.split(".")
        declared = None
        if head in self._names.finder.self_names:
            type_ = self._self(facts, owner)
        else:
            declared = self._local(facts, owner, head, line)
            type_ = self._head(facts, owner, head, declared, hops) if declared is not None else UNKNOWN
        if declared is None and not type_.name:
            return self._undeclared(facts, owner, path.split("."), hops)
        for each in rest:
            type_ = self.attribute(type_, each, hops - 1)
        return type_

    def _self(self, facts: FileFacts, owner: int) -> Generic:
        """Return the type of ``this``."""
        if facts.language in RESOLVED:
            return self.receivers.self_type(facts, owner)
        return Generic(self._class_around(facts, owner))

    def _undeclared(self, facts: FileFacts, owner: int, names: list[str], hops: int) -> Generic:
        """Return the type that a path names; in Kotlin also of what an object in it holds."""
        type_, scope, used = UNKNOWN, place_of(facts, owner), len(names)
        if facts.language in RESOLVED:
            type_ = self.receivers.implied_attribute(facts, owner, names[0], hops - 1)
            used = 1 if type_.name else used
        fewest = 0 if facts.language in RESOLVED else used - 1
        while not type_.name and used > fewest:
            named = self._names.type_at(facts.path, scope, ".".join(names[:used]))
            type_ = Generic(named) if named in self._names.classes else UNKNOWN
            used -= not type_.name
        for each in names[used:]:
            type_ = self.attribute(type_, each, hops - 1)
        return type_

    def _head(
        self, facts: FileFacts, owner: int, name: str, declared: tuple[FileFacts, Variable], hops: int
    ) -> Generic:
        """Return the type of a variable; that of a field as the class around derives it from a generic base."""
        home, variable = declared
        is_field = variable.owner != NO_OWNER and home.definitions[variable.owner].kind in CLASS_KINDS
        own = self.attribute(Generic(self._class_around(facts, owner)), name, hops) if is_field else UNKNOWN
        return own if own.name else self.variable(home, variable, {}, hops)

    def receiver(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        """Return the type of what a call is called of."""
        if call.shape == "path":
            return self.path(facts, call.owner, call.receiver, call.line, hops)
        if call.shape == "type":
            return self.read(facts, place_of(facts, call.owner), call.receiver, {})
        if call.shape in {"this", "base"}:
            return Generic(self._class_around(facts, call.owner))
        if call.shape != "chain":
            return UNKNOWN
        type_ = self.result(facts, facts.calls[call.inner], hops)
        for each in call.receiver.split(".") if call.receiver else ():
            type_ = self.attribute(type_, each, hops - 1)
        return type_

    def result(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        """Return the type of a call's result."""
        if hops <= 0:
            return UNKNOWN
        if facts.language in RESOLVED:
            return self._resolved_result(facts, call, hops)
        at = CallAt(facts, call, hops - 1)
        if call.shape != "bare":
            receiver = self.receiver(facts, call, hops - 1)
            type_ = self._member(receiver, call.name, call.arguments, at, MAX_HOPS)
            return type_ if type_.name else self._results.of(facts, call, receiver, hops - 1)
        holder = self._class_around(facts, call.owner)
        while holder in self._names.classes:
            if self._names.method(holder, call.name):
                return self._member(Generic(holder), call.name, call.arguments, at, MAX_HOPS)
            holder = self._names.holder_of.get(holder, "")
        return self._returned(Resolved(self._names.lookup(facts.path, call.name)), call.arguments, {}, call=at)

    def _resolved_result(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        resolved = self.receivers.resolve(facts, call, hops - 1)
        target, receiver = resolved.target, resolved.receiver
        if target in self._names.classes:
            return Generic(target, self._written(facts, call))
        member = self.member(receiver, call.name, call.arguments) if receiver.name else UNKNOWN
        if member.name:
            return member
        if not target or (facts.language == DART and target in self._names.constants):
            return receiver if call.name in SAME else self._made(facts, call, hops)
        type_ = self._returned(resolved, call.arguments, self.bound(receiver), self._written(facts, call))
        return type_ if type_.name else self._inferred(target, hops - 1)

    def _written(self, facts: FileFacts, call: Call) -> tuple[Generic, ...]:
        """Return the types that a call writes between its angle brackets."""
        scope = place_of(facts, call.owner)
        listed = split_arguments(call.type_arguments) if call.type_arguments else ()
        return tuple(self.read(facts, scope, each, {}) for each in listed)

    def _made(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        """Return the object of the platform that a call makes: ``ArrayList<Item>()``, ``listOf<Item>()``."""
        if facts.language == DART:
            return self.receivers.outside(facts, call, self._written(facts, call), hops - 1)
        made = made_by(call.name) if call.shape == "bare" and call.type_arguments else ""
        return Generic(made, self._written(facts, call)) if made else UNKNOWN

    def _inferred(self, function: str, hops: int) -> Generic:
        """Return the type of the expression that a function is; nothing where overloads differ in that."""
        returned = self.receivers.returned.get(function, ())
        types = {self.variable(facts, each, {}, hops) for facts, each in returned}
        return types.pop() if len(types) == 1 else UNKNOWN
