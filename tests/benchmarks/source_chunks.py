"""Real text for benchmarks: the sources of the installed packages, cut into chunks of 1,000 characters."""

import os
import sysconfig
from collections.abc import Iterator
from pathlib import Path

CHUNK_CHARACTERS = 1000


def quick() -> bool:
    """Tell whether only a glance is asked for (``QUICK=1``)."""
    return os.environ.get("QUICK", "") not in {"", "0"}


def source_chunks(limit: int) -> list[str]:
    """Return that many chunks, spread evenly over the packages; the same ones on the same installation."""
    chunks = list(_all_chunks(limit * 3))
    step = max(1, len(chunks) // limit)
    return chunks[::step][:limit]


def _all_chunks(limit: int) -> Iterator[str]:
    result = 0
    for path in sorted(Path(sysconfig.get_path("purelib")).rglob("*.py")):
        text = path.read_text("utf-8", "replace")
        for start in range(0, len(text), CHUNK_CHARACTERS):
            yield text[start : start + CHUNK_CHARACTERS]
            result += 1
            if result == limit:
                return
