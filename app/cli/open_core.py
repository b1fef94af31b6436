"""Opens the search core of an index: through its engine, else in this process."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from app.installation.locations import require_index
from search.errors import EngineError, IndexDamagedError, IndexLockedError

if TYPE_CHECKING:
    from app.core.local_core import LocalCore
    from app.engine.remote_search import RemoteSearch
    from search.ports import SearchCore
    from search.types.query import SearchQuery
    from search.types.results import SearchResult

WAIT_FOR_OTHER_S = 60.0
"""Seconds to wait for a process that holds the index and does not answer: an engine that starts, a command."""

LOOK_AGAIN_S = 0.05

ENGINE_VARIABLE = "DOWSE_ENGINE"
"""Environment variable; with the value ``off`` a command that finds no engine answers in its own process."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How an index is opened when no engine has it.

    A command that only asks starts the engine and leaves it for the next one; it answers by word before the engine
    has loaded a model. Every other command opens the index in this process.

    Attributes:
        make: make an index that is not there.
        serves: let other commands ask this process meanwhile.
        follows: watch the roots, as an engine does.
        examines: look at the index as it is, without an engine that may repair it.
    """

    config: Path | None = None
    make: bool = False
    serves: bool = False
    follows: bool = False
    examines: bool = False

    @property
    def only_asks(self) -> bool:
        """Return whether an engine can answer all that the command wants."""
        return not (self.make or self.serves or self.follows or self.examines)


class Searching(Protocol):
    """The part of a core that a search uses."""

    def search(self, query: "SearchQuery", /) -> "SearchResult":
        """Return ranked files; see `SearchCore.search`."""
        ...

    def close(self) -> None:
        """Leave."""
        ...


Remote = TypeVar("Remote", bound="RemoteSearch")


@contextmanager
def opened_core(index: Path, how: Opening) -> "Iterator[SearchCore]":
    """Yield a core of an index, through its engine where that is possible, and close it afterwards.

    Raises:
        NotFoundError: there is no such index, and none is to be made.
        IndexLockedError: another process uses the index and serves no others.
        IndexWriteError: the index folder cannot be written.
    """
    from app.engine.client import RemoteCore

    with ExitStack() as stack:
        yield _remote_or_own(index, how, stack, RemoteCore.to)


@contextmanager
def opened_search(index: Path, how: Opening) -> Iterator[Searching]:
    """Yield what searches an index, as `opened_core` does; with an engine it is there sooner.

    Raises:
        NotFoundError: there is no such index, and none is to be made.
        IndexLockedError: another process uses the index and serves no others.
        IndexWriteError: the index folder cannot be written.
    """
    from app.engine.remote_search import RemoteSearch

    with ExitStack() as stack:
        yield _remote_or_own(index, how, stack, RemoteSearch.to)


def _remote_or_own(
    index: Path, how: Opening, stack: ExitStack, connect: Callable[[Path], Remote | None]
) -> "Remote | LocalCore":
    """Try the engine and the writer lock by turns: the holder of the lock will either serve or finish soon."""
    give_up = time.monotonic() + WAIT_FOR_OTHER_S
    may_start = os.environ.get(ENGINE_VARIABLE, "") != "off"
    starts = how.only_asks and may_start
    if may_start and not how.examines:
        _replace_older_engine(index)
    while True:
        remote = connect(index)
        if remote is None and not how.make:
            require_index(index)
        if remote is None and starts:
            remote = _started(index, how, connect)
        if remote is not None:
            if starts:
                remote.start_next(partial(_start, index, how.config))
            stack.callback(remote.close)
            return remote
        starts = False
        try:
            return _own(index, how, stack)
        except IndexLockedError:
            if time.monotonic() > give_up:
                raise
        time.sleep(LOOK_AGAIN_S)


def _started(index: Path, how: Opening, connect: Callable[[Path], Remote | None]) -> Remote | None:
    """Start the engine of an index and connect; None where it cannot run, as on a full or read-only disk."""
    try:
        _start(index, how.config)
        return connect(index)
    except (EngineError, IndexDamagedError, OSError):
        return None  # this process opens the index next, and says what is wrong with it


def _replace_older_engine(index: Path) -> None:
    """Let no engine answer that an update of the program left behind; what replaces it is imported only then."""
    from app.engine.lock import may_be_older_engine
    from app.installation.version import VERSION

    if may_be_older_engine(index, VERSION):
        from app.engine.spawn import replace_older_engine

        with suppress(EngineError, IndexDamagedError, OSError):  # what the command does next says what is wrong
            replace_older_engine(index)


def _start(index: Path, config: Path | None) -> None:
    from app.engine.spawn import start_engine
    from search.storage.remote import remote_of

    if remote_of(index) is None:
        start_engine(index, config=config)


def _own(index: Path, how: Opening, stack: ExitStack) -> "LocalCore":
    from app.cli.interruption import interruptible_by_others
    from app.installation.heavy_imports import kept_imports

    interrupt = stack.enter_context(interruptible_by_others()) if how.serves else _nothing
    with kept_imports():
        from app.composition import hosted_core

    core = hosted_core(index, config=how.config, serves=how.serves, follows=how.follows, interrupt=interrupt)
    return stack.enter_context(core)


def _nothing() -> None:
    """Do nothing where no other command can ask this one to end."""
