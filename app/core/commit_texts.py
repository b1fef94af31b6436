"""The message and the changes of a commit, read from git."""

import re
from pathlib import Path

from search.errors import NotFoundError
from search.storage.git.command import git_output
from search.storage.storage import Storage
from search.types.commits import CommitRequest, CommitText
from search.types.files import Root
from search.types.filters import Access
from search.types.ids import FileId

MOST_CHARACTERS = 60_000
"""Length to which changes are cut for a popup."""

_HASH = re.compile(r"[0-9a-f]{4,64}")
_HEAD = "%H%x00%an%x00%aI%x00%B"
_SAFE = ("--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-notes", "--no-color", "--relative")
_REMEDY = "git.see_log"


def commit_text(storage: Storage, request: CommitRequest, access: Access) -> CommitText:
    """Return the commit; see `SearchCore.commit`.

    A message speaks of all files of its commit, and so only a client that sees whole roots may read it.
    """
    root = _root_of(storage, FileId(request.file), access)
    if root is None or not access.sees_whole_roots or not _HASH.fullmatch(request.commit):
        raise NotFoundError("commits.not_found", commit=request.commit)
    folder = Path(root.path)
    head = _git(
        folder, "log", "-1", "--no-show-signature", "--no-notes", f"--format={_HEAD}", request.commit, "--"
    )
    hash_, author, date, message = head.split("\0", 3)
    paths = _git(folder, "show", *_SAFE, "--format=", "--name-only", "-z", hash_, "--", ".")
    changes = _git(folder, "show", *_SAFE, "--format=", "--find-renames", hash_, "--", ".").strip("\n")
    return CommitText(
        hash=hash_,
        author=author,
        date=date,
        message=message.strip(),
        paths=tuple(path for path in paths.strip("\n").split("\0") if path),
        changes=changes[:MOST_CHARACTERS],
        is_cut=len(changes) > MOST_CHARACTERS,
    )


def _root_of(storage: Storage, file: FileId, access: Access) -> Root | None:
    record = storage.files.by_id([file], access.row_filter()).get(file)
    return next((root for root in storage.roots.all() if record and root.id == record.path_hash), None)


def _git(folder: Path, *arguments: str) -> str:
    return git_output(folder, *arguments, remedy=_REMEDY).decode("utf-8", "replace")
