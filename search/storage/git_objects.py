"""The files of a branch that is not checked out, read from git's objects."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from search.errors import BadInputError
from search.storage.git_command import git_output
from search.storage.git_head import common_folder

NOT_HERE = -1
"""Size of an object that a partial clone did not fetch."""

_PLACES = ("refs/heads", "refs/remotes", "refs/tags")
"""Where a name is looked up, the first one decides."""

_STAMP_DIGITS = 15
"""Hexadecimal digits that fit a column of 64 bits with a sign; git takes them for the whole name of an object."""

_SUBMODULE = "160000"
"""Mode of the entry of another repository's commit."""

_FETCH = "Fetch the branch again."
_REMEDY = "`git branch --all` lists the branches of a repository."


class EntryKind(StrEnum):
    """What an entry of a tree is."""

    FILE = "file"
    LINK = "link"
    SUBMODULE = "submodule"


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One file of a commit.

    Attributes:
        path: relative to the folder that was asked about, with ``/``; bytes that are no UTF-8 as surrogates.
        blob: name of the object that holds its content.
        size_bytes: `NOT_HERE` where that object is missing.
    """

    path: str
    kind: EntryKind
    blob: str
    size_bytes: int


def tip_of(folder: Path, branch: str) -> str:
    """Return the commit that a branch, remote branch (``origin/main``) or tag is at; empty when there is none.

    Raises:
        BadInputError: the folder is in no repository, or git refuses it.
        MissingExtraError: there is no git.
    """
    names = [f"{place}/{branch}" for place in _PLACES]
    told = git_output(folder, "for-each-ref", "--format=%(refname) %(objectname)", *names, remedy=_REMEDY)
    lines = told.decode("utf-8", "surrogateescape").splitlines()
    found = dict(line.rsplit(" ", 1) for line in lines)
    return next((found[name] for name in names if name in found), "")


def tip_stamp(folder: Path, branch: str) -> tuple[tuple[int, int], ...]:
    """Return what differs once a branch points elsewhere; looks at git's files only, so it may be asked often."""
    common = common_folder(folder)
    if common is None:
        return ()
    files = [*(f"{place}/{branch}" for place in _PLACES), "packed-refs", "reftable/tables.list"]
    return tuple(_stamp(common / file) for file in files)


def _stamp(file: Path) -> tuple[int, int]:
    try:
        found = file.stat()
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


def tree_of(folder: Path, commit: str) -> Iterator[TreeEntry]:
    """Yield the files that a commit has at this folder and below, in git's order: a folder's stand together.

    Raises:
        BadInputError: there is no such commit.
        MissingExtraError: there is no git.
    """
    told = git_output(folder, "ls-tree", "-r", "-z", commit, remedy=_FETCH)
    lines = [line.partition(b"\t") for line in told.split(b"\0") if line]
    entries = [(*facts.decode("ascii").split(), os.fsdecode(path)) for facts, _, path in lines]
    sizes = _sizes(folder, commit, [blob for mode, _, blob, _ in entries if mode != _SUBMODULE])
    for mode, _, blob, path in entries:
        size_bytes = 0 if mode == _SUBMODULE else sizes.get(blob, NOT_HERE)
        yield TreeEntry(path, _kind(mode), blob, size_bytes)


def _sizes(folder: Path, commit: str, blobs: Sequence[str]) -> dict[str, int]:
    """Return the sizes of the objects that are there; in a partial clone git ends at the first that is not."""
    try:
        return _sizes_of(folder, blobs)
    except BadInputError:
        options = ("--objects", "--no-walk", "--missing=print")
        told = git_output(folder, "rev-list", *options, commit, remedy=_FETCH).decode("utf-8", "replace")
        missing = {line.removeprefix("?") for line in told.splitlines() if line.startswith("?")}
        return _sizes_of(folder, [blob for blob in blobs if blob not in missing])


def _sizes_of(folder: Path, blobs: Sequence[str]) -> dict[str, int]:
    names = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    asked = ("cat-file", "--batch-check=%(objectname) %(objectsize)")
    told = git_output(folder, *asked, remedy=_FETCH, given=names).decode("ascii")
    pairs = (line.split() for line in told.splitlines())
    return {blob: int(size) for blob, size in pairs if size.isdecimal()}


def _kind(mode: str) -> EntryKind:
    if mode == _SUBMODULE:
        return EntryKind.SUBMODULE
    return EntryKind.LINK if mode == "120000" else EntryKind.FILE


def contents(folder: Path, blobs: Sequence[str]) -> dict[str, bytes]:
    """Return the contents of objects by name, which may be shortened; those that are not there are left out.

    Raises:
        BadInputError: the folder is in no repository.
        MissingExtraError: there is no git.
    """
    if not blobs:
        return {}
    names = "".join(f"{blob}\n" for blob in blobs).encode("ascii")
    told = git_output(folder, "cat-file", "--batch", remedy=_FETCH, given=names)
    found: dict[str, bytes] = {}
    place = 0
    for blob in blobs:
        end = told.index(b"\n", place)
        head = told[place:end].split()
        place = end + 1
        if len(head) == 3 and head[1] == b"blob":
            size = int(head[2])
            found[blob] = told[place : place + size]
            place += size + 1
    return found


def stamp_of(blob: str) -> int:
    """Return the number that stands for an object in ``mtime_ns``: equal content, equal number."""
    return int(blob[:_STAMP_DIGITS], 16)


def blob_of(stamp: int) -> str:
    """Return the shortened name of the object that a number stands for."""
    return f"{stamp:0{_STAMP_DIGITS}x}"
