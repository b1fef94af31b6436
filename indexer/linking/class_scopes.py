"""Bare names in languages with modules whose classes are scopes, and calls by the name of an object."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

from indexer.facts.model import FileFacts
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_records import OBJECT


class ClassScopes:
    """Knows what bare names mean in classes, and what calls by the names of objects call."""

    def __init__(self, names: ModuleNames) -> None:
        self._names = names
        self._name = names.finder.object_call
        self._methods: dict[str, str] = {}
        """Object -> its own method of that name; none where a class beside it may be meant as well."""
        self._required: dict[str, list[tuple[str, str]]] = defaultdict(list)
        """Class -> the types that its objects are of as well, and the file that says so."""
        self._seen: dict[str, list[str]] = {}
        for facts in names.files.values() if names.finder.has_implicit_self else ():
            for use in facts.types:
                if use.role == "required":
                    self._required[place_of(facts, use.owner)].append((facts.path, use.name))
        for facts in names.files.values() if self._name else ():
            definitions = (facts.definitions[each.owner] for each in facts.signatures if each.is_static)
            self._methods.update((each.parent, each.local_id) for each in definitions if each.name == self._name)

    def called(self, target: str) -> str:
        """Return the method of an object in place of that, ``Cart(1)`` is ``Cart.apply(1)``; else the target."""
        class_ = self._names.classes.get(target) if self._name else None
        if class_ is None or target in self._methods:
            return self._methods.get(target, target)
        return self._names.method(target, self._name) if class_.kind == OBJECT else target

    def around(self, scope: str) -> Iterator[str]:
        """Yield the classes around a definition, or that it is, from the innermost on."""
        while scope:
            if scope in self._names.classes:
                yield scope
            scope = self._names.holder_of.get(scope, "")

    def seen(self, class_id: str) -> list[str]:
        """Return the classes whose members a class sees as its own: itself, and those that it requires."""
        if class_id not in self._required:
            return [class_id]
        if class_id not in self._seen:
            around = self._names.holder_of.get(class_id, "")
            required = (self._names.type_at(path, around, name) for path, name in self._required[class_id])
            self._seen[class_id] = [class_id, *(each for each in required if each in self._names.classes)]
        return self._seen[class_id]

    def method(self, class_id: str, name: str) -> str:
        """Return the method that a class sees as its own; else empty."""
        methods = (self._names.method(each, name) for each in self.seen(class_id))
        return next((each for each in methods if each), "")

    def meaning(self, facts: FileFacts, owner: int, name: str) -> Literal["", "method", "variable"]:
        """Return what a bare name is in the class ``owner``; empty for nothing, or where that is no scope."""
        finder, holder = self._names.finder, facts.definitions[owner].local_id
        if not finder.has_implicit_self or not finder.has_callable_variables:
            return ""
        if self.method(holder, name):
            return "method"
        return "variable" if (facts.path, owner, name) in self._names.variables else ""
