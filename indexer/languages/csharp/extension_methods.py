"""C#: extension methods, and for which objects they are."""

from collections import defaultdict
from collections.abc import Sequence

from indexer.facts.model import Call, FileFacts
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.inference import is_parameter
from indexer.languages.csharp.overloads import accepts
from indexer.languages.csharp.platform import PLATFORM_NAMES
from indexer.languages.csharp.receiving import takes_outside
from indexer.languages.csharp.types import CSharpTypes, Member, TypeInfo


class ExtensionMethods:
    """The extension methods of a root by name."""

    def __init__(self, types: CSharpTypes) -> None:
        self._types = types
        self._by_name: dict[str, list[tuple[Member, TypeInfo]]] = defaultdict(list)
        self._own: dict[str, list[Member]] = defaultdict(list)
        """Methods that objects have themselves."""
        for info in types.types.values():
            for name, members in info.members.items():
                for each in members:
                    if each.signature.receiver:
                        self._by_name[name].append((each, info))
                    elif not each.signature.is_static:
                        self._own[name].append(each)

    def of(self, facts: FileFacts, call: Call) -> Sequence[Member]:
        """Return those of a call's name that take its arguments and are in scope."""
        return [
            member
            for member, info in self._by_name.get(call.name, ())
            if accepts(member, call.arguments) and self._in_scope(info, facts, call.owner)
        ]

    def is_certain(self, call: Call) -> bool:
        """Return whether a call on an object of unknown type can only be that of an extension method."""
        own = self._own.get(call.name, ())
        return call.name not in PLATFORM_NAMES and not any(accepts(each, call.arguments) for each in own)

    def takes(self, member: Member, receiver: Bound, call: Call) -> bool:
        """Return whether an extension method is one for objects of a type."""
        wanted = self._types.bind(member.signature.receiver, member.facts, member.owner)
        if wanted.type_id:
            return any(info.local_id == wanted.type_id for info, _ in self._types.lineage(receiver))
        if is_parameter(wanted):
            bounds = {each.type_id for each in wanted.args if each.type_id}
            own = {info.local_id for info, _ in self._types.lineage(receiver)}
            is_known = bool(receiver.type_id) or (bool(receiver.name) and call.name not in PLATFORM_NAMES)
            return bounds <= own if wanted.args else is_known
        return takes_outside(self._types, wanted, receiver, call)

    def _in_scope(self, info: TypeInfo, facts: FileFacts, owner: int) -> bool:
        if not self._types.projects.sees(self._types.projects.of(facts.path), info.project):
            return False
        if info.key in self._types.usings.statics(facts):
            return True
        space = info.key.rpartition(".")[0]
        own = self._types.namespace_of(facts, owner)
        return space in self._types.usings.namespaces(facts) or own == space or own.startswith(f"{space}.")
