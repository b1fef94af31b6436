"""The rows that results show, on disk: a row is read from its offset in a file; the database takes milliseconds.

The file is not mapped: with each row the system would map the pages around it, 150 MB after some hundred queries.

::

    shown/manifest.json    format, version of the table, files that changed since, checksums; written last
    shown/<name>/rows      one encoded row after the other, never changed once written
    shown/<name>/*.npy     the end and the checksum of each row, and its lookup
"""

import os
import threading
import uuid
import weakref
import zlib
from array import array
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from search.retrieval.array_folder import (
    read_array,
    read_manifest,
    write_array,
    write_manifest,
)
from search.retrieval.bm25_postings import id_digest
from search.types.chunks import ShownChunk
from search.types.ids import ChunkId, FileId

FORMAT = 1
"""Raised when rows or arrays change their meaning: an older folder is then rebuilt."""

_ROWS = "rows"
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ShownChunk)
Digests = npt.NDArray[np.uint64]


class RowFile:
    """A file that any number of threads read; it is open as long as this object exists.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        weakref.finalize(self, os.close, self._file)
        self._size = os.fstat(self._file).st_size
        self._seeking = threading.Lock()

    def __len__(self) -> int:
        """Return the number of bytes when it was opened."""
        return self._size

    def between(self, start: int, end: int) -> bytes:
        """Return the bytes from ``start`` up to ``end``; fewer if they cannot be read."""
        try:
            if hasattr(os, "pread"):
                return os.pread(self._file, end - start, start)
            with self._seeking:
                os.lseek(self._file, start, os.SEEK_SET)
                return os.read(self._file, end - start)
        except OSError:
            return b""


@dataclass(frozen=True, slots=True, eq=False)
class StoredShown:
    """Rows by number.

    Attributes:
        rows: the encoded rows.
        ends: the end of each row, with a leading 0.
        checksums: of each row as it was written.
        owners: hash of each row's file.
        digests: hash of each row's chunk, sorted.
        row_numbers: row of each hash.
    """

    rows: RowFile
    ends: npt.NDArray[np.int64]
    checksums: npt.NDArray[np.uint32]
    owners: Digests
    digests: Digests
    row_numbers: npt.NDArray[np.int32]

    def of(self, chunks: Sequence[ChunkId], outdated: AbstractSet[int]) -> dict[ChunkId, ShownChunk]:
        """Return the rows of these chunks, except of files with a hash in ``outdated``."""
        if not len(self.digests):
            return {}
        wanted = np.fromiter(map(id_digest, chunks), np.uint64, len(chunks))
        at = np.minimum(np.searchsorted(self.digests, wanted), len(self.digests) - 1)
        numbers = self.row_numbers[at]
        columns = (self.digests[at] == wanted, self.ends[numbers], self.ends[numbers + 1], self.checksums[numbers])
        shown: dict[ChunkId, ShownChunk] = {}
        owners = self.owners[numbers].tolist()
        for chunk, owner, here, start, end, checksum in zip(
            chunks, owners, *(column.tolist() for column in columns), strict=True
        ):
            if not here or owner in outdated:
                continue
            raw = self.rows.between(start, end)
            row = _decoder.decode(raw) if zlib.crc32(raw) == checksum else None
            if row is not None and row.id == chunk:  # another chunk may have the same hash
                shown[chunk] = row
        return shown


def write(
    folder: Path, batches: Iterable[tuple[Sequence[ShownChunk], Sequence[FileId]]], version: str
) -> StoredShown | None:
    """Write rows, each with its file, and return them; they replace the previous ones.

    Raises:
        OSError: they cannot be written; the previous rows stay valid.
    """
    name = uuid.uuid4().hex
    (folder / name).mkdir(parents=True)
    lengths, checksums, owners, digests = array("q"), array("I"), array("Q"), array("Q")
    with (folder / name / _ROWS).open("wb") as file:
        for rows, files in batches:
            raws = list(map(_encoder.encode, rows))
            file.write(b"".join(raws))
            lengths.extend(map(len, raws))
            checksums.extend(map(zlib.crc32, raws))
            owners.extend(map(id_digest, files))
            digests.extend(id_digest(row.id) for row in rows)
    hashes = np.array(digests, np.uint64)
    order = np.argsort(hashes).astype(np.int32)
    arrays: dict[str, npt.NDArray[Any]] = {
        "ends": np.array([0, *accumulate(lengths)], np.int64),
        "checksums": np.array(checksums, np.uint32),
        "owners": np.array(owners, np.uint64),
        "digests": hashes[order],
        "places": order,
    }
    stored = {key: write_array(folder / name / f"{key}.npy", array) for key, array in arrays.items()}
    note(folder, {"name": name, "arrays": stored}, version, ())
    reopened = read(folder, version)
    return None if reopened is None else reopened[0]


def note(folder: Path, body: dict[str, Any], version: str, outdated: Collection[int]) -> None:
    """Write the version of the table that the rows are of, except of files with these hashes.

    Args:
        folder: folder of the rows.
        body: the other content of the manifest.
        version: of the table.
        outdated: hashes of the files whose rows changed since.

    Raises:
        OSError: it cannot be written.
    """
    manifest = {**body, "format": FORMAT, "version": version, "outdated": sorted(outdated)}
    write_manifest(folder, manifest, {body["name"]})


def note_again(folder: Path, version: str, outdated: Collection[int]) -> None:
    """Write a new version for the rows that the folder holds; do nothing if it holds none.

    Raises:
        OSError: it cannot be written.
    """
    body = read_manifest(folder, FORMAT)
    if body is not None:
        note(folder, body, version, outdated)


def read(folder: Path, version: str) -> tuple[StoredShown, set[int]] | None:
    """Return the rows of this version of the table, with the hashes of the files whose rows changed since.

    None if they are of another version, or anything is missing or damaged.
    """
    body = read_manifest(folder, FORMAT)
    if body is None or body.get("version") != version:
        return None
    try:
        rows_folder = folder / body["name"]
        arrays = {key: read_array(rows_folder, stored) for key, stored in body["arrays"].items()}
        shown = StoredShown(RowFile(rows_folder / _ROWS), row_numbers=arrays.pop("places"), **arrays)
        return (shown, set(body["outdated"])) if len(shown.rows) == shown.ends[-1] else None
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None
