"""Every file below a root, exactly once, each to be indexed or with the reason why not."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from indexer.discovery.opened_file import is_in_the_cloud
from indexer.discovery.rules import UNREADABLE, Rules, Scope, root_scope
from indexer.types import FoundFile, Skip
from search.errors import NotFoundError
from search.file_names import file_at, stored_name
from search.types.files import ONLINE_ONLY

_MOUNT_POINT_TAG = 0xA0000003
"""Reparse tag of a Windows junction, which ``is_symlink`` does not tell."""


def discover(root: Path, rules: Rules | None = None) -> Iterator[FoundFile]:
    """Yield every file below ``root``, sorted by name within each folder.

    An excluded folder is one record whose path ends with ``/``; its content is not listed. Links,
    pipes and devices are listed and never opened.

    Raises:
        NotFoundError: the root is not there, is no folder, or cannot be read.
    """
    rules = rules or Rules()
    _refuse_unreadable(root)
    yield from _Walk(rules).below(root, "", root_scope(root, rules))


def discover_below(root: Path, path: str, rules: Rules | None = None) -> Iterator[FoundFile]:
    """Yield the file at ``path`` (from the root), or every file below that folder.

    Nothing when it is gone, or when a folder above it is left out.

    Raises:
        NotFoundError: the root itself is not there or cannot be read.
    """
    rules = rules or Rules()
    _refuse_unreadable(root)
    scope, parts = root_scope(root, rules), path.strip("/").split("/")
    for depth in range(1, len(parts)):
        above = "/".join(parts[:depth])
        folder = file_at(root, above)
        if _left_out(scope, rules, folder, above) or (_is_link(folder) and not rules.follow_links):
            return
        scope = scope.enter(folder, above)
    target = file_at(root, "/".join(parts))
    if os.path.lexists(target):
        walk = _Walk(rules)
        yield from walk.entry(_Entry(target, _is_link(target), target.is_dir()), "/".join(parts), scope)
        yield from walk.linked()


def explain(root: Path, path: str, rules: Rules | None = None) -> Skip | None:
    """Return why the file or folder at ``path`` (from the root) is not indexed, None when it is to be.

    Raises:
        NotFoundError: it is not there.
    """
    rules = rules or Rules()
    scope, parts = root_scope(root, rules), path.strip("/").split("/")
    for depth in range(1, len(parts)):
        above = "/".join(parts[:depth])
        skip = _left_out(scope, rules, file_at(root, above), above)
        if skip or (_is_link(file_at(root, above)) and not rules.follow_links):
            return skip or Skip("link")
        scope = scope.enter(file_at(root, above), above)
    file = next(iter(discover_below(root, path, rules)), None)
    if file is None and not os.path.lexists(file_at(root, path)):
        raise NotFoundError("files.not_below", path=path, root=root)
    return file.skip if file is not None and file.path.rstrip("/") == "/".join(parts) else None


def tracked_despite(root: Path, path: str, rules: Rules | None = None) -> Skip | None:
    """Return the rule of git's for the file at ``path`` (from the root) that does not hold, as git tracks it."""
    scope, parts = root_scope(root, rules or Rules()), path.strip("/").split("/")
    for depth in range(1, len(parts)):
        above = "/".join(parts[:depth])
        scope = scope.enter(file_at(root, above), above)
    return scope.despite("/".join(parts), is_folder=False)


class EnteredFolders:
    """Which folders below a root the walk enters, for one pass: rules that change meanwhile do not count.

    Each folder is decided once, by what holds in the folder above it.
    """

    def __init__(self, root: Path, rules: Rules | None = None) -> None:
        self._root = root
        self._rules = rules or Rules()
        self._inside: dict[str, Scope | None] = {"": root_scope(root, self._rules)}

    def enters(self, folder: str) -> bool:
        """Return whether the walk enters a folder (from the root; empty: the root itself)."""
        undecided = []
        while folder not in self._inside:
            undecided.append(folder)
            folder = folder.rpartition("/")[0]
        scope = self._inside[folder]
        for below in reversed(undecided):
            scope = self._inside[below] = self._enter(scope, below) if scope is not None else None
        return scope is not None

    def _enter(self, scope: Scope, folder: str) -> Scope | None:
        absolute = file_at(self._root, folder)
        is_passed_by = _is_link(absolute) and not self._rules.follow_links
        if is_passed_by or _left_out(scope, self._rules, absolute, folder):
            return None
        return scope.enter(absolute, folder)


def _left_out(scope: Scope, rules: Rules, folder: Path, path: str) -> Skip | None:
    """Return why the walk does not enter a folder, at ``path`` from the root; None if it does."""
    return scope.decide(path, is_folder=True) or rules.left_to_another_root(folder, path)


def _refuse_unreadable(root: Path) -> None:
    try:
        os.scandir(root).close()
    except OSError as error:
        raise NotFoundError("roots.unreadable", path=root, reason=error.strerror) from error


class _Entry(NamedTuple):
    """One entry of a folder; a link is neither followed nor a folder."""

    absolute: Path
    is_link: bool
    is_folder: bool


