"""Archives as the list of their files, so that the name of one leads to its archive. Nothing is unpacked."""

import io
import zipfile

from indexer.parsing.converted import Converted
from search.errors import BadInputError
from search.messages import Message

MOST_ENTRIES = 2_000
"""Files of an archive that are named, the first ones: one of more is a backup or a program."""

_LONGEST_NAME = 1_000
_IS_UTF_8 = 0x800
"""Mark of an entry whose name is in UTF-8."""


def entries_text(data: bytes, path: str) -> Converted:
    """Return the path of each file in a zip archive, one a line.

    Raises:
        BadInputError: it is damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [entry for entry in archive.infolist() if not entry.is_dir()]
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, EOFError, OverflowError) as error:
        reason = Message("document.damaged_part")
        raise BadInputError("document.unreadable", path=path, kind="an archive", reason=reason) from error
    names = [" ".join(_name(entry)[:_LONGEST_NAME].split()) for entry in files[:MOST_ENTRIES]]
    more = f"only the first {MOST_ENTRIES:,} of {len(files):,} names are indexed" if files[MOST_ENTRIES:] else ""
    return Converted("\n".join(filter(None, names)), more)


def _name(entry: zipfile.ZipInfo) -> str:
    """Return the path of an entry; macOS writes UTF-8 without saying so."""
    name = entry.filename
    if not entry.flag_bits & _IS_UTF_8:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            return name
    return name.encode("utf-8", "replace").decode("utf-8")
