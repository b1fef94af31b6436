"""C#: ties members to those of interfaces and bases whose place they take: the way from a call to what runs."""

from indexer.languages.csharp.calls import accepts
from indexer.languages.csharp.types import CSharpTypes, Field, Member, TypeInfo
from indexer.linking.graph import GraphBuilder
from search.types.graph import EdgeType


class Implementations:
    """Adds an edge from each implementing or overriding member to the declaring one."""

    def __init__(self, types: CSharpTypes, builder: GraphBuilder) -> None:
        self._types = types
        self._builder = builder

    def link(self) -> None:
        """Add the edges of all types of which a part stands in a wanted file."""
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
                    wanted = holder.members[name]
                    if any(accepts(each, member.signature.total) for each in wanted):
                        self._link(member, wanted[0].local_id)

    def _link_overrides(self, info: TypeInfo) -> None:
        for members in info.members.values():
            for member in members:
                target = self._overridden(info, member) if member.signature.overrides else ""
                if target:
                    self._link(member, target)
        for name, each in info.fields.items():
            overridden = (base.fields[name] for base in self._bases(info) if name in base.fields)
            target = next((base.local_id for base in overridden), "") if each.overrides else ""
            if target:
                self._link(each, target)

    def _overridden(self, info: TypeInfo, member: Member) -> str:
        """Return the nearest member of a base class that has as many parameters; empty when it is outside."""
        name = member.facts.definitions[member.owner].name
        for holder in self._bases(info):
            for each in holder.members.get(name, ()):
                if each.signature.total == member.signature.total:
                    return each.local_id
        return ""

    def _bases(self, info: TypeInfo) -> list[TypeInfo]:
        """Return the classes that a class is derived from, the nearest first."""
        bases = (self._types.types[each.type_id] for each in self._types.ancestors(info.local_id)[1:])
        return [each for each in bases if each.kind != "interface"]

    def _link(self, member: Member | Field, target: str) -> None:
        evidence = (member.facts.path, member.facts.definitions[member.owner].start_line)
        self._builder.edge(member.local_id, target, EdgeType.IMPLEMENTS, "scope", evidence)
