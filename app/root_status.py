"""The roots of an index with their counts, for one asker."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

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


SHARED_SHARE = 0.25
"""Room of a chunk whose text another branch has too, in relation to one of its own; measured of 25,000."""


def with_sizes(storage: Storage, roots: Sequence[RootStatus], disk_bytes: int) -> tuple[RootStatus, ...]:
    """Return the roots with about the room that each takes of the whole index, by its files and chunks."""
    weights = [status.files + status.chunks - _shared_chunks(storage, status.root) for status in roots]
    whole = sum(weights) or 1.0
    return tuple(
        replace(status, disk_bytes=round(disk_bytes * weight / whole))
        for status, weight in zip(roots, weights, strict=True)
    )


def _shared_chunks(storage: Storage, root: Root) -> float:
    """Return how many chunks' room, cards counted, a branch in git saves by text that its folder has too."""
    if not root.from_git:
        return 0.0
    folder = next((one for one in storage.roots.all() if one.folder == root.path), None)
    there = storage.files.contents_of(folder.id) if folder is not None else {}
    mine = storage.files.contents_of(root.id)
    alike = [chunks + 1 for path, (content, chunks) in mine.items() if there.get(path, ("", 0))[0] == content]
    return sum(alike) * (1.0 - SHARED_SHARE)


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
