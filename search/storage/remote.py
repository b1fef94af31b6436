"""An index on object storage: a local folder stands for it, with a file that says where the tables lie."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from search.errors import BadInputError, IndexDamagedError
from search.storage.versions import write_text

SCHEMES = ("s3", "gs", "az")
"""Object storages that the database speaks to."""

_ADDRESS = re.compile(r"(?P<scheme>[a-z0-9+.-]+)://(?P<rest>.+)", re.IGNORECASE)
_MARK = "remote.json"


@dataclass(frozen=True, slots=True)
class Remote:
    """Where the tables of an index lie, and what for it was opened.

    Attributes:
        url: ``scheme://bucket/path``, without a slash at its end.
        writes: opened by a job that indexes; else for questions only.
    """

    url: str
    writes: bool = False


def is_address(text: str) -> bool:
    """Return whether this names a place on a network and no folder."""
    return _ADDRESS.match(text) is not None


def remote_at(text: str, *, writes: bool) -> Remote:
    """Return what an address names.

    Raises:
        BadInputError: no object storage is known by its scheme, or it names no bucket.
    """
    found = _ADDRESS.match(text)
    scheme, rest = (found["scheme"].lower(), found["rest"].strip("/")) if found else ("", "")
    if scheme not in SCHEMES or not rest or set("?#@'\"\\ ") & set(rest):
        raise BadInputError(
            f"{text} is no address of an index",
            remedy=f"Write SCHEME://BUCKET/PATH with one of the schemes {', '.join(SCHEMES)}.",
        )
    return Remote(f"{scheme}://{rest}", writes)


def stand_in(folder: Path, remote: Remote) -> Path:
    """Return the folder below ``folder`` that stands for this index on this machine, making it where needed.

    Whoever writes has another one than whoever asks, so neither waits for the lock of the other.

    Raises:
        OSError: it cannot be made.
    """
    name = hashlib.sha256(remote.url.encode()).hexdigest()[:16]
    place = folder / (f"{name}-writer" if remote.writes else name)
    if remote_of(place) != remote:
        place.mkdir(parents=True, exist_ok=True)
        write_text(place / _MARK, json.dumps(asdict(remote)) + "\n")
    return place


def remote_of(folder: Path) -> Remote | None:
    """Return the index on object storage that this folder stands for, or None for an index that lies in it.

    Raises:
        IndexDamagedError: it says something that cannot be read.
    """
    path = folder / _MARK
    try:
        said = json.loads(path.read_text("utf-8"))
        return Remote(str(said["url"]), bool(said["writes"]))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, TypeError, KeyError) as exc:
        raise IndexDamagedError(f"{path} cannot be read: {exc}", remedy=f"Delete the folder {folder}.") from exc
