"""Reads the files of a branch that is not checked out from git's objects."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from search.errors import BadInputError
from search.storage.git.command import git_output
from search.storage.git.head import common_folder

NOT_HERE = -1
"""Size of an object that a partial clone did not fetch."""

_REF_FOLDERS = ("refs/heads", "refs/remotes", "refs/tags")
"""Folders in which a branch name is looked up, in this order."""

_STAMP_DIGITS = 15
"""Hexadecimal digits that fit a signed 64-bit column; git accepts them as an abbreviated object name."""

_SUBMODULE = "160000"
"""File mode of a submodule entry."""

_FETCH = "git.fetch_again"
_REMEDY = "git.see_branches"


class EntryKind(StrEnum):
    """The kind of a tree entry."""

    FILE = "file"
    LINK = "link"
    SUBMODULE = "submodule"


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One file of a commit.

    Attributes:
        path: relative to the requested folder, with ``/``; bytes that are not UTF-8 as surrogates.
        blob: name of the object with its content.
        size_bytes: `NOT_HERE` if that object is missing.
    """

    path: str
    kind: EntryKind
    blob: str
    size_bytes: int


def tip_of(folder: Path, branch: str) -> str:
    """Return the commit of a branch, remote branch (``origin/main``) or tag; empty if there is none.

    Raises:
        BadInputError: the folder is in no repository, or git refuses it.
        MissingExtraError: there is no git.
    """
    names = [f"{prefix}/{branch}" for prefix in _REF_FOLDERS]
    output = git_output(folder, "for-each-ref", "--format=%(refname) %(objectname)", *names, remedy=_REMEDY)
    lines = output.decode("utf-8", "surrogateescape").splitlines()
    commits = dict(line.rsplit(" ", 1) for line in lines)
    return next((commits[name] for name in names if name in commits), "")


def tip_stamp(folder: Path, branch: str) -> tuple[tuple[int, int], ...]:
    """Return a value that changes when a branch moves. It only checks git's files, so it is cheap."""
    common = common_folder(folder)
    if common is None:
        return ()
    files = [*(f"{prefix}/{branch}" for prefix in _REF_FOLDERS), "packed-refs", "reftable/tables.list"]
    return tuple(_stamp(common / file) for file in files)


def _stamp(file: Path) -> tuple[int, int]:
    try:
        status = file.stat()
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size


def tree_of(folder: Path, commit: str) -> Iterator[TreeEntry]:
    """Yield the files of a commit at and below this folder, in git's order: files of a folder are adjacent.

    Raises:
        BadInputError: there is no such commit.
        MissingExtraError: there is no git.
    """
    output = git_output(folder, "ls-tree", "-r", "-z", commit, remedy=_FETCH)
    lines = [line.partition(b"\t") for line in output.split(b"\0") if line]
    entries = [(*facts.decode("ascii").split(), os.fsdecode(path)) for facts, _, path in lines]
    sizes = _sizes(folder, commit, [blob for mode, _, blob, _ in entries if mode != _SUBMODULE])
    for mode, _, blob, path in entries:
        size_bytes = 0 if mode == _SUBMODULE else sizes.get(blob, NOT_HERE)
        yield TreeEntry(path, _kind(mode), blob, size_bytes)


def _sizes(folder: Path, commit: str, blobs: Sequence[str]) -> dict[str, int]:
    """Return the sizes of the existing objects; in a partial clone git stops at the first missing one."""
    try:
        return _sizes_of(folder, blobs)
    except BadInputError:
        options = ("--objects", "--no-walk", "--missing=print")
        output = git_output(folder, "rev-list", *options, commit, remedy=_FETCH).decode("utf-8", "replace")
        missing = {line.removeprefix("?") for line in output.splitlines() if line.startswith("?")}
        return _sizes_of(folder, [blob for blob in blobs if blob not in missing])


def _sizes_of(folder: Path, blobs: Sequence[str]) -> dict[str, int]:
    names = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    command = ("cat-file", "--batch-check=%(objectname) %(objectsize)")
    output = git_output(folder, *command, remedy=_FETCH, stdin=names).decode("ascii")
    pairs = (line.split() for line in output.splitlines())
    return {blob: int(size) for blob, size in pairs if size.isdecimal()}


def _kind(mode: str) -> EntryKind:
    if mode == _SUBMODULE:
        return EntryKind.SUBMODULE
    return EntryKind.LINK if mode == "120000" else EntryKind.FILE


def contents(folder: Path, blobs: Sequence[str]) -> dict[str, bytes]:
    """Return the contents of objects by (possibly abbreviated) name; missing objects are left out.

    Raises:
        BadInputError: the folder is in no repository.
        MissingExtraError: there is no git.
    """
    if not blobs:
        return {}
    names = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    output = git_output(folder, "cat-file", "--batch", remedy=_FETCH, stdin=names)
    data_of: dict[str, bytes] = {}
    position = 0
    for blob in blobs:
        end = output.index(b"\n", position)
        head = output[position:end].split()
        position = end + 1
        if len(head) == 3 and head[1] == b"blob":
            size = int(head[2])
            data_of[blob] = output[position : position + size]
            position += size + 1
    return data_of


def stamp_of(blob: str) -> int:
    """Return the number stored as ``mtime_ns`` for an object: equal content gives an equal number."""
    return int(blob[:_STAMP_DIGITS], 16)


def blob_of(stamp: int) -> str:
    """Return the abbreviated object name for a number from `stamp_of`."""
    return f"{stamp:0{_STAMP_DIGITS}x}"
