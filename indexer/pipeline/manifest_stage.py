"""First step: every file has a row that says what it is; what is gone or excluded loses its text."""

import itertools
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from indexer.pipeline.content_reuse import ContentReuse, Elsewhere
from indexer.pipeline.context import READABLE, IndexingContext, scope_filter
from indexer.pipeline.control import Run
from indexer.pipeline.moves import Moved, moved_away
from indexer.pipeline.planning import NOTHING, Plan, gone_row, has_new_rules, offline_row, plan, row_back
from indexer.pipeline.ports import Labelled
from indexer.types import FoundFile
from search.events import FilesChanged
from search.types.files import FileRecord, FileState, Root
from search.types.filters import Condition, Operator

PURGE_AT_ONCE = 2_000
"""Files whose chunks are deleted in one commit."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the step found.

    Attributes:
        plan: what is left to do.
        reread: cut all files again, also those whose content is as before.
        moved: what purged files leave to files of the same content.
        elsewhere: rows of files to read on other branches and work trees, which may have their text.
    """

    plan: Plan
    reread: bool
    moved: Moved
    elsewhere: Elsewhere = field(default_factory=Elsewhere)


class ManifestStage:
    """Compares disk and manifest and writes the difference that needs no reading."""

    def __init__(self, place: IndexingContext) -> None:
        self._place = place
        self._carrying = ContentReuse(place)

    def whole(self, root: Root, run: Run, *, report: bool, reread: bool = False) -> Named:
        """Bring the manifest of a root up to date; where the run is cancelled meanwhile, leave it as it is.

        ``report`` sends `Progress`; ``reread`` takes every file as changed, as new rules of the root do.
        """
        if report:
            self._place.progress.begin("names", 0)
        self._welcome_back(root)
        files = self._labelled(root, _until_cancelled(self._place.discovery.everything(root), run))
        if run.is_cancelled():
            return Named(NOTHING, reread=False, moved={})
        rows = self._rows(root)
        reread |= has_new_rules(files, rows)
        todo = plan(files, rows, reread=reread)
        elsewhere = Elsewhere() if reread else self._carrying.elsewhere(root, todo.read, todo.known)
        return replace(self._apply(root, todo, reread=reread), elsewhere=elsewhere)

    def part(self, root: Root, paths: Sequence[str]) -> Named:
        """Bring the rows of some files or folders (relative to the root) up to date."""
        found = {
            labelled.row.path: labelled
            for path in paths
            for labelled in self._labelled(root, self._place.discovery.below(root, path))
        }
        below = Condition("path", Operator.GLOB, tuple(f"/{path}" for path in paths))
        rows = {path: row for path, row in self._rows(root, below).items() if _is_below(path, paths)}
        return self._apply(root, plan(list(found.values()), rows), reread=False)

    def leave_offline(self, root: Root) -> bool:
        """Mark the files of a root that is not there; return whether any was not marked yet."""
        return self._rewrite(self._place.readable(root), offline_row)

    def _welcome_back(self, root: Root) -> None:
        self._rewrite(self._place.storage.files.matching(scope_filter(root), (FileState.OFFLINE,)), row_back)

    def _rewrite(self, rows: Sequence[FileRecord], change: Callable[[FileRecord], FileRecord]) -> bool:
        changed = [change(row) for row in rows]
        if changed:
            with self._place.writing:
                self._place.storage.files.upsert(changed)
            self._place.listener.records_changed(changed)
        return bool(changed)

    def _labelled(self, root: Root, found: Iterable[FoundFile]) -> list[Labelled]:
        return [Labelled(one, self._place.discovery.label(root, one)) for one in found]

    def _rows(self, root: Root, *conditions: Condition) -> dict[str, FileRecord]:
        rows = self._place.storage.files.matching(scope_filter(root).and_(*conditions))
        return {row.path: row for row in rows}

    def _apply(self, root: Root, todo: Plan, *, reread: bool) -> Named:
        moved = moved_away(self._place.storage, [row for row in todo.purge if row.state in READABLE])
        now = time.time()
        written = {row.path: row for row in todo.write}
        missing = [row for row in todo.purge if row.path not in written]
        gone = [gone_row(row, now) for row in missing if not _exists(root, row)]
        unlisted = [row.id for row in missing if _exists(root, row)]
        with self._place.writing:
            for start in range(0, len(todo.purge), PURGE_AT_ONCE):
                part = [row.id for row in todo.purge[start : start + PURGE_AT_ONCE]]
                self._place.storage.chunks.replace_files(part, [], {})
            self._place.storage.files.upsert([*gone, *todo.write])
            self._place.storage.files.remove(unlisted)
        if todo.purge:
            rows = [*gone, *(written[row.path] for row in todo.purge if row.path in written)]
            self._place.listener.files_replaced(rows, unlisted, ())
            self._place.emit(FilesChanged((), tuple(row.path for row in todo.purge)))
        return Named(todo, reread, moved)


def _until_cancelled(found: Iterable[FoundFile], run: Run) -> Iterator[FoundFile]:
    return itertools.takewhile(lambda _: not run.is_cancelled(), found)


def _exists(root: Root, row: FileRecord) -> bool:
    """Return whether a file that was not found is there all the same: in a folder that a rule leaves out now.

    Git knows what was deleted of a branch, so that no row has to tell.
    """
    return bool(root.from_git) or os.path.lexists(os.path.join(root.path, row.path))  # noqa: PTH118 -- no Path for each of thousands


def _is_below(path: str, tops: Sequence[str]) -> bool:
    return any(path == top or path.startswith(f"{top}/") for top in tops)
