"""First stage: bring the manifest up to date.

Every file gets a row; deleted and excluded files lose their text.
"""

import itertools
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from indexer.pipeline.content_reuse import ContentReuse, Elsewhere, Moved, moved_away
from indexer.pipeline.context import READABLE, IndexingContext, scope_filter
from indexer.pipeline.control import Run
from indexer.pipeline.nested_roots import FormerRows, NestedRoots
from indexer.pipeline.planning import NOTHING, Plan, gone_row, has_new_rules, offline_row, plan, row_back
from indexer.pipeline.ports import LabelledFile
from indexer.pipeline.progress import StepProgress
from indexer.pipeline.rows_ahead import RowsAhead
from indexer.types import FoundFile
from search.events import FilesChanged
from search.storage.predicate import EVERYTHING
from search.types.files import OTHER_ROOT, FileRecord, FileState, Root
from search.types.filters import Condition, Operator
from search.types.ids import FileId
from search.types.status import Step

QUIET_SECONDS = 2.0
"""Time after which a comparison that reports nothing is reported all the same: everything else waits for it."""

NOTHING_ELSEWHERE = Elsewhere()

PURGE_AT_ONCE = 2_000
"""Files whose chunks are deleted in one commit."""


@dataclass(frozen=True, slots=True)
class ManifestResult:
    """Result of the stage.

    Attributes:
        plan: the work that is left.
        reread: read all files again, including those with unchanged content.
        moved: embed hashes of purged files, for files with the same content.
        elsewhere: rows of other branches and work trees that may have the text of files to read.
        former: rows that outer roots have of these files.
    """

    plan: Plan
    reread: bool
    moved: Moved
    elsewhere: Elsewhere = field(default_factory=Elsewhere)
    former: FormerRows = field(default_factory=FormerRows)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference between disk and manifest of a root, of which nothing is written yet.

    Attributes:
        result: of the stage once it is written.
        deleted: rows of files that were deleted.
        unlisted: files that are there and that discovery does not list any more.
    """

    root: Root
    result: ManifestResult
    deleted: Sequence[FileRecord] = ()
    unlisted: Sequence[FileId] = ()

    @property
    def rows(self) -> list[FileRecord]:
        """Return the rows to write; `NestedRoots.record` writes those of folders of other roots."""
        return [*self.deleted, *(row for row in self.result.plan.write if row.reason != OTHER_ROOT)]


class ManifestStage:
    """Compares disk and manifest, and writes every difference that needs no reading of files."""

    def __init__(self, context: IndexingContext) -> None:
        self._context = context
        self._reuse = ContentReuse(context)
        self._nested = NestedRoots(context)

    def whole(self, root: Root, run: Run, *, report: bool, reread: bool = False) -> ManifestResult:
        """Bring the manifest of a root up to date; see `compare`."""
        comparison = self.compare(root, run, report=report, reread=reread)
        self.write([comparison])
        return comparison.result

    def compare(
        self,
        root: Root,
        run: Run,
        *,
        report: bool,
        reread: bool = False,
        ahead: RowsAhead | None = None,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> Comparison:
        """Compare a root with its manifest; a cancelled run finds no difference.

        ``report`` sends `Progress` from the beginning, otherwise only if it takes long; ``reread`` treats every
        file as changed, as new rules of the root do. ``ahead`` has the rows of roots that are compared in a row,
        and ``meanwhile`` is called for every file that is listed.
        """
        on_disk = _with_calls(_until_cancelled(self._context.discovery.everything(root), run), meanwhile)
        if report:
            with self._context.progress.begin(Step.NAMES, root) as progress:
                files = self._labelled(root, _counted(on_disk, progress))
        else:
            files = self._labelled(root, self._counted_if_long(root, on_disk))
        if run.is_cancelled():
            return Comparison(root, ManifestResult(NOTHING, reread=False, moved={}))
        rows = self._rows(root) if ahead is None else ahead.of(root)
        reread |= has_new_rules(files, rows)
        todo = plan(files, rows, reread=reread)
        elsewhere = Elsewhere() if reread else self._reuse.elsewhere(root, todo.read, todo.known)
        return self._compared(root, todo, reread=reread, elsewhere=elsewhere)

    def part(self, root: Root, paths: Sequence[str]) -> ManifestResult:
        """Bring the rows of some files or folders (relative to the root) up to date."""
        labelled_files = {
            labelled.row.path: labelled
            for path in paths
            for labelled in self._labelled(root, self._context.discovery.below(root, path))
        }
        below = Condition("path", Operator.GLOB, tuple(f"/{path}" for path in paths))
        rows = {path: row for path, row in self._rows(root, below).items() if _is_below(path, paths)}
        comparison = self._compared(root, plan(list(labelled_files.values()), rows), reread=False)
        self.write([comparison])
        return comparison.result

    def leave_offline(self, root: Root) -> bool:
        """Mark the files of an unavailable root as offline; return whether any row changed."""
        return self._rewrite(self._context.readable(root), offline_row)

    def restore_offline(self, root: Root) -> bool:
        """Mark the files of a root that is available again as before; return whether any row changed."""
        files = self._context.storage.files
        if not files.counts(EVERYTHING).offline[root.id]:
            return False
        return self._rewrite(files.matching(scope_filter(root), (FileState.OFFLINE,)), row_back)

    def _rewrite(self, rows: Sequence[FileRecord], change: Callable[[FileRecord], FileRecord]) -> bool:
        changed = [change(row) for row in rows]
        if changed:
            with self._context.writing:
                self._context.storage.files.upsert(changed)
            self._context.listener.records_changed(changed)
        return bool(changed)

    def _counted_if_long(self, root: Root, files: Iterable[FoundFile]) -> Iterator[FoundFile]:
        """Yield the files, and report how many there are from `QUIET_SECONDS` on."""
        begun, done, left = time.monotonic(), 0, iter(files)
        for file in left:
            yield file
            done += 1
            if time.monotonic() - begun >= QUIET_SECONDS:
                break
        else:
            return
        self._context.progress.expect((root,))
        with self._context.progress.begin(Step.NAMES, root, done=done) as progress:
            yield from _counted(left, progress)

    def _labelled(self, root: Root, files: Iterable[FoundFile]) -> list[LabelledFile]:
        return [LabelledFile(file, self._context.discovery.label(root, file)) for file in files]

    def _rows(self, root: Root, *conditions: Condition) -> dict[str, FileRecord]:
        if root.branch not in self._context.storage.files.branches_of(root.id):
            return {}
        rows = self._context.storage.files.matching(scope_filter(root).and_(*conditions))
        return {row.path: row for row in rows}

    def _compared(
        self, root: Root, todo: Plan, *, reread: bool, elsewhere: Elsewhere = NOTHING_ELSEWHERE
    ) -> Comparison:
        former = self._nested.former(root)
        staying = self._nested.staying(root, todo.purge)
        todo = replace(todo, purge=tuple(row for row in todo.purge if row.id not in staying))
        moved = moved_away(self._context.storage, [row for row in todo.purge if row.state in READABLE])
        now = time.time()
        written = {row.path for row in todo.write}
        missing = [row for row in todo.purge if row.path not in written]
        gone_rows = [gone_row(row, now) for row in missing if not _exists(root, row)]
        unlisted = [row.id for row in missing if _exists(root, row)]
        result = ManifestResult(todo, reread, {**former.moved, **moved}, elsewhere, former)
        return Comparison(root, result, gone_rows, unlisted)

    def write(self, comparisons: Sequence[Comparison]) -> None:
        """Write the differences of roots that need no reading of files, in one commit of each table.

        Raises:
            IndexWriteError: the disk is full or a permission is missing.
        """
        purged = [row.id for each in comparisons for row in each.result.plan.purge]
        unlisted = [identifier for each in comparisons for identifier in each.unlisted]
        with self._context.writing:
            for start in range(0, len(purged), PURGE_AT_ONCE):
                self._context.storage.chunks.replace_files(purged[start : start + PURGE_AT_ONCE], [], {})
            self._context.storage.files.upsert([row for each in comparisons for row in each.rows])
            self._context.storage.files.remove(unlisted)
        for each in comparisons:
            if each.result.plan.purge:
                self._notify_of_purge(each)

    def _notify_of_purge(self, comparison: Comparison) -> None:
        todo = comparison.result.plan
        written = {row.path: row for row in todo.write}
        rows = [*comparison.deleted, *(written[row.path] for row in todo.purge if row.path in written)]
        self._context.listener.files_replaced(rows, comparison.unlisted, ())
        removed = tuple(row.path for row in todo.purge)
        self._context.emit(FilesChanged((), removed, comparison.root.name))


def _until_cancelled(files: Iterable[FoundFile], run: Run) -> Iterator[FoundFile]:
    return itertools.takewhile(lambda _: not run.is_cancelled(), files)


def _with_calls(files: Iterable[FoundFile], meanwhile: Callable[[], None]) -> Iterator[FoundFile]:
    for file in files:
        meanwhile()
        yield file


def _counted(files: Iterable[FoundFile], progress: StepProgress) -> Iterator[FoundFile]:
    for file in files:
        yield file
        progress.advance(1)


def _exists(root: Root, row: FileRecord) -> bool:
    """Return whether a file that discovery did not list still exists, in a folder that a rule excludes now.

    For a branch in git it is True: git itself reports deletions, so no row has to record them.
    """
    return bool(root.from_git) or os.path.lexists(os.path.join(root.path, row.path))  # noqa: PTH118 -- no Path for each of thousands


def _is_below(path: str, tops: Sequence[str]) -> bool:
    return any(path == top or path.startswith(f"{top}/") for top in tops)
