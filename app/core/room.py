"""Whether the disk of an index has room for what is still to be written."""

import shutil
from pathlib import Path

from search.messages import Message

LEAST_BYTES = 20_000_000
"""Below this a few commits fill the disk; then nothing more is indexed, and no engine can start."""


def little_room(folder: Path) -> tuple[Message, ...]:
    """Return a notice if the disk of a folder is nearly full; none where that cannot be known."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        return ()
    return (Message("index.little_room", folder=folder, size=free / 1e6),) if free < LEAST_BYTES else ()
