"""Arrays in files of a folder, with checksums. Large arrays are mapped; damaged ones are refused."""

import contextlib
import io
import json
import mmap
import shutil
import zlib
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Literal, Protocol, Self

import numpy as np
import numpy.typing as npt

from search.atomic_write import atomic_write
from search.storage.heap import remember_mapping

MANIFEST = "manifest.json"
MAPPED_FROM = 1 << 16
"""Bytes; smaller arrays are read, which is faster than a mapping and needs no open file."""

_CHECKED_AT_ONCE = 1 << 20

_Bytes = npt.NDArray[np.uint8]


class BytesWriter(Protocol):
    """An array of bytes that is written piece by piece."""

    def write(self, piece: bytes | memoryview, /) -> int:
        """Append bytes."""
        ...

    def finish(self) -> _Bytes:
        """Return all bytes; nothing is written after this call."""
        ...


class BytesInMemory(io.BytesIO):
    """A `BytesWriter` without a file."""

    def finish(self) -> _Bytes:
        """Return all bytes."""
        return np.frombuffer(self.getbuffer(), np.uint8)


class BytesFile:
    """A `BytesWriter` into a file in NumPy's format: the array is never in memory as a whole.

    Used as a context manager it closes the file. Each method raises `OSError` if the file cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb")
        self._size = 0
        self._write_header()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, piece: bytes | memoryview, /) -> int:
        """Append bytes."""
        self._size += len(piece)
        return self._file.write(piece)

    def finish(self) -> _Bytes:
        """Return all bytes, mapped if they are many."""
        self._file.seek(0)
        self._write_header()
        self._file.close()
        return _opened(self._path)

    def _write_header(self) -> None:
        """Write the header; NumPy leaves room for a larger size, so that it always has the same length."""
        header = {"descr": "|u1", "fortran_order": False, "shape": (self._size,)}
        np.lib.format.write_array_header_1_0(self._file, header)


def write_array(path: Path, array: npt.NDArray[Any]) -> dict[str, Any]:
    """Write an array and return its entry for the manifest.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
    return entry_of(path)


def entry_of(path: Path) -> dict[str, Any]:
    """Return the entry for the manifest of an array that was written.

    Raises:
        OSError: the file cannot be read.
    """
    return {"file": path.name, "size": path.stat().st_size, "crc": _checksum(path)}


def read_array(folder: Path, stored: dict[str, Any]) -> npt.NDArray[Any]:
    """Return an array whose size and checksum match the manifest.

    Raises:
        OSError: the file cannot be read.
        ValueError: its size or its checksum differs.
    """
    path = folder / stored["file"]
    if path.stat().st_size != stored["size"] or _checksum(path) != stored["crc"]:
        raise ValueError(path)
    return _opened(path)


def _opened(path: Path) -> npt.NDArray[Any]:
    mode: Literal["r"] | None = "r" if path.stat().st_size >= MAPPED_FROM else None
    array = np.load(path, mmap_mode=mode, allow_pickle=False)
    if isinstance(array, np.memmap) and isinstance(array.base, mmap.mmap):
        remember_mapping(array.base)
    return np.asarray(array)  # a plain array: slicing a memmap costs ten times as much


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while block := file.read(_CHECKED_AT_ONCE):
            checksum = zlib.crc32(block, checksum)
    return checksum


def read_manifest(folder: Path, form: int) -> dict[str, Any] | None:
    """Return the manifest of a folder; None if it is missing, damaged or of another format."""
    body = _body(folder)
    return body if body is not None and body.get("format") == form else None


def _body(folder: Path) -> dict[str, Any] | None:
    try:
        checksum, _, text = (folder / MANIFEST).read_text("utf-8").partition("\n")
        if checksum != str(zlib.crc32(text.encode())):
            return None
        body: dict[str, Any] = json.loads(text)
    except (OSError, ValueError):
        return None
    return body


def write_manifest(folder: Path, body: dict[str, Any], holds: AbstractSet[str]) -> None:
    """Replace the manifest atomically, and remove all files that the new one does not name.

    Args:
        folder: the folder of the arrays.
        body: content of the manifest.
        holds: names of the other files and folders in it.

    Raises:
        OSError: it cannot be written; the previous manifest stays valid.
    """
    text = json.dumps({**body, "holds": sorted(holds)}, sort_keys=True)
    atomic_write(folder / MANIFEST, f"{zlib.crc32(text.encode())}\n{text}".encode(), fsync=False)
    _remove_all_but(folder, holds)


def tidy(folder: Path) -> None:
    """Remove files of a killed writer, which the manifest does not name. Only the one writer may call this."""
    if folder.is_dir():
        body = _body(folder) or {}
        _remove_all_but(folder, set(body.get("holds", ())))


def _remove_all_but(folder: Path, holds: AbstractSet[str]) -> None:
    for path in folder.iterdir():
        if path.name == MANIFEST or path.name in holds:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):  # Windows refuses to remove mapped files; the next call does
                path.unlink()
