"""JavaScript: functions that give an object which holds functions, such as a hook, a composable or a store.

``const useStore = () => ({ open, close() {} })`` gives an object; ``useStore().open()`` calls a function of it.
"""

from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.syntax import text_of
from indexer.languages.javascript.objects import FUNCTIONS, bared

KEEPING = frozenset(("Object.freeze", "Object.seal", "reactive", "shallowReactive", "readonly", "markRaw"))
"""Functions that give the object that they are called with."""

STORING = frozenset(("defineStore",))
"""Functions of Pinia whose result gives a store, described by their last argument."""

INJECTING = frozenset(("inject", "get", "resolve", "useService", "getService"))
"""Functions of containers that give an object of the class that they are called with.

So do Angular's ``inject``, ``get`` and ``resolve`` of NestJS, and those of tsyringe, TypeDI and InversifyJS.
"""


class Store(NamedTuple):
    """What describes a store: the function that gives it, or the object of its parts."""

    function: Node | None
    has_parts: bool


def given_object(value: Node) -> Node | None:
    """Return the object that a value is, also ``Object.freeze({...})`` and ``useMemo(() => ({...}), [])``."""
    value = bared(value)
    if value.type != "call_expression":
        return value if value.type == "object" else None
    called, first = text_of(value.child_by_field_name("function")), _argument(value, 0)
    if first is None:
        return None
    if called.removeprefix("React.") == "useMemo" and first.type == "arrow_function":
        body = first.child_by_field_name("body")
        first = bared(body) if body is not None else first
        return first if first.type == "object" else None
    return first if called in KEEPING and first.type == "object" else None


def store(value: Node) -> Store | None:
    """Return what describes a store of Pinia; None for any other value."""
    value = bared(value)
    if value.type != "call_expression" or text_of(value.child_by_field_name("function")) not in STORING:
        return None
    last = _argument(value, -1)
    if last is None:
        return None
    return Store(last if last.type in FUNCTIONS else None, last.type == "object")


def injected(arguments: Node | None) -> str:
    """Return the class that a container is asked for: a first argument with the name of one; else empty."""
    first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    name = text_of(first) if first is not None and first.type == "identifier" else ""
    return name if name[:1].isupper() and not name.isupper() else ""


def _argument(call: Node, at: int) -> Node | None:
    arguments = call.child_by_field_name("arguments")
    listed = arguments.named_children if arguments is not None and arguments.type == "arguments" else []
    return bared(listed[at]) if listed else None
