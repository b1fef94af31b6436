"""Makes roots of folders: which root a folder belongs to, and the repositories inside it."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from indexer.discovery.finder import FileFinder
from indexer.discovery.git_rules import begins_repository, has_repository, is_bare_repository
from indexer.discovery.names import MOST_PATHS, listed_names
from indexer.discovery.repositories import NestedRepositories
from indexer.discovery.root_settings import read_settings
from search.errors import BadInputError, NotFoundError
from search.events import Event, Notice
from search.file_names import file_at, real_path
from search.messages import Message
from search.storage.git.command import is_refused_as_foreign
from search.storage.git.head import has_commits
from search.storage.roots import RootsFile, inode_of, is_away
from search.types.files import Root

UNREADABLE = "roots.not_readable"
"""Code of the refusal of a folder that is there and may not be read."""


class FolderRoots:
    """Adds folders to an index so that no file is in two roots.

    Args:
        emit: gets a notice about each folder that is something else than expected.
    """

    def __init__(self, roots: RootsFile, finder: FileFinder, emit: Callable[[Event], None]) -> None:
        self._roots = roots
        self._finder = finder
        self._emit = emit

    def of(self, folders: Sequence[Path], *, single: bool | None) -> list[Root]:
        """Return the roots of folders, each once; those that are new are added, with the repositories inside.

        ``single`` keeps the repositories inside a folder in its root, or makes each a root of its own; None leaves
        a folder that is indexed as it is.

        Raises:
            BadInputError: a folder is the index itself.
            IndexWriteError: the disk is full or a permission is missing.
        """
        roots: dict[str, Root] = {}
        names = {root.path: root.path for root in self._roots.all()}
        for folder in folders:
            for root in self._of(folder, single=single):
                roots.setdefault(root.id, root)
            self._notice_other_name(folder, names)
        return list(roots.values())

    def appeared(self, root: Root, paths: Iterable[str]) -> list[Root]:
        """Make roots of repositories that were noticed inside a root, and return those that are new."""
        known = {each.folder for each in self._roots.all()}
        folders = [file_at(Path(root.path), path.rstrip("/")) for path in paths]
        new = [folder for folder in folders if str(folder) not in known and begins_repository(folder)]
        added = self._all_added(new, root)
        if added:
            names = listed_names([each.repository for each in added])
            self._notice("indexing.repositories_appeared", n=len(added), folder=root.path, names=names)
        return added

    def turn_rules_off(self, groups: Sequence[str]) -> None:
        """Disable these groups of ignore rules in discovery, and enable all others.

        Raises:
            ValueError: there is no such group.
        """
        self._finder.turn_off(groups)

    def inside(self, root: Root) -> list[Root]:
        """Return the roots whose folders lie inside the folder of a root."""
        return [each for each in self._roots.all() if _is_inside(each.folder, root.path)]

    def _of(self, folder: Path, *, single: bool | None) -> list[Root]:
        real = Path(real_path(folder))
        outer = self.containing(real)
        if outer is not None and str(real) != outer.path:
            if outer.single or not begins_repository(real):
                self._notice("indexing.folder_inside", folder=real, outer=outer.path)
                return [outer]
            outer = None
        stays_single = single if single is not None else outer is not None and outer.single
        nested = None if stays_single else self._finder.nested_repositories(real)  # before anything is recorded
        root = outer or self._added(real)
        if single is not None:
            root = self._roots.keep_single(root, wanted=single)
        return [root] if nested is None else [root, *self._repositories_of(root, nested, expected=single is False)]

    def containing(self, folder: Path) -> Root | None:
        """Return the innermost root that holds a folder, or is it."""
        real = Path(real_path(folder))
        holding = [root for root in self._roots.all() if root.folder and real.is_relative_to(root.folder)]
        return max(holding, key=lambda root: len(root.path), default=None)

    def _added(self, folder: Path, outer: Root | None = None) -> Root:
        root = self._roots.add(
            folder,
            external=outer is not None and outer.external,
            repository=read_settings(folder).repository,
        )
        wanted = outer is None or outer.semantic
        return root if wanted == root.semantic else self._roots.search_by_meaning(root, wanted=wanted)

    def _all_added(self, folders: Iterable[Path], outer: Root) -> list[Root]:
        """Make roots of folders inside a root, without those that have been deleted since they were noticed."""
        added: list[Root] = []
        with self._roots.written_once():
            for folder in self._without_moved(folders):
                with suppress(NotFoundError):
                    added.append(self._added(folder, outer))
        return added

    def _repositories_of(self, root: Root, nested: NestedRepositories, *, expected: bool) -> list[Root]:
        """Make a root of each repository inside a root, and report them unless the caller has chosen that."""
        top = Path(root.path)
        added = self._all_added((file_at(top, path) for path in nested.paths), root)
        if added and not expected:
            names = listed_names([each.repository for each in added])
            self._notice("indexing.repositories", n=len(added), folder=root.path, names=names)
        for path in nested.broken:
            self._notice("indexing.broken_repository", folder=top / path)
        if nested.missing:
            names = listed_names(nested.missing, MOST_PATHS)
            self._notice("indexing.missing_submodules", n=len(nested.missing), folder=root.path, names=names)
        if has_repository(top) and not begins_repository(top):
            self._notice("indexing.unreadable_git", folder=root.path)
        if is_bare_repository(top):
            self._notice("indexing.bare_repository", folder=root.path)
        for each in (root, *added):
            if begins_repository(Path(each.path)) and not has_commits(Path(each.path)):
                self._notice("indexing.no_commits", folder=each.path)
        self._notice_foreign([root, *added])
        return added

    def _notice_foreign(self, roots: Sequence[Root]) -> None:
        folders = [root.path for root in roots if begins_repository(Path(root.path))]
        foreign = [folder for folder in folders if is_refused_as_foreign(Path(folder))]
        if foreign:
            self._notice("indexing.foreign_repositories", names=listed_names(foreign, MOST_PATHS))

    def _without_moved(self, folders: Iterable[Path]) -> list[Path]:
        """Return the folders without those that a root which is not there was renamed to; that is noticed."""
        away = {root.inode: root for root in self._roots.all() if root.folder and root.inode and is_away(root)}
        remaining = []
        for folder in folders:
            root = away.get(_inode(folder)) if away else None
            if root is None:
                remaining.append(folder)
            else:
                self._notice("indexing.root_moved", folder=root.path, target=str(folder))
        return remaining

    def _notice_other_name(self, folder: Path, names: dict[str, str]) -> None:
        """Note under which name a folder was added; another name of it is noticed."""
        name = os.path.abspath(folder)  # noqa: PTH100 - resolve would follow links, which make the other name
        same = names.setdefault(real_path(folder), name)
        if same != name:
            self._notice("indexing.same_folder", folder=name, same=same)

    def _notice(self, code: str, **values: object) -> None:
        self._emit(Notice(Message(code, **values)))


def readable_folders(
    paths: Sequence[str], emit: Callable[[Event], None]
) -> tuple[list[Path], tuple[Message, ...]]:
    """Return the folders that can be added, and a message about each unreadable one, which is emitted too.

    Raises:
        NotFoundError: one is not there.
        BadInputError: one is no folder, the root of the file system or an empty name, or none can be read.
    """
    folders: list[Path] = []
    refused: list[BadInputError] = []
    for path in paths:
        try:
            folders.append(_readable_folder(path))
        except BadInputError as error:
            if error.message.code != UNREADABLE:
                raise
            refused.append(error)
    if refused and not folders:
        raise refused[0]
    for refusal in refused:
        emit(Notice(refusal.message, refusal.remedy))
    return folders, tuple(refusal.message for refusal in refused)


def _readable_folder(path: str) -> Path:
    if not path:  # of a variable that is not set; as a path it would be the working directory
        raise BadInputError("roots.empty_name")
    folder = Path(path)
    try:
        if not folder.exists():
            raise NotFoundError("roots.not_there", path=path)
        if not folder.is_dir():
            raise BadInputError("roots.not_a_folder", path=path)
        if _holds_the_system(Path(real_path(folder))):
            raise BadInputError("roots.whole_system", path=path)
        with os.scandir(folder):
            return folder
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError(UNREADABLE, path=path, reason=reason) from error


def _holds_the_system(folder: Path) -> bool:
    """Return whether this is the root of the file system; another drive of Windows may hold nothing but files."""
    drive = os.environ.get("SYSTEMDRIVE", "").upper()
    return folder == folder.parent and folder.drive.upper() in {"", drive}


def _inode(folder: Path) -> int:
    """Return the inode of a folder; 0 if it has been deleted."""
    try:
        return inode_of(folder)
    except OSError:
        return 0


def _is_inside(folder: str, outer: str) -> bool:
    return folder.startswith(f"{outer.rstrip(os.sep)}{os.sep}")
