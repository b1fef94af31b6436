"""Opens the search core of an index: through the engine when one runs, else in this process."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.engine.client import RemoteCore
from app.heavy_imports import kept_imports
from app.locations import require_index
from search.errors import IndexLockedError
from search.ports import SearchCore

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


@contextmanager
def opened_core(index: Path, how: Opening) -> Iterator[SearchCore]:
    """Yield a core of an index, through its engine when one runs, and close it afterwards.

    Raises:
        NotFoundError: there is no such index, and none is to be made.
        IndexLockedError: another process keeps the index and serves nobody.
        IndexWriteError: the index folder cannot be written.
    """
    with ExitStack() as stack:
        yield _remote_or_own(index, how, stack)


def _remote_or_own(index: Path, how: Opening, stack: ExitStack) -> SearchCore:
    """Try the engine and the writer lock by turns: whoever holds the lock either serves soon or is soon done."""
    give_up = time.monotonic() + WAIT_FOR_OTHER_S
    while True:
        remote = RemoteCore.to(index)
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


def _own(index: Path, how: Opening, stack: ExitStack) -> SearchCore:
    with kept_imports():
        from app.composition import hosted_core

    core = hosted_core(index, config=how.config, serves=how.serves, follows=how.follows)
    return stack.enter_context(core)
