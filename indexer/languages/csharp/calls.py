"""C#: targets of calls, by the type of the receiver. Never by a bare name alone."""

from collections.abc import Sequence
from weakref import proxy

from msgspec.structs import replace

from indexer.facts.model import NO_CALL, NO_OWNER, OUT, Call, FileFacts, Variable
from indexer.facts.parameters import split_arguments
from indexer.languages.csharp.bound import Bound, opened, substitute
from indexer.languages.csharp.extension_methods import ExtensionMethods
from indexer.languages.csharp.file_scope import FileScope
from indexer.languages.csharp.inference import (
    DICTIONARIES,
    element,
    function_parameter,
    function_result,
    given_element,
    is_parameter,
    matched,
    platform_member,
    takes_element,
)
from indexer.languages.csharp.nearest_members import NearestMembers
from indexer.languages.csharp.overloads import OverloadChoice
from indexer.languages.csharp.platform import is_platform_type
from indexer.languages.csharp.platform_results import (
    OF_TEXTS,
    STRING,
    TEXT,
    needs_receiver,
    result_on,
    written_result,
)
from indexer.languages.csharp.receiving import inherited_property
from indexer.languages.csharp.types import CSharpTypes, Field, Member, TypeInfo
from indexer.linking.overloads import Overloads

MAX_DEPTH = 60
"""How many calls are followed from one to the next: chains, and variables set from calls."""

NOTHING = Bound("", "")

JOBS = frozenset(("Enqueue", "Schedule", "AddOrUpdate", "ContinueJobWith", "ContinueWith"))
"""Calls of Hangfire that name the type that a job runs on: ``Enqueue<Mailer>(mailer => mailer.Send())``."""


