"""Whether a file on disk is still the one that was indexed."""

from pathlib import Path

from indexer.discovery.names import file_at


def is_stale(root_path: str, path: str, mtime_ns: int) -> bool:
    """Return whether a file on disk is another than the one that was indexed.

    A missing one is, unless its whole root is not there: then it is offline.
    """
    try:
        return file_at(Path(root_path), path).stat().st_mtime_ns != mtime_ns
    except (OSError, ValueError):
        return Path(root_path).is_dir()
