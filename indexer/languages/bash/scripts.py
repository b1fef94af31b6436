"""Which files of a root the paths in scripts mean."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.model import Import
from indexer.languages.bash.extractor import LOAD
from indexer.languages.bash.paths import OWN, TOP, UNKNOWN

LOADED = (".bash", "", ".sh")
"""What a test leaves out of the names of files that it loads."""

MOST_FILES = 60
"""Files that a pattern means; one of more is no list of parts of a program."""

OTHER_SIGNS = frozenset("`*?[\n\r|<>")


class Scripts:
    """Finds files by the paths in scripts."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = frozenset(paths)
        self._named: dict[str, list[str]] = defaultdict(list)
        self._folders: dict[str, list[str]] = defaultdict(list)
        for path in paths:
            folder, _, name = path.rpartition("/")
            self._named[name].append(path)
            self._folders[folder].append(path)

    def files(self, path: str, each: Import) -> list[str]:
        """Return the files that an import of the script at ``path`` means; none in doubt."""
        endings = LOADED if each.kind == LOAD else ("",)
        candidates = (self._files(path, each.source + ending, is_beside=each.kind == LOAD) for ending in endings)
        return next((files for files in candidates if files), [])

    def _files(self, path: str, written: str, *, is_beside: bool) -> list[str]:
        folder = path.rpartition("/")[0]
        if UNKNOWN in written:
            rest = written.rpartition(UNKNOWN)[2].partition("/")[2]
            return self._only(normpath(rest)) if rest and OTHER_SIGNS.isdisjoint(rest) else []
        head, _, rest = written.partition("/")
        if head == OWN or (is_beside and head != TOP):
            return self._matching(normpath(f"{folder}/{rest if head == OWN else written}"))
        if not OTHER_SIGNS.isdisjoint(rest) or written.startswith("/"):
            return []
        return self._around(folder, rest if head == TOP else written)

    def _matching(self, path: str) -> list[str]:
        """Return a file, or those that a pattern in the last part of a path means."""
        path = path.removeprefix("/").removeprefix("./")
        if path in self._paths:
            return [path]
        folder, _, name = path.rpartition("/")
        if "*" not in name or UNKNOWN in path or "*" in folder:
            return []
        files = [each for each in self._folders.get(folder, ()) if fnmatchcase(each.rpartition("/")[2], name)]
        return files if len(files) <= MOST_FILES else []

    def _around(self, folder: str, written: str) -> list[str]:
        """Return the file of a path below the nearest of the folders around a script."""
        around = PurePosixPath(folder)
        candidates: Iterator[str] = (
            normpath(f"{each}/{written}").removeprefix("./") for each in (around, *around.parents)
        )
        return next(([each] for each in candidates if each in self._paths), [])

    def _only(self, rest: str) -> list[str]:
        """Return the only file whose path ends so."""
        if rest.startswith(".."):
            return []
        files = [
            each
            for each in self._named.get(rest.rpartition("/")[2], ())
            if each == rest or each.endswith(f"/{rest}")
        ]
        return files if len(files) == 1 else []
