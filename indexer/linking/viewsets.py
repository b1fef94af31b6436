"""Addresses that a router of Django REST framework makes of a class: its list, its objects and its actions."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from indexer.facts.model import Call, FileFacts, Route
from indexer.linking.module_names import ModuleNames

OBJECT = "{pk}"
"""Part of an address that names one object."""

METHODS = {
    "": ("list", "create", "get_queryset", "perform_create"),
    OBJECT: ("retrieve", "update", "partial_update", "destroy", "get_object", "perform_update", "perform_destroy"),
}
"""Methods that serve the address of a list and that of an object, as far as a class has them; also those that the
framework calls in its own."""


class ViewSets:
    """Knows the actions of classes."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        self._actions: dict[str, list[tuple[FileFacts, Route]]] = defaultdict(list)

    def enter(self, facts: FileFacts, route: Route) -> None:
        """Note an action, a method with an address of its own."""
        self._actions[facts.definitions[route.owner].parent].append((facts, route))

    def served(self, facts: FileFacts, registered: Route) -> Iterator[tuple[FileFacts, Route, str]]:
        """Yield the routes of a class that is registered, with their files and what follows its path."""
        called = registered.handlers[0]
        written = f"{called.receiver}.{called.name}".lstrip(".")
        for path, methods in METHODS.items():
            named = [Call(called.owner, each, "path", called.line, written) for each in methods]
            yield facts, replace(registered, handlers=(called, *named)), path
        class_ = self._names.path_target(facts.path, written)
        for where, action in self._actions_of(class_):
            path = action.path or where.definitions[action.owner].name
            yield where, action, f"{OBJECT}/{path}" if action.name == "detail" else path

    def _actions_of(self, class_id: str) -> Iterator[tuple[FileFacts, Route]]:
        for class_ in self._names.lineage(class_id):
            yield from self._actions.get(class_.local_id, ())
