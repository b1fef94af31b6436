"""Compares the names of roots with the disk, and writes those of many small roots in one commit."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from indexer.pipeline.context import IndexingContext
from indexer.pipeline.control import Run
from indexer.pipeline.listed_roots import ListedRoot, Options, RootAges, Unwritten
from indexer.pipeline.manifest_stage import ManifestResult, ManifestStage
from indexer.pipeline.ports import Emit
from indexer.pipeline.rows_ahead import RowsAhead
from indexer.pipeline.turns import Turns
from search.errors import IndexWriteError, KnownError, NotFoundError
from search.events import Notice
from search.messages import Message
from search.storage.git.head import branch_of
from search.storage.git.objects import tip_of
from search.storage.moved_folder import is_inside_any, missing_notice
from search.storage.roots import is_away
from search.types.files import Root

MANY_FILES = 100_000
"""From so many files on a notice says how many: reading them takes minutes, and often a folder was not meant."""


class RootListing:
    """Runs the first stage for several roots.

    Attributes:
        turns: one run compares a root, or writes names, at a time.
        ages: what happens to roots while they are compared.
    """

    def __init__(self, context: IndexingContext, manifest_stage: ManifestStage) -> None:
        self._context = context
        self._manifest_stage = manifest_stage
        self.turns = Turns()
        self.ages = RootAges()

    def of_all(self, roots: Sequence[Root], run: Run, options: Options, *, alone: bool) -> list[ListedRoot]:
        """Bring the manifests of roots up to date, many small ones in one commit; return those that are there."""
        listed: list[ListedRoot] = []
        unwritten, ahead = Unwritten(), RowsAhead(self._context, roots)

        def write_due() -> None:
            if unwritten.is_due:
                listed.extend(self._write(unwritten.drain()))

        for root in roots:
            with noticed_failure(self._context.emit, root, alone=alone):
                if not self.leaves_offline(root):
                    unwritten.add(self._compare(root, run, options, ahead, write_due))
            with self.turns:
                write_due()
        with self.turns:
            return listed + self._write(unwritten.drain())

    def of(self, root: Root, run: Run, options: Options) -> list[ListedRoot]:
        """Bring the manifest of a root up to date; return nothing for a root that is away."""
        return self.of_all([root], run, options, alone=True)

    def again(self, listed: ListedRoot, run: Run, options: Options) -> list[ListedRoot]:
        """Return a root whose checked-out branch changed during reading and that is read again; else nothing."""
        root = listed.root
        if listed.again or root.from_git or not goes_on(listed.manifest, run) or is_away(root):
            return []
        branch = branch_of(Path(root.path))
        if branch == root.branch:
            return []
        message = Message("indexing.branch_changed", folder=root.path, before=root.branch, after=branch)
        self._context.emit(Notice(message))
        return [replace(each, again=True) for each in self.of(root, run, options)]

    def _compare(
        self, root: Root, run: Run, options: Options, ahead: RowsAhead, meanwhile: Callable[[], None]
    ) -> ListedRoot:
        with self.turns:
            current = self._context.storage.roots.refresh_branch(root.id)
            age = self.ages.of(root.id)
            comparison = self._manifest_stage.compare(
                current, run, report=options.report, reread=options.reread, ahead=ahead, meanwhile=meanwhile
            )
        if (count := len(comparison.result.plan.read)) >= MANY_FILES:
            self._context.emit(Notice(Message("indexing.many_files", folder=display_name(root), count=count)))
        return ListedRoot(current, comparison, age)

    def _write(self, listed: list[ListedRoot]) -> list[ListedRoot]:
        """Write the manifests of these roots, in the caller's turn of `turns`, and return the roots.

        Those of roots that were read, updated or forgotten meanwhile are older than what is there: not written.
        """
        if not listed:
            return []
        known = {root.id for root in self._context.storage.roots.all()}
        written = [each.root.id in known and each.age == self.ages.of(each.root.id) for each in listed]
        self._manifest_stage.write(
            [each.comparison for each, is_written in zip(listed, written, strict=True) if is_written]
        )
        return [replace(each, is_written=is_written) for each, is_written in zip(listed, written, strict=True)]

    def leaves_offline(self, root: Root) -> bool:
        """Return whether a root is unavailable; its files stay searchable and are marked as offline meanwhile."""
        if not is_away(root) and not _has_vanished(root):
            if self._manifest_stage.restore_offline(root):
                self._context.emit(Notice(Message("indexing.root_back", folder=display_name(root))))
            return False
        if self._manifest_stage.leave_offline(root):
            away = [other for other in self._context.storage.roots.all() if is_away(other)]
            if not is_inside_any(root, away):
                self._context.emit(Notice(missing_notice(root, display_name(root)), standing=True))
        return True


@contextmanager
def noticed_failure(emit: Emit, root: Root, *, alone: bool) -> Iterator[None]:
    """Make what is wrong with one of several roots a notice, so that the others go on; ``alone`` raises it."""
    try:
        yield
    except IndexWriteError:
        raise
    except KnownError as error:
        if alone:
            raise
        if not isinstance(error, NotFoundError):
            emit(Notice(Message("indexing.root_failed", folder=root.path, reason=error), error.remedy))


def goes_on(manifest: ManifestResult, run: Run) -> bool:
    """Wait while paused if there was anything to read; return False if the run was cancelled."""
    return run.goes_on() if manifest.plan.read else not run.is_cancelled()


def _has_vanished(root: Root) -> bool:
    return bool(root.from_git) and not tip_of(Path(root.path), root.from_git)


def display_name(root: Root) -> str:
    """Return what notices call a root."""
    return f"The branch {root.from_git} of {root.path}" if root.from_git else root.path
