"""C#: what frameworks connect: messages with their handlers, and types with the place that registers them."""

import re
from collections import defaultdict

from msgspec.structs import replace

from indexer.facts.model import NO_CALL, Call, FileFacts, Variable
from indexer.facts.parameters import split_arguments
from indexer.languages.csharp.bound import Bound, substitute
from indexer.languages.csharp.calls import CSharpCalls
from indexer.languages.csharp.names import parse_type
from indexer.languages.csharp.types import CSharpTypes, Member, TypeInfo
from indexer.linking.graph import GraphBuilder, source_of
from search.types.graph import EdgeType

REGISTERING = re.compile(
    r"(?:Try)?Add(?:Keyed)?(?:Scoped|Singleton|Transient)|AddHostedService|AddHttpClient|AddDbContext(?:Pool|Factory)?"
    r"|RegisterType|UseMiddleware|AddJob|ScheduleJob|AddConsumer|AddHandler|Register(?:Singleton|Instance)?"
)
"""Calls that name, in angle brackets or by ``typeof``, a type that the container will make."""

RUNNING = {
    "AddHostedService": ("ExecuteAsync", "StartAsync", "DoWorkAsync"),
    "UseMiddleware": ("InvokeAsync", "Invoke"),
    "AddJob": ("Execute",),
    "ScheduleJob": ("Execute",),
}
"""The members that a framework runs of the types that these calls name."""

SENDING = re.compile(
    r"(?:Send|Publish|Raise|Dispatch|Enqueue|Notify|Schedule|Request)\w*|\w+(?:Events?|Message|Command|Query)(?:Async)?"
)
"""Names of methods that dispatch a message; the type of their argument decides which handler runs."""

HANDLING = re.compile(r"I(?:[A-Z]\w*)?(?:Handler|Consumer|HandleMessages|Subscriber)")
"""Interfaces of what handles messages; their first type argument is the message."""

HANDLERS = ("Handle", "HandleAsync", "Consume", "ConsumeAsync", "Execute", "ExecuteAsync", "OnNext")
"""Methods of these."""

Message = tuple[str, tuple[str, ...]]
"""Type of a message and its type arguments."""


