"""Edges from methods of bases to the methods that override them, in languages with modules."""

from collections import defaultdict

from indexer.facts.model import Definition, FileFacts, Signature
from indexer.linking.graph import GraphBuilder
from indexer.linking.module_names import ModuleNames
from search.types.graph import EdgeType

ANY_NUMBER = -1


class Overrides:
    """Adds an edge from each overriding or implementing method to the nearest declaring one of every base."""

    def __init__(self, names: ModuleNames, builder: GraphBuilder) -> None:
        self._names = names
        self._builder = builder
        self._counts: dict[str, set[int]] = defaultdict(set)
        """Method -> how many parameters its overloads take."""
        self._declared: dict[str, list[tuple[FileFacts, Signature]]] = defaultdict(list)
        for facts in names.files.values():
            for each in facts.signatures:
                definition = facts.definitions[each.owner]
                if each.overrides and self._may_override(facts, definition):
                    self._counts[definition.local_id].add(each.total)
                    self._declared[definition.local_id].append((facts, each))

    def _may_override(self, facts: FileFacts, method: Definition) -> bool:
        """Return whether a method is virtual; in most languages each one that may override others is."""
        if facts.language not in {"c", "cpp"}:
            return True
        return self._is_virtual(self._names.holder_of.get(method.local_id, ""), method.name)

    def _is_virtual(self, class_id: str, name: str) -> bool:
        virtual = self._names.virtual
        return bool(virtual) and any((each.local_id, name) in virtual for each in self._names.lineage(class_id))

    def link(self) -> None:
        """Add the edges of all methods in a wanted file."""
        for class_ in self._names.classes.values():
            bases = self._names.bases(class_) if class_.bases else []
            for name, method in class_.methods.items() if bases else ():
                for facts, signature in self._declared.get(method, ()):
                    if self._builder.wants(facts.path):
                        self._link(method, facts, signature, [(base, name) for base in bases])

    def _link(self, method: str, facts: FileFacts, own: Signature, overridden: list[tuple[str, str]]) -> None:
        """Add the edges of one declaration; of overloads to those that take equal types, or as many."""
        for base, name in overridden:
            target = self._overridden(base, name, {own.total})
            if target:
                overloads = self._builder.overloads.of(target)
                among = [each.local_id for each in overloads if each.suffix == own.parameters]
                among = among or [each.local_id for each in overloads if each.total == own.total]
                evidence = (facts.path, facts.definitions[own.owner].start_line)
                self._builder.edge(method, target, EdgeType.IMPLEMENTS, "scope", evidence, among)

    def _overridden(self, class_id: str, name: str, counts: set[int]) -> str:
        """Return the nearest method of that name and number of parameters in a class and its bases; else empty."""
        for class_ in self._names.lineage(class_id):
            method = class_.methods.get(name, "")
            own = self._counts.get(method)
            if own and (own & counts or ANY_NUMBER in own | counts):
                return method
        return ""
