"""The roots of an index with their counts, for one asker."""

from collections import Counter
from collections.abc import Callable

from search.storage.roots import is_away
from search.storage.storage import Storage
from search.types.files import FileState, Root
from search.types.filters import OWNER, Access, Condition, Operator, RowFilter
from search.types.ids import RootId
from search.types.status import RootStatus, StepCounts


def root_statuses(
    storage: Storage, access: Access, watching: dict[str, str], has_graph: Callable[[RootId], bool] = bool
) -> tuple[RootStatus, ...]:
    """Return the roots that hold something visible, in the order they were added.

    ``watching`` says how each root, by id, is followed, ``off`` where it is not named; ``has_graph`` whether its
    dependencies are those of its files.
    """
    counts = _root_counts(storage, access)
    owner = access == OWNER
    steps = storage.files.step_counts() if owner else {}
    return tuple(
        RootStatus(
            root=root,
            files=counts[root.id][0] if root.id in counts else 0,
            chunks=counts[root.id][1] if root.id in counts else 0,
            disk_bytes=0,
            offline=is_away(root) or (bool(root.from_git) and _is_offline(storage, root)),
            watching=watching.get(root.id, "off"),
            steps=steps.get(root.id, StepCounts()) if owner else None,
            graphed=has_graph(root.id) or not owner,
        )
        for root in storage.roots.all()
        if owner or root.id in counts
    )


def _is_offline(storage: Storage, branch: Root) -> bool:
    """Return whether a branch was not there when it was last looked for."""
    mine = RowFilter((Condition("path_hash", Operator.IN, (branch.id,)),))
    return bool(storage.files.matching(mine, (FileState.OFFLINE,)))


def _root_counts(storage: Storage, access: Access) -> dict[str, tuple[int, int]]:
    if access == OWNER:
        return {str(root): counts for root, counts in storage.files.root_counts().items()}
    files: Counter[str] = Counter()
    chunks: Counter[str] = Counter()
    for record in storage.files.matching(access.row_filter()):
        files[record.path_hash] += 1
        chunks[record.path_hash] += record.chunk_count
    return {root: (files[root], chunks[root]) for root in sorted(files)}
