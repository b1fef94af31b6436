"""Returning freed memory to the system: the C library keeps it after large reads."""

import ctypes
import sys


def trim_heap() -> None:
    """Return free heap memory to the system if the C library supports that; takes about 10 ms."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, musl has not
        if trim is not None:
            trim(0)
