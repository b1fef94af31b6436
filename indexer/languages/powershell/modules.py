"""PowerShell: scripts that load others, and modules whose files are loaded together."""

from collections import defaultdict
from collections.abc import Sequence
from posixpath import normpath

from indexer.facts.model import FileFacts, Import
from indexer.languages.powershell.locations import ANYWHERE, SUFFIXES
from indexer.linking.modules import CLASS_NAME, OUTSIDE, External, ModuleFinder, Target

LANGUAGE = "powershell"
TEST = ".tests.ps1"
LOADED = "load"
UNKNOWN = "*"


class PowerShellModules(ModuleFinder):
    """Scripts by their paths, modules by their names.

    A module that loads files whose names it does not write is the folder of its file: all functions below are
    there together. Every other module is its file.
    """

    languages = frozenset((LANGUAGE,))
    self_names = frozenset(("$this",))
    constructors = (CLASS_NAME,)

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        own = [each for each in facts if each.language == LANGUAGE]
        self._paths = {each.path.lower(): each.path for each in own}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            self._by_name[path.rpartition("/")[2]].append(path)
        self._packages = {
            _folder(each.path)
            for each in own
            if each.path.lower().endswith(".psm1")
            and any(load.kind == LOADED and load.source == UNKNOWN for load in each.imports)
        }
        self._loaders: dict[str, list[str]] = defaultdict(list)
        """Script -> those that load it, and with it what they load besides; no tests."""
        for each in own:
            for load in each.imports if not _is_test(each.path) else ():
                if load.kind == LOADED:
                    self._loaders[self._path(each.path, load.source)].append(each.path)

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the script, or the package of the module, that is loaded."""
        path = self._path(facts.path, each.source)
        if not path or path == facts.path:
            return OUTSIDE
        folder = _folder(path)
        is_module = each.kind == "module" and folder in self._packages and not path.lower().endswith(".ps1")
        return Target(f"ps:{folder or '.'}" if is_module else path, each.name)

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the module of the gallery that is imported by its name."""
        is_name = each.kind == "module" and "/" not in each.source and not each.source.endswith(SUFFIXES)
        return External("powershell", each.source) if is_name else None

    def companions(self, path: str) -> tuple[str, ...]:
        """A file sees its package, what the scripts that load it see, and a test the script of its name."""
        return tuple(filter(None, (self._package_around(path), self._tested(path), *self._loaders.get(path, ()))))

    def package(self, path: str) -> str:
        """Return the id of the module that loads a file with all others of its folder; it loads no tests."""
        return "" if _is_test(path) else self._package_around(path)

    def _package_around(self, path: str) -> str:
        folder = _folder(path)
        while True:
            if folder in self._packages:
                return f"ps:{folder or '.'}"
            if not folder:
                return ""
            folder = _folder(folder)

    def _tested(self, path: str) -> str:
        if not _is_test(path):
            return ""
        name = f"{path.rpartition('/')[2][: -len(TEST)].lower()}.ps1"
        beside = self._paths.get(f"{_folder(path)}/{name}".lstrip("/").lower())
        same = self._by_name.get(name, [])
        return beside or (self._paths[same[0]] if len(same) == 1 else "")

    def _path(self, importing: str, source: str) -> str:
        """Return the file that a path or the name of a module means for a file; else empty."""
        if source == UNKNOWN:
            return ""
        if "/" not in source and not source.lower().endswith(SUFFIXES):
            return self._only([f"{source}.psd1".lower(), f"{source}.psm1".lower()])
        is_anywhere = source.startswith(ANYWHERE)
        plain = source.removeprefix(ANYWHERE).lower()
        names = [plain] if plain.endswith(SUFFIXES) else _files_of(plain)
        folder = _folder(importing).lower()
        for name in names:
            for start in (folder, ""):
                path = self._paths.get(normpath(f"{start}/{name}").lstrip("/"))
                if path is not None:
                    return path
        for name in names if is_anywhere else ():
            ending = f"/{normpath(name).lstrip('./')}"
            ends = [each for each in self._by_name.get(name.rpartition("/")[2], ()) if f"/{each}".endswith(ending)]
            if len(ends) == 1:
                return self._paths[ends[0]]
        return ""

    def _only(self, names: Sequence[str]) -> str:
        for name in names:
            same = self._by_name.get(name, [])
            if len(same) == 1:
                return self._paths[same[0]]
        return ""


def _files_of(module: str) -> list[str]:
    """Return the files that a folder of a module is loaded from."""
    name = module.rstrip("/").rpartition("/")[2]
    return [f"{module}.psm1", f"{module}/{name}.psd1", f"{module}/{name}.psm1"]


def _is_test(path: str) -> bool:
    return path.lower().endswith(TEST)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
