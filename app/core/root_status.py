"""The roots of an index with their counts and sizes, within what an access allows."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from indexer.discovery.root_settings import SETTINGS_FILE, read_settings
from search.messages import Message
from search.storage.git.head import place_in_repository
from search.storage.roots import is_away
from search.storage.storage import Storage
from search.types.files import Root
from search.types.filters import OWNER, Access
from search.types.ids import RootId
from search.types.status import RootStatus, StepCounts

SHARED_ROW = 0.25
"""Size of a chunk whose text an earlier root has too, relative to one of its own; of 25,000 with vectors."""

_BY_TEXT, _BY_GRAPH, _BY_FILES, _BY_COPY = "text", "graph", "files", "copy"

_MEASURES: Mapping[str, str] = {
    "vectors": _BY_TEXT,
    "facts": _BY_TEXT,
    "nodes": _BY_GRAPH,
    "edges": _BY_GRAPH,
    "graph-sources": _BY_GRAPH,
    "shown": _BY_COPY,
    "chunks": "rows",
    "keyword": "words",
    "histories": "histories",
}
"""The measure by which the size of a part of the index is divided among roots; the number of files for others."""


def root_statuses(
    storage: Storage, access: Access, watching: dict[str, str], has_graph: Callable[[RootId], bool] = bool
) -> tuple[RootStatus, ...]:
    """Return the roots that have something visible, in the order they were added.

    ``watching`` says how each root, by id, is watched; roots that are not in it are ``off``. ``has_graph`` says
    whether the dependencies of a root are up to date with its files.
    """
    counts = storage.files.counts(access.row_filter())
    owner = access == OWNER
    steps = counts.steps if owner else {}
    return tuple(
        RootStatus(
            root=root,
            files=counts.files[root.id],
            chunks=counts.chunks[root.id],
            disk_bytes=0,
            offline=is_away(root) or (bool(root.from_git) and counts.offline[root.id] > 0),
            watching=watching.get(root.id, "off"),
            steps=steps.get(root.id, StepCounts()) if owner else None,
            graphed=has_graph(root.id) or not owner,
        )
        for root in storage.roots.all()
        if owner or root.id in counts.steps
    )


@dataclass(frozen=True, slots=True)
class _Holds:
    """The part of the index that belongs to one root.

    Attributes:
        shared: chunks of files that an earlier root has too.
    """

    status: RootStatus
    shared: int
    graph: int
    history_bytes: int

    def measures(self) -> Mapping[str, float]:
        """Return the root's weight for each measure, relative to the other roots."""
        chunks = self.status.files + self.status.chunks
        return {
            _BY_FILES: self.status.files,
            _BY_TEXT: chunks - self.shared,
            _BY_GRAPH: self.graph,
            _BY_COPY: chunks if self.status.root.folder else 0,  # those of a branch in git are made on demand
            "rows": chunks - self.shared * (1.0 - SHARED_ROW),
            "words": chunks,
            "histories": self.history_bytes,
        }


def with_sizes(
    storage: Storage, roots: Sequence[RootStatus], disk_bytes: Mapping[str, int]
) -> tuple[RootStatus, ...]:
    """Return the roots with the approximate size of each in the index, and the share of text that it shares.

    What several roots hold counts for the first of them. ``disk_bytes`` are the sizes of the parts of the index;
    without any the roots are left as they are.
    """
    if not disk_bytes or not roots:
        return tuple(roots)
    shared = _shared(storage, roots)
    holds = [_holds(storage, status, chunks) for status, chunks in zip(roots, shared, strict=True)]
    room = _divided(disk_bytes, [each.measures() for each in holds])
    whole = sum(room) or 1.0
    total = sum(disk_bytes.values())
    return tuple(
        replace(status, disk_bytes=round(total * size / whole), shared_text=chunks / max(status.chunks, 1))
        for status, size, chunks in zip(roots, room, shared, strict=True)
    )


def _holds(storage: Storage, status: RootStatus, shared: int) -> _Holds:
    graph = sum(storage.graph.counts_by_root().get(status.root.id, ())) if status.root.folder else 0
    return _Holds(status, shared, graph, storage.histories.size_bytes(status.root.id))


def _divided(parts: Mapping[str, int], measures: Sequence[Mapping[str, float]]) -> list[float]:
    room = [0.0] * len(measures)
    for part, size in parts.items():
        weights = [each[_MEASURES.get(part, _BY_FILES)] for each in measures]
        whole = sum(weights)
        for position, weight in enumerate(weights):
            room[position] += size * weight / whole if whole else size / len(weights)
    return room


def _shared(storage: Storage, roots: Sequence[RootStatus]) -> list[int]:
    """Return for each root how many chunks are of files that an earlier root has too, equal in path and content.

    Only branches and work trees of one repository share space.
    """
    groups = [_group_of(status) for status in roots]
    members = Counter(groups)
    seen: dict[object, set[tuple[str, str]]] = {}
    shared = []
    for status, group in zip(roots, groups, strict=True):
        if members[group] == 1:
            shared.append(0)
            continue
        contents = storage.files.contents_of(status.root.id)
        mine = {(path, content): chunks for path, (content, chunks) in contents.items()}
        before = seen.setdefault(group, set())
        shared.append(sum(chunks for key, chunks in mine.items() if key in before))
        before.update(mine)
    return shared


def _group_of(status: RootStatus) -> Hashable:
    path = status.root.path
    return (None if status.offline else place_in_repository(Path(path))) or path


def settings_problems(roots: Iterable[Root]) -> list[Message]:
    """Return the mistakes in the settings files of the folders that are there, one line each."""
    paths = [Path(root.path) for root in roots if root.folder and not is_away(root)]
    return [
        Message("roots.settings_problem", file=path / SETTINGS_FILE, problem=problem)
        for path in paths
        for problem in read_settings(path).problems
    ]
