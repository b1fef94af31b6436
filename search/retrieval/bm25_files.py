"""The keyword index on disk: arrays that are mapped, and a manifest that names them with their checksums.

::

    keyword/manifest.json      format, version of what was indexed, parts, checksum of every array; written last
    keyword/<part>/*.npy       the arrays of one part, never changed once written
    keyword/<live>.npy         which documents live
"""

import contextlib
import json
import shutil
import uuid
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from search.errors import IndexWriteError
from search.retrieval.bm25_postings import Mask, Postings
from search.retrieval.bm25_strings import StringTable

FORMAT = 1
"""Raised when the arrays change their meaning: an older folder is then rebuilt."""

MANIFEST = "manifest.json"
_MAPPED_FROM = 1 << 16
"""Bytes; smaller arrays are read, which is faster than a mapping and needs no open file."""

_CHECKED_AT_ONCE = 1 << 20
_TABLES = ("ids", "terms")


@dataclass(frozen=True, slots=True)
class Stored:
    """What a folder holds."""

    parts: tuple[Postings, ...]
    live: Mask
    version: str


def write(folder: Path, parts: Sequence[Postings], live: Mask, version: str) -> None:
    """Make the folder hold exactly this; parts that it holds already stay as they are.

    Raises:
        IndexWriteError: it cannot be written; what was there before stays valid.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        known = _known_parts(folder)
        entries = [known.get(part.name) or _write_part(folder, part) for part in parts]
        live_name = f"{uuid.uuid4().hex}.npy"
        body = {
            "format": FORMAT,
            "version": version,
            "parts": entries,
            "live": _write_array(folder / live_name, live),
        }
        text = json.dumps(body, sort_keys=True)
        _replace(folder / MANIFEST, f"{zlib.crc32(text.encode())}\n{text}")
        _sweep(folder, {MANIFEST, live_name, *(entry["name"] for entry in entries)})
    except OSError as error:
        raise IndexWriteError(
            f"the keyword index cannot be written to {folder}: {error.strerror or error}",
            remedy="Free disk space or check the permissions of that folder; it is rebuilt at the next start.",
        ) from error


def read(folder: Path) -> Stored | None:
    """Return what the folder holds; None where anything is missing, of another format or not as it was written."""
    for _ in range(2):  # a writer may have swept the parts of the manifest that was just read
        body = _manifest(folder)
        if body is None:
            return None
        try:
            parts = tuple(_read_part(folder, entry) for entry in body["parts"])
            live = cast("Mask", _read_array(folder, body["live"]))
        except FileNotFoundError:
            continue
        except (OSError, ValueError, KeyError, TypeError):
            return None
        fits = live.dtype == np.bool_ and len(live) == sum(map(len, parts))
        return Stored(parts, live, str(body["version"])) if fits else None
    return None


def _known_parts(folder: Path) -> dict[str, dict[str, Any]]:
    body = _manifest(folder)
    entries = body["parts"] if body else []
    return {entry["name"]: entry for entry in entries if (folder / entry["name"]).is_dir()}


def _write_part(folder: Path, part: Postings) -> dict[str, Any]:
    (folder / part.name).mkdir(exist_ok=True)
    arrays = {key: _write_array(folder / part.name / f"{key}.npy", array) for key, array in _arrays(part).items()}
    return {"name": part.name, "arrays": arrays}


def _arrays(part: Postings) -> dict[str, npt.NDArray[Any]]:
    arrays: dict[str, npt.NDArray[Any]] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, StringTable):
            arrays |= {f"{field.name}_blob": value.blob, f"{field.name}_ends": value.ends}
        elif isinstance(value, np.ndarray):
            arrays[field.name] = value
    return arrays


def _write_array(path: Path, array: npt.NDArray[Any]) -> dict[str, Any]:
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
    return {"file": path.name, "size": path.stat().st_size, "crc": _checksum(path)}


def _read_part(folder: Path, entry: dict[str, Any]) -> Postings:
    arrays = {key: _read_array(folder / entry["name"], stored) for key, stored in entry["arrays"].items()}
    tables = {key: StringTable(arrays.pop(f"{key}_blob"), arrays.pop(f"{key}_ends")) for key in _TABLES}
    return Postings(name=entry["name"], **tables, **arrays)  # type: ignore[arg-type]  # arrays are named like fields


def _read_array(folder: Path, stored: dict[str, Any]) -> npt.NDArray[Any]:
    path = folder / stored["file"]
    if path.stat().st_size != stored["size"] or _checksum(path) != stored["crc"]:
        raise ValueError(path)
    mode: Literal["r"] | None = "r" if stored["size"] >= _MAPPED_FROM else None
    # as a plain array: slicing a memmap costs ten times as much
    return np.asarray(np.load(path, mmap_mode=mode, allow_pickle=False))


def _checksum(path: Path) -> int:
    checksum = 0
    with path.open("rb") as file:
        while block := file.read(_CHECKED_AT_ONCE):
            checksum = zlib.crc32(block, checksum)
    return checksum


def _manifest(folder: Path) -> dict[str, Any] | None:
    try:
        checksum, _, text = (folder / MANIFEST).read_text("utf-8").partition("\n")
        if checksum != str(zlib.crc32(text.encode())):
            return None
        body: dict[str, Any] = json.loads(text)
    except (OSError, ValueError):
        return None
    return body if body.get("format") == FORMAT else None


def _replace(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    draft.write_text(text, "utf-8")
    draft.replace(path)


def _sweep(folder: Path, keep: set[str]) -> None:
    for path in folder.iterdir():
        if path.name in keep:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):  # Windows keeps mapped files; the next sweep takes them
                path.unlink()
