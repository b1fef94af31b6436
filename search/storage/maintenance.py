"""Idle-time work on the tables."""

import errno
import os
import time
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from search import atomic_write
from search.storage.database import Database
from search.storage.heap import trim_heap
from search.storage.layout import Layout
from search.storage.schema import CHUNKS, EDGES, FACTS, FILES, NODES, VECTORS

RETENTION = timedelta(minutes=1)
"""A version is kept for this long after the next one, for readers in other processes."""

REMOTE_RETENTION = timedelta(hours=1)
"""The same on object storage, where the readers are other machines with clocks and pauses of their own."""

MARGIN = timedelta(seconds=2)
"""The database reckons from when it comes to cleaning, a little later than we do."""

WORTH_DROPPING = 0.1
"""Dropping old versions writes the whole table again; until they take this share of it, that gains too little."""

KEPT_AT_MOST = timedelta(days=1)
"""Replaced data is deleted after this time in any case: a person who forgot a folder wants its text gone."""

_NEVER = timedelta(days=3_650)

_TABLE_DRAFT = ".tmp"
"""Prefix of files that the database is writing; it never reads them again after a crash."""

COMPACT_ABOVE_FRAGMENTS = 20
"""Commits leave a fragment each; below this number reading is as fast as from one."""

JOIN_ABOVE_FRAGMENTS = 64
"""The same while files are read, when nothing is idle."""

INDEX_ABOVE_ROWS = 20_000
"""Smaller tables are scanned faster than an index is consulted."""

VECTOR_INDEX_ABOVE_ROWS = 65_536
"""A flat search over this many float16 vectors takes about 45 ms on two cores."""

TABLES = (FILES, CHUNKS, NODES, EDGES, VECTORS, FACTS)

_SCALAR_INDEXES: dict[str, tuple[tuple[str, str], ...]] = {
    FILES: (("id", "BTREE"), ("path_hash", "BITMAP"), ("path", "BTREE")),
    CHUNKS: (
        ("id", "BTREE"),
        ("file_id", "BTREE"),
        ("path_hash", "BITMAP"),
        ("language", "BITMAP"),
        ("ext", "BITMAP"),
        ("tenant", "BITMAP"),
        ("level", "BITMAP"),
        ("doc_type", "BITMAP"),
    ),
    NODES: (("id", "BTREE"), ("node_id", "BTREE"), ("path_hash", "BITMAP")),
    EDGES: (("id", "BTREE"), ("source", "BTREE"), ("target", "BTREE"), ("path_hash", "BITMAP")),
    VECTORS: (("id", "BTREE"),),
    FACTS: (("id", "BTREE"),),
}


def compact(database: Database) -> list[str]:
    """Compact the tables that need it, drop versions that no reader can hold, and return the tables it changed.

    Unfinished files of a killed writer are deleted too. Called by the only writer in idle time.

    Raises:
        IndexWriteError: the disk is full or a permission is missing.
    """
    done = []
    database.checkpoint()
    for name in TABLES:
        dropping = _is_worth_dropping(database, name)
        if dropping:
            database.write_moving(name, partial(_optimize, _NEVER))
            done.append(name)
        elif _fragments(database, name) > COMPACT_ABOVE_FRAGMENTS:
            database.write_moving(name, partial(_optimize, _NEVER) if database.is_remote else _join_fragments)
            done.append(name)
        if dropping:
            database.checkpoint()  # before, the one that is on the disk may need what is dropped
            database.write_moving(name, partial(_optimize, _age_of_oldest_held(database, name)))
        if name in done:
            trim_heap()  # of a million chunks, compacting left 0.2 GB free
    return done


