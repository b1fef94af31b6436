"""Returns memory to the system: freed memory, which the C library keeps, and pages of mapped files."""

import ctypes
import mmap
import sys
import threading
import time
import weakref
from collections.abc import Callable

import pyarrow as pa

ARENAS = 4
"""Heaps of the C library. With one for each thread of the database, up to 0.6 GB of them was free but in use."""

MAPPED_BYTES = 1 << 20
"""Blocks from this size on are mapped one by one and given back when they are freed. By default the C library
raises the size to 32 MiB as such blocks are freed."""

TRIM_EVERY_S = 20.0
"""While files are read and graphs are built, half a gigabyte of the heap was free but in use after minutes."""

RELEASE_EVERY_S = 5.0
"""Merging parts of the keyword index reads 0.3 GB of mapped files; releasing them takes under a millisecond."""

_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
"""Parameters of glibc's ``mallopt``."""


def limit_heap() -> None:
    """Make glibc keep little freed memory; called once, before threads start.

    Arrow then takes its memory from there too: its own allocator kept 240 MB after 300,000 texts were freed.
    """
    if (set_option := _function("mallopt")) is not None:
        set_option(_M_ARENA_MAX, ARENAS)
        set_option(_M_MMAP_THRESHOLD, MAPPED_BYTES)
        pa.set_memory_pool(pa.system_memory_pool())


def trim_heap() -> None:
    """Return free heap memory to the system if the C library supports that; takes about 10 ms."""
    if (trim := _function("malloc_trim")) is not None:
        trim(0)


_mappings: "weakref.WeakSet[mmap.mmap]" = weakref.WeakSet()
_guard = threading.Lock()
"""Held while `_mappings` is changed or read: files are mapped in several threads."""


def remember_mapping(mapping: mmap.mmap) -> None:
    """Let `release_mapped_pages` release the pages of a file that is mapped for reading."""
    with _guard:
        _mappings.add(mapping)


def release_mapped_pages() -> None:
    """Release the pages of mapped files, on Linux. A page that is read again comes from the cache of the system.

    A page that was read once, as in a merge of two parts, otherwise counts as memory of the process for good.
    """
    if hasattr(mmap, "MADV_DONTNEED") and sys.platform == "linux":
        with _guard:
            mappings = list(_mappings)
        for mapping in mappings:
            mapping.madvise(mmap.MADV_DONTNEED)


class HeapTrimming:
    """Returns memory to the system at intervals, for work that takes minutes."""

    def __init__(self) -> None:
        self._trim_at = time.monotonic() + TRIM_EVERY_S
        self._release_at = time.monotonic() + RELEASE_EVERY_S

    def trim_if_due(self) -> None:
        """Trim the heap, and release pages of mapped files, if the time for that has come."""
        if time.monotonic() >= self._trim_at:
            self.trim()
        if time.monotonic() >= self._release_at:
            release_mapped_pages()
            self._release_at = time.monotonic() + RELEASE_EVERY_S

    def trim(self) -> None:
        """Trim the heap now, after a write that leaves much free: a merge into 250,000 rows leaves 0.3 GB."""
        trim_heap()
        self._trim_at = time.monotonic() + TRIM_EVERY_S


def _function(name: str) -> Callable[..., int] | None:
    """Return a function of the C library; glibc has these, others have not."""
    return getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
