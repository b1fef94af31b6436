"""``roots.json``: the watched folders, in the order they were added."""

import contextlib
import json
import os
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from threading import RLock

from search.errors import BadInputError, IndexDamagedError, IndexWriteError, NotFoundError
from search.file_names import real_path
from search.spelling import nearest
from search.storage.file_systems import ANSWERS
from search.storage.git.head import branch_label, branch_of, repository_label, repository_name
from search.storage.layout import Layout
from search.storage.versions import WriteFile, write_text
from search.types.files import Root
from search.types.ids import RootId, branch_hash, path_hash

AWAY_S = 5.0
"""After so long without an answer a file system over a network counts as away."""

_INODE_BITS = 64


class RootsFile:
    """The watched folders, in a file that is always written whole.

    Raises:
        IndexDamagedError: the file is there and cannot be read.
    """

    def __init__(self, layout: Layout, keep: WriteFile = write_text) -> None:
        self._path = layout.roots
        self._keep = keep
        self._folder = layout.folder
        self._lock = RLock()
        self._is_gathering = False
        self._roots = _read(self._path)

    def reload(self) -> None:
        """Read the file again, which another process may have written.

        Raises:
            IndexDamagedError: it cannot be read.
        """
        self._roots = _read(self._path)

    def all(self) -> tuple[Root, ...]:
        """Return the roots in the order they were added."""
        return self._roots

    def folders(self) -> dict[str, str]:
        """Return the folder of each root by its identifier; empty for a branch that is not checked out."""
        return {root.id: root.folder for root in self._roots}

    def add(self, path: Path, *, external: bool = False, repository: str = "") -> Root:
        """Add a folder (or return it when it is there) with a repository label that is unique in the index.

        That is what it calls itself (``repository``), else the name of the git repository around it, or its own.

        Raises:
            NotFoundError: there is no such folder.
            BadInputError: it is no folder, or it is or lies within the folder of the index.
            IndexWriteError: the disk is full or a permission is missing.
        """
        real = _real_folder(path)
        self._refuse_index(real)
        with self._lock:
            known = next((root for root in self._roots if root.folder == str(real)), None)
            if known is not None:
                return known
            labels = {root.repository for root in self._roots}
            label = label_of(real, repository, labels)
            identifier = self._unused(path_hash(str(real)))
            root = Root(identifier, str(real), label, branch_of(real), external, _inode(real))
            self._write((*self._roots, root))
            return root

    def _unused(self, identifier: RootId) -> RootId:
        """Return an identifier that no root has; a root that was moved away still has that of its former path."""
        used = {root.id for root in self._roots}
        while identifier in used:
            identifier = path_hash(identifier)
        return identifier

    def add_branch(self, of: Root, branch: str) -> Root:
        """Add a branch of a root that is read from git's objects, or return it when it is there.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self._lock:
            known = next((root for root in self.branches_of(of) if root.from_git == branch), None)
            if known is not None:
                return known
            identifier = self._unused(branch_hash(of.path, branch))
            root = replace(of, id=identifier, branch=branch_label(branch), inode=0, from_git=branch)
            self._write((*self._roots, root))
            return root

    def search_by_meaning(self, of: Root, *, wanted: bool) -> Root:
        """Have a folder and its branches searched by meaning too, or by word only; return the root as it is now.

        Raises:
            NotFoundError: there is no such root.
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self._lock:
            if self.get(of.id).semantic != wanted:
                self._write(
                    tuple(replace(root, semantic=wanted) if root.path == of.path else root for root in self._roots)
                )
            return self.get(of.id)

    def search_all_by_meaning(self, roots: Sequence[Root], *, wanted: bool) -> list[Root]:
        """Have several folders searched by meaning too, or by word only; return them as they are after one write.

        Raises:
            NotFoundError: one of them is no root; those before it are changed.
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self.written_once():
            return [self.search_by_meaning(root, wanted=wanted) for root in roots]

    def move(self, of: Root, path: Path) -> Root:
        """Point a folder and its branches to another path, and return the folder's root as it is now.

        Their ids stay, because everything that was indexed of them is stored under these.

        Raises:
            NotFoundError: there is no such root, or no such folder.
            BadInputError: it is no folder, it is inside a root or the index, or ``of`` is a branch.
            IndexWriteError: the disk is full or a permission is missing.
        """
        if of.from_git:
            raise BadInputError("roots.branch_not_moved", name=of.name, folder=of.path)
        real = _real_folder(path)
        self._refuse_index(real)
        with self._lock:
            others = [root for root in self._roots if root.folder and root.path != of.path]
            holding = next((root for root in others if str(real) == root.path), None)
            if holding is not None:
                raise BadInputError("roots.moved_into_root", folder=real, root=holding.path)
            former = self.get(of.id)
            moved = replace(former, path=str(real), branch=branch_of(real), inode=_inode(real))
            branches = {branch.id: replace(branch, path=moved.path) for branch in self.branches_of(former)}
            self._write(tuple({moved.id: moved, **branches}.get(root.id, root) for root in self._roots))
            return moved

    def keep_single(self, of: Root, *, wanted: bool) -> Root:
        """Keep the repositories inside a folder in its root, or let each be a root; return the root as it is now.

        Raises:
            NotFoundError: there is no such root.
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self._lock:
            if self.get(of.id).single != wanted:
                self._write(
                    tuple(replace(root, single=wanted) if root.id == of.id else root for root in self._roots)
                )
            return self.get(of.id)

    def branches_of(self, of: Root) -> tuple[Root, ...]:
        """Return the branches of a root that are read from git's objects, in the order they were added."""
        return tuple(root for root in self._roots if root.from_git and not of.from_git and root.path == of.path)

    def folder_of(self, root: Root) -> Root:
        """Return the checked-out folder that a branch in git's objects belongs to; another root is returned."""
        folders = (known for known in self._roots if root.from_git and known.folder == root.path)
        return next(folders, root)

    def _refuse_index(self, real: Path) -> None:
        index = Path(real_path(self._folder))
        if real == index or index in real.parents:
            raise BadInputError("roots.index_folder", path=real)

    def remove(self, root: RootId) -> None:
        """Forget a root; one that is not there is no error.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self._lock:
            self._write(tuple(known for known in self._roots if known.id != root))

    def refresh_branch(self, root: RootId) -> Root:
        """Look at the checked-out branch again, keep it and return the root as it is now.

        Raises:
            NotFoundError: there is no such root.
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self._lock:
            current = self.get(root)
            if current.from_git or is_away(current):
                return current
            path = Path(current.path)
            renewed = replace(current, branch=branch_of(path), inode=inode_of(path))
            if renewed == current:
                return current
            self._write(tuple(renewed if known.id == root else known for known in self._roots))
            return renewed

    def get(self, root: RootId) -> Root:
        """Return a root by its id.

        Raises:
            NotFoundError: there is no such root.
        """
        match = next((known for known in self._roots if known.id == root), None)
        if match is None:
            raise NotFoundError("roots.unknown_id", root=root)
        return match

    def find(self, name: str) -> Root:
        """Return a root by its path, repository label or id; a branch by ``LABEL@BRANCH`` or id.

        Raises:
            BadInputError: the name is empty, as from a variable that is not set.
            NotFoundError: there is no such root; the remedy lists the labels.
        """
        if not name:
            raise BadInputError("roots.empty_name")
        real = real_path(name)
        for root in self._roots:
            if name in {*_names(root), root.id} or real == root.folder:
                return root
        labels = [_names(root)[0] for root in self._roots]
        if near := nearest(name, labels, limit=1):
            raise NotFoundError("roots.misspelt", name=name, near=near[0])
        raise NotFoundError("roots.not_watched", name=name, known=", ".join(labels) or "none")

    @contextlib.contextmanager
    def written_once(self) -> Iterator[None]:
        """Write the file once for all changes made within; none of them lasts if it cannot be written.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        with self._lock:
            before, self._is_gathering = self._roots, True
            try:
                yield
            finally:
                self._is_gathering = False
                if self._roots != before:
                    self._write_or_restore(before)

    def _write_or_restore(self, before: tuple[Root, ...]) -> None:
        try:
            self._write(self._roots)
        except IndexWriteError:
            self._roots = before
            raise

    def _write(self, roots: tuple[Root, ...]) -> None:
        if self._is_gathering:
            self._roots = roots
            return
        try:
            self._keep(self._path, json.dumps([_row(root) for root in roots], indent=1) + "\n")
        except OSError as exc:
            raise IndexWriteError("index.file_not_writable", path=self._path, reason=exc.strerror or exc) from exc
        self._roots = roots


def _names(root: Root) -> tuple[str, ...]:
    """Return the name of a root that messages use."""
    return root.name, f"{root.path}@{root.branch}" if root.from_git else root.path


def _row(root: Root) -> dict[str, object]:
    """Return the stored form of a root; for an ordinary folder, older programs can read it too."""
    row = asdict(root)
    if not root.from_git:
        del row["from_git"]
    if root.semantic:
        del row["semantic"]
    if not root.single:
        del row["single"]
    return row


def inode_of(folder: Path) -> int:
    """Return the number of a folder in its file system, in the 64 bits of a message; ReFS of Windows has 128.

    Raises:
        OSError: it is not there.
    """
    number = folder.stat().st_ino
    return (number >> _INODE_BITS) ^ (number & ((1 << _INODE_BITS) - 1))


def is_away(root: Root) -> bool:
    """Return whether a root is not there or cannot be read, such as a drive that is not mounted.

    Where a drive was mounted, an empty folder is left: it is another folder than the one that was indexed.
    """
    return ANSWERS.of(root.path, lambda: _is_away(root), otherwise=True, within_s=AWAY_S)


def _is_away(root: Root) -> bool:
    try:
        with os.scandir(root.path) as entries:
            empty = next(entries, None) is None
        return empty and root.inode not in {0, inode_of(Path(root.path))}
    except OSError:
        return True


def _real_folder(path: Path) -> Path:
    real = Path(real_path(path))
    if not real.exists():
        raise NotFoundError("roots.not_there", path=path)
    if not real.is_dir():
        raise BadInputError("roots.not_a_folder", path=path)
    return real


def _inode(folder: Path) -> int:
    """Return the inode of a folder that was there a moment ago.

    Raises:
        NotFoundError: it has been deleted.
    """
    try:
        return inode_of(folder)
    except FileNotFoundError as exc:
        raise NotFoundError("roots.not_there", path=folder) from exc


def label_of(folder: Path, chosen: str, used: Container[str]) -> str:
    """Return the repository label of a folder that is added: what it calls itself (``chosen``), else its name.

    Where another root has that label already, a number follows it.
    """
    name = repository_label(chosen) if chosen else repository_name(folder)
    number = 1
    label = name
    while label in used:
        number += 1
        label = f"{name}+{number}"
    return label


def _read(path: Path) -> tuple[Root, ...]:
    try:
        rows = json.loads(path.read_text("utf-8"))
        return tuple(Root(**{**row, "id": RootId(row["id"])}) for row in rows)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError) as exc:
        raise IndexDamagedError("index.file_unreadable", path=path, reason=exc) from exc
