"""Finds where a folder went that is no longer at its path."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from search.messages import Message
from search.storage.file_systems import ANSWERS
from search.storage.roots import AWAY_S, inode_of
from search.types.files import Root

MOST_LOOKED_AT = 2_000
"""Folders that are looked at; a directory with more of them is no place where a person would look either."""


def missing_notice(root: Root, name: str) -> Message:
    """Return the message about a root that is missing, called ``name``, with the folder where it seems to be."""
    target = moved_folder(root, AWAY_S)
    if target:
        return Message("indexing.root_moved", folder=name, target=target)
    return Message("indexing.root_missing", folder=name)


def is_inside_any(root: Root, others: Iterable[Root]) -> bool:
    """Return whether a root lies inside the folder of another: what is said about that one holds for it."""
    return any(root.path.startswith(f"{other.folder.rstrip(os.sep)}{os.sep}") for other in others if other.folder)


def moved_folder(root: Root, within_s: float) -> str:
    """Return where the folder of a root is now, or an empty text if it is not found near its former path.

    A folder that was renamed, or a folder above it, or one that was moved into a folder beside it, is known by its
    inode. ``within_s`` is how many seconds a file system over a network may take.
    """
    if not root.inode or not root.folder:
        return ""
    return ANSWERS.of(root.path, lambda: _moved(Path(root.path), root.inode), otherwise="", within_s=within_s)


def _moved(path: Path, inode: int) -> str:
    for candidate in _candidates(path):
        if str(candidate) != str(path) and _is_folder(candidate, inode):
            return str(candidate)
    return ""


def _candidates(path: Path) -> Iterator[Path]:
    """Yield the folders that a renamed or moved folder may be."""
    above = next((parent for parent in path.parents if parent.is_dir()), None)
    if above is None:
        return
    _first, *rest = path.relative_to(above).parts
    for folder in _folders_in(above):
        yield folder.joinpath(*rest)
        yield folder / path.name


def _folders_in(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as entries:
            folders = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return
    for name in sorted(folders)[:MOST_LOOKED_AT]:
        yield folder / name


def _is_folder(path: Path, inode: int) -> bool:
    try:
        return path.is_dir() and inode_of(path) == inode
    except OSError:
        return False
