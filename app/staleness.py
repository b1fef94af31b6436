"""Whether a file on disk is still the one that was indexed."""

from pathlib import Path

from indexer.discovery.names import file_at


def is_stale(root_path: str, path: str, mtime_ns: int) -> bool:
    """Return whether a file on disk is another than the one that was indexed.

    A missing one is, unless its whole root is not there: then it is offline. One of a branch that is not checked
    out lies nowhere (no root path) and is compared with the tip of its branch when that moves.
    """
    if not root_path:
        return False
    try:
        return file_at(Path(root_path), path).stat().st_mtime_ns != mtime_ns
    except (OSError, ValueError):
        return Path(root_path).is_dir()
