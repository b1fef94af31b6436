"""Changes an index: adds, watches, updates and removes roots."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import structlog

from app.core.encoder_slot import EncoderSlot
from app.core.remote_reading import RemoteReading
from indexer.discovery.root_settings import read_settings
from indexer.pipeline.indexer import Indexer
from indexer.watching.watcher import Watcher
from search.errors import BadInputError, KnownError, NotFoundError
from search.events import Event, Notice
from search.messages import Message
from search.storage.git.head import work_tree
from search.storage.git.objects import tip_of
from search.storage.roots import RootsFile
from search.types.files import Root
from search.types.ids import RootId
from search.types.results import Ready
from search.types.status import Activity, IndexReport, Speed

MOST_FAILURES = 100
"""Failures that a report over several roots lists; the manifest has all of them."""

_log = structlog.get_logger(__name__)


class Indexing:
    """The indexer and the watcher of one index.

    Args:
        watcher: watches for changes; None for a command that only answers and ends.
        emit: gets notices about roots.
        turn_off: disables these groups of ignore rules in discovery.
        pause_mark: a file that exists while indexing is paused, so that a pause outlives this process.
    """

    def __init__(
        self,
        roots: RootsFile,
        indexer: Indexer,
        encoder: EncoderSlot,
        watcher: Watcher | None,
        emit: Callable[[Event], None],
        turn_off: Callable[[Sequence[str]], None],
        pause_mark: Path,
    ) -> None:
        self._pause_mark = pause_mark
        self._turn_off = turn_off
        self._roots = roots
        self._indexer = indexer
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
            threading.Thread(target=self._use_encoder, name="encoder", daemon=True).start()
        self._beginning = threading.Thread(target=self._begin, args=(compare,), name="beginning", daemon=True)
        self._beginning.start()

    def begin_reading(self, reading: RemoteReading) -> None:
        """Load the encoder and follow an index that jobs write, in the background."""
        self._begun = True
        self._reading = reading
        threading.Thread(target=self._encoder.wait, name="encoder", daemon=True).start()
        reading.begin()

    def index(self, paths: Sequence[str], *, semantic: bool | None, branches: Sequence[str] = ()) -> IndexReport:
        """Add folders, and branches of them that are not checked out; return when all are up to date.

        ``semantic`` turns semantic search of these roots on or off from now on; None leaves it as it is. A folder
        inside a watched folder does not become a root: the watched folder is brought up to date.

        Raises:
            NotFoundError: a path is not there, or a branch; nothing is added then.
            BadInputError: it is no folder, cannot be read, or is the index itself; git refuses it.
            MissingExtraError: there is no git, and a branch is wanted.
        """
        folders = [readable_folder(path) for path in paths]
        for folder in folders:
            require_branches(folder, branches)
        roots = list(dict.fromkeys(self._containing(folder) or self._added(folder) for folder in folders))
        self._tell_of_pause()
        if semantic is not None:
            roots = [self._roots.search_by_meaning(root, wanted=semantic) for root in roots]
        words = self._words_meanwhile(roots)
        reports = []
        for root in roots:
            report = self._indexer.index_root(root, semantic=root.semantic)
            reports.append(_together(words[root.id], report) if root.id in words else report)
            self._follow(root)
            reports += [self._index_branch(root, branch) for branch in branches]
        return _sum_of(reports)

    def _tell_of_pause(self) -> None:
        if self.activity().paused:
            self._emit(Notice(Message("indexing.paused")))

    def _words_meanwhile(self, roots: Sequence[Root]) -> dict[RootId, IndexReport]:
        """Load the encoder if a root needs it, which may take minutes, and index the words meanwhile."""
        reports: dict[RootId, IndexReport] = {}
        if not any(root.semantic for root in roots):
            return reports
        if self._begun and self._encoder.now() is None:
            loading = threading.Thread(target=self._use_encoder, name="encoder", daemon=True)
            loading.start()
            for root in roots:
                reports[root.id] = self._indexer.index_root(root, semantic=False)
                self._follow(root)
            loading.join()
        self._use_encoder()
        return reports

    def _added(self, folder: Path) -> Root:
        return self._roots.add(folder, repository=read_settings(folder).repository)

    def _index_branch(self, root: Root, name: str) -> IndexReport:
        branch = self._roots.add_branch(root, name)
        self._follow(branch)
        report = self._indexer.index_root(branch, semantic=branch.semantic)
        if self._roots.get(root.id).branch == branch.branch:
            self._emit(Notice(Message("indexing.branch_checked_out", branch=name, folder=root.path)))
        return report

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

    def turn_rules_off(self, groups: Sequence[str]) -> int:
        """Disable these groups of ignore rules, enable all others, and return how many files were read.

        On return, files that a rule now excludes are removed, and files that no rule excludes can be found
        by word. Roots are watched again, since other folders may matter now.

        Raises:
            BadInputError: there is no such group.
            IndexWriteError: the disk is full or a permission is missing.
        """
        try:
            self._turn_off(groups)
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
        """Stop or continue indexing at the next piece of work, and the preparation of a model at once.

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

    def set_speed(self, speed: Speed) -> None:
        """Take more or less of the machine."""
        self._indexer.set_speed(speed)

    def ready(self) -> Ready:
        """Return which steps of the index answer already; semantic search does not while the encoder loads.

        A process without background work loads the encoder for its first question.
        """
        ready = self._indexer.ready()
        loading = self._begun and self._encoder.now() is None
        return replace(ready, semantic=0.0) if loading else ready

    def behind(self) -> tuple[Message, ...]:
        """Return a notice about files that another version of the program read, if there are any."""
        unread = self._indexer.unread()
        if not unread:
            return ()
        if self._begun:
            return (Message("indexing.files_of_other_version", count=unread),)
        return (Message("indexing.files_of_other_version_stay", count=unread),)

    def activity(self) -> Activity:
        """Return what is done now."""
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
        for root in self._roots.all():
            if self._closed.is_set():
                return
            try:
                self._follow(root)
                if compare and not root.from_git:  # a folder brings its branches up to date
                    self._indexer.index_root(root)
            except KnownError as error:
                _log.warning("root not compared", root=root.repository, error=str(error))
                self._emit(Notice(error.message, error.remedy))

    def _wants_meaning(self) -> bool:
        """Return whether a root has semantic search; without roots, the first one is expected to."""
        roots = self._roots.all()
        return not roots or any(root.semantic for root in roots)

    def _use_encoder(self) -> None:
        with self._using:
            encoder = self._encoder.wait()
            if encoder is not None and not self._has_encoder and not self._closed.is_set():
                self._indexer.use_encoder(encoder)
                self._has_encoder = True

    def _follow(self, root: Root) -> None:
        if self._watcher is None or self._closed.is_set() or self._watcher.state(root.id) != "off":
            return
        if any(known.id == root.id for known in self._roots.all()):  # it may be forgotten while it is indexed
            self._watcher.watch(root)

    def _containing(self, folder: Path) -> Root | None:
        real = Path(os.path.realpath(folder))
        inside = [root for root in self._roots.all() if root.folder and real.is_relative_to(root.folder)]
        outer = min(inside, key=lambda root: len(root.path), default=None)
        if outer is not None and str(real) != outer.path:
            self._emit(Notice(Message("indexing.folder_inside", folder=real, outer=outer.path)))
        return outer


