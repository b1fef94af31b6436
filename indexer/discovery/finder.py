"""The indexer's view of the disk: the files, the excluded entries with the reason, and the labels of each file."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import structlog

from indexer.discovery.branch_tree import discover_branch
from indexer.discovery.labels import record_of
from indexer.discovery.repositories import NestedRepositories, nested_repositories
from indexer.discovery.root_settings import SETTINGS_FILE, RootSettings, read_settings
from indexer.discovery.rules import Rules, rules_off
from indexer.discovery.walk import EnteredFolders, discover, discover_below, explain, tracked_despite
from indexer.types import FoundFile, Skip
from search.file_names import stored_name
from search.types.files import FileRecord, Root
from search.types.ids import RootId

_log = structlog.get_logger(__name__)


class FileFinder:
    """Finds the files of roots under the person's rules.

    Args:
        rules: hold for every root.
        roots: returns all roots; a folder inside a root that is a root itself is left to it.
    """

    def __init__(self, rules: Rules | None = None, roots: Callable[[], Iterable[Root]] = tuple) -> None:
        self._rules = rules or Rules()
        self._roots = roots
        self._settings: dict[RootId, tuple[tuple[int, int], RootSettings]] = {}

    def turn_off(self, names: Sequence[str], /) -> None:
        """Let all groups of rules hold but these: ``GROUP`` for every root or ``LABEL:GROUP`` for one."""
        self._rules = replace(self._rules, off=rules_off(names))

    def everything(self, root: Root, /) -> Iterable[FoundFile]:
        """Yield every file below the root, each with its `Skip` if it is not to be indexed.

        Raises:
            NotFoundError: the root is not there or cannot be read.
            BadInputError: git cannot list the files of a branch.
        """
        if root.from_git:
            return discover_branch(root, self._of(root))
        return discover(Path(root.path), self._of(root))

    def below(self, root: Root, path: str, /) -> Iterable[FoundFile]:
        """Yield the file at ``path`` (relative to the root), or all files below that folder; none if gone."""
        return discover_below(Path(root.path), path, self._of(root))

    def label(self, root: Root, file: FoundFile, /) -> FileRecord:
        """Return the manifest row of a file that was not read yet: ``waiting``, or ``skipped`` with the rule."""
        return record_of(root, file, self.settings(root))

    def why_not(self, root: Root, path: str, /) -> Skip | None:
        """Return why a path of the root is not indexed, None when it is to be.

        Raises:
            NotFoundError: it is not there.
        """
        return explain(Path(root.path), path, self._of(root))

    def tracked_despite(self, root: Root, path: str, /) -> Skip | None:
        """Return the rule of git's that matches a file of the root, and does not hold because git tracks it."""
        return tracked_despite(Path(root.path), path, self._of(root))

    def entering(self, root: Root, /) -> Callable[[str], bool]:
        """Return what says, for one pass, whether anything in a folder (relative to the root) can be indexed."""
        return EnteredFolders(Path(root.path), self._of(root)).enters

    def nested_repositories(self, folder: Path, /) -> NestedRepositories:
        """Return the git repositories below a folder, which need not be a root."""
        return nested_repositories(folder, self._rules.for_root(""))

    def _of(self, root: Root) -> Rules:
        inside = f"{root.path.rstrip(os.sep)}{os.sep}"
        roots = () if root.single else self._roots()  # those inside a single root join it
        others = (other.folder for other in roots if other.folder.startswith(inside))
        paths = frozenset(stored_name(other.removeprefix(inside).replace(os.sep, "/")) for other in others)
        return replace(self._rules.for_root(root.repository), other_roots=paths, splits=not root.single)

    def settings(self, root: Root, /) -> RootSettings:
        """Return the current settings of the root's ``.dowse.toml``; its ``problems`` are for the person.

        The file in the folder applies to its branches too: its rights are the newest.
        """
        stamp = _stamp(os.path.join(root.path, SETTINGS_FILE))  # noqa: PTH118 -- no Path for each of thousands
        known = self._settings.get(root.id)
        if known is not None and known[0] == stamp:
            return known[1]
        settings = read_settings(Path(root.path))
        self._settings[root.id] = (stamp, settings)
        if settings.problems:
            _log.warning("settings_damaged", root=root.path, problems=settings.problems)
        return settings


def _stamp(file: str) -> tuple[int, int]:
    try:
        info = os.stat(file)  # noqa: PTH116 -- as above
    except OSError:
        return (0, -1)
    return (info.st_mtime_ns, info.st_size)
