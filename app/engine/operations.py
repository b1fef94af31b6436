"""The table of operations that clients ask of the engine.

An operation is a method of `SearchCore` or of `EngineControl`. Its arguments, its result and their encoding are
derived from the signature of that method. The engine dispatches by this table, and `RemoteCore` inherits its
methods from it. To add an operation, add a method to the port and to the local core, and one line to the table.
"""

import inspect
from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, get_args, get_origin, overload
from typing import get_type_hints as hints_of

import msgspec

from app.engine.messages import ANSWER_S
from app.engine.remote_search import PROMPT_S
from search.errors import EngineError
from search.ports import SearchCore
from search.types.filters import Access
from search.types.results import Ready

P = ParamSpec("P")
T = TypeVar("T")


class EngineState(msgspec.Struct, frozen=True):
    """What ``dowse engine status`` shows.

    Attributes:
        memory_mb: resident memory of the engine process in MiB.
        processes: of the clients, as far as the system names them.
    """

    pid: int
    index: str
    clients: int
    memory_mb: float
    ready: Ready
    keeps_running: bool = False
    program: str = ""
    processes: tuple[int, ...] = ()


class EngineControl(Protocol):
    """Answers of an engine about itself and about one connection."""

    def ping(self) -> None:
        """Return when the engine answered.

        Raises:
            EngineError: it does not answer.
        """
        ...

    def engine_state(self) -> EngineState:
        """Return the state of the engine process."""
        ...

    def send_events(self, access: Access, /) -> None:
        """Send this client every event that the access allows; the latest call replaces earlier ones."""
        ...

    def keep_running(self) -> None:
        """Stay without clients from now on, until `stop_engine` is called."""
        ...

    def stop_engine(self) -> None:
        """End the engine once everything under way is written."""
        ...


class Lane(Enum):
    """Which thread of the engine runs an operation."""

    AT_ONCE = auto()
    """The thread that reads the client's requests, whatever else is under way."""
    QUESTION = auto()
    """One of several threads that run side by side."""
    INDEXING = auto()
    """A thread for each call: an added folder is recorded immediately, whatever else is indexed."""
    CHANGE = auto()
    """One thread, so that changes follow each other."""
    FORGETTING = auto()
    """A separate thread: a folder is forgotten while it or another one is indexed, which can take an hour."""


_REPEATABLE = frozenset({Lane.AT_ONCE, Lane.QUESTION, Lane.INDEXING})
"""Lanes of operations that may run twice without doing more than once."""


class Caller(Protocol):
    """Sends an operation to the engine; `RemoteSearch` does."""

    def call(
        self,
        operation: str,
        arguments: tuple[object, ...],
        result: type[T],
        timeout_s: float | None = None,
        /,
        *,
        repeatable: bool = True,
    ) -> T:
        """Return the result of an operation."""
        ...


class Operation(Generic[P, T]):
    """One entry of the table; on an instance of a client, a method with the signature of the port's method.

    Args:
        method: of `SearchCore` or `EngineControl`. Its type hints say how arguments and result are decoded.
        lane: where the engine runs it.
        timeout_s: seconds until the client gives up. By default it waits `ANSWER_S` for a question, and
            for a change to the index as long as the connection lasts.
    """

    def __init__(
        self,
        method: Callable[Concatenate[Any, P], T],
        lane: Lane = Lane.QUESTION,
        timeout_s: float | None = None,
    ) -> None:
        self.name = method.__name__
        self.lane = lane
        self._method = method
        self._timeout_s = ANSWER_S if timeout_s is None and lane is Lane.QUESTION else timeout_s

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: Caller, owner: type) -> Callable[P, T]: ...
    def __get__(self, client: Caller | None, owner: type) -> Self | Callable[P, T]:
        """Return the entry, or on an instance the function that sends the operation."""
        if client is None:
            return self
        caller = client

        def send(*args: P.args, **kwargs: P.kwargs) -> T:
            arguments = self.in_order(*args, **kwargs)
            return caller.call(
                self.name, arguments, self.result, self._timeout_s, repeatable=self.lane in _REPEATABLE
            )

        return send

    @cached_property
    def arguments(self) -> Any:
        """Return the type of the arguments as they travel: a tuple in the order of the parameters."""
        return tuple[tuple(_decodable(self._hints[name]) for name in self._parameters)]  # type: ignore[misc]

    @cached_property
    def result(self) -> type[T]:
        """Return the type of the result."""
        result: type[T] = self._hints["return"]
        return result

    def in_order(self, *args: P.args, **kwargs: P.kwargs) -> tuple[object, ...]:
        """Return the arguments of a call in the order of the parameters, defaults filled in."""
        bound = self._signature.bind(None, *args, **kwargs)
        bound.apply_defaults()
        return tuple(bound.arguments[name] for name in self._parameters)

    def run(self, target: object, arguments: Sequence[object]) -> T:
        """Call the method of ``target`` with arguments in the order of the parameters."""
        pairs = list(zip(self._parameters.values(), arguments, strict=True))
        positional = [value for parameter, value in pairs if parameter.kind is not inspect.Parameter.KEYWORD_ONLY]
        named = {parameter.name: value for parameter, value in pairs[len(positional) :]}
        method: Callable[..., T] = getattr(target, self.name)
        return method(*positional, **named)

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return hints_of(self._method)

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self._method)

    @cached_property
    def _parameters(self) -> dict[str, inspect.Parameter]:
        _, *parameters = self._signature.parameters.values()
        return {parameter.name: parameter for parameter in parameters}


