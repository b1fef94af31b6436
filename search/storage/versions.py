"""``index.json``: the versions with which the rows of an index were written."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from search.atomic_write import atomic_write
from search.errors import IndexDamagedError, IndexTooNewError
from search.storage.layout import Layout

SCHEMA_VERSION = 1
"""Increased when older rows can no longer be read; an index with a higher version is refused."""

WriteFile = Callable[[Path, str], None]
"""Writes a small file at the location of the index."""

NO_MODEL = ""
"""Model of an index without vectors."""


@dataclass(frozen=True, slots=True)
class Versions:
    """Versions that decide whether existing rows are still valid.

    Attributes:
        chunker: version of chunking and analysis; text rows of another version are written again.
        model: model of the vectors; empty while there are none.
        dimension: number of components of a vector.
        program: version of the last writer, to show.
    """

    schema: int = SCHEMA_VERSION
    chunker: int = 1
    model: str = NO_MODEL
    dimension: int = 384
    program: str = ""


def read_versions(layout: Layout, current: Versions) -> Versions:
    """Return the versions of an index; ``current`` for a folder that is not an index yet.

    Raises:
        IndexTooNewError: its schema is newer than ours.
        IndexDamagedError: the file cannot be read.
    """
    try:
        fields_by_name = dict(json.loads(layout.versions.read_text("utf-8")).items())
        known = {
            field.name: fields_by_name[field.name] for field in fields(Versions) if field.name in fields_by_name
        }
        versions = Versions(**{name: type(getattr(current, name))(value) for name, value in known.items()})
    except FileNotFoundError:
        return current
    except (OSError, ValueError, TypeError, AttributeError) as exc:
        raise IndexDamagedError("index.file_unreadable", path=layout.versions, reason=exc) from exc
    if versions.schema > SCHEMA_VERSION:
        raise IndexTooNewError(
            "index.too_new", folder=layout.folder, version=versions.program or "of a later version"
        )
    return versions


def write_versions(layout: Layout, versions: Versions, keep: WriteFile) -> None:
    """Write ``index.json`` atomically."""
    keep(layout.versions, json.dumps(asdict(versions), indent=1, sort_keys=True) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically; a `WriteFile` for a local index.

    Raises:
        OSError: it cannot be written; the old content stays.
    """
    atomic_write(path, text.encode())
