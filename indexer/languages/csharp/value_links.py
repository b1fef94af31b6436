"""C#: constants, static properties and members of enums that are named as values."""

from indexer.facts.model import NO_OWNER, Call
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.types import TYPE_KINDS, CSharpTypes


class ValueLinks:
    """Finds what a name means that is neither called nor that of a type in a declaration."""

    def __init__(self, types: CSharpTypes, calls: CSharpCalls) -> None:
        self._types = types
        self._calls = calls
        self._names = {
            name
            for info in types.types.values()
            for name, each in info.fields.items()
            if each.is_static or info.kind == "enum"
        }

    def target(self, scope: FileScope, named: Call) -> str:
        """Return the constant or static property that a name means, else the type that has it; else empty.

        Of a path that is what its beginning means: ``Limits.Written`` of ``Limits.Written.Size``.
        """
        if named.shape == "bare":
            return self._bare(scope, named, named.name)
        return self._of_path(scope, named, f"{named.receiver}.{named.name}") if named.shape == "path" else ""

    def receiver(self, scope: FileScope, call: Call) -> str:
        """Return what the path means, in the same way, that a method is called on."""
        return self._of_path(scope, call, call.receiver) if call.shape == "path" else ""

    def _of_path(self, scope: FileScope, at: Call, path: str) -> str:
        head, _, rest = path.partition(".")
        target = self._bare(scope, at, head)
        return target if target or not rest else self._of_type(scope, at, path.split("."))

    def _of_type(self, scope: FileScope, at: Call, segments: list[str]) -> str:
        """Return what ``Limits.Max`` means, where ``Limits`` is a type and no variable in sight."""
        for used in range(1, len(segments)):
            holder = self._types.bind(".".join(segments[:used]), scope.facts, at.owner)
            target = self._member(holder, segments[used]) if holder.type_id else ""
            if target:
                return target if self._is_type(scope, at, segments[0], target) else ""
        return ""

    def _is_type(self, scope: FileScope, at: Call, head: str, target: str) -> bool:
        """Return whether a path may begin with a type: no variable in sight has the name.

        Of a property ``Color`` of the type ``Color`` the language takes what the name of its type has. A field
        may then be one of the object.
        """
        bound, tier = self._calls.path_type(scope, at.owner, head, at.line)
        if tier == "static" or bound is None:
            return tier == "static"
        holder = self._types.types.get(target)
        is_of_type = holder is None or holder.kind == "enum"
        return is_of_type and bool(bound.type_id) and bound == self._types.bind(head, scope.facts, at.owner)

    def _member(self, holder: Bound, name: str) -> str:
        for info, _ in self._types.lineage(holder):
            each = info.fields.get(name)
            if each is not None:
                is_of_object = each.local_id and not each.is_static
                return "" if is_of_object else each.local_id or info.local_id
            if name in info.members:
                break
        return ""

    def _bare(self, scope: FileScope, at: Call, name: str) -> str:
        """Return what a bare name means in the types around, or by ``using static``."""
        if name not in self._names or self._is_local(scope, at, name):
            return ""
        for info in self._types.enclosing_types(scope.facts, at.owner):
            for holder, _ in self._types.lineage(self._types.own(info)):
                each = holder.fields.get(name)
                if each is not None:
                    return each.local_id if each.is_static else ""
                if name in holder.members:
                    return ""
        sources = self._types.usings.statics(scope.facts)
        targets = (self._member(self._types.bind(each, scope.facts, at.owner), name) for each in sources)
        return next((each for each in targets if each), "")

    def _is_local(self, scope: FileScope, at: Call, name: str) -> bool:
        parents = self._types.parents[scope.facts.path]
        owner = at.owner
        while owner != NO_OWNER:
            is_scope = scope.facts.definitions[owner].kind not in TYPE_KINDS
            if is_scope and scope.variable(owner, name, at.line) is not None:
                return True
            owner = parents[owner]
        around = self._types.enclosing_types(scope.facts, at.owner)
        return not around and scope.variable(NO_OWNER, name, at.line) is not None
