"""Edges to the constructors that run when an object is made, in the languages with modules."""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from indexer.facts.model import NO_OWNER, Call, FileFacts
from indexer.linking.graph import GraphBuilder, place_of, source_of
from indexer.linking.lineage import lineage
from indexer.linking.module_names import ModuleNames
from indexer.linking.module_overloads import ModuleOverloads
from indexer.linking.module_records import DART
from indexer.linking.modules import CLASS_NAME
from search.types.graph import EdgeType

LAST_NAME = re.compile(r"[^.:#]*$")

ClassAround = Callable[[FileFacts, int], str]
"""Returns the class around a place; empty where there is none."""


class ModuleConstructors:
    """Adds the edges. A class without a constructor is made by that of its nearest base which has one."""

    def __init__(
        self, names: ModuleNames, overloads: ModuleOverloads, builder: GraphBuilder, class_around: ClassAround
    ) -> None:
        self._names = names
        self._overloads = overloads
        self._builder = builder
        self._class_around = class_around

    def link_file(self, facts: FileFacts) -> None:
        """Add the edges of ``new``, of constructors that call another one, and of calls of a base left out."""
        for call in (*facts.made, *self._implied(facts)):
            if call.shape == "type":
                target = self._names.type_at(facts.path, place_of(facts, call.owner), call.receiver)
                if target and is_made(self._names, facts, call.owner, call.receiver, target):
                    self.link(facts, call, target, "scope")
            else:
                holder = self._names.classes.get(self._class_around(facts, call.owner))
                made = [holder.local_id] if holder is not None else []
                if holder is not None and call.shape == "base":
                    made = [each for each in self._names.bases(holder) if not self._is_protocol(each)]
                for each in made:
                    self.link(facts, call, each, "base" if call.shape == "base" else "self")

    def link(self, facts: FileFacts, call: Call, class_id: str, tier: str) -> None:
        """Add the edges of a call that makes an object of a class."""
        for name in self._names.finder.constructors:
            holder, target = self._nearest(class_id, name)
            if target:
                seen = call if holder == class_id else replace(call, arguments=0, argument_types="")
                among = self._overloads.among(facts, seen, target)
                source = source_of(facts, call.owner)
                self._builder.edge(source, target, EdgeType.CALLS, tier, (facts.path, call.line), among)

    def _is_protocol(self, class_id: str) -> bool:
        class_ = self._names.classes.get(class_id)
        return class_ is not None and class_.kind == "protocol"

    def _nearest(self, class_id: str, name: str) -> tuple[str, str]:
        """Return the first of a class and its bases that has a constructor, and that; both empty if none has."""
        for each in lineage(class_id, self._bases):
            class_ = self._names.classes.get(each)
            own = class_.methods.get(LAST_NAME.findall(each)[0] if name == CLASS_NAME else name) if class_ else ""
            if own:
                return each, own
        return "", ""

    def _bases(self, class_id: str) -> list[str]:
        """Return the bases without those that a class only implements, whose constructors it does not call."""
        class_ = self._names.classes.get(class_id)
        if class_ is None:
            return []
        bases = self._names.bases(class_)
        around = self._names.holder_of[class_.local_id]
        unmade = {self._names.type_at(class_.path, around, each.partition("<")[0]) for each in class_.implemented}
        return [each for each in bases if each not in unmade] if unmade else bases

    def _implied(self, facts: FileFacts) -> Iterator[Call]:
        """Yield the calls of a base's constructor that Java's constructors make without saying so.

        What those of Dart call is known from their file.
        """
        if facts.language == DART:
            return
        chained = {each.owner for each in facts.made if each.shape != "type"}
        for index, each in enumerate(facts.definitions):
            if each.kind == "constructor" and index not in chained:
                yield Call(index, "", "base", each.start_line, arguments=0)


def is_made(names: ModuleNames, facts: FileFacts, owner: int, name: str, target: str) -> bool:
    """Return whether an object of a class is created, not of a variable's value or a type without a value."""
    if not names.finder.whole:
        return True
    while owner != NO_OWNER:
        if (facts.path, owner, name) in names.variables:
            return False
        owner = names.parents[facts.path][owner]
    return target not in names.types_alone
