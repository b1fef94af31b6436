"""Whether a file on disk is still the one that was indexed."""

import stat
from pathlib import Path

from indexer.discovery.names import file_at
from search.storage.file_systems import ANSWERS

ANSWER_S = 0.5
"""How long an answer waits for a file system over a network."""


def is_stale(root_path: str, path: str, mtime_ns: int) -> bool:
    """Return whether a file on disk is another than the one that was indexed.

    A missing one is, unless its whole root is not there, or does not answer: then it is offline. One of a branch
    that is not checked out lies nowhere (no root path) and is compared with the tip of its branch when that moves.
    """
    if not root_path:
        return False
    return ANSWERS.of(
        root_path, lambda: _is_another(root_path, path, mtime_ns), otherwise=False, within_s=ANSWER_S
    )


def _is_another(root_path: str, path: str, mtime_ns: int) -> bool:
    try:
        return file_at(Path(root_path), path).stat().st_mtime_ns != mtime_ns
    except (OSError, ValueError):
        return _is_there(root_path)


def _is_there(folder: str) -> bool:
    try:
        return stat.S_ISDIR(Path(folder).stat().st_mode)
    except OSError:  # also of a connection that was lost, which `Path.is_dir` would raise
        return False
