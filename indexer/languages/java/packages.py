"""Java and Kotlin, which use each other: which file an imported class or function is in."""

from collections.abc import Sequence

from indexer.facts.model import FileFacts, Import
from indexer.linking.modules import CLASS_NAME, OUTSIDE, External, ModuleFinder, Target

PLATFORM = ("java.", "javax.", "jdk.", "sun.", "kotlin.")
"""Beginnings of packages that come with a platform."""

_JAVA, _KOTLIN = "java", "kt"
_COMPANION = ".Companion."
"""In front of a member of a class that belongs to the class itself; it is one of the class here."""


def is_private(local_id: str, package: str) -> bool:
    """Return whether only its own file sees what Kotlin defines outside of classes."""
    return bool(package) and local_id.startswith("kt:") and not local_id.startswith(f"kt:{package}#")


class JavaPackages(ModuleFinder):
    """Classes by full name; a package is all files that declare it."""

    languages = frozenset(("java", "kotlin"))
    self_names = frozenset(("this",))
    has_implicit_self = True
    constructors = (CLASS_NAME,)

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._package_of: dict[str, str] = {}
        self._file_of: dict[str, str] = {}
        self._prefixes: dict[str, str] = {}
        """Package -> the beginning of its identifier, by the languages of its files."""
        for each in facts:
            if each.language not in self.languages:
                continue
            package = each.namespaces[0] if each.namespaces else ""
            self._package_of[each.path] = package
            if each.language == "kotlin" or package not in self._prefixes:
                self._prefixes[package] = _KOTLIN if each.language == "kotlin" else _JAVA
            for definition in each.definitions:
                if not definition.parent and not is_private(definition.local_id, package):
                    full = f"{package}.{definition.name}" if package else definition.name
                    self._file_of.setdefault(full, each.path)

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file of a class, or the package of a wildcard."""
        full = each.source if each.name == "*" else f"{each.source}.{each.name}"
        if each.name == "*" and each.source in self._prefixes:
            return Target(f"{self._prefixes[each.source]}:{each.source}", "*")
        full = full.replace(_COMPANION, ".") if facts.language == "kotlin" else full
        parts = full.split(".")
        for used in range(len(parts), 0, -1):
            path = self._file_of.get(".".join(parts[:used]))
            if path:
                return Target(path, ".".join(parts[used - 1 :]))
        return OUTSIDE

    def external(self, facts: FileFacts, each: Import) -> External | None:  # noqa: ARG002 - of the seam
        """Return the package as far as its first three names; None for the platform's own."""
        if each.source.startswith(PLATFORM):
            return None
        names = [part for part in each.source.split(".") if part[:1].islower()]
        return External("maven", ".".join(names[:3])) if names else None

    def companions(self, path: str) -> tuple[str, ...]:
        """A class sees its package."""
        package = self.package(path)
        return (package,) if package else ()

    def package(self, path: str) -> str:
        """Return the id of a file's package."""
        package = self._package_of.get(path, "")
        return f"{self._prefixes[package]}:{package}" if package else ""

    def absolute(self, path: str, dotted: str) -> Target:  # noqa: ARG002 - of the seam
        """A class may be written with its package."""
        parts = dotted.split(".")
        for used in range(len(parts), 1, -1):
            file = self._file_of.get(".".join(parts[:used]))
            if file:
                return Target(file, ".".join(parts[used - 1 :]))
        return OUTSIDE
