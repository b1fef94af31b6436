"""Python: which file an import means, whatever the layout of the packages."""

import sys
from collections.abc import Iterable
from pathlib import PurePosixPath

from indexer.facts.model import FileFacts, Import
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target

SOURCE_ROOTS = ("", "src", "lib", "python")
"""Folders below the root that are tried as import roots."""


class PythonModules(ModuleFinder):
    """Finds modules by dotted name, from the importing file's own package root outwards."""

    languages = frozenset(("python",))
    self_names = frozenset(("self", "cls"))
    has_callable_variables = True
    has_getters = True
    constructors = ("__new__", "__init__", "__post_init__")

    def __init__(self, facts: Iterable[FileFacts]) -> None:
        self._files = {each.path for each in facts if each.path.endswith((".py", ".pyi"))}
        self._folders = {str(parent) for path in self._files for parent in PurePosixPath(path).parents}
        self._roots = self._import_roots()

    def _is_package(self, folder: str) -> bool:
        return f"{folder}/__init__.py" in self._files or f"{folder}/__init__.pyi" in self._files

    def _root_of(self, path: str) -> str:
        """Return the folder that holds the outermost package of a file."""
        folder = PurePosixPath(path).parent
        while str(folder) != "." and self._is_package(str(folder)):
            folder = folder.parent
        return "" if str(folder) == "." else str(folder)

    def _import_roots(self) -> list[str]:
        roots = {self._root_of(path) for path in self._files if path.endswith(("__init__.py", "__init__.pyi"))}
        return sorted(roots, key=lambda root: (root.count("/"), root))

    def file_of(self, module: str, root: str) -> str:
        """Return the file of a dotted module below ``root``; empty when there is none."""
        base = "/".join((*((root,) if root else ()), *module.split(".")))
        for candidate in (f"{base}/__init__.py", f"{base}.py", f"{base}/__init__.pyi", f"{base}.pyi"):
            if candidate in self._files:
                return candidate
        return ""

    def absolute_file(self, module: str, path: str) -> str:
        """Return the file an absolute import means in ``path``; empty when it is outside or in doubt."""
        if not module:
            return ""
        ancestors = [str(parent) for parent in PurePosixPath(path).parents]
        own = self._root_of(path)
        near = [
            own,
            *SOURCE_ROOTS,
            *(f"{folder}/src" for folder in ancestors),
            *self._script_roots(ancestors),
        ]
        for root in dict.fromkeys("" if root == "." else root for root in near):
            file = self.file_of(module, root)
            if file:
                return file
        far = {file for root in self._roots if (file := self.file_of(module, root))}
        return far.pop() if len(far) == 1 else ""

    def _script_roots(self, ancestors: list[str]) -> list[str]:
        """A script sees its own folder, tests often that of their project; the folder of a package nobody sees."""
        return [folder for folder in ancestors if not self._is_package(folder)]

    def relative(self, source: str, path: str) -> tuple[str, str]:
        """Return root folder and module that ``..x`` means in ``path``."""
        level = len(source) - len(source.lstrip("."))
        folder = PurePosixPath(path).parent
        for _ in range(level - 1):
            folder = folder.parent
        return ("" if str(folder) == "." else str(folder)), source[level:]

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file an import means and the name it takes from it, empty for the module itself."""
        path = facts.path
        name = each.name if each.name != "*" else ""
        if each.source.startswith("."):
            root, module = self.relative(each.source, path)
            base = self._find(module, root)
            inner = self._find(f"{module}.{name}".strip("."), root) if name else ""
        else:
            base = self.absolute_file(each.source, path)
            inner = self.absolute_file(f"{each.source}.{name}", path) if name else ""
        if inner and inner != path:
            return Target(inner)
        return Target(base, each.name) if base or each.name else self._package_of_compiled(each.source, path)

    def _package_of_compiled(self, module: str, path: str) -> Target:
        """``import a.b`` where ``b`` is no file of the root (a compiled module): the package ``a`` is imported."""
        above, _, name = module.rpartition(".")
        package = self.file_of(above, self._root_of(path)) if above else ""
        return Target(package, name) if package.endswith(("__init__.py", "__init__.pyi")) else OUTSIDE

    def _find(self, module: str, root: str) -> str:
        if module:
            return self.file_of(module, root)
        init = f"{root}/__init__.py" if root else "__init__.py"
        return init if init in self._files else ""

    def is_internal(self, top: str) -> bool:
        """Return whether a top-level name is a package or module of this root."""
        return any(self.file_of(top, root) for root in (*SOURCE_ROOTS, *self._roots)) or top in self._folders

    def external(self, facts: FileFacts, each: Import) -> External | None:
        """Return the package on PyPI by its import name."""
        top = each.source.partition(".")[0]
        known = not top or top in sys.stdlib_module_names or self.is_internal(top)
        return None if known or facts.language != "python" else External("pypi", top)
