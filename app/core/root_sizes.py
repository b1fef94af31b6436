"""About the room that each root takes of an index; what several hold is counted for the first of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from search.storage.git.head import place_in_repository
from search.storage.storage import Storage
from search.types.status import RootStatus

SHARED_ROW = 0.25
"""Room of a chunk whose text a root before has too, in relation to one of its own; of 25,000 with vectors."""

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
"""What tells how a part of the index is divided; of all others it is the number of files."""


@dataclass(frozen=True, slots=True)
class _Holds:
    """What one root holds of the index.

    Attributes:
        shared: chunks of files that a root before has too.
    """

    status: RootStatus
    shared: int
    graph: int
    history_bytes: int

    def measures(self) -> Mapping[str, float]:
        """Return how much of each kind of part is this root's, in relation to the others."""
        chunks = self.status.files + self.status.chunks
        return {
            _BY_FILES: self.status.files,
            _BY_TEXT: chunks - self.shared,
            _BY_GRAPH: self.graph,
            _BY_COPY: chunks if self.status.root.folder else 0,  # of a branch in git, none before it is asked for
            "rows": chunks - self.shared * (1.0 - SHARED_ROW),
            "words": chunks,
            "histories": self.history_bytes,
        }


def with_sizes(storage: Storage, roots: Sequence[RootStatus], disk_bytes: int) -> tuple[RootStatus, ...]:
    """Return the roots with about the room that each takes of the whole index, and what it shares.

    ``disk_bytes`` is that of the whole; 0 leaves the roots as they are.
    """
    if not disk_bytes or not roots:
        return tuple(roots)
    shared = _shared(storage, roots)
    holds = [_holds(storage, status, chunks) for status, chunks in zip(roots, shared, strict=True)]
    room = _divided(storage.bytes_by_part(), [each.measures() for each in holds])
    whole = sum(room) or 1.0
    return tuple(
        replace(status, disk_bytes=round(disk_bytes * size / whole), shared_text=chunks / max(status.chunks, 1))
        for status, size, chunks in zip(roots, room, shared, strict=True)
    )


def _holds(storage: Storage, status: RootStatus, shared: int) -> _Holds:
    graph = sum(storage.graph.counts(status.root.id)) if status.root.folder else 0
    return _Holds(status, shared, graph, storage.histories.size_bytes(status.root.id))


def _divided(parts: Mapping[str, int], measures: Sequence[Mapping[str, float]]) -> list[float]:
    room = [0.0] * len(measures)
    for part, size in parts.items():
        weights = [each[_MEASURES.get(part, _BY_FILES)] for each in measures]
        whole = sum(weights)
        for place, weight in enumerate(weights):
            room[place] += size * weight / whole if whole else size / len(weights)
    return room


def _shared(storage: Storage, roots: Sequence[RootStatus]) -> list[int]:
    """Return of each root how many chunks are of files that a root before holds too, equal in path and content.

    Only branches and work trees of one repository share room.
    """
    groups = [_group_of(status) for status in roots]
    seen: dict[object, set[tuple[str, str]]] = {}
    shared = []
    for status, group in zip(roots, groups, strict=True):
        if groups.count(group) == 1:
            shared.append(0)
            continue
        found = storage.files.contents_of(status.root.id)
        mine = {(path, content): chunks for path, (content, chunks) in found.items()}
        before = seen.setdefault(group, set())
        shared.append(sum(chunks for key, chunks in mine.items() if key in before))
        before.update(mine)
    return shared


def _group_of(status: RootStatus) -> object:
    path = status.root.path
    return (None if status.offline else place_in_repository(Path(path))) or path