class CSharpWiring:
    """Adds the edges of messages and registrations."""

    def __init__(self, types: CSharpTypes, calls: CSharpCalls, builder: GraphBuilder) -> None:
        self._types = types
        self._calls = calls
        self._builder = builder
        self._handlers = self._index_handlers()
        self._namesakes = self._index_namesakes()

    def link(self) -> None:
        """Add the edges of all wanted files."""
        for facts in self._types.files:
            if not self._builder.wants(facts.path):
                continue
            for call in facts.calls:
                if call.type_arguments and REGISTERING.fullmatch(call.name):
                    *services, made = split_arguments(call.type_arguments)
                    if not services or self._provides(facts, call, services[0], made):
                        self._register(facts, call, made)
                elif call.type_arguments and SENDING.fullmatch(call.name):
                    written = split_arguments(call.type_arguments)[0]
                    self._deliver(facts, call, self._types.bind(written, facts, call.owner))
            for argument in facts.arguments:
                self._link_argument(facts, argument)

    def _link_argument(self, facts: FileFacts, argument: Variable) -> None:
        call = facts.calls[argument.given_to]
        if REGISTERING.fullmatch(call.name):
            self._register(facts, call, argument.type)
            return
        bound = self._calls.variable_type(self._calls.scope(facts), replace(argument, given_to=NO_CALL))
        if bound is not None:
            self._deliver(facts, call, bound)

    def _register(self, facts: FileFacts, call: Call, written: str) -> None:
        """The container makes the last type that is named; a hosted service, middleware or job it runs as well."""
        bound = self._types.bind(written, facts, call.owner)
        if not bound.type_id and written.endswith(">"):  # typeof(Repository<>)
            name, arity = written.partition("<")[0], written.count(",") + 1
            bound = self._types.bind(f"{name}<{','.join('_' * arity)}>", facts, call.owner)
        info = self._types.types.get(bound.type_id)
        if info is None or info.kind == "interface":
            return
        source, evidence = source_of(facts, call.owner), (facts.path, call.line)
        self._builder.edge(source, info.local_id, EdgeType.INSTANTIATES, "registration", evidence)
        run = [*info.members.get(info.name, ()), *self._run_by(call.name, bound)]
        for member in run:
            among = (member.overload_id,)
            self._builder.edge(source, member.local_id, EdgeType.CALLS, "registration", evidence, among)

    def _provides(self, facts: FileFacts, call: Call, service: str, made: str) -> bool:
        """Return whether a type is derived from the type it is registered as, or that type is outside the root."""
        wanted, bound = (self._types.bind(each, facts, call.owner) for each in (service, made))
        if not wanted.type_id:
            return call.name != "Register"
        return any(info.local_id == wanted.type_id for info, _ in self._types.lineage(bound))

    def _run_by(self, registering: str, bound: Bound) -> list[Member]:
        return self._first(bound, RUNNING.get(registering, ()))

    def _first(self, bound: Bound, names: tuple[str, ...]) -> list[Member]:
        """Return the nearest members of the first of these names that a class or its bases have."""
        for name in names:
            for holder, _ in self._types.lineage(bound):
                if holder.kind != "interface" and name in holder.members:
                    return holder.members[name][:1]
        return []

    def _deliver(self, facts: FileFacts, call: Call, message: Bound) -> None:
        source = source_of(facts, call.owner)
        handlers, tier = self._handlers.get(_message(message), []), "message"
        if not handlers and message.type_id in self._types.types and not message.args:
            handlers, tier = self._namesakes.get(message.name, []), "message_name"
        for handler in handlers:
            evidence, among = (facts.path, call.line), (handler.overload_id,)
            self._builder.edge(source, handler.local_id, EdgeType.CALLS, tier, evidence, among)

    def _index_handlers(self) -> dict[Message, list[Member]]:
        handlers: dict[Message, list[Member]] = defaultdict(list)
        for type_id in sorted(self._types.types):
            info = self._types.types[type_id]
            if info.kind == "interface":
                continue
            for message in self._handled(info):
                handler = self._handling(info, message)
                known = handlers[_message(message)]
                if handler is not None and handler.overload_id not in [each.overload_id for each in known]:
                    known.append(handler)
        return handlers

    def _index_namesakes(self) -> dict[str, list[Member]]:
        """Return handlers by the name of an event: programs on one bus have a copy of its type each."""
        namesakes: dict[str, list[Member]] = defaultdict(list)
        for (type_id, arguments), handlers in self._handlers.items():
            name = self._types.types[type_id].name
            if not arguments and name.endswith(("Event", "Message")):
                namesakes[name] += handlers
        return namesakes

    def _handled(self, info: TypeInfo) -> list[Bound]:
        """Return the messages that a class handles by its own interfaces or those of its bases."""
        messages: list[Bound] = []
        for each in self._types.ancestors(info.local_id):
            holder = self._types.types[each.type_id]
            values = dict(zip(holder.parameters, each.args, strict=False))
            for facts, owner, text, _ in holder.bases:
                if HANDLING.fullmatch(parse_type(text).name.rpartition(".")[2]) and "<" in text:
                    bound = substitute(self._types.bind(text, facts, owner), values)
                    if bound.args and bound.args[0].type_id:
                        messages.append(bound.args[0])
        return messages

    def _handling(self, info: TypeInfo, message: Bound) -> Member | None:
        """Return the method that handles a message: of several the one whose parameter has its type."""
        for name in HANDLERS:
            for holder, _ in self._types.lineage(Bound(info.local_id, info.name)):
                members = holder.members.get(name, []) if holder.kind != "interface" else []
                for member in members:
                    declared = self._calls.scope(member.facts).parameters(member.owner)
                    if len(members) == 1 or (declared and message.name in declared[0].type):
                        return member
        return None


def _message(bound: Bound) -> Message:
    return bound.type_id, tuple(each.type_id for each in bound.args)
