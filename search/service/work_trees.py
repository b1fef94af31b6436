"""Which roots are work trees of one repository: a path is the same file in all of them."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from search.storage.file_systems import ANSWERS
from search.storage.git.head import place_in_repository
from search.storage.roots import RootsFile
from search.types.files import Root
from search.types.ids import RootId

WITHIN_S = 0.5
"""A question waits for so long for a file system over a network."""


class WorkTrees:
    """Looks at the folders of an index once for each state of its roots."""

    def __init__(self, roots: RootsFile) -> None:
        self._roots = roots
        self._known: tuple[tuple[Root, ...], Mapping[RootId, object]] = ((), {})

    def beside(self) -> Mapping[RootId, object]:
        """Return what roots have in common that hold the same files; one that stands alone is not among them."""
        roots = self._roots.all()
        if self._known[0] is not roots:
            self._known = roots, _beside(roots)
        return self._known[1]


def _beside(roots: tuple[Root, ...]) -> Mapping[RootId, object]:
    if len(roots) < 2:
        return {}
    places = {path: _place(path) or path for path in dict.fromkeys(root.path for root in roots)}
    counts = Counter(places[root.path] for root in roots)
    return {root.id: places[root.path] for root in roots if counts[places[root.path]] > 1}


def _place(path: str) -> object:
    try:
        return ANSWERS.of(path, lambda: place_in_repository(Path(path)), otherwise=None, within_s=WITHIN_S)
    except OSError:
        return None
