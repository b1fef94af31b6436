"""Translates errors of the file system and the database into errors with a remedy."""

import contextlib
import errno
import re
from collections.abc import Iterator
from typing import Protocol

from search.errors import IndexDamagedError, IndexUnreachableError, IndexWriteError, KnownError


class Named(Protocol):
    """The location of an index, as far as messages need it."""

    @property
    def name(self) -> str:
        """Return the folder or address to show."""
        ...

    @property
    def is_remote(self) -> bool:
        """Return whether it is accessed over a network."""
        ...


_SOURCE_LOCATION = re.compile(r"[,:]?\s*(?:\blocation: )?\S+\.rs:\d+(?::\d+)?")
"""Source locations in the database's error messages, which are removed."""

_NOT_WRITABLE = {errno.ENOSPC, errno.EACCES, errno.EPERM, errno.EROFS, errno.EDQUOT}
_NOT_WRITABLE_WORDS = {
    "no space left": "the disk is full",
    "permission denied": "permission denied",
    "read-only file system": "the file system is read-only",
    "disk quota": "the disk quota is used up",
    "access is denied": "permission denied",
}
"""Parts of error messages, and the reason to show."""

_PANICS = frozenset({"RustPanic", "PanicException"})
"""What the database raises when its own code breaks down, as over a file of which only a part was written; these
classes cannot be imported."""


def unreadable(location: Named, error: BaseException) -> IndexDamagedError | IndexUnreachableError:
    """Return the error for unreadable tables; for a remote index the network may be the cause."""
    if location.is_remote:
        return IndexUnreachableError("index.unreachable", url=location.name, reason=_first_line(error))
    return IndexDamagedError("index.unreadable", folder=location.name, reason=_first_line(error))


def _first_line(error: BaseException) -> str:
    line = (str(error).splitlines() or [type(error).__name__])[0]
    return _SOURCE_LOCATION.sub("", line)[:300]


def is_not_writable(error: BaseException) -> bool:
    """Return whether the error means that the disk is full or a permission is missing."""
    number = getattr(error, "errno", None)
    return number in _NOT_WRITABLE or any(words in str(error).lower() for words in _NOT_WRITABLE_WORDS)


def _why_not_writable(error: BaseException) -> str:
    text = str(error).lower()
    reason = next((meaning for words, meaning in _NOT_WRITABLE_WORDS.items() if words in text), "")
    return reason or getattr(error, "strerror", None) or "it may not be written"


@contextlib.contextmanager
def panics_told(location: Named) -> Iterator[None]:
    """Raise a panic of the database inside the block as tables that cannot be read."""
    try:
        yield
    except BaseException as exc:
        if type(exc).__name__ not in _PANICS:
            raise
        raise unreadable(location, exc) from exc


@contextlib.contextmanager
def translated(location: Named) -> Iterator[None]:
    """Raise errors of the file system and the database inside the block as a `KnownError`."""
    try:
        with panics_told(location):
            yield
    except KnownError:
        raise
    except (RuntimeError, OSError) as exc:
        if is_not_writable(exc):
            raise IndexWriteError(
                "index.not_writable", folder=location.name, reason=_why_not_writable(exc)
            ) from exc
        raise unreadable(location, exc) from exc
