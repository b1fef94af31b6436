"""Messages between processes of Elixir: which clause of a server takes what is sent to it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tree_sitter import Node

from indexer.facts.model import Call
from indexer.facts.syntax import line_of, text_of
from indexer.languages.elixir.directives import ModuleOf
from indexer.languages.elixir.syntax import arguments_of, atom

CALL, CAST, INFO, CONTINUE = "handle_call", "handle_cast", "handle_info", "handle_continue"
HANDLERS = {CALL: 3, CAST: 2, INFO: 2, CONTINUE: 2}
"""Functions of a server that take messages -> how many arguments they have; the message is the first."""

SENDING = {
    ("GenServer", "call"): CALL,
    ("GenServer", "cast"): CAST,
    ("Process", "send_after"): INFO,
    ("Process", "send"): INFO,
    ("", "send"): INFO,
}
"""Module and function that send their second argument to their first -> the function that takes it."""

STARTING = frozenset((module, name) for module in ("GenServer", "Supervisor") for name in ("start", "start_link"))
STARTING |= {("DynamicSupervisor", "start_link")}
"""Module and function that run ``init`` of the module that is their first argument."""


class _Sent(NamedTuple):
    owner: int
    handler: str
    tag: str
    line: int


class Messages:
    """Collects the messages of a file; one that a module sends itself leads to its own function.

    Args:
        module_of: returns the full name of a module.
        own: definition -> the full name of the module around it.
    """

    def __init__(self, module_of: ModuleOf, own: Mapping[int, str]) -> None:
        self._module_of = module_of
        self._own = own
        self._sent: list[_Sent] = []
        self._direct: list[Call] = []
        self._tags: dict[tuple[str, str], set[str]] = defaultdict(set)
        """Module and function -> the first words of the messages that it takes."""

    def on_clause(self, name: str, head: Node, owner: int) -> None:
        """Note what a clause of a function takes."""
        arguments = arguments_of(head) if name in HANDLERS else []
        if arguments:
            self._tags[self._own.get(owner, ""), name].add(_tag(arguments[0]))

    def on_call(self, module: str, name: str, arguments: Sequence[Node], node: Node, owner: int) -> None:
        """Note a message that a call sends, or the server that it starts."""
        if (module, name) in STARTING and arguments:
            server = self._module_of(arguments[0], owner)
            if server:
                self._direct.append(Call(owner, "init", "path", line_of(node), server, arguments=1))
        handler = SENDING.get((module, name))
        if handler is None or len(arguments) < 2:
            return
        target, message = arguments[0], arguments[1]
        server = self._module_of(target, owner)
        if server and server != self._own.get(owner):
            call = Call(owner, handler, "path", line_of(node), server, arguments=HANDLERS[handler])
            self._direct.append(call)
        elif handler != INFO or server or text_of(target) == "self()":
            self._sent.append(_Sent(owner, handler, _tag(message), line_of(node)))

    def on_tuple(self, items: Sequence[Node], owner: int) -> None:
        """``{:continue, :load}`` is a message of the server to itself."""
        if len(items) == 2 and atom(items[0]) == "continue":
            self._sent.append(_Sent(owner, CONTINUE, _tag(items[1]), line_of(items[0])))

    def calls(self) -> list[Call]:
        """Return the calls that the messages amount to."""
        return self._direct + [
            Call(each.owner, each.handler, "bare", each.line, arguments=HANDLERS[each.handler])
            for each in self._sent
            if each.tag and each.tag in self._tags.get((self._own.get(each.owner, ""), each.handler), ())
        ]


def _tag(message: Node) -> str:
    """Return the atom that a message is or begins with, also of a pattern with a name; else empty."""
    if message.type == "binary_operator" and text_of(message.child_by_field_name("operator")) == "=":
        sides = (message.child_by_field_name(each) for each in ("left", "right"))
        return next(filter(None, (_first(each) for each in sides if each is not None)), "")
    return _first(message)


def _first(message: Node) -> str:
    first = message.named_children[:1] if message.type == "tuple" else [message]
    return atom(first[0]) if first else ""
