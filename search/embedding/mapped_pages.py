"""Letting go of the pages of a mapped file: they count as the process's as long as they are mapped."""

import ctypes
import os
import re
from pathlib import Path

_MADV_DONTNEED = 4
"""Linux: the pages leave the process; those of a file that is only read come back when they are used."""

_MAPS = Path("/proc/self/maps")
"""Linux alone has it; names of files are bytes there, in whatever encoding."""

_RANGE = re.compile(rb"([0-9a-f]+)-([0-9a-f]+) r--[ps] ")

Range = tuple[int, int]


def read_only_ranges(path: Path) -> set[Range]:
    """Return the address ranges (start, end) at which this process maps the file for reading; none if unknown."""
    name = b" %s\n" % os.fsencode(path.resolve())
    try:
        with _MAPS.open("rb") as lines:
            matches = [_RANGE.match(line) for line in lines if line.endswith(name)]
    except OSError:
        return set()
    return {(int(match[1], 16), int(match[2], 16)) for match in matches if match is not None}


def let_go(path: Path, ranges: set[Range]) -> None:
    """Release the pages of those ranges that still map the file; takes a millisecond or two."""
    for start, end in ranges & read_only_ranges(path):
        ctypes.CDLL(None).madvise(ctypes.c_void_p(start), ctypes.c_size_t(end - start), _MADV_DONTNEED)
