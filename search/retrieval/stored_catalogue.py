"""The catalogue on disk, in the form in which it is used: it is mapped at the start and no row is decoded.

::

    catalogue/manifest.json    format, version of the tables, checksum of every array; written last
    catalogue/<name>/*.npy     the arrays, never changed once written
"""

import contextlib
import uuid
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from search.retrieval.array_folder import (
    BytesFile,
    BytesInMemory,
    BytesWriter,
    entry_of,
    read_array,
    read_manifest,
    write_array,
    write_manifest,
)
from search.retrieval.bm25_postings import Integers
from search.retrieval.bm25_strings import Offsets, StringTable, StringTableWriter, encoded
from search.retrieval.stored_names import NO_NAMES, StoredNames, StoredNamesWriter, distinct
from search.types.files import FileRecord
from search.types.ids import FileId

FORMAT = 1
"""Raised when the arrays or the rows change their meaning: an older folder is then rebuilt."""


@dataclass(frozen=True, slots=True)
class CataloguedFile:
    """A searchable file with the stems of the words of its name."""

    record: FileRecord
    name_words: frozenset[str]


decode_file = msgspec.msgpack.Decoder(CataloguedFile).decode
encode_file = msgspec.msgpack.Encoder(order="deterministic").encode


@dataclass(frozen=True, slots=True, eq=False)
class StoredCatalogue:
    """Searchable files by number, in the order of their identifiers.

    Attributes:
        ids: identifier of each file.
        rows: each file, encoded.
        referred_by: how many files refer to each.
        names: the names that they define.
        chunk_starts: where the chunks of each file begin, with the end of the last one appended.
        chunk_digests: hash of each chunk's identifier, as in the keyword index; cards are not included.
    """

    ids: StringTable
    rows: StringTable
    referred_by: npt.NDArray[np.int64]
    names: StoredNames
    chunk_starts: Offsets
    chunk_digests: npt.NDArray[np.uint64]

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.ids)

    def file(self, number: int) -> CataloguedFile:
        """Return a file."""
        return decode_file(self.rows.raw(number))

    def digests_of(self, number: int) -> npt.NDArray[np.uint64]:
        """Return the hashes of a file's chunks."""
        return self.chunk_digests[int(self.chunk_starts[number]) : int(self.chunk_starts[number + 1])]


class Entry(NamedTuple):
    """One file of a catalogue that is about to be written.

    Attributes:
        row: the file, encoded, or its number in the previous catalogue where it is as it was.
        names: the distinct names that it defines, or its number in the previous catalogue for those it had there.
    """

    id: FileId
    row: bytes | int
    referred_by: int
    names: int | Sequence[str]


NO_FILES = StoredCatalogue(
    StringTable.of([]),
    StringTable.of([]),
    np.zeros(0, np.int64),
    NO_NAMES,
    np.zeros(1, np.int64),
    np.zeros(0, np.uint64),
)


def entries_of(
    records: Iterable[FileRecord], before: StoredCatalogue, catalogued: Callable[[FileRecord], CataloguedFile]
) -> Iterator[Entry]:
    """Yield the entries of the catalogue of these files, by identifier.

    Args:
        records: in any order; one at a time is in memory.
        before: the previous catalogue, from which unchanged files are copied.
        catalogued: returns the file of a record.
    """
    number_of = {FileId(file): number for number, file in enumerate(before.ids.many(np.arange(len(before))))}
    rows: dict[FileId, bytes | int] = {}
    for record in records:
        number, row = number_of.get(record.id, -1), encode_file(catalogued(record))
        rows[record.id] = number if number >= 0 and before.rows.raw(number) == row else row
    for file, known in sorted(rows.items()):
        if isinstance(known, int):
            yield Entry(file, known, int(before.referred_by[known]), known)
        else:
            record, number = decode_file(known).record, number_of.get(file, -1)
            unchanged = number >= 0 and before.file(number).record.definitions == record.definitions
            yield Entry(file, known, record.referred_by, number if unchanged else distinct(record.definitions))


def in_one_piece(_table: str) -> BytesWriter:
    """Return what takes the strings of a table that is not written into a file."""
    return BytesInMemory()


