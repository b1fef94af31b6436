"""What an index holds, so that two of them can be compared row by row."""

import time
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path

from search.storage.database import Database
from search.storage.maintenance import TABLES
from search.storage.storage import Storage
from search.types.files import FileState
from search.types.filters import RowFilter

WRITTEN_WITHIN_S = 10.0
"""A file that an engine writes has its name after so long, on a busy machine too."""

Rows = Mapping[str, Mapping[Hashable, object]]
"""By table, each row by its identifier."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Rows of one index that another has not, and the other way round."""

    missing: tuple[str, ...]
    surplus: tuple[str, ...]


def rows_of(storage: Storage) -> Rows:
    """Return all rows that a person could notice: without rows of gone files, and without the time of indexing.

    A file that moved keeps the vectors that it had, so those below ``moved/`` are only known to be there.
    """
    files = [row for row in storage.files.matching(RowFilter()) if row.state is not FileState.GONE]
    chunks = storage.chunks.of_files([row.id for row in files])
    vectors = {
        chunk: None if ":moved/" in chunk else bytes(batch.matrix[position].tobytes())
        for batch in storage.chunks.vector_batches()
        for position, chunk in enumerate(batch.embedded)
    }
    return {
        "files": {row.id: replace(row, indexed_at=0.0) for row in files},
        "chunks": {chunk.id: chunk for chunk in chunks},
        "vectors": vectors,
        "nodes": {node.id: node for node in storage.graph.nodes(RowFilter())},
        "edges": dict.fromkeys(storage.graph.edges()),
    }


def difference(rows: Rows, expected: Rows) -> Difference:
    """Return what an index lacks of another, and what it has beyond it; a changed row is both."""
    return Difference(_beyond(expected, rows), _beyond(rows, expected))


def _beyond(item: Rows, other: Rows) -> tuple[str, ...]:
    return tuple(
        f"{table} {identifier}{_how(row, other[table].get(identifier))}"
        for table, rows in item.items()
        for identifier, row in rows.items()
        if identifier not in other[table] or other[table][identifier] != row
    )


def _how(row: object, other: object) -> str:
    """Say in which columns two rows of one identifier differ."""
    if type(row) is not type(other) or not is_dataclass(row):
        return ""
    names = [field.name for field in fields(row) if getattr(row, field.name) != getattr(other, field.name)]
    return f" differs in {', '.join(names)}"


def duplicates(database: Database) -> list[str]:
    """Return each identifier that stands in a table more than once, as ``table id``."""
    results = []
    for name in TABLES:
        ids = database.read(name, lambda table: table.search().select(["id"]).to_arrow()).column("id").to_pylist()
        results += [f"{name} {identifier}" for identifier, times in Counter(ids).items() if times > 1]
    return results


def lasting_leftovers(folder: Path) -> list[str]:
    """Return temporary files that stay where they are: those of a running engine are gone in a moment."""
    persistent = set(leftovers(folder))
    give_up = time.monotonic() + WRITTEN_WITHIN_S
    while persistent and time.monotonic() < give_up:
        time.sleep(0.1)
        persistent &= set(leftovers(folder))
    return sorted(persistent)


def leftovers(folder: Path) -> list[str]:
    """Return temporary files in an index folder, relative to it, and arrays that no manifest names."""
    results = [path for pattern in ("**/.tmp*", "**/*.tmp", "**/*.draft") for path in folder.glob(pattern)]
    for manifest in folder.glob("**/manifest.json"):
        text = manifest.read_text("utf-8")
        results += [path for path in manifest.parent.iterdir() if path != manifest and path.name not in text]
    return sorted({str(path.relative_to(folder)) for path in results})