def _decodable(hint: Any) -> Any:
    """Return a type to decode to; a sequence arrives as a tuple."""
    return tuple[(*get_args(hint), ...)] if get_origin(hint) is Sequence else hint  # type: ignore[misc]


class CoreOperations:
    """The operations of `SearchCore`, but for `subscribe` and `close`, which clients answer themselves."""

    search = Operation(SearchCore.search)
    find_lines = Operation(SearchCore.find_lines)
    locate_change = Operation(SearchCore.locate_change)
    defined_names = Operation(SearchCore.defined_names)
    symbols = Operation(SearchCore.symbols)
    tree = Operation(SearchCore.tree)
    path = Operation(SearchCore.path)
    paths = Operation(SearchCore.paths)
    impact = Operation(SearchCore.impact)
    table = Operation(SearchCore.table)
    cycles = Operation(SearchCore.cycles)
    architecture = Operation(SearchCore.architecture)
    added = Operation(SearchCore.added)
    unused = Operation(SearchCore.unused)
    unreadable = Operation(SearchCore.unreadable)
    context = Operation(SearchCore.context)
    documents = Operation(SearchCore.documents)
    retrieve = Operation(SearchCore.retrieve)
    fetch_texts = Operation(SearchCore.fetch_texts)
    expand = Operation(SearchCore.expand)
    nearest_chunks = Operation(SearchCore.nearest_chunks)
    parents = Operation(SearchCore.parents)
    texts = Operation(SearchCore.texts)
    file_text = Operation(SearchCore.file_text)
    permalink = Operation(SearchCore.permalink)
    commit = Operation(SearchCore.commit)
    blame = Operation(SearchCore.blame)
    changed_lines = Operation(SearchCore.changed_lines)
    why = Operation(SearchCore.why)
    status = Operation(SearchCore.status)
    keyword_check = Operation(SearchCore.keyword_check)
    roots = Operation(SearchCore.roots)
    repositories_in = Operation(SearchCore.repositories_in)
    index = Operation(SearchCore.index, Lane.INDEXING)
    forget = Operation(SearchCore.forget, Lane.FORGETTING)
    move = Operation(SearchCore.move, Lane.CHANGE)
    turn_rules_off = Operation(SearchCore.turn_rules_off, Lane.CHANGE)
    pause = Operation(SearchCore.pause)
    visible = Operation(SearchCore.visible)
    set_speed = Operation(SearchCore.set_speed)


class EngineOperations:
    """The operations of `EngineControl`."""

    ping = Operation(EngineControl.ping, Lane.AT_ONCE, PROMPT_S)
    engine_state = Operation(EngineControl.engine_state, timeout_s=PROMPT_S)
    send_events = Operation(EngineControl.send_events, Lane.AT_ONCE, PROMPT_S)
    keep_running = Operation(EngineControl.keep_running, Lane.AT_ONCE, PROMPT_S)
    stop_engine = Operation(EngineControl.stop_engine, Lane.AT_ONCE, PROMPT_S)


def _entries(table: type) -> dict[str, Operation[..., Any]]:
    return {name: entry for name, entry in vars(table).items() if isinstance(entry, Operation)}


CORE_OPERATIONS = _entries(CoreOperations)
OPERATIONS = CORE_OPERATIONS | _entries(EngineOperations)


def operation_named(name: str) -> Operation[..., Any]:
    """Return the operation that a request names.

    Raises:
        EngineError: there is none.
    """
    if name not in OPERATIONS:
        raise EngineError("engine.unknown_operation", name=name)
    return OPERATIONS[name]
