"""Arrays in files of a folder, with checksums: large ones are mapped, and what is damaged is not used."""

import contextlib
import json
import shutil
import uuid
import zlib
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

MANIFEST = "manifest.json"
MAPPED_FROM = 1 << 16
"""Bytes; smaller arrays are read, which is faster than a mapping and needs no open file."""

_CHECKED_AT_ONCE = 1 << 20


def write_array(path: Path, array: npt.NDArray[Any]) -> dict[str, Any]:
    """Write an array and return what the manifest has to say of it.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
    return {"file": path.name, "size": path.stat().st_size, "crc": _checksum(path)}


def read_array(folder: Path, stored: dict[str, Any]) -> npt.NDArray[Any]:
    """Return an array that is as it was written.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not as it was written.
    """
    path = folder / stored["file"]
    if path.stat().st_size != stored["size"] or _checksum(path) != stored["crc"]:
        raise ValueError(path)
    mode: Literal["r"] | None = "r" if stored["size"] >= MAPPED_FROM else None
    # as a plain array: slicing a memmap costs ten times as much
    return np.asarray(np.load(path, mmap_mode=mode, allow_pickle=False))


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while block := file.read(_CHECKED_AT_ONCE):
            checksum = zlib.crc32(block, checksum)
    return checksum


def read_manifest(folder: Path, form: int) -> dict[str, Any] | None:
    """Return what a folder's manifest says; None where there is none, or it is damaged or of another format."""
    try:
        checksum, _, text = (folder / MANIFEST).read_text("utf-8").partition("\n")
        if checksum != str(zlib.crc32(text.encode())):
            return None
        body: dict[str, Any] = json.loads(text)
    except (OSError, ValueError):
        return None
    return body if body.get("format") == form else None


def write_manifest(folder: Path, body: dict[str, Any]) -> None:
    """Put a manifest in the place of the one before, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    text = json.dumps(body, sort_keys=True)
    draft = folder / f"{MANIFEST}.{uuid.uuid4().hex}"
    draft.write_text(f"{zlib.crc32(text.encode())}\n{text}", "utf-8")
    draft.replace(folder / MANIFEST)


def sweep(folder: Path, keep: AbstractSet[str]) -> None:
    """Remove everything from a folder but these names."""
    for path in folder.iterdir():
        if path.name in keep:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):  # Windows keeps mapped files; the next sweep takes them
                path.unlink()
