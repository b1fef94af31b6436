"""``index.json``: with which versions the rows of an index were written."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from search.atomic_write import atomic_write
from search.errors import IndexDamagedError, IndexTooNewError
from search.storage.layout import Layout

SCHEMA_VERSION = 1
"""Raised when rows written before cannot be read any more; an index with a higher one is refused."""

Keep = Callable[[Path, str], None]
"""Writes a small file of the index where it lies."""

NO_MODEL = ""
"""Model of an index that holds no vectors yet."""


@dataclass(frozen=True, slots=True)
class Versions:
    """What decides whether rows written before are still right.

    Attributes:
        chunker: version of chunking and analysis; other text rows otherwise.
        model: what made the vectors; empty while there are none.
        dimension: components of a vector.
        program: of the last writer, for a person.
    """

    schema: int = SCHEMA_VERSION
    chunker: int = 1
    model: str = NO_MODEL
    dimension: int = 384
    program: str = ""


def read_versions(layout: Layout, current: Versions) -> Versions:
    """Return what the index was written with; ``current`` for a folder that is no index yet.

    Raises:
        IndexTooNewError: its schema is newer than ours.
        IndexDamagedError: the file cannot be read.
    """
    try:
        found = dict(json.loads(layout.versions.read_text("utf-8")).items())
        known = {field.name: found[field.name] for field in fields(Versions) if field.name in found}
        versions = Versions(**{name: type(getattr(current, name))(value) for name, value in known.items()})
    except FileNotFoundError:
        return current
    except (OSError, ValueError, TypeError, AttributeError) as exc:
        raise IndexDamagedError(
            f"{layout.versions} cannot be read: {exc}",
            remedy="Set the index aside and build it again: dowse doctor --rebuild. Your files are not touched.",
        ) from exc
    if versions.schema > SCHEMA_VERSION:
        raise IndexTooNewError(
            f"The index in {layout.folder} was written by Dowse {versions.program or 'of a later version'}",
            remedy="Update Dowse, or choose another folder with --index.",
        )
    return versions


def write_versions(layout: Layout, versions: Versions, keep: Keep) -> None:
    """Write ``index.json`` whole or not at all."""
    keep(layout.versions, json.dumps(asdict(versions), indent=1, sort_keys=True) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file of text, whole or not at all, as a `Keep`.

    Raises:
        OSError: it cannot be written; what was there stays.
    """
    atomic_write(path, text.encode())
