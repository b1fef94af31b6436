"""Rows of roots that are compared one after the other, read for many of them at once."""

from collections.abc import Mapping, Sequence

from indexer.pipeline.context import IndexingContext, scope_filters
from search.storage.predicate import EVERYTHING
from search.types.files import FileRecord, Root
from search.types.ids import RootId

AHEAD_FILES = 2_000
"""Most files of the roots whose rows are in memory; a larger root is read alone."""


class RowsAhead:
    """Reads the rows of a root together with those of the next ones: each read scans the table.

    Rows that were read before the last commit are read again.

    Args:
        roots: in the order in which their rows are wanted.
    """

    def __init__(self, context: IndexingContext, roots: Sequence[Root]) -> None:
        self._files = context.storage.files
        self._roots = list(roots)
        self._rows: dict[RootId, dict[str, FileRecord]] = {}
        self._branches: dict[RootId, str] = {}
        self._version = -1

    def of(self, root: Root) -> Mapping[str, FileRecord]:
        """Return the rows of a root on its branch by path."""
        if root.branch not in self._files.branches_of(root.id):
            return {}
        version = self._files.version()
        if version != self._version or self._branches.get(root.id) != root.branch:
            self._read(root)
            self._version = version
        del self._branches[root.id]
        return self._rows.pop(root.id)

    def _read(self, root: Root) -> None:
        roots = self._with_next(root)
        self._branches = {each.id: each.branch for each in roots}
        self._rows = {each.id: {} for each in roots}
        for scope in scope_filters(roots):
            for row in self._files.matching(scope):
                self._rows[row.path_hash][row.path] = row

    def _with_next(self, root: Root) -> list[Root]:
        counts = self._files.counts(EVERYTHING).files
        files, roots = counts[root.id], [root]
        position = next((at for at, each in enumerate(self._roots) if each.id == root.id), len(self._roots))
        for each in self._roots[position + 1 :]:
            files += counts[each.id]
            if files > AHEAD_FILES:
                break
            roots.append(each)
        return roots
