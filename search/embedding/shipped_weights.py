"""Weights that ship beside the packaged encoder: two files, and whether they are whole.

``NAME.safetensors`` holds the arrays and ``NAME.json`` what they are, with the hash of the first file and that of
the published weights of the encoder that they were made for. Both lie in the folder ``NAME`` of the resources.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from resources.locate import resources_below
from search.embedding.cache import Remembered
from search.embedding.models import PACKAGED_SHA256, bundled_model, packaged_folder
from search.errors import ModelError


@dataclass(frozen=True, slots=True)
class ShippedWeights:
    """Weights whose hashes are right.

    Attributes:
        path: of the arrays.
        description: the file that ``info`` was read from.
    """

    path: Path
    description: Path
    info: dict[str, Any]


def shipped_weights(name: str, version: int, remembered: Remembered | None) -> ShippedWeights | None:
    """Return the weights of that name that this installation carries; None where it carries none.

    Args:
        name: of the folder and of both files.
        version: of the form of the files that the caller reads.
        remembered: spares computing the hashes again while the files are the same; None computes them.

    Raises:
        ModelError: they are of another version, damaged, or made for another encoder.
    """
    weights, description = f"{name}.safetensors", f"{name}.json"
    there = {file.name: file for file in resources_below(name)}
    if not there.keys() & {weights, description}:
        return None
    missing = {weights, description} - there.keys()
    if missing:
        raise ModelError("weights.incomplete", file=min(missing))
    info = _info(there[description], version)
    if digest_of(there[weights], remembered) != info.get("sha256"):
        raise ModelError("weights.damaged", file=there[weights])
    if _encoder_digest(remembered) != info.get("encoder_sha256"):
        raise ModelError("weights.other_encoder", file=there[weights])
    return ShippedWeights(there[weights], there[description], info)


def digest_of(file: Path, remembered: Remembered | None) -> str:
    """Return the SHA-256 (hex) of a file; one that is remembered and did not change is not read again.

    Raises:
        ModelError: it cannot be read.
    """
    try:
        if remembered is None:
            return _computed(file)
        state = file.stat()
        key = f"sha256 {file} {state.st_size} {state.st_mtime_ns}"
        return remembered.get_or(key, lambda: _computed(file))
    except OSError as error:
        raise ModelError("weights.unreadable", file=file, reason=error.strerror or error) from error


def _computed(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def _info(file: Path, version: int) -> dict[str, Any]:
    try:
        values = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ModelError("weights.unreadable", file=file, reason=error.strerror or error) from error
    except ValueError as error:
        raise ModelError("weights.damaged", file=file) from error
    if not isinstance(values, dict):
        raise ModelError("weights.damaged", file=file)
    if values.get("version") != version:
        raise ModelError("weights.other_version", file=file, version=values.get("version"), known=version)
    return values


def _encoder_digest(remembered: Remembered | None) -> str:
    """Return the hash of the encoder's published weights; a converted encoder was made of them alone."""
    if bundled_model() is not None:
        return PACKAGED_SHA256
    return digest_of(packaged_folder() / "model.safetensors", remembered)
