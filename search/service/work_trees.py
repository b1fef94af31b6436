"""Detects roots that are work trees of one repository: a path names the same file in all of them."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from search.storage.file_systems import ANSWERS
from search.storage.git.head import place_in_repository
from search.storage.roots import RootsFile
from search.types.files import Root
from search.types.ids import RootId

WITHIN_S = 0.5
"""Seconds that a query waits for a network file system."""


class WorkTrees:
    """Inspects the folders of an index once for each state of its roots."""

    def __init__(self, roots: RootsFile) -> None:
        self._roots = roots
        self._known: tuple[tuple[Root, ...], Mapping[RootId, object]] = ((), {})

    def groups(self) -> Mapping[RootId, object]:
        """Return a key for each root with sibling work trees, the same for all siblings; others are absent."""
        roots = self._roots.all()
        if self._known[0] is not roots:
            self._known = roots, _work_trees_of(roots)
        return self._known[1]


def _work_trees_of(roots: tuple[Root, ...]) -> Mapping[RootId, object]:
    if len(roots) < 2:
        return {}
    folders = {path: _repository_folder(path) or path for path in dict.fromkeys(root.path for root in roots)}
    counts = Counter(folders[root.path] for root in roots)
    return {root.id: folders[root.path] for root in roots if counts[folders[root.path]] > 1}


def _repository_folder(path: str) -> object:
    try:
        return ANSWERS.of(path, lambda: place_in_repository(Path(path)), otherwise=None, within_s=WITHIN_S)
    except OSError:
        return None
