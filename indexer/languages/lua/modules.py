"""Which file of a root a Lua module is, and which package outside."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.languages.lua.syntax import FILE, INSIDE, MODULE, SIBLING

FOLDERS = ("", "lua", "src", "lib")
"""Folders that modules are looked for in, below each folder around a file."""

ENDINGS = (".lua", "/init.lua")


class Modules:
    """Finds modules by the keys that the facts have."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = frozenset(paths)
        self._ending: dict[str, list[str]] = defaultdict(list)
        """Last part of a module's name -> files that may be it."""
        for path in paths:
            self._ending[_stem(path).rpartition("/")[2]].append(path)
        self._known: dict[tuple[str, str], str] = {}

    def file(self, path: str, key: str) -> str:
        """Return the file that a module is for the file at ``path``; empty for one outside, or in doubt."""
        folder = path.rpartition("/")[0]
        known = self._known.get((folder, key))
        if known is None or key.startswith(MODULE + INSIDE):
            known = self._known[folder, key] = self._find(path, folder, key.removeprefix(MODULE))
        return known

    def _find(self, path: str, folder: str, name: str) -> str:
        mark, _, rest = name.partition("/")
        if mark == SIBLING:
            return self._at(normpath(f"{folder}/{rest}"))
        if mark == INSIDE:
            return self._at(normpath(f"{_stem(path)}/{rest}")) or self._at(normpath(f"{folder}/{rest}"))
        name = normpath(rest if mark == FILE else name)
        around = PurePosixPath(folder)
        for each in (around, *around.parents):
            for below in FOLDERS:
                target = self._at(normpath(f"{each}/{below}/{name}"))
                if target and target != path:
                    return target
        return self._only(name)

    def _at(self, stem: str) -> str:
        stem = stem.lstrip("/")
        return next((stem + each for each in ENDINGS if stem + each in self._paths), "")

    def _only(self, name: str) -> str:
        """Return the only file whose path ends with a module's name."""
        ends = (f"/{name}",)
        candidates = [path for path in self._ending.get(name.rpartition("/")[2], ()) if _stem(path).endswith(ends)]
        return candidates[0] if len(candidates) == 1 else ""


def _stem(path: str) -> str:
    """Return the path of a module without what a file's path ends with."""
    return path.removesuffix(".lua").removesuffix("/init")
