"""What errors of the file system and the database mean to a person."""

import contextlib
import errno
import re
from collections.abc import Iterator
from typing import Protocol

from search.errors import IndexDamagedError, IndexUnreachableError, IndexWriteError, KnownError


class Named(Protocol):
    """Where an index lies."""

    @property
    def name(self) -> str:
        """For a person: the folder or the address."""
        ...

    @property
    def is_remote(self) -> bool:
        """Whether a network lies between."""
        ...


_SOURCE_PLACE = re.compile(r"[,:]?\s*(?:\blocation: )?\S+\.rs:\d+(?::\d+)?")
"""Where in its own source the database noticed an error; says nothing to a person."""

_NOT_WRITABLE = {errno.ENOSPC, errno.EACCES, errno.EPERM, errno.EROFS, errno.EDQUOT}
_NOT_WRITABLE_WORDS = {
    "no space left": "the disk is full",
    "permission denied": "permission denied",
    "read-only file system": "the file system is read-only",
    "disk quota": "the disk quota is used up",
    "access is denied": "permission denied",
}
"""Parts of error messages, and what they mean to a person."""


def unreadable(place: Named, error: Exception) -> IndexDamagedError | IndexUnreachableError:
    """Return the error that says that the tables cannot be read; for a remote index the network may be why."""
    if place.is_remote:
        return IndexUnreachableError(
            f"The index at {place.name} cannot be read: {_first_line(error)}",
            remedy="Check the address, the network, and [storage] options in the settings.",
        )
    return IndexDamagedError(
        f"The index in {place.name} cannot be read: {_first_line(error)}",
        remedy="Set it aside and build it again: dowse doctor --rebuild. Your own files are not touched.",
    )


def _first_line(error: Exception) -> str:
    line = (str(error).splitlines() or [type(error).__name__])[0]
    return _SOURCE_PLACE.sub("", line)[:300]


def is_not_writable(error: BaseException) -> bool:
    """Return whether the error says that the disk is full or a permission is missing."""
    number = getattr(error, "errno", None)
    return number in _NOT_WRITABLE or any(words in str(error).lower() for words in _NOT_WRITABLE_WORDS)


def _why_not_writable(error: BaseException) -> str:
    text = str(error).lower()
    told = next((meaning for words, meaning in _NOT_WRITABLE_WORDS.items() if words in text), "")
    return told or getattr(error, "strerror", None) or "it may not be written"


@contextlib.contextmanager
def translated(place: Named) -> Iterator[None]:
    """Raise errors of the file system and the database within as what they mean to a person."""
    try:
        yield
    except KnownError:
        raise
    except (RuntimeError, OSError) as exc:
        if is_not_writable(exc):
            raise IndexWriteError(
                f"The index in {place.name} cannot be written: {_why_not_writable(exc)}",
                remedy="Free some disk space or allow writing to this folder, then try again.",
            ) from exc
        raise unreadable(place, exc) from exc
