"""C#: what follows from generic types: parameters from arguments, elements of sequences, results of functions."""

import re

from indexer.languages.csharp.bound import TASKS, Bound
from indexer.languages.csharp.platform import SEQUENCES
from indexer.languages.csharp.platform_bases import bases_of
from indexer.languages.csharp.types import CSharpTypes

DICTIONARIES = frozenset(
    (
        *("Dictionary", "IDictionary", "IReadOnlyDictionary", "SortedDictionary", "ConcurrentDictionary"),
        *("ImmutableDictionary", "FrozenDictionary", "SortedList"),
    )
)
"""Collections of keys and values; one element is a ``KeyValuePair`` of both."""

FUNCTIONS = frozenset(("Func", "Action", "Predicate", "Comparison", "EventHandler"))
"""Delegates of the platform whose type arguments are the types of their parameters."""

ELEMENT_FIRST = frozenset(
    f"{name}{later}"
    for name in (
        *("Where", "Select", "SelectMany", "Any", "All", "Count", "First", "FirstOrDefault", "Single", "Last"),
        *("SingleOrDefault", "LastOrDefault", "OrderBy", "OrderByDescending", "ThenBy", "ThenByDescending"),
        *("GroupBy", "ToDictionary", "ToLookup", "Sum", "Min", "Max", "MinBy", "MaxBy", "Average", "DistinctBy"),
        *("TakeWhile", "SkipWhile", "ForEach", "Find", "FindAll", "FindIndex", "FindLast", "Exists", "TrueForAll"),
        *("RemoveAll", "RemoveWhere", "ConvertAll", "Include", "LongCount", "ExceptBy", "UnionBy", "IntersectBy"),
        *("CountBy", "FindLastIndex", "Aggregate"),
    )
    for later in ("", "Async")
)
"""Methods of a sequence that hand one element to the function they are given."""


SECOND_OF_ELEMENTS = frozenset(("ToDictionary", "ToLookup"))
"""Methods whose second function is given one element as well."""

MOCK = "Mock"
MOCKING = re.compile(r"(?:Setup|Verify|Expect)\w*")
"""Methods of a ``Mock<T>`` whose first argument is a function of a ``T``."""

PROPERTIES = {
    "Value": frozenset(
        (
            *TASKS,
            "IOptions",
            "IOptionsSnapshot",
            "ActionResult",
            "Result",
            "AsyncLocal",
            "ThreadLocal",
            "StrongBox",
        )
    ),
    "Result": TASKS,
    "CurrentValue": frozenset(("IOptionsMonitor",)),
    "Object": frozenset((MOCK,)),
    "Entity": frozenset(("EntityEntry",)),
}
"""Properties whose type is the only argument of a generic type outside, with the types that have them."""


def is_parameter(bound: Bound) -> bool:
    """Return whether a type is a generic parameter."""
    return not bound.type_id and bound.name.startswith("!")


def matched(types: CSharpTypes, wanted: Bound, got: Bound) -> dict[str, Bound]:
    """Return the types of the generic parameters in ``wanted`` if ``got`` is passed for it."""
    values: dict[str, Bound] = {}
    _match(types, wanted, got, values)
    return values


def _match(types: CSharpTypes, wanted: Bound, got: Bound, values: dict[str, Bound]) -> None:
    if is_parameter(wanted):
        values.setdefault(wanted.name[1:], got)
    elif wanted.type_id:
        for info, inner in types.lineage(got):
            if info.local_id == wanted.type_id:
                for name, each in zip(info.parameters, wanted.args, strict=False):
                    if name in inner:
                        _match(types, each, inner[name], values)
    elif wanted.name in bases_of(got.name) or (wanted.name == "IEnumerable" and got.name in SEQUENCES):
        for each, own in zip(wanted.args, got.args, strict=False):
            _match(types, each, own, values)


def by_elements(bound: Bound) -> Bound:
    """Return a type; a ``KeyedCollection`` of keys and elements as the collection of elements that it is."""
    is_keyed = not bound.type_id and bound.name == "KeyedCollection" and len(bound.args) == len(("key", "element"))
    return Bound("", "Collection", bound.args[1:]) if is_keyed else bound


def element(types: CSharpTypes, sequence: Bound | None) -> Bound | None:
    """Return the element type of a sequence or dictionary, or of a type of this root derived from one."""
    sequence = by_elements(sequence) if sequence is not None else None
    if sequence is None or sequence.type_id:
        return _own_element(types, sequence) if sequence is not None else None
    if sequence.name in SEQUENCES and sequence.args:
        return sequence.args[0]
    if sequence.name in DICTIONARIES and len(sequence.args) == len(("key", "value")):
        return Bound("", "KeyValuePair", sequence.args)
    return None


def _own_element(types: CSharpTypes, sequence: Bound) -> Bound | None:
    for info, values in types.lineage(sequence):
        for facts, owner, text, _ in info.bases:
            item_type = element(types, types.bound_with(text, facts, owner, values))
            if item_type is not None:
                return item_type
    return None


def given_element(types: CSharpTypes, method: str, receiver: Bound) -> Bound | None:
    """Return the first parameter of the function that a method of the platform is given; None if unknown."""
    if receiver.name == MOCK and not receiver.type_id and receiver.args and MOCKING.fullmatch(method):
        return receiver.args[0]
    return element(types, receiver) if method in ELEMENT_FIRST else None


def takes_element(method: str, argument: int, parameter: int) -> bool:
    """Return whether a parameter of the function in an argument is an element of what the method is called on."""
    if method == "Aggregate":
        return parameter == 1 or not argument
    return not parameter and (not argument or (argument == 1 and method in SECOND_OF_ELEMENTS))


def platform_member(holder: Bound, name: str) -> Bound | None:
    """Return the type of a property of a generic type of the platform, ``[]`` for an element; None if unknown."""
    if len(holder.args) == 1 and holder.name in PROPERTIES.get(name, ()):
        return holder.args[0]
    if holder.name == "KeyValuePair" and len(holder.args) > 1:
        return {"Key": holder.args[0], "Value": holder.args[1]}.get(name)
    if holder.name in DICTIONARIES and len(holder.args) > 1:
        keys, values = (Bound("", "IEnumerable", (each,)) for each in holder.args[:2])
        return {"[]": holder.args[1], "Keys": keys, "Values": values}.get(name)
    if name == "[]" and holder.name in SEQUENCES and holder.args:
        return holder.args[0]
    return None


def function_parameter(function: Bound, at: int) -> Bound | None:
    """Return the type of a parameter of ``Func<A, B, R>`` and the like, expression trees included."""
    if function.name == "Expression" and function.args:
        function = function.args[0]
    if function.type_id or function.name not in FUNCTIONS:
        return None
    parameter_types = function.args[:-1] if function.name == "Func" else function.args
    if function.name == "Comparison":
        parameter_types = function.args * 2
    return parameter_types[at] if at < len(parameter_types) else None


def function_result(function: Bound | None) -> Bound | None:
    """Return what calling a ``Func`` gives."""
    is_function = function is not None and not function.type_id and function.name == "Func" and function.args
    return function.args[-1] if function is not None and is_function else None
