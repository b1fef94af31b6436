"""Types of what functions without a name take in Kotlin, and of what they are called of."""

import re
from collections.abc import Iterator

from indexer.facts.model import LAST, PATH, RECEIVER, RESULT, Call, FileFacts, Variable
from indexer.facts.parameters import parameter_types, split_arguments
from indexer.linking.generic_types import UNKNOWN, Bound, Generic
from indexer.linking.graph import place_of
from indexer.linking.platform_types import parameter_of
from indexer.linking.receivers import ReceiverCalls, Resolved, Types, bindings

_TAKING = frozenset(("also", "let", "takeIf", "takeUnless", "use"))
"""Functions of the platform that hand the object which they are called of."""

_CALLED_OF = frozenset(("apply", "run"))
_WITH = "with"
SAME = frozenset(("also", "apply", "takeIf", "takeUnless"))
"""Functions of the platform that give the object which they are called of."""

_MAPS = frozenset(("Map", "MutableMap", "HashMap", "LinkedHashMap", "TreeMap"))
_RECEIVER = re.compile(r"\(*(?:\w+:)?([A-Z][\w.]*(?:<[^()]*>)?)\??\.\(")
_LABEL = re.compile(r"\w+:(?!:)")


class LambdaTypes:
    """Finds the types by the call that a function is handed to."""

    def __init__(self, types: Types, receivers: ReceiverCalls) -> None:
        self._types = types
        self._receivers = receivers
        self._known: dict[tuple[str, str, int], Generic] = {}

    def of(self, facts: FileFacts, variable: Variable, hops: int) -> Generic:
        """Return the type of a parameter of a function, or of the object that it is called of."""
        key = facts.path, variable.name, hops
        if key not in self._known:
            self._known[key] = self._of(facts, variable, hops)
        return self._known[key]

    def _of(self, facts: FileFacts, variable: Variable, hops: int) -> Generic:
        if hops <= 0:
            return UNKNOWN
        call = facts.calls[variable.given_to]
        resolved = self._receivers.resolve(facts, call, hops - 1)
        if resolved.target:
            return self._declared(resolved, variable)
        if variable.parameter == RECEIVER:
            return self._called_of(facts, call, resolved, hops)
        if call.name in _TAKING:
            return resolved.receiver if variable.parameter == 0 else UNKNOWN
        holder = resolved.receiver
        number = parameter_of(holder.name, call.name, 0, variable.parameter) if holder.name not in _MAPS else -1
        return holder.arguments[number] if 0 <= number < len(holder.arguments) else UNKNOWN

    def _called_of(self, facts: FileFacts, call: Call, resolved: Resolved, hops: int) -> Generic:
        """Return the object that functions of the platform call a function of."""
        if call.name in _CALLED_OF:
            return resolved.receiver
        first = call.argument_types.partition(";")[0] if call.name == _WITH and call.shape == "bare" else ""
        if first.startswith(RESULT):
            argument = Variable(call.owner, "", call=int(first[1:]), line=call.line)
        else:
            argument = Variable(call.owner, "", value=first.removeprefix(PATH), line=call.line)
        return self._types.variable(facts, argument, {}, hops - 1) if first[:1] in {PATH, RESULT} else UNKNOWN

    def _declared(self, resolved: Resolved, variable: Variable) -> Generic:
        """Return what the parameter of a function of this root says that takes the function."""
        types: set[Generic] = set()
        for home, signature in self._receivers.signatures.get(resolved.target, ()):
            if resolved.suffixes and signature.parameters not in resolved.suffixes:
                continue
            listed = parameter_types(signature.parameters)[bool(signature.receiver) :]
            at = variable.argument if variable.argument != LAST else len(listed) - 1
            if 0 <= at < len(listed):
                bound = {**self._types.bound(resolved.receiver), **bindings(signature, resolved.receiver)}
                scope = place_of(home, signature.owner)
                types |= set(self._parts(home, scope, listed[at], variable.parameter, bound))
        return types.pop() if len(types) == 1 else UNKNOWN

    def _parts(self, home: FileFacts, scope: str, type_: str, parameter: int, bound: Bound) -> Iterator[Generic]:
        """Yield the types of a parameter of a function's type, which is written or has a name of its own."""
        if "->" in type_:
            written = _part(type_, parameter)
            if written:
                yield self._types.read(home, scope, written, bound)
            return
        named = self._types.read(home, scope, type_.replace("?", ""), bound)
        for alias_home, alias in self._receivers.signatures.get(named.name, ()):
            if "->" in alias.returns:
                inner = self._types.bound(named)
                yield from self._parts(alias_home, named.name, alias.returns, parameter, inner)


def _part(type_: str, parameter: int) -> str:
    """Return the type of a parameter of a function's type ``Store.(index:Int,Item)->Unit``; else empty."""
    if parameter == RECEIVER:
        receiver = _RECEIVER.match(type_)
        return receiver.group(1) if receiver else ""
    inner = type_[: type_.rfind("->")].lstrip("(") if "->" in type_ else ""
    receiver = _RECEIVER.match(type_)
    inside = inner.partition(".(")[2] if receiver else inner
    listed = split_arguments(inside.removesuffix(")")) if inside else []
    written = listed[parameter] if parameter < len(listed) else ""
    return _LABEL.sub("", written, count=1).replace("?", "")
