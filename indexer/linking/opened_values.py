"""Names that an import brings in from what a variable holds, as Scala's ``import store._`` does."""

from collections.abc import Iterator
from typing import Protocol

from indexer.facts.model import NO_OWNER, Call, FileFacts, Import
from indexer.linking.module_names import MAX_HOPS, ModuleNames


class Holders(Protocol):
    """Finds the classes of values."""

    def held_by(self, facts: FileFacts, owner: int, path: str, line: int, hops: int, /) -> str:
        """Return the class of what ``a.b.c`` holds at a place; else empty."""
        ...

    def attribute_type(self, class_id: str, name: str, /) -> str:
        """Return the class that an attribute holds; else empty."""
        ...


class OpenedValues:
    """Knows which values each file opens; an import that leads to a file or a package is none of one."""

    def __init__(self, names: ModuleNames, holders: Holders) -> None:
        self._names = names
        self._holders = holders
        self._imports: dict[str, list[Import]] = {}
        self._classes: dict[tuple[str, int], str] = {}
        """File and place of an import in it -> class of the value."""

    def method(self, facts: FileFacts, call: Call) -> str:
        """Return the method of a value that a bare name means at a place; else empty."""
        for class_id in self._opened(facts, call.owner, call.name, len(self._values(facts))):
            if method := self._names.method(class_id, call.name):
                return method
        return ""

    def _values(self, facts: FileFacts) -> list[Import]:
        if facts.path not in self._imports:
            target = self._names.finder.target
            values = self._names.finder.has_bare_methods
            inner = (each for each in facts.imports if values and each.owner != NO_OWNER and not each.alias)
            self._imports[facts.path] = [each for each in inner if not target(facts, each).module]
        return self._imports[facts.path]

    def _opened(self, facts: FileFacts, owner: int, name: str, end: int) -> Iterator[str]:
        """Yield the classes of the values that may give a name, the last import before ``end`` first."""
        values = self._values(facts)
        around = set(self._around(facts, owner)) if values else set()
        for index in range(end - 1, -1, -1):
            each = values[index]
            if each.owner in around and each.name in {"*", name}:
                class_id = self._class(facts, index)
                if class_id:
                    yield class_id

    def _around(self, facts: FileFacts, owner: int) -> Iterator[int]:
        while owner != NO_OWNER:
            yield owner
            owner = self._names.parents[facts.path][owner]

    def _class(self, facts: FileFacts, index: int) -> str:
        """Return the class of an opened value, which may be a member of one that is opened before it."""
        key = facts.path, index
        if key not in self._classes:
            self._classes[key] = ""  # a value that is opened by itself ends here
            each = self._values(facts)[index]
            class_id = self._holders.held_by(facts, each.owner, each.source, each.line, MAX_HOPS)
            if not class_id and "." not in each.source:
                earlier = self._opened(facts, each.owner, each.source, index)
                types = (self._holders.attribute_type(holder, each.source) for holder in earlier)
                class_id = next(filter(None, types), "")
            self._classes[key] = class_id
        return self._classes[key]
