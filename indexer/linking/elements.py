"""What is taken out of a collection, by the declared type of that: loop variables, results of ``get``."""

from typing import NamedTuple, Protocol

from msgspec.structs import replace

from indexer.facts.containers import LIST, element_of, value_of
from indexer.facts.contextual_types import BY_CONTEXT
from indexer.facts.marks import ENTERED, HELD
from indexer.facts.model import NO_CALL, Call, FileFacts, Variable
from indexer.linking.graph import place_of
from indexer.linking.module_names import MAX_HOPS, ModuleNames

_VALUES = frozenset(("values", "Values"))
"""Methods that give the values of a map."""

_FROM_MAP = frozenset(("at", "get", "pop", "setdefault", "subscript"))
_FROM_LIST = frozenset(
    (
        *("at", "find", "findLast", "pop", "shift", "popleft"),
        *("subscript", "popLast", "randomElement", "front", "back"),
    )
)
_SAME = frozenset(("filter", "slice", "concat", "sort", "reverse", "toSorted", "toReversed", "copy"))
"""Methods that give a collection of the same elements."""


class Written(NamedTuple):
    """A type as written, the file and the definition that it is written in."""

    facts: FileFacts
    type: str
    scope: str


class Values(Protocol):
    """Where names are declared, and what calls call."""

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int, /) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        ...

    def variable_type(self, facts: FileFacts, variable: Variable, hops: int, /) -> str:
        """Return the class of a variable's value; else empty."""
        ...

    def local(self, facts: FileFacts, owner: int, name: str, line: int, /) -> tuple[FileFacts, Variable] | None:
        """Return where a bare name is declared."""
        ...

    def attribute(self, class_id: str, name: str, /) -> tuple[FileFacts, Variable] | None:
        """Return where a class or its bases declare an attribute."""
        ...

    def by_context(self, facts: FileFacts, variable: Variable, hops: int, /) -> Written:
        """Return the type of a parameter that only its context says; an empty one when unknown."""
        ...

    def call_target(self, facts: FileFacts, call: Call, hops: int, /) -> tuple[str, str]:
        """Return the target of a call and its tier; empty if it is uncertain."""
        ...