def readable_folder(path: str) -> Path:
    """Return a folder that can be added.

    Raises:
        NotFoundError: it is not there.
        BadInputError: it is no folder, or cannot be read.
    """
    folder = Path(path)
    try:
        if not folder.exists():
            raise NotFoundError("roots.not_there", path=path)
        if not folder.is_dir():
            raise BadInputError("roots.not_a_folder", path=path)
        with os.scandir(folder):
            return folder
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInputError("roots.not_readable", path=path, reason=reason) from error


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
        if work_tree(Path(os.path.realpath(folder))) is None:
            raise BadInputError("roots.no_work_tree", folder=folder)
        if not tip_of(folder, branch):
            raise NotFoundError("roots.no_branch", folder=folder, branch=branch)


def _together(words: IndexReport, whole: IndexReport) -> IndexReport:
    """Return one report for a folder whose words were indexed first and the rest after."""
    return replace(
        whole,
        seconds=words.seconds + whole.seconds,
        changed=words.changed + whole.changed,
        failures=words.failures or whole.failures,
    )


def _sum_of(reports: Sequence[IndexReport]) -> IndexReport:
    return IndexReport(
        files=sum(report.files for report in reports),
        chunks=sum(report.chunks for report in reports),
        nodes=sum(report.nodes for report in reports),
        edges=sum(report.edges for report in reports),
        skipped=sum(report.skipped for report in reports),
        failed=sum(report.failed for report in reports),
        seconds=sum(report.seconds for report in reports),
        changed=sum(report.changed for report in reports),
        embedded=sum(report.embedded for report in reports),
        failures=tuple(failure for report in reports for failure in report.failures)[:MOST_FAILURES],
    )
