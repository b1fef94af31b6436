"""Returning freed memory to the system: the C library keeps it after large reads."""

import ctypes
import sys
from collections.abc import Callable

ARENAS = 4
"""Heaps of the C library. With one for each thread of the database, up to 0.6 GB of them was free but in use."""

MAPPED_BYTES = 1 << 20
"""Blocks from this size on are mapped one by one and given back when they are freed. By default the C library
raises the size to 32 MiB as such blocks are freed."""

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
"""Parameters of glibc's ``mallopt``."""


def limit_heap() -> None:
    """Have the C library keep little of what is freed, if it is glibc; called once, before threads start."""
    if (set_option := _function("mallopt")) is not None:
        set_option(_M_ARENA_MAX, ARENAS)
        set_option(_M_MMAP_THRESHOLD, MAPPED_BYTES)


def trim_heap() -> None:
    """Return free heap memory to the system if the C library supports that; takes about 10 ms."""
    if (trim := _function("malloc_trim")) is not None:
        trim(0)


def _function(name: str) -> Callable[..., int] | None:
    """Return a function of the C library; glibc has these, others have not."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