@dataclass(slots=True)
class _Walk:
    rules: Rules
    _folders: set[tuple[int, int]] = field(default_factory=set)
    _links: list[tuple[Path, str, Scope]] = field(default_factory=list)

    def below(self, folder: Path, path: str, scope: Scope) -> Iterator[FoundFile]:
        """Yield the entries below a folder, then the targets of the links found there."""
        yield from self._inside(folder, path, scope)
        yield from self.linked()

    def _inside(self, folder: Path, path: str, scope: Scope) -> Iterator[FoundFile]:
        """Yield the entries below a folder, without recursion: a tree may be deeper than the stack."""
        open_folders = [self._sorted(folder, path, scope)]
        while open_folders:
            step = next(open_folders[-1], None)
            if step is None:
                open_folders.pop()
            elif isinstance(step, FoundFile):
                yield step
            else:
                open_folders.append(self._sorted(*step))

    def _sorted(self, folder: Path, path: str, scope: Scope) -> "Iterator[FoundFile | tuple[Path, str, Scope]]":
        """Yield the files of one folder, and its folders as entries to open next."""
        if self.rules.follow_links and not self._is_new(folder):
            return
        try:
            entries = _entries(folder)
        except OSError:
            yield FoundFile(f"{path}/", str(folder), 0, 0, Skip(UNREADABLE))
            return
        base = f"{path}/" if path else ""
        for entry in entries:
            yield from self._step(entry, base + stored_name(entry.absolute.name), scope)

    def _is_new(self, folder: Path) -> bool:
        try:
            info = folder.stat()
        except OSError:
            return True
        key = (info.st_dev, info.st_ino)
        known = key in self._folders
        self._folders.add(key)
        return not known

    def entry(self, entry: _Entry, path: str, scope: Scope) -> Iterator[FoundFile]:
        """Yield one entry, with everything below it when it is a folder."""
        for step in self._step(entry, path, scope):
            if isinstance(step, FoundFile):
                yield step
            else:
                yield from self._inside(*step)

    def _step(self, entry: _Entry, path: str, scope: Scope) -> "Iterator[FoundFile | tuple[Path, str, Scope]]":
        absolute = entry.absolute
        if entry.is_link:
            yield from self._link(absolute, path, scope)
        elif entry.is_folder:
            skip = _left_out(scope, self.rules, absolute, path)
            if skip:
                yield FoundFile(f"{path}/", str(absolute), 0, 0, skip)
            else:
                yield absolute, path, scope.enter(absolute, path)
        else:
            yield self._file(absolute, path, scope)

    def _link(self, absolute: Path, path: str, scope: Scope) -> Iterator[FoundFile]:
        skip = scope.decide(path, is_folder=False)
        if skip or not self.rules.follow_links:
            yield FoundFile(path, str(absolute), 0, 0, skip or Skip("link"))
        else:
            self._links.append((absolute, path, scope))

    def linked(self) -> Iterator[FoundFile]:
        """Yield the targets of links, after everything else: a folder is listed at its real path."""
        while self._links:
            absolute, path, scope = self._links.pop(0)
            if not absolute.is_dir():
                yield self._file(absolute, path, scope)
            elif (
                _leads_above(absolute)
                or not self._is_unseen(absolute)
                or self.rules.left_to_another_root(absolute, path)
            ):
                yield FoundFile(path, str(absolute), 0, 0, Skip("link"))
            else:
                yield from self._inside(absolute, path, scope.enter(absolute, path))

    def _is_unseen(self, folder: Path) -> bool:
        info = folder.stat()
        return (info.st_dev, info.st_ino) not in self._folders

    def _file(self, absolute: Path, path: str, scope: Scope) -> FoundFile:
        try:
            info = absolute.stat(follow_symlinks=self.rules.follow_links)
        except OSError:
            return FoundFile(path, str(absolute), 0, 0, Skip(UNREADABLE))
        skip = scope.decide(path, is_folder=False) or self._by_state(absolute, info)
        generated = "" if skip else scope.generated_by(path)
        return FoundFile(path, str(absolute), info.st_size, info.st_mtime_ns, skip, generated=generated)

    def _by_state(self, absolute: Path, info: os.stat_result) -> Skip | None:
        if not stat.S_ISREG(info.st_mode):
            return Skip("special")
        if info.st_size == 0:
            return Skip("empty")
        if info.st_size > self.rules.max_bytes and info.st_size > (most := self.rules.most_bytes(absolute)):
            return Skip("size", f"limit {most:,} bytes")
        if is_in_the_cloud(info):
            return Skip(ONLINE_ONLY)
        return None if os.access(absolute, os.R_OK) else Skip(UNREADABLE)


def _entries(folder: Path) -> "list[_Entry]":
    with os.scandir(folder) as entries:
        ordered = sorted(entries, key=_name)
    return [
        _Entry(Path(entry.path), _entry_is_link(entry), entry.is_dir(follow_symlinks=False)) for entry in ordered
    ]


def _name(entry: "os.DirEntry[str]") -> str:
    return entry.name


def _entry_is_link(entry: "os.DirEntry[str]") -> bool:
    if entry.is_symlink():
        return True
    return os.name == "nt" and _has_mount_tag(entry.stat(follow_symlinks=False))


def _is_link(path: Path) -> bool:
    try:
        info = path.lstat()
    except OSError:
        return False
    return stat.S_ISLNK(info.st_mode) or _has_mount_tag(info)


def _has_mount_tag(info: os.stat_result) -> bool:
    return bool(getattr(info, "st_reparse_tag", 0) == _MOUNT_POINT_TAG)


def _leads_above(link: Path) -> bool:
    """Return whether a link leads to a folder that holds the link: following it would never end."""
    real = link.resolve()
    return link.parent.resolve().is_relative_to(real)
