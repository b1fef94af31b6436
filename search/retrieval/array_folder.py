"""Arrays in files of a folder, with checksums. Large arrays are mapped; damaged ones are refused."""

import contextlib
import json
import mmap
import shutil
import zlib
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from search.atomic_write import atomic_write
from search.storage.heap import remember_mapping

MANIFEST = "manifest.json"
MAPPED_FROM = 1 << 16
"""Bytes; smaller arrays are read, which is faster than a mapping and needs no open file."""

_CHECKED_AT_ONCE = 1 << 20


def write_array(path: Path, array: npt.NDArray[Any]) -> dict[str, Any]:
    """Write an array and return its entry for the manifest.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
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
    mode: Literal["r"] | None = "r" if stored["size"] >= MAPPED_FROM else None
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
