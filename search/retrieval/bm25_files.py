"""The keyword index on disk: mapped arrays, and a manifest that lists them with their checksums.

::

    keyword/manifest.json      format, version of what was indexed, parts, checksum of every array; written last
    keyword/<part>/*.npy       the arrays of one part, never changed once written
    keyword/<live>.npy         which documents are live
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from search.errors import IndexWriteError
from search.retrieval.array_folder import (
    read_array,
    read_manifest,
    write_array,
    write_manifest,
)
from search.retrieval.bm25_postings import Mask, Postings
from search.retrieval.bm25_strings import StringTable

FORMAT = 2
"""Raised when the arrays change their meaning: an older folder is then rebuilt."""

_TABLES = ("ids", "terms")


@dataclass(frozen=True, slots=True)
class Stored:
    """The content of a folder."""

    parts: tuple[Postings, ...]
    live: Mask
    version: str


def write(folder: Path, parts: Sequence[Postings], live: Mask, version: str) -> None:
    """Make the folder hold exactly these parts; parts that it already holds are not rewritten.

    Raises:
        IndexWriteError: it cannot be written; the previous content stays valid.
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
            "live": write_array(folder / live_name, live),
        }
        write_manifest(folder, body, {live_name, *(entry["name"] for entry in entries)})
    except OSError as error:
        raise IndexWriteError(
            "index.keywords_not_writable", folder=folder, reason=error.strerror or error
        ) from error


def read(folder: Path) -> Stored | None:
    """Return the index in the folder; None if it is incomplete, has another format or is damaged."""
    for _ in range(2):  # a writer may have swept the parts of the manifest that was just read
        body = read_manifest(folder, FORMAT)
        if body is None:
            return None
        try:
            parts = tuple(_read_part(folder, entry) for entry in body["parts"])
            live = cast("Mask", read_array(folder, body["live"]))
        except FileNotFoundError:
            continue
        except (OSError, ValueError, KeyError, TypeError):
            return None
        fits = live.dtype == np.bool_ and len(live) == sum(map(len, parts))
        return Stored(parts, live, str(body["version"])) if fits else None
    return None


def _known_parts(folder: Path) -> dict[str, dict[str, Any]]:
    body = read_manifest(folder, FORMAT)
    entries = body["parts"] if body else []
    return {entry["name"]: entry for entry in entries if (folder / entry["name"]).is_dir()}


def _write_part(folder: Path, part: Postings) -> dict[str, Any]:
    (folder / part.name).mkdir(exist_ok=True)
    arrays = {key: write_array(folder / part.name / f"{key}.npy", array) for key, array in _arrays(part).items()}
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


def _read_part(folder: Path, entry: dict[str, Any]) -> Postings:
    arrays = {key: read_array(folder / entry["name"], stored) for key, stored in entry["arrays"].items()}
    tables = {key: StringTable(arrays.pop(f"{key}_blob"), arrays.pop(f"{key}_ends")) for key in _TABLES}
    return Postings(name=entry["name"], **tables, **arrays)  # type: ignore[arg-type]  # arrays are named like fields
