"""The words of the names that files define, kept from one start to the next: to split them takes half of it.

::

    names.json      checksum, then version and, for each name, the stems of its words; derived, made anew where it
                    is missing, damaged or of another version
"""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from search.storage.versions import write_whole

WordsOf = Callable[[str], Sequence[str]]


class KnownWords:
    """Gives the words of names from a file, and those that are not in it by splitting them.

    Args:
        path: of the file.
        version: of the analysis; words of another one are not used.
        words_of: splits a name.
    """

    def __init__(self, path: Path, version: str, words_of: WordsOf) -> None:
        self._path = path
        self._version = version
        self._words_of = words_of
        self._read: Mapping[str, str] | None = None

    def __call__(self, name: str) -> Sequence[str]:
        """Return the stems of a name's words, each once."""
        known = None if self._read is None else self._read.get(name)
        return self._words_of(name) if known is None else known.split()

    def open(self) -> None:
        """Read the file, until `close`."""
        self._read = _words(self._path, self._version)

    def close(self, names: Iterable[str]) -> None:
        """Let go of what was read, and keep the words of these names and no others for the next time."""
        read, self._read = self._read or {}, None
        wanted = {name: read.get(name) or " ".join(self._words_of(name)) for name in names}
        if wanted == read:
            return
        text = json.dumps({"version": self._version, "words": wanted})
        try:
            write_whole(self._path, f"{zlib.crc32(text.encode())}\n{text}")
        except OSError:
            return  # the next start splits the names again


def _words(path: Path, version: str) -> Mapping[str, str]:
    try:
        checksum, _, text = path.read_text("utf-8").partition("\n")
        if checksum != str(zlib.crc32(text.encode())):
            return {}
        body = json.loads(text)
    except (OSError, ValueError):
        return {}
    words: dict[str, str] = body["words"] if body.get("version") == version else {}
    return words
