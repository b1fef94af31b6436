"""First step: every file has a row that says what it is; what is gone or excluded loses its text."""

import time
from collections.abc import Iterable, Sequence

from indexer.types import FoundFile
from indexer.worker.planning import Plan, gone_row, has_new_rules, plan
from indexer.worker.ports import Labelled
from indexer.worker.workplace import Workplace, scope_filter
from search.events import FilesChanged
from search.types.files import FileRecord, Root
from search.types.filters import Condition, Operator

PURGE_AT_ONCE = 2_000
"""Files whose chunks are deleted in one commit."""


class NamesStep:
    """Compares disk and manifest and writes the difference that needs no reading."""

    def __init__(self, place: Workplace) -> None:
        self._place = place

    def whole(self, root: Root) -> tuple[Plan, bool]:
        """Bring the manifest of a root up to date; return what is left, and whether all files are cut again."""
        self._place.progress.begin("names", 0)
        files = self._labelled(root, self._place.discovery.everything(root))
        rows = self._rows(root)
        reread = has_new_rules(files, rows)
        return self._apply(plan(files, rows, reread=reread)), reread

    def part(self, root: Root, paths: Sequence[str]) -> Plan:
        """Do the same for some files or folders, relative to the root."""
        found = {
            labelled.row.path: labelled
            for path in paths
            for labelled in self._labelled(root, self._place.discovery.below(root, path))
        }
        below = Condition("path", Operator.GLOB, tuple(f"/{path}" for path in paths))
        rows = {path: row for path, row in self._rows(root, below).items() if _is_below(path, paths)}
        return self._apply(plan(list(found.values()), rows))

    def _labelled(self, root: Root, found: Iterable[FoundFile]) -> list[Labelled]:
        return [Labelled(one, self._place.discovery.label(root, one)) for one in found]

    def _rows(self, root: Root, *conditions: Condition) -> dict[str, FileRecord]:
        rows = self._place.storage.files.matching(scope_filter(root).and_(*conditions))
        return {row.path: row for row in rows}

    def _apply(self, todo: Plan) -> Plan:
        now = time.time()
        written = {row.path: row for row in todo.write}
        gone = [gone_row(row, now) for row in todo.purge if row.path not in written]
        with self._place.writing:
            for start in range(0, len(todo.purge), PURGE_AT_ONCE):
                part = [row.id for row in todo.purge[start : start + PURGE_AT_ONCE]]
                self._place.storage.chunks.replace_files(part, [], {})
            self._place.storage.files.upsert([*gone, *todo.write])
        if todo.purge:
            rows = [*gone, *(written[row.path] for row in todo.purge if row.path in written)]
            self._place.listener.files_replaced(rows, [])
            self._place.emit(FilesChanged((), tuple(row.path for row in todo.purge)))
        return todo


def _is_below(path: str, tops: Sequence[str]) -> bool:
    return any(path == top or path.startswith(f"{top}/") for top in tops)
