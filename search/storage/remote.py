"""An index on object storage, represented by a local folder with a file that holds its address."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from search.errors import BadInputError, IndexDamagedError, IndexWriteError
from search.storage.versions import write_text

SCHEMES = ("s3", "gs", "az")
"""Object storages that the database supports."""

_ADDRESS = re.compile(r"(?P<scheme>[a-z0-9+.-]+)://(?P<rest>.+)", re.IGNORECASE)
_MARK = "remote.json"


@dataclass(frozen=True, slots=True)
class Remote:
    """Address of an index on object storage, and whether it was opened for writing.

    Attributes:
        url: ``scheme://bucket/path`` without a trailing slash.
        writes: opened by an indexing job; otherwise for queries only.
    """

    url: str
    writes: bool = False


def is_address(text: str) -> bool:
    """Return whether this is a network address and not a folder."""
    return _ADDRESS.match(text) is not None


def remote_at(text: str, *, writes: bool) -> Remote:
    """Return the index at an address.

    Raises:
        BadInputError: the scheme is not supported, or there is no bucket.
    """
    match = _ADDRESS.match(text)
    scheme, rest = (match["scheme"].lower(), match["rest"].strip("/")) if match else ("", "")
    if scheme not in SCHEMES or not rest or set("?#@'\"\\ ") & set(rest):
        raise BadInputError("index.bad_url", url=text, known=", ".join(SCHEMES))
    return Remote(f"{scheme}://{rest}", writes)


def stand_in(folder: Path, remote: Remote) -> Path:
    """Return the local folder for this index below ``folder``, and create it if needed.

    A writer has a different folder than readers, so that neither waits for the lock of the other.

    Raises:
        IndexWriteError: it cannot be created.
    """
    name = hashlib.sha256(remote.url.encode()).hexdigest()[:16]
    target = folder / (f"{name}-writer" if remote.writes else name)
    if remote_of(target) != remote:
        try:
            target.mkdir(parents=True, exist_ok=True)
            write_text(target / _MARK, json.dumps(asdict(remote)) + "\n")
        except OSError as error:
            raise IndexWriteError(
                "index.file_not_writable", path=target, reason=error.strerror or error
            ) from error
    return target


def remote_of(folder: Path) -> Remote | None:
    """Return the index on object storage that this folder represents, or None for a local index.

    Raises:
        BadInputError: it is another person's index, or the person may not read it.
        IndexDamagedError: the file with the address cannot be read.
    """
    path = folder / _MARK
    try:
        fields = json.loads(path.read_text("utf-8"))
        return Remote(str(fields["url"]), bool(fields["writes"]))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as exc:
        raise BadInputError("index.not_readable", folder=folder, reason=exc.strerror) from exc
    except (OSError, ValueError, TypeError, KeyError) as exc:
        raise IndexDamagedError("index.cache_unreadable", path=path, reason=exc, folder=folder) from exc
