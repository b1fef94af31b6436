"""C#: which type of a line of bases has the method that a call means."""

from collections.abc import Sequence

from indexer.facts.model import Call
from indexer.languages.csharp.bound import Bound
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.overloads import OverloadChoice, fitting
from indexer.languages.csharp.types import Lineage, Member

Meant = tuple[Member | None, dict[str, Bound]]
"""A method, and the values of the type parameters of the type that has it."""


class NearestMembers:
    """Finds methods along a line of bases."""

    def __init__(self, choice: OverloadChoice) -> None:
        self._choice = choice

    def of(self, scope: FileScope, lineage: Lineage, call: Call) -> Meant:
        """Return the nearest method that takes the arguments of a call; None where there is none.

        Methods of a base count where the types of the arguments exclude all those of a nearer class. A name that
        is not called may be a field or a property of a nearer class.
        """
        nearest: Meant = (None, {})
        members: Sequence[Member] = ()
        for info, values in lineage:
            if call.arguments < 0 and call.name in info.fields:
                break
            member = fitting(info.members.get(call.name, ()), call.arguments)
            if member is None:
                continue
            if nearest[0] is not None and not self._is_excluded(scope, call, members, member):
                break
            nearest = (member, values)
            members = [each for each in info.members[call.name] if not each.signature.is_private]
        return nearest

    def _is_excluded(self, scope: FileScope, call: Call, nearer: Sequence[Member], member: Member) -> bool:
        """Return whether a call fits no method of a nearer class, from which the one of the base differs."""
        is_other = all(each.signature.parameters != member.signature.parameters for each in nearer)
        return is_other and self._choice.is_excluded(scope, call, nearer)
