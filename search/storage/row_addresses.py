"""The addresses of the rows of chunks. Reading at an address needs no index, and no scan of rows without one.

An address is never given to another row, and one whose row was deleted or moved returns nothing. So it does no
harm to know too many of them. Rows that are new or moved have addresses above all that were there before.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import structlog

from search.errors import KnownError
from search.storage.chunk_columns import ChunkChange
from search.storage.database import Database
from search.storage.lance import col, lit
from search.storage.schema import CHUNKS
from search.storage.table_rows import select

READ_AT_ONCE = 5_000
"""Rows whose addresses are read while the query waits, about 20 ms. More are read in the background."""

_BY_NAME = 2
"""Reads that a single query makes, for example from the command line. Addresses pay off from the next one on."""

_MOST_PIECES = 32
"""Number of commits whose addresses are kept apart before they are joined."""

_MOST_STALE = 1.0
"""Addresses without a row in relation to those with one, above which all are read again."""

_LONGEST_WAIT_S = 0.5
"""For the addresses of a commit that was just made."""

_ATTEMPTS = 3
"""Of reading whole files while commits are made."""

_FRAGMENT_BITS = 32
"""The address of a row is its fragment, then its place in there."""

_ADDRESS = "_rowid"
_BATCH_ROWS = 8_192
_log = structlog.get_logger(__name__)

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """The addresses of some rows.

    Attributes:
        chunks: hashes of the chunks, sorted.
        rows: the address of each.
        files: hashes of the files of runs of neighbouring rows, sorted; the next two are of the same length.
        starts: the first address of each run.
        lengths: the number of its rows.
    """

    chunks: Numbers
    rows: Numbers
    files: Numbers
    starts: Numbers
    lengths: Numbers

    def of_chunks(self, hashes: Numbers) -> list[int]:
        """Return the addresses of these chunks; two chunks of one hash have both."""
        rows: list[int] = self.rows[_matches(self.chunks, hashes)].tolist()
        return rows

    def of_files(self, hashes: Numbers) -> list[int]:
        """Return the addresses of all rows of these files."""
        runs = _matches(self.files, hashes)
        rows: list[int] = _ranges(self.starts[runs], self.lengths[runs]).tolist()
        return rows


class RowAddresses:
    """Knows the address of every row, and follows the commits of this process.

    Nothing is known until some rows were read by name. Of an index on object storage, which other processes write
    too, nothing is ever known.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._condition = threading.Condition()
        self._pieces: tuple[_Piece, ...] = ()
        self._version = -1  # of the table, up to which all rows are known
        self._newest = -1  # of the table after the last commit
        self._by_name = 0
        self._reading = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ending = threading.Event()
        database.follow_chunks(self._follow)

    def rows(self, values: list[str], columns: list[str], column: str) -> tuple[list[pa.Table], list[str]]:
        """Return rows of chunks (``column`` "id") or files ("file_id"), and those of the values still to be read.

        Of a file all rows are returned or none.
        """
        if column == "file_id":
            return self._rows_of_files(values, columns)
        rows = self._at(self._of_chunks(values), columns, column, values)
        read = {identifier for part in rows for identifier in part.column("id").to_pylist()}
        return rows, [value for value in values if value not in read]

    def _of_chunks(self, chunks: Sequence[str]) -> list[int]:
        if self._version < 0:
            self._begin()
        hashes = _hashes(chunks)
        return [row for piece in self._pieces for row in piece.of_chunks(hashes)]

    def _rows_of_files(self, files: list[str], columns: list[str]) -> tuple[list[pa.Table], list[str]]:
        for _ in range(_ATTEMPTS):
            pieces, version = self._known()
            if version < self._database.table_version(CHUNKS):
                break
            hashes = _hashes(files)
            addresses = [row for piece in pieces for row in piece.of_files(hashes)]
            rows = self._at(addresses, columns, "file_id", files)
            if self._database.table_version(CHUNKS) == version:
                return rows, []
        return [], files

    def _known(self) -> tuple[tuple[_Piece, ...], int]:
        """Return the known addresses and their version; shortly after a commit, wait for its rows."""
        version = self._database.table_version(CHUNKS)
        with self._condition:
            if 0 <= self._version < version:
                self._condition.wait_for(lambda: not 0 <= self._version < version, _LONGEST_WAIT_S)
            pieces, known = self._pieces, self._version
        if known < 0:
            self._begin()
        return pieces, known

    def _at(self, addresses: list[int], columns: list[str], column: str, values: Sequence[str]) -> list[pa.Table]:
        """Return the rows at these addresses that have one of the values, in the order of the table."""
        if not addresses:
            return []
        addresses.sort()
        rows = self._database.read(CHUNKS, lambda table: table.take_row_ids(addresses).select(columns).to_arrow())
        return [rows.filter(pc.is_in(rows.column(column), pa.array(values, pa.string())))]

    def close(self) -> None:
        """End a read in the background."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def _begin(self) -> None:
        """Read all addresses if more than a single query read by name."""
        self._by_name += 1
        if self._by_name <= _BY_NAME or self._database.is_remote or not self._reading.acquire(blocking=False):
            return
        if self._database.count(CHUNKS) > READ_AT_ONCE:
            self._thread = threading.Thread(target=self._learn, name="addresses-reading", daemon=True)
            self._thread.start()
        else:
            self._learn()

    def _learn(self) -> None:
        try:
            known = self._read()
            while known is not None and not self._adopt(*known):
                known = self._read()
        except KnownError as error:
            _log.warning("addresses of rows not read", error=str(error))
        finally:
            self._reading.release()

    def _read(self) -> tuple[_Piece, int] | None:
        """Return all addresses and of which version they are; None when the index is being closed."""
        pieces = []
        for batch in self._database.stream(CHUNKS, ["id", "file_id", _ADDRESS], _BATCH_ROWS):
            if self._ending.is_set():
                return None
            pieces.append(_piece(batch))
        return self._with_later(_joined(pieces))

    def _with_later(self, piece: _Piece) -> tuple[_Piece, int]:
        """Return these addresses and those that were added in the meantime."""
        version = self._database.table_version(CHUNKS)
        return _joined([piece, self._above(piece)]), version

    def _adopt(self, piece: _Piece, version: int) -> bool:
        """Take over the addresses of a version, unless there was another commit since."""
        with self._condition:
            if self._newest > version:
                return False
            self._pieces, self._version = (piece,), version
        return True

    def _above(self, *pieces: _Piece) -> _Piece:
        """Return the addresses in the fragments after those of these pieces."""
        last = max((int(piece.rows.max()) for piece in pieces if len(piece.rows)), default=-1)
        first = ((last >> _FRAGMENT_BITS) + 1) << _FRAGMENT_BITS
        later = col(_ADDRESS) >= lit(first)
        rows = self._database.read(CHUNKS, lambda table: select(table, ["id", "file_id", _ADDRESS], later))
        return _piece(rows)

    def _follow(self, change: ChunkChange) -> None:
        """Learn the addresses that a commit brought; in the writing thread."""
        with self._condition:
            self._newest = change.after
            if self._version < 0:
                return
        pieces: tuple[_Piece, ...]
        try:
            pieces, version = (*self._pieces, self._above(*self._pieces)), change.after
        except KnownError as error:
            _log.warning("addresses of rows not read", error=str(error))
            pieces, version = (), -1
        if len(pieces) > _MOST_PIECES:
            pieces = (_joined(pieces),)
        if self._has_many_stale(pieces):
            pieces, version = (), -1
        with self._condition:
            self._pieces, self._version = pieces, version
            self._condition.notify_all()

    def _has_many_stale(self, pieces: Sequence[_Piece]) -> bool:
        known = sum(len(piece.rows) for piece in pieces)
        return known > READ_AT_ONCE and known > (1.0 + _MOST_STALE) * self._database.count(CHUNKS)


def _piece(rows: pa.Table | pa.RecordBatch) -> _Piece:
    """Return the addresses of rows, which are in any order."""
    addresses = rows.column(_ADDRESS).to_numpy().astype(np.int64)
    chunks, files = _hashes(rows.column("id").to_pylist()), _hashes(rows.column("file_id").to_pylist())
    in_table = np.argsort(addresses)
    ordered, owners = addresses[in_table], files[in_table]
    begins = (np.diff(owners, prepend=0) != 0) | (np.diff(ordered, prepend=-2) != 1)
    if len(begins):
        begins[0] = True
    first = np.flatnonzero(begins)
    by_chunk, by_file = np.argsort(chunks), np.argsort(owners[first])
    lengths = np.diff(first, append=len(ordered))
    return _Piece(
        chunks[by_chunk],
        addresses[by_chunk],
        owners[first][by_file],
        ordered[first][by_file],
        lengths[by_file],
    )


def _joined(pieces: Sequence[_Piece]) -> _Piece:
    """Return one piece with all addresses of several."""
    nothing = np.zeros(0, np.int64)
    chunks, rows, files, starts, lengths = (
        np.concatenate([nothing, *(getattr(piece, name) for piece in pieces)]) for name in _Piece.__slots__
    )
    by_chunk, by_file = np.argsort(chunks), np.argsort(files)
    return _Piece(chunks[by_chunk], rows[by_chunk], files[by_file], starts[by_file], lengths[by_file])


def _hashes(identifiers: Sequence[str]) -> Numbers:
    return np.fromiter(map(hash, identifiers), np.int64, len(identifiers))


def _matches(ordered: Numbers, wanted: Numbers) -> Numbers:
    """Return the positions of all entries that equal one of the wanted."""
    unique = np.unique(wanted)
    begins = np.searchsorted(ordered, unique, "left")
    return _ranges(begins, np.searchsorted(ordered, unique, "right") - begins)


def _ranges(starts: Numbers, lengths: Numbers) -> Numbers:
    """Return the numbers of all ranges one after the other."""
    before = np.cumsum(lengths) - lengths
    return np.repeat(starts - before, lengths) + np.arange(int(lengths.sum()), dtype=np.int64)
