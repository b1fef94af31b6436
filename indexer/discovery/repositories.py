"""Git repositories below a folder, at any depth: clones, submodules and linked work trees."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from indexer.discovery.git_rules import begins_repository, has_repository
from indexer.discovery.ignore_files import small_file
from indexer.discovery.rules import Rules, Scope, root_scope
from search.file_names import stored_name

_SUBMODULE = re.compile(r"^\s*path\s*=\s*(\S.*?)\s*$", re.MULTILINE)
"""A path in ``.gitmodules``."""


@dataclass(frozen=True, slots=True)
class NestedRepositories:
    """What git has below a folder; all paths are relative to the folder, with ``/``, sorted.

    Attributes:
        paths: folders in which a repository, a submodule or a linked work tree begins.
        broken: folders whose ``.git`` cannot be read; their files belong to the folder around them.
        missing: submodules that are not checked out.
    """

    paths: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class _Folder(NamedTuple):
    """A folder to look into.

    Attributes:
        outer: path of its repository from the folder where the search began: empty or ``a/b/``.
        inner: its path from there.
    """

    absolute: Path
    outer: str
    inner: str
    scope: Scope

    @property
    def path(self) -> str:
        return self.outer + self.inner

    @property
    def base(self) -> str:
        return f"{self.path}/" if self.inner else self.outer


def nested_repositories(folder: Path, rules: Rules) -> NestedRepositories:
    """Return the repositories below a folder that no rule leaves out; inside each, its own rules hold.

    Links are not followed. Folders that cannot be read are passed over.
    """
    paths: list[str] = []
    broken: list[str] = []
    missing: list[str] = []
    pending = [_Folder(folder, "", "", root_scope(folder, rules))]
    while pending:
        current = pending.pop()
        missing += _missing_submodules(current)
        for below in _folders_in(current):
            if begins_repository(below.absolute):
                paths.append(below.path)
                pending.append(_Folder(below.absolute, f"{below.path}/", "", root_scope(below.absolute, rules)))
                continue
            if has_repository(below.absolute):
                broken.append(below.path)
            pending.append(below._replace(scope=current.scope.enter(below.absolute, below.inner)))
    return NestedRepositories(tuple(sorted(paths)), tuple(sorted(broken)), tuple(sorted(missing)))


def _folders_in(folder: _Folder) -> Iterator[_Folder]:
    """Yield the folders directly in a folder that no rule leaves out."""
    try:
        with os.scandir(folder.absolute) as entries:
            names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return
    base = f"{folder.inner}/" if folder.inner else ""
    for name in names:
        inner = base + stored_name(name)
        if folder.scope.decide(inner, is_folder=True) is None:
            yield _Folder(folder.absolute / name, folder.outer, inner, folder.scope)


def _missing_submodules(folder: _Folder) -> list[str]:
    """Return the submodules that this folder names and that are not checked out."""
    if folder.inner:  # git reads the file at the top of a repository only
        return []
    named = _SUBMODULE.findall(small_file(folder.absolute / ".gitmodules"))
    return [folder.base + path for path in named if not has_repository(folder.absolute / path)]
