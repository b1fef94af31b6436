"""Where else files of a root may be indexed: on other branches, and in other work trees of its repository."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from indexer.pipeline.context import READABLE
from indexer.pipeline.planning import RULES_FILE
from search.storage.git_head import place_in_repository
from search.storage.roots import is_away
from search.storage.storage import Storage
from search.types.files import FileRecord, FileState, Root
from search.types.filters import Condition, Operator, RowFilter
from search.types.ids import RootId

MOST_NAMED = 2_000
"""Paths that the database looks for one by one; of more, all rows are read."""

Stamp = tuple[int, int]
"""Size and modification time of a file."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """What labels the files of a folder: its ``.dowse.toml``; None where there is none."""

    content: bytes | None
    stamp: Stamp | None


def sibling_roots(storage: Storage, root: Root) -> list[Root]:
    """Return the roots that hold the same files as this one, perhaps of other branches; it is among them.

    They are the branches of its folder that are read from git, and the work trees of its repository that are
    there, each with its own. A clone is another repository.
    """
    here = place_in_repository(Path(root.path))
    places: dict[str, bool] = {root.path: True}
    for one in storage.roots.all():
        if one.path not in places:
            places[one.path] = (
                here is not None and not is_away(one) and place_in_repository(Path(one.path)) == here
            )
    return [one for one in storage.roots.all() if places[one.path] and one.external == root.external]


def sibling_rows(storage: Storage, root: Root, paths: Sequence[str]) -> Mapping[str, Sequence[FileRecord]]:
    """Return by path the searchable files that other branches and work trees have, labelled by the same rules.

    Rules are those of each folder. Of one whose rules are others now, or were when it was indexed, there are none.
    """
    roots = {one.id: one for one in sibling_roots(storage, root)}
    where = [Condition("path_hash", Operator.IN, tuple(roots))]
    labelled = _Labelled(storage, root, roots)
    if len(paths) <= MOST_NAMED:
        where.append(Condition("path", Operator.IN, tuple(paths)))
    found: defaultdict[str, list[FileRecord]] = defaultdict(list)
    for row in storage.files.matching(RowFilter(tuple(where)), READABLE):
        if (row.path_hash, row.branch) != (root.id, root.branch) and labelled.alike(row.path_hash, row.branch):
            found[row.path].append(row)
    return found


class _Labelled:
    """Which roots were labelled by the rules that hold for a root now."""

    def __init__(self, storage: Storage, root: Root, roots: Mapping[RootId, Root]) -> None:
        self._roots = roots
        self._rules = {path: _rules_of(path) for path in {root.path, *(one.path for one in roots.values())}}
        self._mine = self._rules[root.path].content
        self._then = _rules_then(storage, roots)
        self._known: dict[tuple[RootId, str], bool] = {}

    def alike(self, root: RootId, branch: str) -> bool:
        """Return whether the same rules hold for a root now as did when this branch of it was indexed."""
        known = self._known.get((root, branch))
        if known is None:
            known = self._known[root, branch] = self._alike(self._roots[root], branch)
        return known

    def _alike(self, root: Root, branch: str) -> bool:
        now = self._rules[root.path]
        if now.content != self._mine:
            return False
        if not root.from_git:
            return self._then.get((root.path, branch)) == now.stamp
        then = {stamp for (path, _), stamp in self._then.items() if path == root.path}
        return now.stamp in then if then else now.stamp is None


def _rules_then(storage: Storage, roots: Mapping[RootId, Root]) -> dict[tuple[str, str], Stamp]:
    """Return by folder and branch as what its rules were indexed; branches in git have those of their folder."""
    folders = {one.id: one.path for one in storage.roots.all() if one.folder}
    paths = {one.path for one in roots.values()}
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
