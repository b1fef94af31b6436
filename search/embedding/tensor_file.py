"""Reads safetensors files without the library of that name: 8 bytes of length, a JSON header, the numbers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from search.errors import ModelError

Tensor = npt.NDArray[np.floating[Any]]
Tensors = dict[str, Tensor]

_TYPES = {"F32": "<f4", "F16": "<f2"}
_LENGTH_BYTES = 8
_LARGEST_HEADER = 10_000_000
"""Bytes of a header at most; a larger number is no length but damage."""


def read_tensors(file: Path, wanted: Callable[[str], bool] = lambda _name: True) -> Tensors:
    """Return the 16- and 32-bit arrays of a file by name, mapped into memory; writing to them changes no file.

    Args:
        file: in the safetensors format.
        wanted: by name; other arrays are left out.

    Raises:
        ModelError: the file cannot be read, or it is not whole.
    """
    try:
        data = np.memmap(file, np.uint8, "c")  # the runtime shares writable memory only
        length = int.from_bytes(data[:_LENGTH_BYTES].tobytes(), "little")
        start = _LENGTH_BYTES + min(length, _LARGEST_HEADER)
        header: dict[str, Any] = json.loads(data[_LENGTH_BYTES:start].tobytes())
        entries = {name: entry for name, entry in header.items() if name != "__metadata__" and wanted(name)}
        return {name: _array(data[start:], entry) for name, entry in entries.items() if entry["dtype"] in _TYPES}
    except OSError as error:
        raise ModelError("weights.unreadable", file=file, reason=error.strerror or error) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError("weights.damaged", file=file) from error


def _array(numbers: npt.NDArray[np.uint8], entry: dict[str, Any]) -> Tensor:
    first, end = entry["data_offsets"]
    if not 0 <= first <= end <= len(numbers):
        raise ValueError("past the end of the file")
    array: Tensor = numbers[first:end].view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
    return array
