"""Walks through the dependencies: a tree as it was looked at, kept under a name, and what changed since."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from search.types.graph import DependencyTree, Direction, EdgeType, TreeNode, TreeRequest
from ui.person.document import PersonFile

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Step:
    """A node of a saved tree, by what stays when lines move.

    Attributes:
        parent: identifier of the node it hung under; empty for the root.
        direction: the half it belonged to.
    """

    id: str
    parent: str
    direction: str
    name: str
    path: str
    line: int

    @property
    def key(self) -> tuple[str, str, str]:
        """What makes it the same step in another tree: node, parent, half."""
        return self.id, self.parent, self.direction


@dataclass(frozen=True, slots=True)
class Walk:
    """A saved walk.

    Attributes:
        at: seconds since the epoch.
        roots: identifiers and names that were gone through, the last one is the root of the tree.
        edges: kinds of edges that were on; none for the usual ones.
    """

    name: str
    at: float
    roots: tuple[tuple[str, str], ...]
    direction: str
    depth: int
    max_nodes: int
    edges: tuple[str, ...]
    steps: tuple[Step, ...]

    def request(self) -> TreeRequest:
        """Return what asks for the same tree today; kinds of edges that are no more are left out."""
        known = {kind.value: kind for kind in EdgeType}
        edges = tuple(known[kind] for kind in self.edges if kind in known)
        return TreeRequest(self.roots[-1][0], Direction(self.direction), self.depth, self.max_nodes, edges)


class Change(StrEnum):
    """What became of a step since the walk was saved."""

    NEW = "new"
    GONE = "gone"
    MOVED = "moved"


def steps_of(tree: DependencyTree) -> tuple[Step, ...]:
    """Return the steps of a tree, in display order."""
    return tuple(
        Step(node.id, node.parent_id or "", node.direction.value, node.name, node.path, node.start_line)
        for node in tree.nodes
        if node.depth > 0
    )


def changes(walk: Walk, tree: DependencyTree) -> tuple[dict[tuple[str, str, str], Change], tuple[Step, ...]]:
    """Return what is new or moved in a tree, by `Step.key`, and the steps of the walk that are gone.

    A step moved when its file or the node it hangs under is another one than before.
    """
    before = {step.key: step for step in walk.steps}
    nodes_before = {step.id: step for step in walk.steps}
    now = {step.key: step for step in steps_of(tree)}
    nodes_now = {step.id for step in now.values()}
    marks = dict(_marks(before, nodes_before, now))
    gone = tuple(step for step in walk.steps if step.key not in now and step.id not in nodes_now)
    return marks, gone


def _marks(
    before: Mapping[tuple[str, str, str], Step],
    nodes_before: Mapping[str, Step],
    now: Mapping[tuple[str, str, str], Step],
) -> Iterator[tuple[tuple[str, str, str], Change]]:
    for key, step in now.items():
        known = before.get(key)
        if known is not None:
            if known.path != step.path:
                yield key, Change.MOVED
        elif step.id in nodes_before:
            yield key, Change.MOVED
        else:
            yield key, Change.NEW


def key_of(node: TreeNode) -> tuple[str, str, str]:
    """Return the `Step.key` of a node of a tree."""
    return node.id, node.parent_id or "", node.direction.value


class WalkStore:
    """Reads and writes the walks of an index, newest first."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.file = PersonFile(path, _VERSION)
        self._clock = clock

    def load(self) -> tuple[Walk, ...]:
        """Return all walks."""
        return self.file.read(_decoded, ())

    def save(
        self, name: str, roots: tuple[tuple[str, str], ...], request: TreeRequest, tree: DependencyTree
    ) -> Walk:
        """Save a walk; one of the same name is replaced."""
        walk = Walk(
            name,
            self._clock(),
            roots,
            request.direction.value,
            request.depth,
            request.max_nodes,
            tuple(kind.value for kind in request.edges),
            steps_of(tree),
        )
        others = tuple(known for known in self.load() if known.name != name)
        self._write((walk, *others))
        return walk

    def remove(self, name: str) -> tuple[Walk, ...]:
        """Forget a walk."""
        left = tuple(known for known in self.load() if known.name != name)
        self._write(left)
        return left

    def _write(self, walks: tuple[Walk, ...]) -> None:
        self.file.write({"walks": [asdict(walk) for walk in walks]})


def _decoded(raw: dict[str, object]) -> tuple[Walk, ...]:
    listed = raw["walks"]
    if not isinstance(listed, list):
        raise TypeError
    return tuple(
        Walk(
            str(one["name"]),
            float(one["at"]),
            tuple((str(target), str(name)) for target, name in one["roots"]),
            Direction(one["direction"]).value,
            int(one["depth"]),
            int(one["max_nodes"]),
            tuple(map(str, one["edges"])),
            tuple(
                Step(
                    str(step["id"]),
                    str(step["parent"]),
                    str(step["direction"]),
                    str(step["name"]),
                    str(step["path"]),
                    int(step["line"]),
                )
                for step in one["steps"]
            ),
        )
        for one in listed
        if one["roots"]
    )
