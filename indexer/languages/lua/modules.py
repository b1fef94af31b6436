"""Which file of a root a Lua module is, and which package outside."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath
from posixpath import normpath

from indexer.facts.model import FileFacts
from indexer.languages.lua.rockspecs import Rocks
from indexer.languages.lua.syntax import FILE, INSIDE, MODULE, SIBLING

FOLDERS = ("", "lua", "src", "lib")
"""Folders that modules are looked for in, below each folder around a file."""

MARKS = (FILE, INSIDE, SIBLING)
ENDINGS = (".lua", "/init.lua")


class Modules:
    """Finds modules by the keys that the facts have."""

    def __init__(self, files: Sequence[FileFacts]) -> None:
        paths = [each.path for each in files]
        self._paths = frozenset(paths)
        self._ending: dict[str, list[str]] = defaultdict(list)
        """Last part of a module's name -> files that may be it."""
        for path in paths:
            self._ending[_stem(path).rpartition("/")[2]].append(path)
        self.rocks = Rocks(files)
        self._known: dict[tuple[str, str], str] = {}
        self._tops: frozenset[str] = frozenset()
        """Folders in which names of modules with several parts begin: a single word is looked for there first."""
        self._tops = frozenset(self._top(each.path, use.source) for each in files for use in each.imports) - {""}

    def file(self, path: str, key: str) -> str:
        """Return the file that a module is for the file at ``path``; empty for one outside, or in doubt."""
        known = self._known.get((path, key))
        if known is None:
            known = self._find(path, path.rpartition("/")[0], key.removeprefix(MODULE))
            self._known[path, key] = known
        return known

    def _top(self, path: str, key: str) -> str:
        """Return the folder that the name of a module begins in, where it has several parts; else empty."""
        name = key.removeprefix(MODULE)
        if "/" not in name or name[0] in MARKS:
            return ""
        target = self.file(path, key)
        return normpath(_stem(target).removesuffix(name) or ".") if target else ""

    def _find(self, path: str, folder: str, name: str) -> str:
        mark, _, rest = name.partition("/")
        stated = [each for each in self.rocks.modules.get(MODULE + name, ()) if each in self._paths]
        if len(set(stated)) == 1:
            return stated[0]
        if mark == SIBLING:
            return self._at(normpath(f"{folder}/{rest}"))
        if mark == INSIDE:
            return self._at(normpath(f"{_stem(path)}/{rest}")) or self._at(normpath(f"{folder}/{rest}"))
        name = normpath(rest if mark == FILE else name)
        around = PurePosixPath(folder)
        folders = [normpath(f"{each}/{below}") for each in (around, *around.parents) for below in FOLDERS]
        is_word = "/" not in name and mark != FILE
        proven = [each for each in folders if each in self._tops] if is_word else []
        for each in (*proven, *folders):
            target = self._at(normpath(f"{each}/{name}"))
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
