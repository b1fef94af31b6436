"""C#: what methods of the platform and of well-known packages return."""

import re

from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.inference import DICTIONARIES, element
from indexer.languages.csharp.platform import ELEMENT_METHODS, SAME_METHODS
from indexer.languages.csharp.platform_bases import bases_of
from indexer.languages.csharp.types import CSharpTypes

OPENING = frozenset(("GetAwaiter", "GetResult", "ConfigureAwait", "AsTask", "WaitAsync"))
"""Calls on a task that return its result."""

WRITTEN = frozenset(
    """
    GetRequiredService GetService GetRequiredKeyedService GetKeyedService CreateInstance Resolve
    Deserialize DeserializeAsync DeserializeObject ReadFromJsonAsync GetFromJsonAsync ReadAsAsync
    QueryFirst QueryFirstOrDefault QuerySingle QuerySingleOrDefault
    QueryFirstAsync QueryFirstOrDefaultAsync QuerySingleAsync QuerySingleOrDefaultAsync
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
"""Methods that return the type in their angle brackets."""

WRITTEN_SEQUENCES = frozenset(
    ("GetServices", "GetKeyedServices", "OfType", "Cast", "Query", "QueryAsync", "SqlQuery")
)
"""Methods that return a sequence of the type in their angle brackets."""

OF_TYPES = frozenset(
    (
        *(("Mock", "Of"), ("Substitute", "For"), ("Substitute", "ForPartsOf"), ("A", "Fake")),
        *(("Assert", "IsType"), ("Assert", "IsAssignableFrom"), ("Assert", "Throws"), ("Assert", "ThrowsAsync")),
    )
)
"""Static methods that return the type in their angle brackets, behind the type that has them."""

ITSELF = frozenset(("Received", "DidNotReceive", "ReceivedWithAnyArgs", "DidNotReceiveWithAnyArgs"))
"""Methods of NSubstitute, which return the object that they are called on."""

FIRST_ARGUMENT = {
    "IDbContextFactory": frozenset(("CreateDbContext", "CreateDbContextAsync")),
    "PooledDbContextFactory": frozenset(("CreateDbContext", "CreateDbContextAsync")),
    "IOptionsSnapshot": frozenset(("Get",)),
    "IOptionsMonitor": frozenset(("Get",)),
}
"""Methods of a generic type that return its first argument."""

STORED = re.compile(r"(?:Get|Find)(?:By\w+)?(?:Async)?|(?:First|Single)(?:OrDefault)?(?:Async)?")
LISTED = re.compile(r"(?:List|GetAll)(?:Async)?")
"""Methods of a repository that is defined outside: they return one object, or a list of them."""

STRING = Bound("", "string")
TEXT = frozenset(("string", "String"))
OF_TEXTS = frozenset(("Concat", "Format", "Join"))
"""Static methods of ``string`` that give one."""

TEXTS = frozenset(
    """
    Insert Normalize PadLeft PadRight Remove Replace Split Substring ToLower ToLowerInvariant ToUpper
    ToUpperInvariant Trim TrimEnd TrimStart
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
"""Methods of a string that give one, or an array of them."""

REPOSITORY = re.compile(r"I?(?:Read)?(?:Only)?Repository(?:Base)?")

QUERIES = "IQueryable"
MATERIALS = {
    **dict.fromkeys(("ToList", "ToListAsync"), "List"),
    **dict.fromkeys(("ToArray", "ToArrayAsync"), "Array"),
    **dict.fromkeys(("ToHashSet", "ToHashSetAsync"), "HashSet"),
    "AsEnumerable": "IEnumerable",
    "AsQueryable": QUERIES,
}
"""Methods of a sequence that give its elements in a collection of their own."""

_ORDERING = re.compile(r"(?:OrderBy|ThenBy|Order)(?:Descending)?")


def needs_receiver(name: str) -> bool:
    """Return whether the result of a method of this name follows from what it is called on."""
    return (
        name in ELEMENT_METHODS
        or name in SAME_METHODS
        or name in OPENING
        or name in ITSELF
        or name in TEXTS
        or name in {"OfType", "Cast", "GetValueOrDefault", "GetOrAdd"}
        or any(name in names for names in FIRST_ARGUMENT.values())
        or STORED.fullmatch(name) is not None
        or LISTED.fullmatch(name) is not None
    )


def written_result(name: str, receiver: str, written: Bound) -> Bound | None:
    """Return the result of a method that names its only type argument; None where that does not say it."""
    if name in WRITTEN or (receiver, name) in OF_TYPES:
        return written
    return Bound("", "IEnumerable", (written,)) if name in WRITTEN_SEQUENCES else None


def result_on(types: CSharpTypes, name: str, receiver: Bound, written: Bound | None) -> Bound | None:
    """Return the result of a method on an object of a type; None if unknown.

    Args:
        types: of the root.
        name: of the method.
        receiver: the type of the object.
        written: the only type argument of the call; None where it has none.
    """
    if name in OPENING or name in ITSELF:
        return receiver
    own = _of_outside(name, receiver) if not receiver.type_id else None
    if own is not None:
        return own
    item_type = element(types, receiver)
    if name in {"OfType", "Cast"} and written is not None:
        return _sequence(name, receiver, written)
    if item_type is None:
        return None
    if name in ELEMENT_METHODS:
        return item_type
    return _sequence(name, receiver, item_type) if name in SAME_METHODS else None


def _of_outside(name: str, receiver: Bound) -> Bound | None:
    """Return what a method of a string or of a generic type outside returns."""
    if receiver.name in TEXT and name in TEXTS:
        return Bound("", "Array", (STRING,)) if name == "Split" else STRING
    return _of_generic(name, receiver) if receiver.args else None


def _of_generic(name: str, receiver: Bound) -> Bound | None:
    """Return what a method of a generic type outside returns, if that is one of the type's arguments."""
    if name in FIRST_ARGUMENT.get(receiver.name, ()):
        return receiver.args[0]
    if name in {"GetValueOrDefault", "GetOrAdd"} and receiver.name in DICTIONARIES:
        return receiver.args[-1]
    if REPOSITORY.fullmatch(receiver.name):
        if STORED.fullmatch(name):
            return receiver.args[0]
        return Bound("", "List", receiver.args[:1]) if LISTED.fullmatch(name) else None
    return None


def _sequence(name: str, receiver: Bound, item_type: Bound) -> Bound:
    """Return the sequence that a method gives: that of a query is a query until it is read."""
    is_query = not receiver.type_id and QUERIES in bases_of(receiver.name)
    if _ORDERING.fullmatch(name):
        return Bound("", "IOrderedQueryable" if is_query else "IOrderedEnumerable", (item_type,))
    return Bound("", MATERIALS.get(name, QUERIES if is_query else "IEnumerable"), (item_type,))
