"""File names as text that can be stored, and back to the file."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

_ESCAPED = re.compile(r"\\x[0-9a-f]{2}")


def stored_name(name: str) -> str:
    r"""Return the name as text of valid Unicode: bytes that are no UTF-8 are written as ``\xe9``."""
    if name.isascii():
        return name
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def file_at(root: Path, path: str) -> Path:
    """Return the file that ``path``, relative to the root, was stored for; it need not be there."""
    plain = root / path
    if not _ESCAPED.search(path) or os.path.lexists(plain):
        return plain
    raw = _ESCAPED.sub(lambda match: os.fsdecode(bytes.fromhex(match[0][2:])), path)
    return root / raw if os.path.lexists(root / raw) else plain


def names_below(root: Path, path: str) -> Sequence[str]:
    """Return the names of the folders and of the file that lead from the root to `file_at`."""
    return file_at(root, path).relative_to(root).parts if _ESCAPED.search(path) else path.split("/")