class Elements:
    """Finds the declared types of collections and of what is in them."""

    def __init__(self, names: ModuleNames, values: Values) -> None:
        self._names = names
        self._values = values

    def declared(self, facts: FileFacts, variable: Variable, hops: int) -> Written:
        """Return a variable's type as written for it or for its value, and where; an empty one when unknown."""
        unknown = Written(facts, "", "")
        if hops <= 0 or variable.is_element:
            return unknown
        if variable.given_to == BY_CONTEXT:
            return self._values.by_context(facts, variable, hops - 1)
        if variable.type or variable.value.startswith(":"):
            return Written(facts, variable.type or variable.value[1:], place_of(facts, variable.owner))
        if variable.call != NO_CALL and not variable.value:
            return self._returned(facts, facts.calls[variable.call], hops - 1)
        return self._at(facts, variable, hops - 1) or unknown

    def _at(self, facts: FileFacts, variable: Variable, hops: int) -> Written | None:
        """Return the type of the path that a variable is set to."""
        holder, _, name = variable.value.rpartition(".")
        if holder or variable.call != NO_CALL:
            class_id = self._holder(facts, variable, holder, hops)
            if not class_id and variable.call == NO_CALL:
                class_id = self._names.type_at(facts.path, place_of(facts, variable.owner), holder)
            attribute = self._values.attribute(class_id, name)
            getter = self._names.getter(class_id, name) if attribute is None else ""
            if getter:
                path, returns = self._names.returns.get(getter, (facts.path, ""))
                return Written(self._names.files[path], returns, getter)
        elif name != variable.name:
            attribute = self._values.local(facts, variable.owner, name, variable.line)
        else:
            attribute = None
        return self.declared(*attribute, hops) if attribute is not None else None

    def _holder(self, facts: FileFacts, variable: Variable, path: str, hops: int) -> str:
        """Return the class of what has the attribute that a variable is set to."""
        if variable.call != NO_CALL:
            return self._values.variable_type(facts, replace(variable, value=path), hops)
        return self._values.held_by(facts, variable.owner, path, variable.line, hops)

    def _returned(self, facts: FileFacts, call: Call, hops: int) -> Written:
        target, _ = self._values.call_target(facts, call, hops)
        if not target and call.name in self._names.finder.same_elements and hops > 0:
            return self._receiver(facts, call, hops - 1)
        record = self._record(facts, call) if not target else None
        if record is not None:
            return record
        path, returns = self._names.returns.get(target, (facts.path, ""))
        return Written(self._names.files[path], returns, target)

    def _record(self, facts: FileFacts, call: Call) -> Written | None:
        """Return the type of what a class gives by a method of a base outside: ``User.findOne()``."""
        finder = self._names.finder
        is_list = call.name in finder.list_methods
        if call.shape != "path" or not (is_list or call.name in finder.record_methods):
            return None
        scope = place_of(facts, call.owner)
        class_id = self._names.type_at(facts.path, scope, call.receiver)
        head = call.receiver.partition(".")[0]
        is_hidden = self._values.local(facts, call.owner, head, call.line) is not None
        if is_hidden or not self._is_derived_outside(class_id):
            return None
        return Written(facts, f"{LIST if is_list else ''}{call.receiver}", scope)

    def _is_derived_outside(self, class_id: str) -> bool:
        """Return whether a class, or the last of its bases here, has one that is not of this root."""
        for _ in range(MAX_HOPS):
            class_ = self._names.classes.get(class_id)
            bases = self._names.bases(class_) if class_ is not None else []
            if class_ is None or len(bases) < len(class_.bases):
                return class_ is not None
            class_id = bases[0] if bases else ""
        return False

    def element(self, facts: FileFacts, variable: Variable, hops: int) -> Written:
        """Return the type of a loop variable, or of the parameter of a function that a method calls for each.

        It is an empty one when it is unknown.
        """
        if variable.given_to != NO_CALL:
            receiver = self._receiver(facts, facts.calls[variable.given_to], hops)
            return receiver._replace(type=element_of(receiver.type) or value_of(receiver.type))
        call = facts.calls[variable.call] if variable.call != NO_CALL else None
        if call is not None and call.name in _VALUES:
            receiver = self._receiver(facts, call, hops)
            return receiver._replace(type=value_of(receiver.type))
        if call is not None and call.name in self._names.finder.steps:
            receiver = self._receiver(facts, call, hops)
            return receiver._replace(type=value_of(receiver.type) or element_of(receiver.type))
        whole = self.declared(facts, replace(variable, is_element=False, parameter=0), hops)
        if variable.parameter == ENTERED:
            is_list = whole.type.startswith(LIST)
            return whole._replace(type="") if is_list else self._iterated(whole) or whole
        behind_key = value_of(whole.type) if variable.parameter else ""
        element = behind_key or element_of(whole.type)
        return self._of_named(whole, hops - 1) if whole.type and not element else whole._replace(type=element)

    def _iterated(self, whole: Written) -> Written | None:
        """Return the type of what an iterator of Rust gives; None for an object that is none."""
        step = self._names.finder.iterator_step
        type_id = self._names.type_at(whole.facts.path, whole.scope, whole.type) if step and whole.type else ""
        method = self._names.method(type_id, step) if type_id in self._names.classes else ""
        path, returns = self._names.returns.get(method, ("", ""))
        return Written(self._names.files[path], returns, method) if path else None

    def _of_named(self, whole: Written, hops: int) -> Written:
        """Return the type of what a type of Go holds that is a slice or a map by another name."""
        iterated = self._iterated(whole)
        if iterated is not None:
            return iterated
        type_id = self._names.type_at(whole.facts.path, whole.scope, whole.type)
        attribute = self._values.attribute(type_id, HELD)
        path, written = (
            self._names.returns.get(type_id, ("", "")) if type_id in self._names.types_alone else ("", "")
        )
        if written and attribute is None:
            return Written(self._names.files[path], value_of(written) or element_of(written), type_id)
        named = self.declared(*attribute, hops) if attribute is not None else whole
        return named._replace(type=element_of(named.type))

    def result(self, facts: FileFacts, call: Call, hops: int) -> Written:
        """Return the type of what a method takes out of a collection; an empty one when unknown."""
        record = self._record(facts, call)
        takes = call.name in self._names.finder.taking
        if record is not None or (call.name not in _FROM_MAP and call.name not in _FROM_LIST and not takes):
            return record or Written(facts, "", "")
        receiver = self._receiver(facts, call, hops)
        from_map = value_of(receiver.type) if takes or call.name in _FROM_MAP else ""
        from_list = element_of(receiver.type) if takes or call.name in _FROM_LIST else ""
        return receiver._replace(type=from_map or from_list)

    def _receiver(self, facts: FileFacts, call: Call, hops: int) -> Written:
        """Return the type of what a method is called of."""
        if call.shape == "chain" and hops > 0:
            inner = facts.calls[call.inner]
            if call.receiver:
                behind = Variable(call.owner, "", value=call.receiver, call=call.inner, line=call.line)
                return self.declared(facts, behind, hops)
            is_same = inner.name in _SAME
            return self._receiver(facts, inner, hops - 1) if is_same else self._returned(facts, inner, hops - 1)
        value = call.receiver if call.shape == "path" else ""
        return self.declared(facts, Variable(call.owner, "", value=value, line=call.line), hops)
