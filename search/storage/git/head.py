"""Repository and branch of a folder, read from git's own files without running git."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from search.types.ids import NO_BRANCH

DETACHED = "HEAD"
"""Stands for the branch where a commit is checked out without one, as ``git rev-parse --abbrev-ref`` prints it.

git creates no branch of this name, and identifiers stay the same from one commit to the next.
"""

_REBASED = ("rebase-merge/head-name", "rebase-apply/head-name")
"""Files in which git keeps the name of the branch whose commits are being replayed on a detached head."""

_REFERENCE = "ref: "
_BRANCH_PREFIX = f"{_REFERENCE}refs/heads/"
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_LARGEST_FILE = 4_096
"""Bytes read of ``HEAD`` and of a ``.git`` file; real ones are far shorter."""


def work_tree(folder: Path) -> Path | None:
    """Return the nearest folder at or above ``folder`` that contains ``.git``, or None."""
    return next((parent for parent in (folder, *folder.parents) if git_folder(parent) is not None), None)


def git_folder(tree: Path) -> Path | None:
    """Return the folder with a sound ``HEAD`` of this work tree (also of a linked one), or None."""
    marker = tree / ".git"
    if _has_head(marker):
        return marker
    text = _read(marker)
    if not text.startswith("gitdir:"):
        return None
    target = tree / text.removeprefix("gitdir:").strip()
    return target if _has_head(target) else None


def _has_head(folder: Path) -> bool:
    """Return whether ``HEAD`` names a branch or a commit; one that cannot be read now counts as sound."""
    if not (folder / "HEAD").is_file():
        return False
    head = _read(folder / "HEAD").strip()
    return not head or head.startswith(_REFERENCE) or _COMMIT.fullmatch(head) is not None


def repository_name(folder: Path) -> str:
    """Return the name of the repository of ``folder``, or the folder's own name, without ``@`` and ``:``."""
    tree = work_tree(folder)
    name = _main_tree(tree).name if tree is not None else folder.name
    return repository_label(name.removesuffix(".git"))


def repository_label(name: str) -> str:
    """Return the name of a repository in the form used in ids."""
    return "".join("_" if sign in "@:/\\" or not sign.isprintable() else sign for sign in name) or "root"


def _main_tree(tree: Path) -> Path:
    """Return the main work tree of a linked one; they are the same repository."""
    folder = git_folder(tree)
    if folder is None or folder == tree / ".git":
        return tree
    shared = _shared(folder)
    return shared.parent if shared.name == ".git" else tree


def common_folder(folder: Path) -> Path | None:
    """Return git's common folder, shared by all work trees of the repository of ``folder``, or None."""
    tree = work_tree(folder)
    git = git_folder(tree) if tree is not None else None
    return _shared(git) if git is not None else None


def place_in_repository(folder: Path) -> tuple[Path, str] | None:
    """Return git's common folder and the path of ``folder`` in its work tree; None outside of git.

    Folders with equal values contain the same files, possibly of different branches.
    """
    tree = work_tree(folder)
    git = git_folder(tree) if tree is not None else None
    if tree is None or git is None:
        return None
    return _shared(git).resolve(), folder.relative_to(tree).as_posix()


def has_linked_trees(common: Path) -> bool:
    """Return whether a repository has work trees besides its main one; git lists each in its common folder."""
    try:
        with os.scandir(common / "worktrees") as entries:
            return next(entries, None) is not None
    except OSError:
        return False


def _shared(git: Path) -> Path:
    common = _read(git / "commondir").strip()
    return (git / common).resolve() if common else git


def branch_of(folder: Path) -> str:
    """Return the checked-out branch, also while it is rebased, `DETACHED`, or ``-`` outside of git."""
    tree = work_tree(folder)
    git = git_folder(tree) if tree is not None else None
    head = _read(git / "HEAD").strip() if git is not None else ""
    if git is None or not head:
        return NO_BRANCH
    if not head.startswith(_REFERENCE):
        head = next((f"{_REFERENCE}{name}" for file in _REBASED if (name := _read(git / file).strip())), "")
    return branch_label(head.removeprefix(_BRANCH_PREFIX)) if head.startswith(_BRANCH_PREFIX) else DETACHED


def has_commits(folder: Path) -> bool:
    """Return whether the checked-out branch has a commit; also True where git does not say so in a plain file."""
    tree = work_tree(folder)
    git = git_folder(tree) if tree is not None else None
    head = _read(git / "HEAD").strip() if git is not None else ""
    if git is None or not head.startswith(_REFERENCE):
        return bool(head)
    name, shared = head.removeprefix(_REFERENCE), _shared(git)
    if (shared / "reftable").is_dir() or (shared / name).is_file():
        return True
    try:
        return f" {name}\n" in (shared / "packed-refs").read_text("utf-8", "replace")
    except OSError:
        return False


def branch_label(name: str) -> str:
    """Return the name of a branch in the form used in ids."""
    return name.replace(":", "_").replace("@", "_") or NO_BRANCH


def index_locks(folder: Path) -> Iterator[Path]:
    """Yield the lock files that exist while git rewrites the work tree of ``folder``."""
    tree = work_tree(folder)
    git = git_folder(tree) if tree is not None else None
    if git is not None:
        yield git / "index.lock"


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_LARGEST_FILE).decode("utf-8", "replace")
    except OSError:
        return ""
