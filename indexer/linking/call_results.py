"""What calls of Java give where their arguments decide: functions without a name, ``Order.class``, values."""

from typing import Protocol

from indexer.facts.model import FUNCTION, PATH, RESULT, Call, FileFacts, Signature, Variable
from indexer.facts.parameters import parameter_types
from indexer.linking.generic_types import UNKNOWN, Bound, Generic
from indexer.linking.graph import place_of
from indexer.linking.platform_types import holds_argument, mapped
from indexer.linking.receivers import Types

_CLASS = "Class<"


class ResultTypes(Types, Protocol):
    """Finds the types of values, and of what calls give."""

    def result(self, facts: FileFacts, call: Call, hops: int, /) -> Generic:
        """Return the type of a call's result."""
        ...

    def member(self, type_: Generic, name: str, count: int, /) -> Generic:
        """Return what a method of a type gives that is called with so many arguments; -1 for any number."""
        ...


class CallResults:
    """Finds the types of results by the arguments of a call."""

    def __init__(self, types: ResultTypes) -> None:
        self._types = types
        self._known: dict[tuple[str, int, int], Generic] = {}

    def of(self, facts: FileFacts, call: Call, receiver: Generic, hops: int) -> Generic:
        """Return what a method of the platform gives by what it is handed."""
        first = call.argument_types.partition(";")[0]
        if hops <= 0 or not first:
            return UNKNOWN
        if call.shape == "path" and not receiver.name and holds_argument(call.receiver, call.name):
            value = self._value(facts, call, first, hops)
            return Generic(call.receiver, (value,)) if value.name else UNKNOWN
        made, is_flat = mapped(receiver.name, call.name)
        if not made or not first.startswith(FUNCTION):
            return UNKNOWN
        value = self._function_result(facts, call, first.removeprefix(FUNCTION), hops)
        if is_flat:
            return Generic(made, value.arguments) if value.arguments else UNKNOWN
        return Generic(made, (value,)) if value.name else UNKNOWN

    def _function_result(self, facts: FileFacts, call: Call, function: str, hops: int) -> Generic:
        """Return what a function gives that is handed over."""
        if function.startswith(RESULT):
            return self._result(facts, int(function[1:]), hops - 1)
        holder, _, name = function.partition("::")
        if not name:
            return UNKNOWN
        type_ = self._types.path(facts, call.owner, holder, call.line, hops - 1)
        return type_ if name == "new" else self._types.member(type_, name, -1)

    def _result(self, facts: FileFacts, index: int, hops: int) -> Generic:
        """Return what a call gives; so many steps further it is looked for once, as calls nest in arguments."""
        key = facts.path, index, hops
        if key not in self._known:
            self._known[key] = self._types.result(facts, facts.calls[index], hops) if hops > 0 else UNKNOWN
        return self._known[key]

    def _value(self, facts: FileFacts, call: Call, argument: str, hops: int) -> Generic:
        """Return the type of an argument."""
        if argument.startswith(RESULT):
            return self._result(facts, int(argument[1:]), hops - 1)
        if argument.startswith(PATH):
            value = Variable(call.owner, "", value=argument[1:], line=call.line)
            return self._types.variable(facts, value, {}, hops - 1)
        is_type = argument[:1].isupper()
        return self._types.read(facts, place_of(facts, call.owner), argument, {}) if is_type else UNKNOWN

    def bound(self, facts: FileFacts, call: Call, signature: Signature, hops: int) -> Bound:
        """Return what the parameters of a generic method stand for by the arguments of a call of it."""
        if not signature.type_parameters or not call.argument_types or hops <= 0:
            return {}
        bound: dict[str, Generic] = {}
        listed = zip(parameter_types(signature.parameters), call.argument_types.split(";"), strict=False)
        for written, argument in listed:
            name = written.removeprefix(_CLASS).removesuffix(">") if argument.startswith(_CLASS) else written
            if name in signature.type_parameters and name not in bound:
                value = argument[len(_CLASS) : -1] if name != written else argument
                bound[name] = self._value(facts, call, value, hops)
        return bound


def suits(call: Call, signature: Signature) -> bool:
    """Return whether a method may be called with the classes that a call names: ``fetch(Order.class)``."""
    if _CLASS not in call.argument_types:
        return True
    listed = zip(parameter_types(signature.parameters), call.argument_types.split(";"), strict=False)
    generic = (*signature.type_parameters, "Class", "Object", "Type")
    return all(written.partition("<")[0] in generic for written, argument in listed if argument.startswith(_CLASS))
