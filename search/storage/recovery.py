"""Recovery of an index with unreadable tables: verify them, and move them aside."""

from pathlib import Path
from typing import Any

from search.errors import IndexDamagedError, IndexWriteError
from search.storage.database import Database
from search.storage.layout import Layout
from search.storage.maintenance import TABLES
from search.storage.roots import RootsFile

_BATCH_ROWS = 4_096


def verify(database: Database) -> None:
    """Read every row of every table once.

    Raises:
        IndexDamagedError: a row cannot be read.
    """
    for name in TABLES:
        database.read(name, _scan)


def _scan(table: Any) -> None:
    for _ in table.search().to_batches(_BATCH_ROWS):
        pass


def mark_damaged(layout: Layout, why: str) -> None:
    """Mark the tables for the next engine to rebuild.

    If the mark cannot be written, that engine detects the damage.
    """
    try:
        layout.damaged.write_text(why, "utf-8")
    except OSError:
        return


def refuse_marked(layout: Layout) -> None:
    """Refuse tables that are marked as damaged.

    Raises:
        IndexDamagedError: they are marked.
    """
    if layout.damaged.exists():
        raise IndexDamagedError("index.marked_damaged", reason=layout.damaged.read_text("utf-8", "replace"))


def renew(layout: Layout) -> Path:
    """Move the unreadable files into ``<folder>.damaged-<n>`` and return that folder.

    The list of roots stays, and so does the lock: this process keeps the right to write.

    Raises:
        IndexWriteError: they cannot be moved.
    """
    aside = free_folder(layout.folder)
    parts = [layout.tables, *layout.derived, layout.versions, layout.checkpoint, layout.damaged]
    try:
        RootsFile(layout)
    except IndexDamagedError:
        parts.append(layout.roots)
    try:
        aside.mkdir()
        for part in parts:
            if part.exists():
                part.rename(aside / part.name)
    except OSError as exc:
        raise IndexWriteError(
            "index.damaged_not_moved", folder=layout.folder, target=aside, reason=exc.strerror or exc
        ) from exc
    return aside


def free_folder(folder: Path) -> Path:
    """Return ``<folder>.damaged-<n>`` with the lowest unused number."""
    number = 1
    while (target := folder.with_name(f"{folder.name}.damaged-{number}")).exists():
        number += 1
    return target
