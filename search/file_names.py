"""File names as text that can be stored, and back to the file."""

import os
import re
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path

_ESCAPED = re.compile(r"(?:\\x[0-9a-f]{2})+")


def stored_name(name: str) -> str:
    r"""Return the name as text of valid Unicode: bytes that are no UTF-8 are written as ``\xe9``.

    A name of Windows can have half of a surrogate pair; it is written as its three bytes.
    """
    if name.isascii():
        return name
    return name.encode("utf-8", sys.getfilesystemencodeerrors()).decode("utf-8", "backslashreplace")


def file_at(root: Path, path: str) -> Path:
    """Return the file that ``path``, relative to the root, was stored for; it need not be there."""
    plain = root / path
    if not _ESCAPED.search(path) or os.path.lexists(plain):
        return plain
    raw = _ESCAPED.sub(lambda match: os.fsdecode(bytes.fromhex(match[0].replace("\\x", ""))), path)
    return root / raw if os.path.lexists(root / raw) else plain


def names_below(root: Path, path: str) -> Sequence[str]:
    """Return the names of the folders and of the file that lead from the root to `file_at`."""
    return file_at(root, path).relative_to(root).parts if _ESCAPED.search(path) else path.split("/")


def real_path(path: str | Path) -> str:
    """Return an absolute path with links resolved, in which each name is spelled as its folder lists it.

    macOS finds a name whatever the case of its letters and the form of its umlauts; Windows resolves that itself.
    """
    real = os.path.realpath(path)
    return str(as_listed(Path(real))) if sys.platform == "darwin" else real


def as_listed(path: Path) -> Path:
    """Return an absolute path with each name as its folder lists it; a name that is not there stays as it is."""
    spelled = Path(path.anchor)
    for name in path.parts[1:]:
        spelled /= _listed_name(spelled, name)
    return spelled


def _listed_name(folder: Path, name: str) -> str:
    try:
        names = [entry.name for entry in folder.iterdir()]
    except OSError:
        return name
    if name in names:
        return name
    return next((each for each in names if _folded(each) == _folded(name)), name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