def catalogue_of(
    entries: Iterable[Entry],
    chunks: Callable[[Mapping[FileId, int]], tuple[Integers, npt.NDArray[np.uint64]]],
    before: StoredCatalogue,
    words_of: Callable[[str], Sequence[str]],
    blob: Callable[[str], BytesWriter] = in_one_piece,
) -> StoredCatalogue:
    """Return the catalogue of these files.

    Args:
        entries: by identifier; they are read once.
        chunks: called with the number of each file, returns the number of each chunk's file, -1 for none, and the
            hash of each chunk's identifier.
        before: the previous catalogue.
        words_of: returns the stems of the words of a name.
        blob: returns what takes the strings of a table, in memory by default.

    Raises:
        OSError: the strings of a table cannot be written.
    """
    ids = StringTableWriter(before.ids, blob(_blob("ids")))
    rows = StringTableWriter(before.rows, blob(_blob("rows")))
    names = StoredNamesWriter(before.names, words_of, blob(_blob("names-names")))
    referred_by = array("q")
    number_of: dict[FileId, int] = {}
    for entry in entries:
        number_of[entry.id] = len(number_of)
        ids.add([encoded(entry.id)])
        if isinstance(entry.row, int):
            rows.copy(entry.row, entry.row + 1)
        else:
            rows.add([entry.row])
        if isinstance(entry.names, int):
            names.copy(entry.names)
        else:
            names.add(entry.names)
        referred_by.append(entry.referred_by)
    owners, digests = chunks(number_of)
    order = np.argsort(owners, kind="stable")
    order = order[owners[order] >= 0]
    counts = np.bincount(owners[order], minlength=len(referred_by))
    return StoredCatalogue(
        ids=ids.finish(),
        rows=rows.finish(),
        referred_by=np.array(referred_by, np.int64),
        names=names.finish(),
        chunk_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        chunk_digests=digests[order],
    )


def write(folder: Path, made: Callable[[Callable[[str], BytesWriter]], StoredCatalogue], version: str) -> None:
    """Replace the content of the folder.

    Args:
        folder: created if missing.
        made: returns the catalogue; it gets what opens a file in the folder for the strings of a table.
        version: of the tables; `read` wants the same.

    Raises:
        OSError: it cannot be written; the previous content stays valid.
    """
    name = uuid.uuid4().hex
    inside = folder / name
    inside.mkdir(parents=True)
    with contextlib.ExitStack() as opened:
        stored = made(lambda key: opened.enter_context(BytesFile(inside / f"{key}.npy")))
    paths = {key: (inside / f"{key}.npy", array) for key, array in _arrays(stored, "").items()}
    arrays = {
        key: entry_of(path) if path.exists() else write_array(path, array) for key, (path, array) in paths.items()
    }
    write_manifest(folder, {"format": FORMAT, "version": version, "name": name, "arrays": arrays}, {name})


def read(folder: Path, version: str | None = None) -> StoredCatalogue | None:
    """Return the catalogue in the folder; None if it belongs to other tables, is incomplete or is damaged.

    Without a version it may belong to any tables.
    """
    body = read_manifest(folder, FORMAT)
    if body is None or version not in {None, body.get("version")}:
        return None
    try:
        entries = body["arrays"].items()
        return _assembled({key: read_array(folder / body["name"], stored) for key, stored in entries})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _blob(table: str) -> str:
    """Return the key of the array that holds the strings of a table."""
    return f"{table}-blob"


def _arrays(value: StoredCatalogue | StoredNames | StringTable, prefix: str) -> dict[str, npt.NDArray[Any]]:
    arrays: dict[str, npt.NDArray[Any]] = {}
    for field in fields(value):
        inner, key = getattr(value, field.name), f"{prefix}{field.name}"
        arrays |= {key: inner} if isinstance(inner, np.ndarray) else _arrays(inner, f"{key}-")
    return arrays


def _assembled(arrays: Mapping[str, npt.NDArray[Any]]) -> StoredCatalogue:
    def table(key: str) -> StringTable:
        return StringTable(arrays[_blob(key)], arrays[f"{key}-ends"])

    names = StoredNames(
        names=table("names-names"),
        starts=arrays["names-starts"],
        lengths=arrays["names-lengths"],
        words=table("names-words"),
        word_starts=arrays["names-word_starts"],
        word_numbers=arrays["names-word_numbers"],
        hashes=arrays["names-hashes"],
        hash_numbers=arrays["names-hash_numbers"],
    )
    return StoredCatalogue(
        ids=table("ids"),
        rows=table("rows"),
        referred_by=arrays["referred_by"],
        names=names,
        chunk_starts=arrays["chunk_starts"],
        chunk_digests=arrays["chunk_digests"],
    )
