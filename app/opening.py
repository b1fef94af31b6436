"""Opens the search core of an index: through the engine when one runs, else in this process."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app.engine.client import RemoteCore
from app.locations import require_index
from search.errors import IndexLockedError
from search.ports import SearchCore

WAIT_FOR_OTHER_S = 15.0
"""Seconds to wait for another command that works on the same index without serving others."""

LOOK_AGAIN_S = 0.05


@contextmanager
def opened_core(index: Path, *, config: Path | None = None) -> Iterator[SearchCore]:
    """Yield a core that answers questions about an index, and close it afterwards.

    Raises:
        NotFoundError: there is no such index.
        IndexLockedError: another process keeps it and serves nobody.
    """
    with ExitStack() as stack:
        yield _remote_or_own(index, config, stack, make=False, serves=False)


@contextmanager
def writing_core(index: Path, *, config: Path | None = None, make: bool = True) -> Iterator[SearchCore]:
    """Yield a core that may change an index; in this process it also serves other commands meanwhile.

    An index that is not there is made unless ``make`` forbids it.

    Raises:
        NotFoundError: there is no such index, and none is to be made.
        IndexLockedError: another process keeps the index and serves nobody.
        IndexWriteError: the index folder cannot be written.
    """
    with ExitStack() as stack:
        yield _remote_or_own(index, config, stack, make=make, serves=True)


def _remote_or_own(index: Path, config: Path | None, stack: ExitStack, *, make: bool, serves: bool) -> SearchCore:
    """Try the engine and the writer lock by turns: whoever holds the lock either serves soon or is soon done."""
    give_up = time.monotonic() + WAIT_FOR_OTHER_S
    while True:
        remote = RemoteCore.to(index)
        if remote is not None:
            stack.callback(remote.close)
            return remote
        if not make:
            require_index(index)
        try:
            return _own(index, config, stack, serves=serves)
        except IndexLockedError:
            if time.monotonic() > give_up:
                raise
        time.sleep(LOOK_AGAIN_S)


def _own(index: Path, config: Path | None, stack: ExitStack, *, serves: bool) -> SearchCore:
    from app.composition import hosted_core

    return stack.enter_context(hosted_core(index, config=config, serves=serves))
