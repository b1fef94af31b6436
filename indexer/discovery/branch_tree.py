"""Every file of a branch that is not checked out, exactly once, under the rules for files on the disk."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from indexer.discovery.defaults import RuleGroup
from indexer.discovery.ignore_files import MAX_BYTES, ReadText, small_file
from indexer.discovery.rules import DOWSE_IGNORE, Rules, Scope, root_scope
from indexer.types import FoundFile, Skip
from search.file_names import stored_name
from search.storage.git.head import branch_of
from search.storage.git.objects import NOT_HERE, EntryKind, TreeEntry, contents, stamp_of, tip_of, tree_of
from search.types.files import Root

_TRACKED = frozenset({("", RuleGroup.GITIGNORE)})
"""Git tracks every file of a branch, so that its rules hold for none."""


def discover_branch(root: Root, rules: Rules) -> Iterator[FoundFile]:
    """Yield every file that a branch has below the folder of its root; nothing while it is checked out there.

    The branch's own ``.dowseignore`` files hold, and where it has none those on the disk. A folder that
    is left out and a submodule are one record whose path ends with ``/``.

    Raises:
        BadInputError: git refuses.
        MissingExtraError: there is no git.
    """
    folder = Path(root.path)
    if branch_of(folder) == root.branch:
        return
    tip = tip_of(folder, root.from_git)
    if tip:
        entries = list(tree_of(folder, tip))
        rules = replace(rules, off=rules.off | _TRACKED)
        yield from _Tree(folder, rules, _texts(folder, entries)).files(entries)


def _texts(folder: Path, entries: Sequence[TreeEntry]) -> ReadText:
    """Return what reads an ignore file of the branch, else the one on the disk."""
    rules = {
        folder / entry.path: entry.blob
        for entry in entries
        if entry.path.rpartition("/")[2] == DOWSE_IGNORE and entry.kind is EntryKind.FILE and entry.size_bytes >= 0
    }
    known = contents(folder, list(rules.values()))

    def text_of(file: Path) -> str:
        data = known.get(rules.get(file, ""))
        return small_file(file) if data is None else data[:MAX_BYTES].decode("utf-8", "surrogateescape")

    return text_of


class _Tree:
    def __init__(self, folder: Path, rules: Rules, text_of: ReadText) -> None:
        self._folder = folder
        self._rules = rules
        self._scopes: dict[str, Scope | Skip] = {"": root_scope(folder, rules, text_of)}

    def files(self, entries: Sequence[TreeEntry]) -> Iterator[FoundFile]:
        """Yield the files of the entries, and each excluded folder once."""
        listed: set[str] = set()
        for entry in entries:
            path = stored_name(entry.path)
            scope = self._scope(path.rpartition("/")[0])
            if isinstance(scope, Scope):
                yield self._file(entry, path, scope)
                continue
            top = self._left_out(path)
            if top not in listed:
                listed.add(top)
                yield FoundFile(f"{top}/", str(self._folder / top), 0, 0, scope)

    def _scope(self, folder: str) -> Scope | Skip:
        """Return the rules inside a folder, or why it, or a folder around it, is left out."""
        parts = folder.split("/") if folder and folder not in self._scopes else []
        for depth in range(1, len(parts) + 1):
            path = "/".join(parts[:depth])
            if path not in self._scopes:
                self._scopes[path] = self._entered(self._scopes["/".join(parts[: depth - 1])], path)
        return self._scopes[folder]

    def _entered(self, scope: Scope | Skip, folder: str) -> Scope | Skip:
        if isinstance(scope, Skip):
            return scope
        return scope.decide(folder, is_folder=True) or scope.enter(self._folder / folder, folder)

    def _left_out(self, path: str) -> str:
        """Return the outermost folder around a path that is left out."""
        parts = path.split("/")
        folders = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
        return next(folder for folder in folders if isinstance(self._scopes[folder], Skip))

    def _file(self, entry: TreeEntry, path: str, scope: Scope) -> FoundFile:
        absolute = self._folder / entry.path
        if entry.kind is EntryKind.SUBMODULE:
            excluded = scope.decide(path, is_folder=True) or Skip(
                "submodule", "its files are in another repository"
            )
            return FoundFile(f"{path}/", str(absolute), 0, 0, excluded)
        skip = scope.decide(path, is_folder=False) or self._by_state(entry)
        size_bytes = max(entry.size_bytes, 0)
        generated = "" if skip else scope.generated_by(path)
        return FoundFile(
            path, str(absolute), size_bytes, stamp_of(entry.blob), skip, blob=entry.blob, generated=generated
        )

    def _by_state(self, entry: TreeEntry) -> Skip | None:
        if entry.kind is EntryKind.LINK:
            return Skip("link")
        if entry.size_bytes == NOT_HERE:
            return Skip("not fetched", "this clone has only a part of its objects")
        if entry.size_bytes == 0:
            return Skip("empty")
        if entry.size_bytes > self._rules.max_bytes:
            return Skip("size", f"limit {self._rules.max_bytes:,} bytes")
        return None
