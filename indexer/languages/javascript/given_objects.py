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

INJECTING = {"inject": 2, "get": 1, "resolve": 1, "useService": 1}
"""Functions that containers may have for an object of a class, and how many arguments they take at most."""


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


def injected(name: str, arguments: Node | None) -> str:
    """Return the class that a container may be asked for: a first argument with the name of one; else empty.

    ``get<Value>(Key)`` gives something else than what it is called with.
    """
    listed = arguments.named_children if arguments is not None else []
    if arguments is None or not 0 < len(listed) <= INJECTING.get(name, 0) or listed[0].type != "identifier":
        return ""
    class_ = text_of(listed[0])
    types = arguments.parent.child_by_field_name("type_arguments") if arguments.parent is not None else None
    is_class = class_[:1].isupper() and not class_.isupper()
    return class_ if is_class and text_of(types) in {"", f"<{class_}>"} else ""


def _argument(call: Node, at: int) -> Node | None:
    arguments = call.child_by_field_name("arguments")
    listed = arguments.named_children if arguments is not None and arguments.type == "arguments" else []
    return bared(listed[at]) if listed else None
