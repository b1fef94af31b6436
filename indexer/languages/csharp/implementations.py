"""C#: edges from members of interfaces and bases to the members that implement or override them."""

from collections.abc import Sequence

from indexer.languages.csharp.overloads import accepts
from indexer.languages.csharp.types import CSharpTypes, Field, Member, TypeInfo
from indexer.linking.graph import GraphBuilder
from search.types.graph import EdgeType


class Implementations:
    """Adds an edge from each implementing or overriding member to the declaring one."""

    def __init__(self, types: CSharpTypes, builder: GraphBuilder) -> None:
        self._types = types
        self._builder = builder

    def link(self) -> None:
        """Add the edges of all types that have a part in a wanted file."""
        for info in self._types.types.values():
            if info.kind == "interface":
                continue
            if any(self._builder.wants(facts.path) for facts, _ in info.declarations):
                self._link_interfaces(info)
                self._link_overrides(info)

    def _link_interfaces(self, info: TypeInfo) -> None:
        for base in self._types.ancestors(info.local_id):
            holder = self._types.types[base.type_id]
            if holder.kind != "interface":
                continue
            for name in sorted(holder.members.keys() & info.members.keys()):
                for member in info.members[name]:
                    wanted = [each for each in holder.members[name] if accepts(each, member.signature.total)]
                    if wanted:
                        self._link(member, wanted)

    def _link_overrides(self, info: TypeInfo) -> None:
        for members in info.members.values():
            for member in members:
                wanted = self._overridden(info, member) if member.signature.overrides else []
                if wanted:
                    self._link(member, wanted)
        for name, each in info.fields.items():
            overridden = (base.fields[name] for base in self._bases(info) if name in base.fields)
            target = next(overridden, None) if each.overrides else None
            if target is not None and target.local_id:
                self._edge(each, target.local_id)

    def _overridden(self, info: TypeInfo, member: Member) -> list[Member]:
        """Return the nearest members of a base class that have as many parameters; none when it is outside."""
        name = member.facts.definitions[member.owner].name
        for holder in self._bases(info):
            total = member.signature.total
            members = [each for each in holder.members.get(name, ()) if each.signature.total == total]
            if members:
                return members
        return []

    def _bases(self, info: TypeInfo) -> list[TypeInfo]:
        """Return the classes that a class is derived from, the nearest first."""
        bases = (self._types.types[each.type_id] for each in self._types.ancestors(info.local_id)[1:])
        return [each for each in bases if each.kind != "interface"]

    def _link(self, member: Member, wanted: list[Member]) -> None:
        """Add the edge to those that take equal types, or where there are none to all that may be meant."""
        equal = [each for each in wanted if each.signature.parameters == member.signature.parameters] or wanted
        target = equal[0].local_id
        among = dict.fromkeys(each.overload_id for each in equal if each.local_id == target)
        self._edge(member, target, list(among))

    def _edge(self, member: Member | Field, target: str, among: Sequence[str] = ()) -> None:
        evidence = (member.facts.path, member.facts.definitions[member.owner].start_line)
        self._builder.edge(member.local_id, target, EdgeType.IMPLEMENTS, "scope", evidence, among)