class CSharpCalls:
    """Finds the target of every call of a root.

    Attributes:
        names: of all members that may be called.
    """

    def __init__(self, types: CSharpTypes, overloads: Overloads) -> None:
        self._types = types
        self._overloads = overloads
        self._choice = OverloadChoice(types, proxy(self), overloads)
        self._nearest = NearestMembers(self._choice)
        self._extensions = ExtensionMethods(types)
        self.names = {name for info in types.types.values() for name in info.members}
        self._scopes: dict[str, FileScope] = {}
        self._depth = 0

    def scope(self, facts: FileFacts) -> FileScope:
        """Return the index of a file."""
        known = self._scopes.get(facts.path)
        if known is None:
            known = self._scopes[facts.path] = FileScope(facts)
        return known

    def target(self, scope: FileScope, index: int) -> tuple[Member | None, str]:
        """Return the member that a call calls and the tier; None when it is not certain."""
        if index not in scope.targets:
            # A call whose receiver leads back to itself has no known target.
            scope.targets[index] = (None, "")
            call = scope.facts.calls[index]
            member, tier, values = self._resolve(scope, call)
            if member is not None and member.local_id in self._overloads:
                is_plain = bool(member.signature.receiver) and not tier.startswith("ext")
                seen = _without_receiver(call) if is_plain else call
                candidates = self._choice.among(scope, seen, self._namesakes(scope, call, member))
                scope.candidates[index] = [each.overload_id for each in candidates]
                member = candidates[0] if len(candidates) == 1 else member
            scope.targets[index] = (member, tier)
            if member is not None:
                scope.values[index] = values
        return scope.targets[index]

    def candidates(self, scope: FileScope, index: int) -> Sequence[str]:
        """Return the overloads that a call may call, of a method that has some."""
        return scope.candidates.get(index, ())

    def chosen(self, scope: FileScope, call: Call, members: Sequence[Member]) -> Sequence[Member]:
        """Return those of several methods of a name that a call may mean, by its arguments; the surest first."""
        has_overloads = members[0].local_id in self._overloads
        return self._choice.among(scope, call, members) if has_overloads else members[:1]

    def _namesakes(self, scope: FileScope, call: Call, member: Member) -> list[Member]:
        """Return the methods of a type by name; of extensions, those for the type of the receiver."""
        holder = self._types.types[member.facts.definitions[member.owner].parent]
        members = [each for each in holder.members[call.name] if each.local_id == member.local_id]
        members = [each for each in members if not each.signature.is_private] or members
        if member.signature.receiver and call.shape not in {"bare", "base"}:
            receiver, _ = self._receiver(scope, call)
            fitting_ = [
                each for each in members if receiver is not None and self._extensions.takes(each, receiver, call)
            ]
            members = fitting_ or members
        return members

    def named(self, scope: FileScope, named: Call) -> tuple[Member | None, str]:
        """Return the function that is named without being called and the tier; None when it is not certain."""
        if named.shape == "bare" and self._head(scope, named.owner, named.name, named.line)[1]:
            return None, ""
        member, tier, _ = self._resolve(scope, named)
        return (None, "") if tier.startswith("ext") else (member, tier)

    def result(self, scope: FileScope, index: int, path: str = "") -> Bound | None:
        """Return the result type of a call, or the type at a path from it; None if unknown."""
        bound: Bound | None = self._raw_result(scope, index)
        bound = None if bound is NOTHING else bound
        for segment in path.split(".") if path else ():
            bound = self._field_type(bound, segment) if bound is not None else None
        return opened(bound)

    def _raw_result(self, scope: FileScope, index: int) -> Bound:
        if index not in scope.results:
            scope.results[index] = NOTHING
            if self._depth > MAX_DEPTH:
                return NOTHING
            self._depth += 1
            member, _ = self.target(scope, index)
            call = scope.facts.calls[index]
            if member is not None:
                scope.results[index] = self._result(scope, call, member, scope.values[index])
            else:
                scope.results[index] = self._platform_result(scope, call)
            self._depth -= 1
        return scope.results[index]

    def _result(self, scope: FileScope, call: Call, member: Member, values: dict[str, Bound]) -> Bound:
        returned = self._types.bind(member.signature.returns, member.facts, member.owner)
        if call.type_arguments and member.signature.type_parameters:
            written = split_arguments(call.type_arguments)
            bound = (self._types.bind(each, scope.facts, call.owner) for each in written)
            values = {**values, **dict(zip(member.signature.type_parameters, bound, strict=False))}
        is_receiver = is_parameter(returned) and member.signature.returns == member.signature.receiver
        if is_receiver and returned.name[1:] not in values and not any(each.type_id for each in returned.args):
            return NOTHING  # an extension that gives back its object, of which nothing is known
        return substitute(returned, values)

    def _platform_result(self, scope: FileScope, call: Call) -> Bound:
        """Results of methods of the platform: an element of a sequence, a service, the same sequence."""
        arguments = split_arguments(call.type_arguments) if call.type_arguments else []
        written = self._types.bind(arguments[0], scope.facts, call.owner) if len(arguments) == 1 else None
        if call.shape == "bare":
            head_type, _ = self._head(scope, call.owner, call.name, call.line)
            return function_result(head_type) or NOTHING
        if call.name == "ToString" or (call.receiver in TEXT and call.name in OF_TEXTS):
            return STRING
        if needs_receiver(call.name):
            receiver, _ = self._receiver(scope, call)
            on_type = result_on(self._types, call.name, receiver, written) if receiver is not None else None
            if on_type is not None:
                return on_type
        return (written_result(call.name, call.receiver, written) if written is not None else None) or NOTHING

    def _resolve(self, scope: FileScope, call: Call) -> tuple[Member | None, str, dict[str, Bound]]:
        if call.name not in self.names:
            return None, "", {}
        if call.shape == "bare":
            return self._bare(scope, call)
        if call.shape in {"this", "base"}:
            return self._on_own(scope, call)
        receiver, tier = self._receiver(scope, call)
        if receiver is not None:
            member, values = self._member(scope, receiver, call)
            if member is not None:
                return member, tier, values
        return self._extension(scope, call, receiver)

    def _own(self, scope: FileScope, call: Call) -> tuple[TypeInfo, ...]:
        return self._types.enclosing_types(scope.facts, call.owner)

    def _bare(self, scope: FileScope, call: Call) -> tuple[Member | None, str, dict[str, Bound]]:
        for info in self._own(scope, call):
            member, values = self._member(scope, self._types.own(info), call)
            if member is not None:
                return member, "self", values
        for source in self._types.usings.statics(scope.facts):
            bound = self._types.bind(source, scope.facts, call.owner)
            member, values = self._member(scope, bound, call)
            if member is not None and member.signature.is_static:
                return member, "static", values
        return None, "", {}

    def _on_own(self, scope: FileScope, call: Call) -> tuple[Member | None, str, dict[str, Bound]]:
        for info in self._own(scope, call)[:1]:
            lineage = self._types.lineage(self._types.own(info))
            line = lineage[1:] if call.shape == "base" else lineage
            member, values = self._nearest.of(scope, line, call)
            if member is not None:
                return member, "base" if call.shape == "base" else "self", values
            if call.shape == "this":
                return self._extension(scope, call, self._types.own(info))
        return None, "", {}

    def _member(self, scope: FileScope, receiver: Bound, call: Call) -> tuple[Member | None, dict[str, Bound]]:
        return self._nearest.of(scope, self._types.lineage(receiver), call)

    def _receiver(self, scope: FileScope, call: Call) -> tuple[Bound | None, str]:
        if call.shape == "type":
            return self._types.bind(call.receiver, scope.facts, call.owner), "var"
        if call.shape == "chain" and call.inner != NO_CALL:
            return self.result(scope, call.inner, call.receiver), "chain"
        if call.shape == "path":
            return self.path_type(scope, call.owner, call.receiver, call.line)
        return None, ""

    def path_type(self, scope: FileScope, owner: int, path: str, line: int) -> tuple[Bound | None, str]:
        """Return the type of ``a.b.c`` at a place and the tier; None when it is not known."""
        segments = path.split(".")
        bound, tier = self._head(scope, owner, segments[0], line)
        used = 1
        if bound is None and tier == "":
            bound, used = self._static_type(scope, owner, segments)
            tier = "static"
        for segment in segments[used:]:
            bound = self._field_type(bound, segment) if bound is not None else None
            tier = "dotted"
        return opened(bound), tier

    def _head(self, scope: FileScope, owner: int, name: str, line: int) -> tuple[Bound | None, str]:
        """The first name of a path: a local, a parameter, a field. An empty tier: it is none of them."""
        if name in {"this", "base"}:
            own = self._types.enclosing_types(scope.facts, owner)
            return (self._types.own(own[0]), "self") if own else (None, "unknown")
        parents = self._types.parents[scope.facts.path]
        at = owner
        while at != NO_OWNER:
            if scope.facts.definitions[at].kind not in {"class", "struct", "record", "interface"}:
                variable = scope.variable(at, name, line) or self._set_value(scope, at, name)
                if variable is not None:
                    return self.variable_type(scope, variable), "var"
            at = parents[at]
        if not self._types.enclosing_types(scope.facts, owner):  # statements at the top of a program
            variable = scope.variable(NO_OWNER, name, line)
            return (self.variable_type(scope, variable), "var") if variable is not None else (None, "")
        for info in self._types.enclosing_types(scope.facts, owner):
            for holder, values in self._types.lineage(self._types.own(info)):
                if name in holder.fields:
                    return self._declared(holder.fields[name], values), "var"
            inherited = inherited_property(self._types, info, name)
            if inherited is not None:
                return inherited, "var"
        return None, ""

    def _set_value(self, scope: FileScope, owner: int, name: str) -> Variable | None:
        """Return the variable ``value`` of a setter; None where a field has that name."""
        if name != "value" or scope.facts.definitions[owner].kind != "property":
            return None
        around = self._types.enclosing_types(scope.facts, owner)[:1]
        lineages = (self._types.lineage(self._types.own(each)) for each in around)
        is_field = any(name in info.fields for lineage in lineages for info, _ in lineage)
        return None if is_field else Variable(owner, name, scope.facts.signatures[owner].returns)

    def _declared(self, each: Field, values: dict[str, Bound]) -> Bound | None:
        if not each.type:
            return None
        return substitute(self._types.bind(each.type, each.facts, each.owner), values)

    def _field_type(self, holder: Bound, name: str) -> Bound | None:
        known = platform_member(holder, name) if not holder.type_id else None
        if known is not None:
            return known
        for info, values in self._types.lineage(opened(holder) or holder):
            if name in info.fields:
                return self._declared(info.fields[name], values)
        return element(self._types, holder) if name == "[]" and holder.type_id else None

    def _static_type(self, scope: FileScope, owner: int, segments: list[str]) -> tuple[Bound | None, int]:
        """Return the type that a path begins with, nested ones included, and how many names it takes."""
        known: Bound | None = None
        for used in range(1, len(segments) + 1):
            if known is not None and segments[used - 1] in self._types.types[known.type_id].fields:
                return known, used - 1
            bound = self._types.bind(".".join(segments[:used]), scope.facts, owner)
            if known is not None and not bound.type_id:
                return known, used - 1
            known = bound if bound.type_id else None
        return known, len(segments)

    def variable_type(self, scope: FileScope, variable: Variable) -> Bound | None:
        """Return the type of a variable; None if unknown."""
        if variable.type:
            bound: Bound | None = self._types.bind(variable.type, scope.facts, variable.owner)
        elif variable.call != NO_CALL:
            bound = self.result(scope, variable.call, variable.value)
        elif variable.given_to != NO_CALL:
            bound = self._lambda_parameter(scope, variable)
        elif variable.value and variable.value.partition(".")[0] != variable.name:
            bound, _ = self.path_type(scope, variable.owner, variable.value, variable.line - 1)
        else:
            return None
        bound = opened(bound)
        return element(self._types, bound) if variable.is_element else bound

    def _lambda_parameter(self, scope: FileScope, variable: Variable) -> Bound | None:
        """The type of a lambda's parameter or of an ``out`` variable, from the call that it is an argument of."""
        if self._depth > MAX_DEPTH:
            return None
        self._depth += 1
        call = scope.facts.calls[variable.given_to]
        member, _ = self.target(scope, variable.given_to)
        if member is not None:
            bound = self._given_by(member, scope.values[variable.given_to], variable)
        else:
            bound = self._given_by_platform(scope, call, variable)
        self._depth -= 1
        return bound

    def _given_by(self, member: Member, values: dict[str, Bound], variable: Variable) -> Bound | None:
        declared = self.scope(member.facts).parameters(member.owner)
        at = variable.argument + bool(member.signature.receiver)
        if at >= len(declared) or not declared[at].type:
            return None
        bound = self._types.bound_with(declared[at].type, member.facts, member.owner, values)
        return bound if variable.parameter == OUT else function_parameter(bound, variable.parameter)

    def _given_by_platform(self, scope: FileScope, call: Call, variable: Variable) -> Bound | None:
        if call.name in JOBS and call.type_arguments and not variable.parameter:
            return self._types.bind(split_arguments(call.type_arguments)[0], scope.facts, call.owner)
        receiver, _ = self._receiver(scope, call)
        if receiver is None:
            return None
        if variable.parameter == OUT:
            is_look_up = call.name == "TryGetValue" and receiver.name in DICTIONARIES and len(receiver.args) > 1
            return receiver.args[1] if is_look_up else None
        is_element = takes_element(call.name, variable.argument, variable.parameter)
        return given_element(self._types, call.name, receiver) if is_element else None

    def _extension(
        self, scope: FileScope, call: Call, receiver: Bound | None
    ) -> tuple[Member | None, str, dict[str, Bound]]:
        candidates = self._extensions.of(scope.facts, call)
        if not candidates:
            return None, "", {}
        if receiver is not None:
            taking = {
                member.local_id: (member, each)
                for each in dict.fromkeys((self._unopened(scope, call) or receiver, receiver))
                for member in candidates
                if self._extensions.takes(member, each, call)
            }
            if len(taking) != 1:
                return None, "", {}
            extension, extended = next(iter(taking.values()))
            wanted = self._types.bind(extension.signature.receiver, extension.facts, extension.owner)
            return extension, "ext_typed", matched(self._types, wanted, extended)
        names = {member.local_id: member for member in candidates}
        is_certain = call.shape != "other" and self._extensions.is_certain(call)
        if len(names) != 1 or not is_certain or self._is_outside(scope, call):
            return None, "", {}
        return next(iter(names.values())), "ext_scope", {}

    def _unopened(self, scope: FileScope, call: Call) -> Bound | None:
        """Return the task of a call on the result of another call, before it is awaited; None for any other."""
        is_result = call.shape == "chain" and call.inner != NO_CALL and not call.receiver
        bound = self._raw_result(scope, call.inner) if is_result else NOTHING
        return bound if bound != NOTHING else None

    def _is_outside(self, scope: FileScope, call: Call) -> bool:
        """Return whether a call is on a type of the platform, or on what it has, which has the method itself."""
        head = call.receiver.partition(".")[0] if call.shape == "path" else ""
        return bool(head) and is_platform_type(head, self._types.usings.namespaces(scope.facts))


def _without_receiver(call: Call) -> Call:
    """Return a call of an extension by its type, without the argument for the receiver."""
    types = call.argument_types.partition(";")[2]
    return replace(call, arguments=max(-1, call.arguments - 1), argument_types=types)
