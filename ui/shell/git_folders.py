"""Git repositories in the home folder, to be offered at the first start."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_DEPTH = 3
"""Folders below the home folder that are looked into: ``~/src/team/project``."""
MAX_SECONDS = 2.0
"""A slow disk or a network home must not keep this busy."""
_INDEX_HEADER_BYTES = 12
"""Signature, version and number of entries, 4 bytes each (gitformat-index)."""
_SKIPPED = frozenset({"node_modules", "vendor", "Library", "AppData", "snap", "__pycache__"})


@dataclass(frozen=True, slots=True)
class GitFolder:
    """A repository.

    Attributes:
        path: absolute.
        files: tracked files, as its index says; 0 when that cannot be read.
    """

    path: str
    files: int

    @property
    def name(self) -> str:
        """Name of the folder."""
        return Path(self.path).name


def git_folders(home: Path) -> tuple[GitFolder, ...]:
    """Return repositories below ``home``, those with most files first; unreadable folders are passed over."""
    until = time.monotonic() + MAX_SECONDS
    folders = [GitFolder(str(path), _tracked_files(path)) for path in _walk(home, 0, until)]
    return tuple(sorted(folders, key=lambda folder: (-folder.files, folder.path)))


def _walk(folder: Path, depth: int, until: float) -> Iterator[Path]:
    if depth and os.path.isdir(folder / ".git"):  # noqa: PTH112 - no error where it may not be read
        yield folder
        return
    if depth > MAX_DEPTH or time.monotonic() > until:
        return
    try:
        with os.scandir(folder) as entries:
            inner = sorted(entry.name for entry in entries if _worth_a_look(entry))
    except OSError:
        return
    for name in inner:
        yield from _walk(folder / name, depth + 1, until)


def _worth_a_look(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.name in _SKIPPED:
        return False
    return entry.is_dir(follow_symlinks=False)


def _tracked_files(repository: Path) -> int:
    try:
        with (repository / ".git" / "index").open("rb") as index:
            header = index.read(_INDEX_HEADER_BYTES)
    except OSError:
        return 0
    if len(header) < _INDEX_HEADER_BYTES or not header.startswith(b"DIRC"):
        return 0
    return int.from_bytes(header[8:12], "big")
