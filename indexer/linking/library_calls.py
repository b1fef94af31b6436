"""Calls in Dart: of a library's names before those that a class inherits, and of what extensions give to types."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from indexer.facts.model import NO_OWNER, PATH, Call, FileFacts, Signature
from indexer.linking.generic_types import UNKNOWN, Generic
from indexer.linking.graph import place_of
from indexer.linking.module_names import ModuleNames
from indexer.linking.receivers import SELF, Local, ReceiverCalls, Resolved, Types

AWAITED = "await"
"""What ``await`` gives of a value, as if it were a member of it."""

_ANYTHING = frozenset(("Object", "dynamic"))
_ABOVE = {
    **dict.fromkeys(("List", "Set", "Queue"), frozenset(("Iterable",))),
    **dict.fromkeys(("int", "double"), frozenset(("num",))),
}
"""Types of the platform -> those that they are derived from."""

_GIVING = frozenset(
    (
        *(
            "read",
            "watch",
            "find",
            "get",
            "extension",
            "dependOnInheritedWidgetOfExactType",
            "findAncestorStateOfType",
        ),
        *("findAncestorWidgetOfExactType", "getInheritedWidgetOfExactType", "findRootAncestorStateOfType"),
    )
)
"""Methods of objects outside that give an object of their one type argument."""

_PROVIDERS = frozenset(("Provider", "BlocProvider", "RepositoryProvider", "ScopedModel"))
_OF = "of"
_READING = frozenset(("read", "watch", "refresh", "notifier"))
"""Methods that give what a provider in their first argument provides."""

_NOTIFIER = "notifier"
_WATCH = "watch"


class _Member(NamedTuple):
    """A member of an extension."""

    extension: str
    member: str
    facts: FileFacts
    signature: Signature


class LibraryCalls(ReceiverCalls):
    """Finds what calls of Dart call."""

    def __init__(self, names: ModuleNames, types: Types, local: Local) -> None:
        super().__init__(names, types, local)
        self._extending: dict[str, list[_Member]] = defaultdict(list)
        """Name -> the members of extensions that have it."""
        for facts in names.files.values():
            for each in facts.signatures:
                extension = names.classes.get(place_of(facts, each.owner)) if each.receiver else None
                if extension is not None:
                    for name, member in extension.methods.items():
                        self._extending[name].append(_Member(extension.local_id, member, facts, each))

    def _implied(self, facts: FileFacts, call: Call, hops: int) -> Resolved:  # noqa: ARG002 - as in Kotlin
        """Return what a call by a bare name, or of ``this``, calls.

        A bare name is one of the class around, then of the library, then of what the class inherits.
        """
        holder, type_ = self._around(facts, call.owner)
        if call.shape == "bare":
            own = self._own(holder, call.name)
            if own or self._is_field(holder, call.name):
                return Resolved(own, "self", type_)
            target = self._names.lookup(facts.path, call.name)
            if target:
                tier = "scope" if call.name in self._names.modules[facts.path].names else "import"
                return Resolved(target, tier)
        return self._of(facts, call, type_, "self") if type_.name else Resolved()

    def _around(self, facts: FileFacts, owner: int) -> tuple[str, Generic]:
        """Return the class or the extension around a place, and the type of ``this`` there."""
        type_ = self.self_type(facts, owner)
        while owner != NO_OWNER:
            each = facts.definitions[owner]
            if each.local_id in self._names.classes:
                return each.local_id, type_
            owner = self._names.parents[facts.path][owner]
        return "", type_

    def _own(self, class_id: str, name: str) -> str:
        """Return the member that a class declares itself; its constructors have other names inside of it."""
        class_ = self._names.classes.get(class_id)
        member = class_.methods.get(name, "") if class_ is not None else ""
        return member if member and not class_id.endswith(f"#{name}") else ""

    def _is_field(self, class_id: str, name: str) -> bool:
        class_ = self._names.classes.get(class_id)
        return class_ is not None and name in class_.attributes

    def _of(self, facts: FileFacts, call: Call, receiver: Generic, tier: str) -> Resolved:
        """Return the member of an object, else the one that an extension gives to its type."""
        member = self._member(receiver.name, call.name)
        if member is None:
            return self._extension(facts, call, receiver)
        return Resolved(member, tier, receiver)

    def _member(self, class_id: str, name: str) -> str | None:
        """Return the nearest member of a class with a name, empty for a variable; None where it has none."""
        for class_ in self._names.lineage(class_id):
            if name in class_.methods or name in class_.attributes:
                return class_.methods.get(name, "")
        return None

    def _on_path(self, facts: FileFacts, call: Call, hops: int) -> Resolved:
        """Return the constructor or the method of a type, a name behind a prefix, or the method of a value."""
        head, _, rest = call.receiver.partition(".")
        declared = self._local(facts, call.owner, head, call.line) if head != SELF else None
        if head != SELF and (declared is None or declared[1].owner == NO_OWNER):
            named = self._names.path_target(facts.path, f"{call.receiver}.{call.name}")
            if named:
                return Resolved(named, "static", Generic(self._names.path_target(facts.path, call.receiver)))
        receiver = self._types.path(facts, call.owner, call.receiver, call.line, hops)
        return self._of(facts, call, receiver, "dotted" if rest else "var")

    def _extension(self, facts: FileFacts, call: Call, receiver: Generic) -> Resolved:
        """Return the member in sight that an extension gives to the type of an object."""
        if not receiver.name:
            return Resolved()
        fitting = [
            each
            for each in self._extending.get(call.name, ())
            if (each.facts.path == facts.path or self._sees(facts, each)) and self._extends_type(each, receiver)
        ]
        members = {each.member for each in fitting}
        return (
            Resolved(fitting[0].member, "ext_typed", receiver)
            if len(members) == 1
            else Resolved(receiver=receiver)
        )

    def _sees(self, facts: FileFacts, each: _Member) -> bool:
        name = each.extension.rpartition("#")[2]
        return self._names.lookup(facts.path, name) == each.extension

    def _extends_type(self, each: _Member, receiver: Generic) -> bool:
        """Return whether an extension extends a type or one that it is derived from."""
        written = each.signature.receiver.partition("<")[0]
        if written in _ANYTHING or written in each.signature.type_parameters:
            return written != "dynamic"
        wanted = self._types.read(each.facts, "", each.signature.receiver, {})
        if receiver.name in self._names.classes:
            named = (
                self._names.is_derived(receiver.name, wanted.name)
                if wanted.name in self._names.classes
                else wanted.name in self._outside(receiver.name)
            )
        else:
            named = receiver.name == wanted.name or wanted.name in _ABOVE.get(receiver.name, ())
        pairs = zip(wanted.arguments, receiver.arguments, strict=False)
        return named and all(_may_be(own, other, each.signature.type_parameters) for own, other in pairs)

    def extending(self, type_: Generic, name: str, hops: int) -> Generic:
        """Return the type of the member that the only extension of a type with this name gives."""
        if not type_.name or hops <= 0:
            return UNKNOWN
        fitting = [each for each in self._extending.get(name, ()) if self._extends_type(each, type_)]
        members = {each.member for each in fitting}
        if len(members) != 1:
            return UNKNOWN
        types = {
            self._types.read(facts, place_of(facts, each.owner), each.returns, {})
            for facts, each in self.signatures.get(members.pop(), ())
            if each.returns
        }
        return types.pop() if len(types) == 1 else UNKNOWN

    def outside(self, facts: FileFacts, call: Call, written: Sequence[Generic], hops: int) -> Generic:
        """Return what a call of a function of the platform or a package gives, as far as its words tell."""
        last = call.receiver.rpartition(".")[2]
        if call.name[:1].isupper() and call.shape in {"bare", "path"}:
            return Generic(call.name, tuple(written))
        if call.shape == "path" and last in _PROVIDERS and call.name == _OF:
            return written[0] if len(written) == 1 else UNKNOWN
        if call.name in _GIVING and len(written) == 1 and call.shape != "bare":
            return written[0]
        if call.name in _READING and call.argument_types.startswith(PATH):
            return self._provided(facts, call, hops)
        head = call.receiver.partition(".")[0]
        if call.shape == "path" and head[:1].isupper() and head == call.receiver:
            return Generic(head, tuple(written))  # a constructor with a name
        is_locator = call.shape == "bare" and len(written) == 1 and not call.arguments
        return written[0] if is_locator else UNKNOWN

    def _provided(self, facts: FileFacts, call: Call, hops: int) -> Generic:
        """Return what ``ref.watch(cartProvider)`` and ``ref.read(cartProvider.notifier)`` give."""
        path = call.argument_types.removeprefix(PATH)
        head, _, member = path.rpartition(".")
        is_notifier = member == _NOTIFIER
        provider = self._types.path(facts, call.owner, head if is_notifier else path, call.line, hops)
        wanted = _NOTIFIER if is_notifier or call.name == _NOTIFIER else _WATCH
        return self._types.attribute(provider, wanted, hops)


def _may_be(wanted: Generic, own: Generic, parameters: Sequence[str]) -> bool:
    """Return whether a type argument suits that of an extended type, as far as both are known."""
    return not (wanted.name and own.name) or wanted.name in {own.name, *_ANYTHING, *parameters}
