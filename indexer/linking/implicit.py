"""Interfaces that a struct implements without naming them, as in Go: by the places that give it as one.

``var _ Store = (*mem)(nil)`` and ``return &mem{}`` in a function that gives a ``Store`` compile only where the
struct has all methods of the interface.
"""

from collections.abc import Iterator

from indexer.facts.marks import RETURNED
from indexer.facts.model import FileFacts, Variable
from indexer.linking.graph import GraphBuilder, place_of
from indexer.linking.lineage import lineage
from indexer.linking.module_names import ModuleNames
from search.types.graph import EdgeType


class ImplicitInterfaces:
    """Adds the edges from structs to the interfaces that they are given as."""

    def __init__(self, names: ModuleNames, builder: GraphBuilder) -> None:
        self._names = names
        self._builder = builder

    def link_file(self, facts: FileFacts) -> None:
        """Add the edges that one file proves."""
        for variable in facts.variables:
            interface, struct = self._proof(facts, variable)
            known = self._names.classes.get(struct)
            if known is None or known.kind == "interface":
                continue
            interfaces = list(self._with_embedded(interface))
            methods = {name for each in interfaces for name in self._names.classes[each].methods}
            if not all(self._names.method(struct, name) for name in methods):
                continue
            for each in interfaces:
                if self._names.classes[each].methods:
                    evidence = (facts.path, variable.line)
                    self._builder.edge(struct, each, EdgeType.IMPLEMENTS, "scope", evidence)

    def _proof(self, facts: FileFacts, variable: Variable) -> tuple[str, str]:
        """Return the type that a value is given as, and that of the value; both are empty where one is unknown."""
        is_returned = variable.name == RETURNED
        made = variable.type if is_returned else variable.value.removeprefix(":")
        if not made or not (is_returned or (variable.type and made != variable.value)):
            return "", ""
        scope = place_of(facts, variable.owner)
        path, declared = self._names.returns.get(scope, ("", "")) if is_returned else (facts.path, variable.type)
        interface = self._names.type_at(path, scope, declared) if declared else ""
        return (interface, self._names.type_at(facts.path, scope, made)) if interface else ("", "")

    def _with_embedded(self, interface: str) -> Iterator[str]:
        """Yield an interface and those that it embeds; nothing where it is none."""
        yield from (each for each in lineage(interface, self._embedded) if self._is_interface(each))

    def _embedded(self, interface: str) -> list[str]:
        return self._names.bases(self._names.classes[interface]) if self._is_interface(interface) else []

    def _is_interface(self, local_id: str) -> bool:
        class_ = self._names.classes.get(local_id)
        return class_ is not None and class_.kind == "interface"
