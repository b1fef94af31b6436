"""Giving back to the system what was freed: the C library keeps it after much was read."""

import ctypes
import sys


def give_back() -> None:
    """Have the C library return what it holds free, where it knows how to; takes some 10 ms."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, musl has not
        if trim is not None:
            trim(0)
