"""Rust: which file a path leads to, from ``crate``, ``self``, ``super`` or a workspace crate."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from indexer.facts.model import FileFacts, Import
from indexer.linking.modules import OUTSIDE, External, ModuleFinder, Target

PLATFORM = frozenset(("std", "core", "alloc", "proc_macro", "test"))

FURTHER_CRATES = ("tests", "benches", "examples", "src/bin")
"""Folders of a package in which each file is the root of a crate of its own."""

SAME_METHODS = frozenset(
    (
        *(
            "as_mut",
            "as_ref",
            "borrow",
            "borrow_mut",
            "by_ref",
            "clone",
            "cloned",
            "copied",
            "expect",
            "lock",
            "read",
        ),
        *("to_owned", "unwrap", "unwrap_or_default", "write"),
    )
)
"""Methods of Option, Result, Rc, RefCell, Mutex and others that return the inner value."""

SAME_ELEMENTS = SAME_METHODS | frozenset(
    (
        *("as_mut_slice", "as_slice", "drain", "filter", "inspect", "into_iter", "iter", "iter_mut", "peekable"),
        *("rev", "skip", "skip_while", "step_by", "take", "take_while", "to_vec"),
    )
)
"""Methods of lists and iterators that give elements of the same type."""


ROOTS = frozenset(("lib.rs", "main.rs"))
"""Files that are the roots of crates wherever they are."""


def declared_files(facts: FileFacts) -> Iterator[str]:
    """Yield the files that the root of a crate declares as its modules: ``mod parser;`` in ``tests/main.rs``."""
    folder, _, name = facts.path.rpartition("/")
    for each in facts.imports if name in ROOTS else ():
        if each.kind == "mod":
            yield f"{folder}/{each.alias}.rs".lstrip("/")


class RustModules(ModuleFinder):
    """Modules by folder, below each crate's ``src``."""

    languages = frozenset(("rust",))
    self_names = frozenset(("self",))
    has_callable_variables = True
    has_star_modules = True
    same_methods = SAME_METHODS
    same_elements = SAME_ELEMENTS
    iterator_step = "next"

    def __init__(self, facts: Sequence[FileFacts]) -> None:
        self._files = {each.path for each in facts if each.language == "rust"}
        self._crates: dict[str, str] = {}
        self._further: set[str] = set()
        self._packages: dict[str, bool] = {}
        """Folder of a package -> whether it is in the edition 2015."""
        self._declared = {path for each in facts if each.language == "rust" for path in declared_files(each)}
        """Files beside the root of a crate that it declares as modules."""
        for each in facts:
            if each.project is not None and each.project.kind == "Cargo.toml" and each.project.name:
                folder = each.path.rpartition("/")[0]
                self._crates.setdefault(each.project.name, f"{folder}/src".lstrip("/"))
                self._packages[folder] = "crate" in each.project.usings
                self._further.update(f"{folder}/{name}".lstrip("/") for name in FURTHER_CRATES)

    def _crate_of(self, path: str) -> str:
        """Return the folder of the crate root above a file."""
        for parent in PurePosixPath(path).parents:
            folder = "" if str(parent) == "." else str(parent)
            if folder in self._further or any(
                f"{folder}/{name}".lstrip("/") in self._files for name in ("lib.rs", "main.rs")
            ):
                return folder
        return path.rpartition("/")[0]

    def _is_root(self, path: str) -> bool:
        """Return whether a file is the root of a crate."""
        folder, _, name = path.rpartition("/")
        return name in ROOTS or (folder in self._further and path not in self._declared)

    def _own_folder(self, path: str) -> str:
        """Return the folder that holds the children of a file's module."""
        folder, _, name = path.rpartition("/")
        is_of_folder = name == "mod.rs" or self._is_root(path)
        return folder if is_of_folder else f"{folder}/{name.removesuffix('.rs')}".lstrip("/")

    def _walk(self, folder: str, parts: list[str], file: str = "") -> Target:
        """Follow names down from a folder; the rest of the path after the last module is a name in it.

        ``file`` is the one that the folder belongs to, where that is known.
        """
        file = file or self._module_file(folder)
        for at, part in enumerate(parts):
            inner = f"{folder}/{part}".lstrip("/")
            inner_file = self._module_file(inner)
            if not inner_file:
                return Target(file, ".".join(parts[at:])) if file else OUTSIDE
            folder, file = inner, inner_file
        return Target(file) if file else OUTSIDE

    def _module_file(self, folder: str) -> str:
        beside = [f"{folder}.rs"] if folder else []
        for candidate in (*beside, *(f"{folder}/{name}".lstrip("/") for name in ("mod.rs", "lib.rs", "main.rs"))):
            if candidate in self._files:
                return candidate
        return ""

    def _resolve(self, path: str, parts: list[str]) -> Target:
        head, rest = parts[0], parts[1:]
        if head == "crate":
            return self._walk(self._crate_of(path), rest, path if self._is_root(path) else "")
        if head == "self":
            own = self._walk(self._own_folder(path), rest, path)
            return own if own.module != path else self._walk(path.removesuffix(".rs"), rest, path)
        if head == "super":
            folder = self._own_folder(path).rpartition("/")[0]
            while rest and rest[0] == "super":
                folder, rest = folder.rpartition("/")[0], rest[1:]
            return self._walk(folder, rest)
        if head in self._crates:
            return self._walk(self._crates[head], rest)
        child = self._walk(self._own_folder(path), parts, path)
        return child if child.module and child.module != path else OUTSIDE

    def _is_old(self, path: str) -> bool:
        """Return whether the package of a file is in the edition 2015."""
        folders = ("" if str(parent) == "." else str(parent) for parent in PurePosixPath(path).parents)
        return next((self._packages[folder] for folder in folders if folder in self._packages), False)

    def _from_root(self, path: str, parts: list[str]) -> Target:
        """Return the module of the crate that a path begins with."""
        folder = self._crate_of(path)
        is_module = self._module_file(f"{folder}/{parts[0]}".lstrip("/")) not in {"", path}
        return self._walk(folder, parts) if is_module else OUTSIDE

    def target(self, facts: FileFacts, each: Import) -> Target:
        """Return the file a use declaration leads to."""
        parts = [part for part in each.source.split("::") if part]
        if each.name and each.name != "*":
            parts.append(each.name)
        if not parts:
            return OUTSIDE
        resolved = self._resolve(facts.path, parts)
        if not resolved.module and self._is_old(facts.path):
            resolved = self._from_root(facts.path, parts)
        if each.name == "*" and resolved.module and not resolved.name:
            return Target(resolved.module, "*")
        return resolved

    def external(self, facts: FileFacts, each: Import) -> External | None:
        """Return the crate; None for the platform's and for names of this crate."""
        head = (each.source or each.name).partition("::")[0]
        own = {definition.name for definition in facts.definitions} | {other.alias for other in facts.imports}
        if not head or head in PLATFORM or head in {"crate", "self", "super"} or head in self._crates:
            return None
        bound = {other.alias for other in facts.imports if other.source}
        return (
            None
            if head in own - {each.alias} or (head in bound and each.source) or not head[0].islower()
            else External("crates", head)
        )

    def absolute(self, path: str, dotted: str) -> Target:
        """``crate::a::f`` names its module itself."""
        parts = dotted.split(".")
        return self._resolve(path, parts) if parts[0] in {"crate", "super", "self"} or len(parts) > 1 else OUTSIDE
