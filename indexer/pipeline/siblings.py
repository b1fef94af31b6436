"""Other branches and other work trees of a repository in which files of a root may be indexed already."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.pipeline.context import READABLE
from indexer.pipeline.planning import RULES_FILE
from search.storage.git.head import has_linked_trees, place_in_repository
from search.storage.roots import is_away
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import RootId

MOST_NAMED = 2_000
"""Largest number of paths in a database filter; for more, all rows are read."""

Stamp = tuple[int, int]
"""Size and modification time of a file."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The file that labels a folder, ``.dowse.toml``; None where there is none."""

    content: bytes | None
    stamp: Stamp | None


def sibling_roots(storage: Storage, root: Root) -> list[Root]:
    """Return the roots of the same repository, this one included.

    These are the branches of its folder that are read from git, and the available work trees of its repository
    with their branches. A clone is another repository.
    """
    roots = [other for other in storage.roots.all() if other.external == root.external]
    here = place_in_repository(Path(root.path))
    is_sibling: dict[str, bool] = {root.path: True}
    if here is not None and has_linked_trees(here[0]):  # looking at each of hundreds of folders takes a second
        for other in roots:
            if other.path not in is_sibling:
                is_sibling[other.path] = not is_away(other) and place_in_repository(Path(other.path)) == here
    return [other for other in roots if is_sibling.get(other.path, False)]


def sibling_rows(storage: Storage, root: Root, paths: Sequence[str]) -> Mapping[str, Sequence[FileRecord]]:
    """Return by path the searchable files of other branches and work trees that were labelled by the same rules.

    Each folder has its own rules. A folder is left out if its rules differ now or differed when it was indexed.
    """
    roots = {sibling.id: sibling for sibling in sibling_roots(storage, root)}
    if roots.keys() == {root.id} and storage.files.branches_of(root.id) <= {root.branch}:
        return {}
    where = [Condition("path_hash", Operator.IN, tuple(roots))]
    if len(paths) <= MOST_NAMED:
        where.append(Condition("path", Operator.IN, tuple(paths)))
    by_path: defaultdict[str, list[FileRecord]] = defaultdict(list)
    rows = storage.files.matching(RowFilter(tuple(where)), READABLE)
    others = [row for row in rows if (row.path_hash, row.branch) != (root.id, root.branch)]
    if not others:
        return by_path
    rules = _RuleComparison(storage, root, roots)
    for row in others:
        if rules.same_rules(row.path_hash, row.branch):
            by_path[row.path].append(row)
    return by_path


class _RuleComparison:
    """Tells which roots were labelled by the rules that a root has now."""

    def __init__(self, storage: Storage, root: Root, roots: Mapping[RootId, Root]) -> None:
        self._roots = roots
        self._rules = {path: _rules_of(path) for path in {root.path, *(other.path for other in roots.values())}}
        self._mine = self._rules[root.path].content
        self._then = _rules_then(storage, roots)
        self._known: dict[tuple[RootId, str], bool] = {}

    def same_rules(self, root: RootId, branch: str) -> bool:
        """Return whether this branch of a root was indexed with the present rules."""
        known = self._known.get((root, branch))
        if known is None:
            known = self._known[root, branch] = self._compare(self._roots[root], branch)
        return known

    def _compare(self, root: Root, branch: str) -> bool:
        now = self._rules[root.path]
        if now.content != self._mine:
            return False
        if not root.from_git:
            return self._then.get((root.path, branch)) == now.stamp
        then = {stamp for (path, _), stamp in self._then.items() if path == root.path}
        return now.stamp in then if then else now.stamp is None


def _rules_then(storage: Storage, roots: Mapping[RootId, Root]) -> dict[tuple[str, str], Stamp]:
    """Return by folder and branch the indexed version of its rules; branches in git have those of their folder."""
    folders = {root.id: root.path for root in storage.roots.all() if root.folder}
    paths = {root.path for root in roots.values()}
    mine = tuple(identifier for identifier, path in folders.items() if path in paths)
    where = (Condition("path_hash", Operator.IN, mine), Condition("path", Operator.IN, (RULES_FILE,)))
    rows = storage.files.matching(RowFilter(where)) if mine else []
    return {
        (folders[row.path_hash], row.branch): (row.size_bytes, row.mtime_ns)
        for row in rows
        if row.state is not FileState.GONE
    }


def _rules_of(folder: str) -> _Rules:
    file = Path(folder, RULES_FILE)
    try:
        info = file.stat()
        return _Rules(file.read_bytes(), (info.st_size, info.st_mtime_ns))
    except OSError:
        return _Rules(None, None)
