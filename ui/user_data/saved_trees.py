"""Walks through the dependencies that a person kept, in a small file of the index."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from search.types.graph import DependencyTree, TreeNode, TreeRequest
from search.types.saved_trees import SavedTree
from ui.user_data.document import PersonFile

_VERSION = 1


@dataclass(frozen=True, slots=True)
class SavedWalk:
    """A kept tree with the way to it.

    Attributes:
        roots: identifiers and names of the roots that were gone through, that of the tree last.
    """

    walk: SavedTree
    roots: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """The name given by the person."""
        return self.walk.name


class SavedTreeStore:
    """Reads and writes the walks of an index, newest first."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = PersonFile(path, _VERSION)
        self._clock = clock

    def load(self) -> tuple[SavedWalk, ...]:
        """Return all walks."""
        return self.file.read(_decoded, ())

    def save(
        self, name: str, roots: tuple[tuple[str, str], ...], request: TreeRequest, tree: DependencyTree
    ) -> SavedWalk:
        """Keep a tree; one of the same name is replaced."""
        saved = SavedWalk(SavedTree(name, request, tree.nodes, self._clock()), roots)
        others = tuple(known for known in self.load() if known.name != name)
        self._write((saved, *others))
        return saved

    def remove(self, name: str) -> tuple[SavedWalk, ...]:
        """Forget a walk."""
        left = tuple(known for known in self.load() if known.name != name)
        self._write(left)
        return left

    def _write(self, walks: tuple[SavedWalk, ...]) -> None:
        import msgspec

        self.file.write({"walks": msgspec.to_builtins(walks)})


def key_of(node: TreeNode) -> tuple[str, str, str]:
    """Return the key of a line in its tree: node, parent, half."""
    return node.id, node.parent_id or "", node.direction.value


def _decoded(raw: dict[str, object]) -> tuple[SavedWalk, ...]:
    import msgspec

    try:
        walks = msgspec.convert(raw["walks"], tuple[SavedWalk, ...])
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    return tuple(walk for walk in walks if walk.roots)
