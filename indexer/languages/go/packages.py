"""Go: a package is a folder; its import path is the module's name and the folder."""

from collections.abc import Sequence
from posixpath import normpath

from indexer.facts.model import FileFacts, Import
from indexer.languages.go.extractor import package_folder
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target


class GoPackages(ModuleFinder):
    """Packages by import path, from all ``go.mod`` files."""

    languages = frozenset(("go",))
    has_callable_variables = True

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._modules: list[tuple[str, str]] = []
        self._folders: set[str] = set()
        self._tests = {each.path for each in facts if is_external_test(each)}
        for each in facts:
            if each.project is not None and each.project.kind == "go.mod" and each.project.name:
                self._modules.append((each.project.name, package_folder(each.path)))
            if each.language == "go" and each.path not in self._tests:
                self._folders.add(package_folder(each.path))
        self._modules.sort(key=lambda module: (-len(module[0]), module))

    def target(self, facts: FileFacts, each: Import) -> Target:  # noqa: ARG002 - of the seam
        """Return the package of an import path."""
        for name, folder in self._modules:
            if each.source == name or each.source.startswith(f"{name}/"):
                inner = normpath(f"{folder}/{each.source[len(name) :].lstrip('/')}")
                return Target(f"go:{inner}", each.name) if inner in self._folders else OUTSIDE
        return OUTSIDE

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the module of an external import path; None for the standard library, whose paths have no dot."""
        parts = each.source.split("/")
        if "." not in parts[0]:
            return None
        return External("go", "/".join(parts[:3] if parts[0] in HOSTS else parts[:2]))

    def companions(self, path: str) -> tuple[str, ...]:
        """A file sees its package."""
        return (self.package(path),)

    def package(self, path: str) -> str:
        """Return the id of a file's package; an external test package is separate."""
        return f"go:{package_folder(path)}{'_test' if path in self._tests else ''}"


HOSTS = frozenset(("github.com", "gitlab.com", "bitbucket.org", "codeberg.org"))
"""Hosts whose modules have three parts."""


def is_external_test(facts: FileFacts) -> bool:
    """Return whether a file is in ``package x_test``."""
    return facts.language == "go" and any(name.endswith("_test") for name in facts.namespaces)
