"""What an index holds, counted for one asker."""

from collections import Counter
from pathlib import Path

from search.storage.storage import Storage
from search.types.files import FileRecord, FileState
from search.types.filters import OWNER, Access, RowFilter
from search.types.results import Ready
from search.types.status import RootStatus

SEARCHABLE = frozenset({FileState.INDEXED, FileState.TRUNCATED, FileState.OFFLINE})


def root_statuses(storage: Storage, access: Access, watching: dict[str, str]) -> tuple[RootStatus, ...]:
    """Return the roots that hold something visible, in the order they were added.

    ``watching`` says how each root, by id, is followed; ``off`` where it is not named.
    """
    counts = _root_counts(storage, access)
    return tuple(
        RootStatus(
            root=root,
            files=counts[root.id][0] if root.id in counts else 0,
            chunks=counts[root.id][1] if root.id in counts else 0,
            disk_bytes=0,
            offline=not Path(root.path).is_dir(),
            watching=watching.get(root.id, "off"),
        )
        for root in storage.roots.all()
        if access == OWNER or root.id in counts
    )


def _root_counts(storage: Storage, access: Access) -> dict[str, tuple[int, int]]:
    if access == OWNER:
        return {str(root): counts for root, counts in storage.files.root_counts().items()}
    files: Counter[str] = Counter()
    chunks: Counter[str] = Counter()
    for record in storage.files.matching(access.row_filter()):
        files[record.path_hash] += 1
        chunks[record.path_hash] += record.chunk_count
    return {root: (files[root], chunks[root]) for root in sorted(files)}


def readiness(storage: Storage, records: list[FileRecord], *, listed: bool) -> Ready:
    """Return which steps answer already, as shares of the files that are to be searchable.

    ``listed`` says whether the disk was compared with the manifest once.
    """
    wanted = [record for record in records if record.state in SEARCHABLE or record.state is FileState.WAITING]
    if not wanted:
        return Ready(names=float(listed))
    words = sum(record.state in SEARCHABLE for record in wanted) / len(wanted)
    meaning = sum(record.meaning for record in wanted) / len(wanted)
    graph = float(storage.graph.counts()[0] > 0)
    return Ready(names=1.0, keyword=words, graph=graph, semantic=meaning)


def visible_records(storage: Storage, row_filter: RowFilter) -> list[FileRecord]:
    """Return the manifest as this filter lets it be seen."""
    return storage.files.matching(row_filter)
