"""The catalogue on disk, in the form in which it is used: it is mapped at the start and no row is decoded.

::

    catalogue/manifest.json    format, version of the tables, checksum of every array; written last
    catalogue/<name>/*.npy     the arrays, never changed once written
"""

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from search.retrieval.array_folder import (
    read_array,
    read_manifest,
    write_array,
    write_manifest,
)
from search.retrieval.bm25_postings import Integers
from search.retrieval.bm25_strings import Offsets, StringTable, encoded, spliced
from search.retrieval.stored_names import NO_NAMES, StoredNames, distinct, joined
from search.types.files import FileRecord

FORMAT = 1
"""Raised when the arrays or the rows change their meaning: an older folder is then rebuilt."""


@dataclass(frozen=True, slots=True)
class CataloguedFile:
    """A searchable file with the stems of the words of its name."""

    record: FileRecord
    name_words: frozenset[str]


decode_file = msgspec.msgpack.Decoder(CataloguedFile).decode
encode_file = msgspec.msgpack.Encoder().encode


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

    id: str
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
    """Yield the entries of the catalogue of these files; unchanged files are copied from the previous one."""
    number_of = {file: number for number, file in enumerate(before.ids.many(np.arange(len(before))))}
    for record in records:
        number = number_of.get(record.id, -1)
        known = before.file(number).record if number >= 0 else None
        row = number if known == record else encode_file(catalogued(record))
        unchanged = known is not None and known.definitions == record.definitions
        yield Entry(record.id, row, record.referred_by, number if unchanged else distinct(record.definitions))


def catalogue_of(
    entries: Iterable[Entry],
    chunks: tuple[Integers, npt.NDArray[np.uint64]],
    before: StoredCatalogue,
    words_of: Callable[[str], Sequence[str]],
) -> StoredCatalogue:
    """Return the catalogue of these files.

    Args:
        entries: by identifier.
        chunks: for each chunk the index of its entry, -1 for none, and the hash of its identifier.
        before: the previous catalogue.
        words_of: returns the stems of the words of a name.
    """
    ids, rows, referred_by, names = list(zip(*entries, strict=True)) or ((), (), (), ())
    owners, digests = chunks
    order = np.argsort(owners, kind="stable")
    order = order[owners[order] >= 0]
    counts = np.bincount(owners[order], minlength=len(ids))
    return StoredCatalogue(
        ids=StringTable.of([encoded(file) for file in ids]),
        rows=spliced(before.rows, (slice(row, row + 1) if isinstance(row, int) else [row] for row in rows)),
        referred_by=np.array(referred_by, np.int64),
        names=joined(before.names, names, words_of),
        chunk_starts=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        chunk_digests=digests[order],
    )


def write(folder: Path, stored: StoredCatalogue, version: str) -> None:
    """Replace the content of the folder.

    Raises:
        OSError: it cannot be written; the previous content stays valid.
    """
    name = uuid.uuid4().hex
    (folder / name).mkdir(parents=True)
    arrays = {key: write_array(folder / name / f"{key}.npy", array) for key, array in _arrays(stored, "").items()}
    write_manifest(folder, {"format": FORMAT, "version": version, "name": name, "arrays": arrays}, {name})


def read(folder: Path, version: str) -> StoredCatalogue | None:
    """Return the catalogue in the folder; None if it belongs to other tables, is incomplete or is damaged."""
    body = read_manifest(folder, FORMAT)
    if body is None or body.get("version") != version:
        return None
    try:
        entries = body["arrays"].items()
        return _assembled({key: read_array(folder / body["name"], stored) for key, stored in entries})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _arrays(value: StoredCatalogue | StoredNames | StringTable, prefix: str) -> dict[str, npt.NDArray[Any]]:
    arrays: dict[str, npt.NDArray[Any]] = {}
    for field in fields(value):
        inner, key = getattr(value, field.name), f"{prefix}{field.name}"
        arrays |= {key: inner} if isinstance(inner, np.ndarray) else _arrays(inner, f"{key}-")
    return arrays


def _assembled(arrays: Mapping[str, npt.NDArray[Any]]) -> StoredCatalogue:
    def table(key: str) -> StringTable:
        return StringTable(arrays[f"{key}-blob"], arrays[f"{key}-ends"])

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
