"""Whether the system can tell us of changes in a folder, or we have to look ourselves."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from search.messages import NOTHING, Message

INOTIFY_LIMIT = Path("/proc/sys/fs/inotify/max_user_watches")

INSTANCES_LIMIT = INOTIFY_LIMIT.with_name("max_user_instances")
"""Of programs, or parts of them, that watch; editors take several each."""

LARGEST_SHARE = 0.8
"""Share of the watches of all of a user's programs that we take at most: editors need some too."""


def has_limits() -> bool:
    """Return whether this system limits with inotify how much a user's programs may watch."""
    return sys.platform.startswith("linux")


def watch_limit(limit_file: Path = INOTIFY_LIMIT) -> int | None:
    """Return how many folders the system lets us watch, or None where there is no such limit."""
    if not has_limits():
        return None
    try:
        return int(int(limit_file.read_text("ascii")) * LARGEST_SHARE)
    except (OSError, ValueError):
        return None


def limit_remedy(folders: int, limit_file: Path = INOTIFY_LIMIT) -> Message:
    """Return the exact setting that gives room for so many more watches; more than other programs have used up.

    `NOTHING` on systems without such a setting.
    """
    if not has_limits():
        return NOTHING
    return Message(
        "watching.raise_watches", limit=max(65_536, 1 << (folders * 2).bit_length(), _twice(limit_file))
    )


def instances_remedy(limit_file: Path = INSTANCES_LIMIT) -> Message:
    """Return the setting that gives room for more programs that watch folders; `NOTHING` where there is none."""
    return Message("watching.raise_instances", limit=max(512, _twice(limit_file))) if has_limits() else NOTHING


def _twice(limit_file: Path) -> int:
    """Return twice what the system allows now, 0 where it does not say."""
    try:
        return 2 * int(limit_file.read_text("ascii"))
    except (OSError, ValueError):
        return 0


def has_instance() -> bool:
    """Return whether the system lets one more program watch folders; also True where it has no such limit."""
    if not has_limits():
        return True
    from watchdog.observers.inotify_c import inotify_init

    instance = inotify_init()
    if instance != -1:
        os.close(instance)
    return instance != -1


def subfolders(top: str) -> Iterator[os.DirEntry[str]]:
    """Yield the folders directly in ``top``, links left out, by name; an unreadable folder has none."""
    try:
        with os.scandir(top) as entries:
            folders = [entry for entry in entries if _is_folder(entry)]
    except OSError:
        return
    yield from sorted(folders, key=lambda entry: entry.name)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
