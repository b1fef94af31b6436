"""C#: edges to the constructors that run when an object is made."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexer.facts.model import Call, FileFacts
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.overloads import accepts
from indexer.languages.csharp.types import CSharpTypes, Member, TypeInfo
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

TIERS = {"type": "scope", "this": "self", "base": "base"}


class Constructors:
    """Adds the edges of ``new``, ``: this(...)`` and ``: base(...)``.

    The constructor of a base runs as well where a constructor names none. A class without a constructor is made by
    that of its nearest base which has one.
    """

    def __init__(self, types: CSharpTypes, calls: CSharpCalls, builder: GraphBuilder) -> None:
        self._types = types
        self._calls = calls
        self._builder = builder

    def link(self, facts: FileFacts) -> None:
        """Add the edges of a file."""
        scope = self._calls.scope(facts)
        self._link_static(facts)
        for call in (*facts.made, *_implied(facts)):
            info = self._made(scope, call)
            chosen = self._chosen(scope, info, call) if info is not None else ()
            if chosen:
                among = [each.overload_id for each in chosen]
                source, evidence = source_of(facts, call.owner), (facts.path, call.line)
                target, tier = chosen[0].local_id, TIERS[call.shape]
                self._builder.edge(source, target, EdgeType.CALLS, tier, evidence, among)

    def _link_static(self, facts: FileFacts) -> None:
        """A static constructor runs when its class is first used; one without parameters shares its node."""
        for each in facts.signatures:
            definition = facts.definitions[each.owner]
            around = self._types.types.get(definition.parent)  # half a class has no name, and is none
            if not each.is_static or definition.kind != "constructor" or around is None:
                continue
            namesakes = around.members[definition.name]
            if all(other.signature.is_static or other.signature.parameters != "()" for other in namesakes):
                among = [f"{definition.local_id}{each.parameters}"]
                evidence = (facts.path, definition.start_line)
                self._builder.edge(definition.parent, definition.local_id, EdgeType.CALLS, "self", evidence, among)

    def _made(self, scope: FileScope, call: Call) -> TypeInfo | None:
        """Return the type whose constructor is called; None if it is not defined in this root."""
        if call.shape == "type":
            if self._types.is_foreign(call.receiver, scope.facts):
                return None
            bound = self._types.bind(call.receiver, scope.facts, call.owner)
            return self._types.types.get(bound.type_id)
        own = self._types.enclosing_types(scope.facts, call.owner)[:1]
        return next((each for info in own for each in self._line_of(info)[call.shape == "base" :]), None)

    def _line_of(self, info: TypeInfo) -> list[TypeInfo]:
        """Return a type and the classes that it is derived from, nearest first."""
        lineage = self._types.lineage(self._types.own(info))
        return [each for each, _ in lineage if each.kind != "interface"]

    def _chosen(self, scope: FileScope, info: TypeInfo, call: Call) -> Sequence[Member]:
        """Return the constructors that a call may mean, the surest first."""
        for holder in self._line_of(info):
            own = [each for each in holder.members.get(holder.name, ()) if not each.signature.is_static]
            if own:
                seen = call if holder is info else replace(call, arguments=0, argument_types="")
                fitting = [each for each in own if accepts(each, seen.arguments)]
                return self._calls.chosen(scope, seen, fitting) if fitting else ()
        return ()


def _implied(facts: FileFacts) -> Iterator[Call]:
    """Yield the calls of a base's constructor that constructors make without saying so."""
    statics = {each.owner for each in facts.signatures if each.is_static}
    chained = {each.owner for each in facts.made if each.shape != "type"}
    for index, each in enumerate(facts.definitions):
        if each.kind == "constructor" and index not in chained and index not in statics:
            yield Call(index, "", "base", each.start_line, arguments=0)
