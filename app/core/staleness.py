"""Whether a file on disk is still the one that was indexed."""

import stat
from pathlib import Path

from search.file_names import file_at
from search.storage.file_systems import ANSWERS

ANSWER_S = 0.5
"""Seconds that an answer waits for a network file system."""


def is_stale(root_path: str, path: str, mtime_ns: int) -> bool:
    """Return whether a file on disk differs from the one that was indexed.

    A missing file does, unless its whole root is missing or does not answer: then it is offline. A file of a
    branch that is not checked out has no root path and is compared when the tip of its branch moves.
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
    except OSError:  # a lost connection too, for which `Path.is_dir` would raise
        return False
