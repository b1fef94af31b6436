"""Opens the search core of an index: through the engine when one runs, else in this process."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from app.installation.locations import require_index
from search.errors import IndexLockedError

if TYPE_CHECKING:
    from app.core.local_core import LocalCore
    from search.ports import SearchCore
    from search.types.query import SearchQuery
    from search.types.results import SearchResult

WAIT_FOR_OTHER_S = 60.0
"""Seconds to wait for a process that holds the index and does not answer: an engine that starts, a command."""

LOOK_AGAIN_S = 0.05


@dataclass(frozen=True, slots=True)
class Opening:
    """How an index is opened in this process when no engine has it.

    Attributes:
        make: make an index that is not there.
        serves: let other commands ask this process meanwhile.
        follows: watch the roots, as an engine does.
    """

    config: Path | None = None
    make: bool = False
    serves: bool = False
    follows: bool = False


class Searching(Protocol):
    """What a search alone needs of a core."""

    def search(self, query: "SearchQuery", /) -> "SearchResult":
        """Return ranked files; see `SearchCore.search`."""
        ...

    def close(self) -> None:
        """Leave."""
        ...


Remote = TypeVar("Remote", bound=Searching)


@contextmanager
def opened_core(index: Path, how: Opening) -> "Iterator[SearchCore]":
    """Yield a core of an index, through its engine when one runs, and close it afterwards.

    Raises:
        NotFoundError: there is no such index, and none is to be made.
        IndexLockedError: another process keeps the index and serves nobody.
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
        IndexLockedError: another process keeps the index and serves nobody.
        IndexWriteError: the index folder cannot be written.
    """
    from app.engine.remote_search import RemoteSearch

    with ExitStack() as stack:
        yield _remote_or_own(index, how, stack, RemoteSearch.to)


def _remote_or_own(
    index: Path, how: Opening, stack: ExitStack, connect: Callable[[Path], Remote | None]
) -> "Remote | LocalCore":
    """Try the engine and the writer lock by turns: whoever holds the lock either serves soon or is soon done."""
    give_up = time.monotonic() + WAIT_FOR_OTHER_S
    while True:
        remote = connect(index)
        if remote is not None:
            stack.callback(remote.close)
            return remote
        if not how.make:
            require_index(index)
        try:
            return _own(index, how, stack)
        except IndexLockedError:
            if time.monotonic() > give_up:
                raise
        time.sleep(LOOK_AGAIN_S)


def _own(index: Path, how: Opening, stack: ExitStack) -> "LocalCore":
    from app.installation.heavy_imports import kept_imports

    with kept_imports():
        from app.composition import hosted_core

    core = hosted_core(index, config=how.config, serves=how.serves, follows=how.follows)
    return stack.enter_context(core)