def _join_fragments(table: Any) -> None:
    if not gather_small_fragments(table, COMPACT_ABOVE_FRAGMENTS // 2):
        _optimize(_NEVER, table)


def _optimize(drop_above_age: timedelta, table: Any) -> None:
    before = int(table.version)
    table.optimize(cleanup_older_than=drop_above_age, delete_unverified=True)
    _keep_if_readable(table, before)


def _keep_if_readable(table: Any, before: int) -> None:
    """Restore the previous version if the compacted table cannot be read.

    The database does not report that the last write of a data file failed. Then no row of the file is readable.
    """
    if int(table.version) == before:
        return
    try:
        for _ in table.search().select(["id"]).to_batches(BATCH_ROWS):
            pass
    except (RuntimeError, OSError, ValueError) as exc:
        table.restore(before)
        raise OSError(errno.EIO, "what was compacted cannot be read back") from exc


def _is_worth_dropping(database: Database, name: str) -> bool:
    """Return whether replaced data that no reader can be using takes much space or is old."""
    last_held = _held_last(database, name)
    if len(last_held) < 2:
        return False
    is_old = time.time() - last_held[1] > KEPT_AT_MOST.total_seconds()
    return database.is_remote or is_old or _share_of_old(database, name) > WORTH_DROPPING


def _share_of_old(database: Database, name: str) -> float:
    """Return the size of the older versions in relation to the newest."""
    folder = database.layout.tables / f"{name}.lance"
    indexes = folder / "_indices"
    used_bytes = sum(_size(path) for path in folder.rglob("*") if indexes not in path.parents)
    newest = database.read(name, lambda table: int(table.stats()["total_bytes"]))
    return used_bytes / max(newest, 1) - 1.0


def _age_of_oldest_held(database: Database, name: str) -> timedelta:
    return timedelta(seconds=time.time() - _held_last(database, name)[-1]) + MARGIN


def _held_last(database: Database, name: str) -> list[float]:
    """Return when each version was made (Unix time) up to the oldest that a reader may hold, which comes last.

    A reader uses the version that was the newest when it began, however old that is now.
    """
    retention = REMOTE_RETENTION if database.is_remote else RETENTION
    versions = database.read(name, lambda table: table.list_versions())
    made = sorted(version["timestamp"].timestamp() for version in versions)
    began = min(time.time() - retention.total_seconds(), database.reads.oldest() or time.time())
    return [moment for moment in made if moment <= began] or made[:1]


def join_fragments(database: Database, name: str) -> bool:
    """Write a large table with many fragments as one fragment, and return whether that was needed.

    A commit to a table of 170,000 rows in 270 fragments took 25 times as long as to one fragment.
    """
    too_many = _fragments(database, name) > JOIN_ABOVE_FRAGMENTS and database.count(name) >= INDEX_ABOVE_ROWS
    if too_many:
        database.write_moving(name, partial(_optimize, _NEVER))
    return too_many


def _fragments(database: Database, name: str) -> int:
    return database.read(name, lambda table: int(table.stats()["fragment_stats"]["num_fragments"]))


def build_indexes(database: Database) -> list[str]:
    """Build the missing indexes that the size of the tables asks for; return each ``table.column``."""
    built = []
    for name, columns in _SCALAR_INDEXES.items():
        if database.count(name) < INDEX_ABOVE_ROWS:
            continue
        present = _indexed_columns(database, name)
        for column, kind in columns:
            if column not in present:
                database.write_moving(name, partial(_create_scalar, column, kind))
                built.append(f"{name}.{column}")
    return built + _build_vector_index(database)


def index_again(database: Database, name: str, columns: Sequence[str]) -> None:
    """Rebuild indexes of a large table, because a read scans all rows that are not indexed yet."""
    if database.count(name) >= INDEX_ABOVE_ROWS:
        for column, kind in _SCALAR_INDEXES[name]:
            if column in columns:
                database.write_moving(name, partial(_create_scalar, column, kind))


def needs_vector_index(database: Database, above_rows: int = VECTOR_INDEX_ABOVE_ROWS) -> bool:
    """Return whether the chunks have so many vectors and no index over them."""
    vectors = database.count(CHUNKS, "vector IS NOT NULL")
    return vectors >= above_rows and "vector" not in _indexed_columns(database, CHUNKS)


def _build_vector_index(database: Database) -> list[str]:
    if not needs_vector_index(database):
        return []
    database.write_moving(CHUNKS, _create_vector_index)
    return [f"{CHUNKS}.vector"]


def _create_vector_index(table: Any) -> None:
    from lancedb.index import IvfSq

    table.create_index("vector", config=IvfSq(distance_type="cosine"))


def _create_scalar(column: str, kind: str, table: Any) -> None:
    from lancedb.index import Bitmap, BTree

    configs = {"BTREE": BTree, "BITMAP": Bitmap}
    table.create_index(column, config=configs[kind]())


def _indexed_columns(database: Database, name: str) -> set[str]:
    indexes = database.read(name, lambda table: table.list_indices())
    return {column for index in indexes for column in index.columns}


def sweep(layout: Layout) -> list[Path]:
    """Delete the drafts of a writer that was killed, and return them; only the holder of the writer lock may."""
    of_tables = atomic_write.sweep(layout.tables, is_left=lambda name: name.startswith(_TABLE_DRAFT))
    return [*of_tables, *atomic_write.sweep(layout.folder)]


def bytes_by_part(layout: Layout) -> Counter[str]:
    """Return how many bytes each table, and each other file or folder of the index, takes on disk."""
    parts: Counter[str] = Counter()
    for folder in (layout.folder, layout.tables):
        for entry in _entries(folder):
            if entry.path != str(layout.tables):
                parts[entry.name.removesuffix(".lance")] += _entry_bytes(entry)
    return parts


def _entry_bytes(entry: os.DirEntry[str]) -> int:
    """Return the size of a file, or of all files in a folder; what has vanished has none."""
    try:
        if entry.is_dir(follow_symlinks=False):
            return sum(map(_entry_bytes, _entries(entry.path)))
        return entry.stat().st_size if entry.is_file() else 0
    except OSError:
        return 0


def _entries(folder: str | Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0


MOST_ROWS = 10_000
"""Most rows that are gathered in one commit; they are in memory meanwhile, for chunks about 20 MB."""

SMALL_SHARE = 0.1
"""A fragment with less of the table's rows is small; there are never more than ten others."""

WORTH_WRITING_WHOLE = 0.1
"""With a larger share of deleted rows in the files, it is better to rewrite the whole table."""

MOST_SHARE = 0.5
"""Of the rows; gathering more than that costs as much as writing the whole table, and leaves more behind."""

_FRAGMENT_BITS = 32
"""The address of a row is its fragment, then its place in there."""

BATCH_ROWS = 65_536

Addresses = npt.NDArray[np.uint64]


def gather_small_fragments(table: Any, most_left: int) -> bool:
    """Write the rows of small fragments as one, in one commit; return whether at most ``most_left`` are left then.

    Where more would be, or too much of the table is to be written or is dead, nothing is done.
    """
    addresses = _addresses(table)
    fragments, counts = np.unique(addresses >> _FRAGMENT_BITS, return_counts=True)
    order = np.argsort(counts, kind="stable")
    most = min(MOST_ROWS, int(MOST_SHARE * len(addresses)))
    fitting = (counts[order] < SMALL_SHARE * len(addresses)) & (np.cumsum(counts[order]) <= most)
    chosen = fragments[order[fitting]]
    many_left = len(chosen) < 2 or len(fragments) - len(chosen) + 1 > most_left
    if many_left or _dead_share(addresses) > WORTH_WRITING_WHOLE:
        return False
    rows = table.take_row_ids(addresses[np.isin(addresses >> _FRAGMENT_BITS, chosen)].tolist()).to_arrow()
    table.merge_insert("id").when_matched_update_all().execute(rows, on_bad_vectors="null")
    return True


def _addresses(table: Any) -> Addresses:
    batches = table.search().select(["id"]).with_row_id(True).to_batches(BATCH_ROWS)
    parts = [batch.column("_rowid").to_numpy() for batch in batches]
    return np.sort(np.concatenate([np.zeros(0, np.uint64), *parts]).astype(np.uint64))


def _dead_share(addresses: Addresses) -> float:
    """Return how many rows at least are gone of those that the files hold, as a share of these."""
    last = np.flatnonzero(np.diff(addresses >> _FRAGMENT_BITS, append=np.uint64(1 << _FRAGMENT_BITS)))
    written = int(np.sum((addresses[last] & np.uint64((1 << _FRAGMENT_BITS) - 1)) + np.uint64(1)))
    return 1.0 - len(addresses) / max(written, 1)
