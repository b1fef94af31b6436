"""Changes an index: adds, watches, updates and removes roots."""

import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

import structlog

from app.core.encoder_slot import EncoderSlot
from app.core.folder_roots import FolderRoots, readable_folders
from app.core.remote_reading import RemoteReading
from app.core.room import little_room
from app.core.root_status import settings_problems
from indexer.pipeline.indexer import Indexer
from indexer.watching.watcher import Watcher
from search.errors import BadInputError, KnownError, NotFoundError
from search.events import Event, Notice
from search.file_names import real_path
from search.messages import Message
from search.storage.git.head import work_tree
from search.storage.git.objects import tip_of
from search.storage.predicate import EVERYTHING
from search.storage.roots import RootsFile
from search.types.files import Root
from search.types.filters import RowFilter
from search.types.ids import FileId, RootId
from search.types.results import Ready
from search.types.status import Activity, IndexReport, Speed

HEAD_START_S = 0.3
"""Seconds for which a new engine answers before it loads the encoder.

Loading takes the interpreter lock: the first answer by word took 250 ms meanwhile, and 75 ms before it.
"""

_log = structlog.get_logger(__name__)


class Indexing:
    """The indexer and the watcher of one index.

    Args:
        folders: makes roots of folders.
        watcher: watches for changes; None for a command that only answers and ends.
        emit: gets notices about roots.
        pause_mark: a file that exists while indexing is paused, so that a pause outlives this process.
    """

    def __init__(
        self,
        roots: RootsFile,
        folders: FolderRoots,
        indexer: Indexer,
        encoder: EncoderSlot,
        watcher: Watcher | None,
        emit: Callable[[Event], None],
        pause_mark: Path,
    ) -> None:
        self._pause_mark = pause_mark
        self._roots = roots
        self._folders = folders
        self._indexer = indexer
        indexer.on_repositories(self._add_repositories)
        self._encoder = encoder
        self._watcher = watcher
        self._emit = emit
        self._using = threading.Lock()
        self._has_encoder = False
        self._begun = False
        self._beginning: threading.Thread | None = None
        self._reading: RemoteReading | None = None
        self._closed = threading.Event()

    def begin(self, *, compare: bool) -> None:
        """Load the encoder and watch every root, in the background; ``compare`` compares each with the disk first.

        An upgrade of the program that reads files differently also triggers a comparison, and a notice is emitted.
        If indexing was paused, all of this waits until it is resumed, even if the previous process was killed.
        """
        self._begun = True
        if self._pause_mark.exists():
            self._hold(paused=True)
        for notice in self.behind():
            self._emit(Notice(notice, standing=True))
        compare = compare or self._indexer.is_behind()
        if self._wants_meaning():
            self._indexer.meaning_expected = self._encoder.is_expected
            threading.Thread(target=self._use_encoder_soon, name="encoder", daemon=True).start()
        self._beginning = threading.Thread(target=self._begin, args=(compare,), name="beginning", daemon=True)
        self._beginning.start()

    def begin_reading(self, reading: RemoteReading) -> None:
        """Load the encoder and follow an index that jobs write, in the background."""
        self._begun = True
        self._reading = reading
        threading.Thread(target=self._encoder.wait, name="encoder", daemon=True).start()
        reading.begin()

    def index(
        self,
        paths: Sequence[str],
        *,
        semantic: bool | None,
        branches: Sequence[str] = (),
        single: bool | None = None,
    ) -> IndexReport:
        """Add folders, and branches of them that are not checked out; return when all are up to date.

        All of them are recorded before anything is read. A folder that cannot be read is a notice, and part of the
        report, if another one can. ``semantic`` turns semantic search of these roots on or off from now on; None
        leaves it as it is. A folder inside a watched folder does not become a root: the watched folder is brought
        up to date. A repository inside a folder becomes a root of its own, unless ``single`` keeps it in it.

        Raises:
            NotFoundError: a path is not there, or a branch; nothing is added then.
            BadInputError: it is no folder, cannot be read, or is the index itself; git refuses it.
            MissingExtraError: there is no git, and a branch is wanted.
        """
        folders, refused = readable_folders(paths, self._emit)
        for folder in folders:
            require_branches(folder, branches)
        roots = self._folders.of(folders, single=single)
        named = [root for folder in folders if branches and (root := self._folders.containing(folder))]
        roots += [self._roots.add_branch(root, branch) for root in dict.fromkeys(named) for branch in branches]
        self._tell_of_pause()
        if semantic is not None:
            roots = self._roots.search_all_by_meaning(roots, wanted=semantic)
        following = threading.Thread(target=self._follow_all, args=(roots,), name="following", daemon=True)
        following.start()

        def join_and_load(complete: Collection[RootId]) -> None:  # only now: loading takes minutes at worst
            self._join([root for root in roots if root.id in complete])
            if any(root.semantic for root in roots):
                self._use_encoder()

        report = self._indexer.index_roots(roots, words_read=join_and_load)
        self._tell_of_checked_out(roots)
        for problem in settings_problems(roots):
            self._emit(Notice(problem))
        following.join()
        return replace(report, refused=refused)

    def _join(self, roots: Sequence[Root]) -> None:
        """Forget the roots inside a single root that was read to its end: their files are a part of it now."""
        for root in roots:
            inner = self._folders.inside(root) if root.single else []
            for each in inner:
                self.forget(each)
            if inner:
                names = ", ".join(each.repository for each in inner)
                self._emit(
                    Notice(Message("indexing.repositories_joined", n=len(inner), folder=root.path, names=names))
                )

    def _add_repositories(self, root: Root, paths: Sequence[str]) -> None:
        """Make roots of repositories that the indexer noticed inside a root; words of them are found on return."""
        added = self._folders.appeared(root, paths)
        self._follow_all(added)
        if added:
            self._indexer.compare(*added)

    def _tell_of_pause(self) -> None:
        if self.activity().paused:
            self._emit(Notice(Message("indexing.paused")))

    def _tell_of_checked_out(self, roots: Sequence[Root]) -> None:
        for branch in roots:
            if branch.from_git and self._roots.folder_of(branch).branch == branch.branch:
                message = Message("indexing.branch_checked_out", branch=branch.from_git, folder=branch.path)
                self._emit(Notice(message))

    def forget(self, root: Root) -> None:
        """Stop watching a root and its branches, and delete everything indexed of them.

        Raises:
            BadInputError: indexing is paused in the midst of a folder.
            IndexWriteError: the disk is full or a permission is missing.
        """
        followed = (root, *self._roots.branches_of(root))
        if self._watcher is not None:
            for followed_root in followed:
                self._watcher.unwatch(followed_root.id)
        try:
            self._indexer.forget(root)
        except KnownError:
            for followed_root in followed:
                self._follow(followed_root)
            raise

    def move(self, root: Root, folder: str) -> Root:
        """Point a root, and the roots inside it that are there too, to another folder; words are found on return.

        Raises:
            NotFoundError: the folder is not there.
            BadInputError: it cannot be read, belongs to another root, or the root is a branch.
            IndexWriteError: the disk is full or a permission is missing.
        """
        (target,), _refused = readable_folders((folder,), self._emit)
        for inner in self._folders.inside(root):  # first, so that they are no part of the folder around them
            inner_target = target / Path(inner.path).relative_to(root.path)
            if inner_target.is_dir():
                self._moved(inner, inner_target)
        return self._moved(root, target)

    def _moved(self, root: Root, target: Path) -> Root:
        """Move one root, and read what changed on the way.

        A kill in between leaves the root at its new folder, which the next start compares.
        """
        moved = self._roots.move(root, target)
        if moved.path == root.path:
            return moved
        followed = (moved, *self._roots.branches_of(moved))
        for each in followed:
            if self._watcher is not None:
                self._watcher.unwatch(each.id)
        self._indexer.compare(moved)
        for each in followed:
            self._follow(each)
        return moved

    def turn_rules_off(self, groups: Sequence[str]) -> int:
        """Disable these groups of ignore rules, enable all others, and return how many files were read.

        On return, files that a rule now excludes are removed, and files that no rule excludes can be found
        by word. Roots are watched again, since other folders may matter now.

        Raises:
            BadInputError: there is no such group.
            IndexWriteError: the disk is full or a permission is missing.
        """
        try:
            self._folders.turn_rules_off(groups)
        except ValueError as error:
            raise BadInputError("rules.invalid", reason=error) from error
        self._tell_of_pause()
        changed = 0
        for root in self._roots.all():
            if root.from_git:  # a folder brings its branches up to date
                continue
            changed += self._indexer.compare(root)
            if self._watcher is not None and self._watcher.state(root.id) != "off":
                self._watcher.watch(root)
        return changed

    def pause(self, *, paused: bool) -> None:
        """Stop or continue indexing at the next piece of work, and the preparation of a model immediately.

        An engine remembers a pause for the next process; a command does not.
        """
        self._hold(paused=paused)
        if self._begun:
            self._remember(paused=paused)
        if not paused and self._begun and self._encoder.now() is None and self._wants_meaning():
            threading.Thread(target=self._use_encoder, name="encoder", daemon=True).start()

    def _hold(self, *, paused: bool) -> None:
        self._indexer.pause(paused=paused)
        self._encoder.pause(paused=paused)

    def _remember(self, *, paused: bool) -> None:
        try:
            if paused:
                self._pause_mark.touch()
            else:
                self._pause_mark.unlink(missing_ok=True)
        except OSError as error:
            self._emit(Notice(Message("indexing.pause_not_kept", path=self._pause_mark, reason=error.strerror)))

    def prefer(self, files: Sequence[FileId]) -> None:
        """Fill the vectors of these files, which an answer showed, before those of others."""
        self._indexer.prefer(files)

    def set_speed(self, speed: Speed) -> None:
        """Take more or less of the machine."""
        self._indexer.set_speed(speed)

    def ready(self, visible: RowFilter = EVERYTHING) -> Ready:
        """Return which steps of the visible index answer; semantic search does not while the encoder loads.

        A process without background work loads the encoder for its first question.
        """
        ready = self._indexer.ready(visible)
        loading = self._begun and self._encoder.now() is None
        return replace(ready, semantic=0.0) if loading else ready

    def behind(self, visible: RowFilter = EVERYTHING) -> tuple[Message, ...]:
        """Return a notice about visible files that another version of the program read, if there are any."""
        unread = self._indexer.unread(visible)
        if not unread:
            return ()
        if self._begun:
            return (Message("indexing.files_of_other_version", count=unread),)
        return (Message("indexing.files_of_other_version_stay", count=unread),)

    def obstacles(self) -> tuple[Message, ...]:
        """Return why what is left to do waits and is tried again, and whether the disk is nearly full."""
        waiting = (Message("indexing.tried_again", reason=each) for each in self._indexer.obstacles())
        return (*little_room(self._pause_mark.parent), *waiting)

    def activity(self) -> Activity:
        """Return the current activity."""
        return self._indexer.activity

    def watching(self) -> dict[str, str]:
        """Return how each root, by id, is watched."""
        if self._watcher is None:
            return {}
        return {root.id: self._watcher.state(root.id) for root in self._roots.all()}

    def has_graph(self, root: RootId) -> bool:
        """Return whether the dependencies of a root are up to date with its files."""
        return self._indexer.has_graph(root)

    def close(self) -> None:
        """Stop watching, and return when the current piece of work has ended."""
        self._closed.set()
        self._encoder.close()
        if self._reading is not None:
            self._reading.close()
        self._indexer.stop()
        if self._watcher is not None:
            self._watcher.close()
        if self._beginning is not None:
            self._beginning.join()
        self._indexer.close()

    def _begin(self, compare: bool) -> None:  # noqa: FBT001 - a thread's target takes positional arguments
        roots = self._roots.all()
        following = threading.Thread(target=self._follow_all, args=(roots,), name="following", daemon=True)
        following.start()
        behind = self._behind(roots, compare=compare)
        try:
            if behind and not self._closed.is_set():
                complete = self._indexer.read_roots(behind)
                self._join([root for root in behind if root.id in complete])
        except KnownError as error:
            _log.warning("roots not compared", error=str(error))
            self._emit(Notice(error.message, error.remedy))
        following.join()

    def _behind(self, roots: Sequence[Root], *, compare: bool) -> list[Root]:
        """Return the roots to read at the start: those that are not complete, with ``compare`` all.

        Roots that join a single one are read as a part of that.
        """
        inner = {root.id: self._folders.inside(root) for root in roots if root.single}
        joining = {each.id for inside in inner.values() for each in inside}
        own = [root for root in roots if not root.from_git and root.id not in joining]  # a folder reads branches
        return [root for root in own if compare or inner.get(root.id) or not self._indexer.is_listed(root)]

    def _follow_all(self, roots: Sequence[Root]) -> None:
        for root in roots:
            try:
                self._follow(root)
            except KnownError as error:
                _log.warning("root not followed", root=root.repository, error=str(error))
                self._emit(Notice(error.message, error.remedy))

    def _wants_meaning(self) -> bool:
        """Return whether a root has semantic search; without roots, the first one is expected to."""
        roots = self._roots.all()
        return not roots or any(root.semantic for root in roots)

    def _use_encoder_soon(self) -> None:
        if not self._closed.wait(HEAD_START_S):
            self._use_encoder()

    def _use_encoder(self) -> None:
        with self._using:
            self._indexer.meaning_expected = True
            encoder = self._encoder.wait()
            self._indexer.meaning_expected = encoder is not None
            if encoder is not None and not self._has_encoder and not self._closed.is_set():
                self._indexer.use_encoder(encoder)
                self._has_encoder = True

    def _follow(self, root: Root) -> None:
        if self._watcher is None or self._closed.is_set() or self._watcher.state(root.id) != "off":
            return
        if any(known.id == root.id for known in self._roots.all()):  # it may be forgotten while it is indexed
            self._watcher.watch(root)


def require_branches(folder: Path, branches: Sequence[str]) -> None:
    """Refuse branches that a folder's repository does not have.

    Raises:
        NotFoundError: there is no such branch.
        BadInputError: the folder is in no repository, or git refuses it.
        MissingExtraError: there is no git.
    """
    for branch in branches:
        if not branch.strip("/") or branch.startswith("-") or not branch.isprintable():
            raise BadInputError("roots.bad_branch", branch=repr(branch))
        if work_tree(Path(real_path(folder))) is None:
            raise BadInputError("roots.no_work_tree", folder=folder)
        if not tip_of(folder, branch):
            raise NotFoundError("roots.no_branch", folder=folder, branch=branch)
