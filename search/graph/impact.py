"""What a change reaches: everything that depends on some nodes, directly or through others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from search.graph.dependency_graph import DependencyGraph
from search.graph.edge_sets import EdgePolicy
from search.graph.edge_table import types_of
from search.graph.names import Visible, everything
from search.graph.steps import Steps
from search.graph.visibility import Sight
from search.types.graph import Direction, EdgeType, Node
from search.types.ids import NodeId

READING = (EdgeType.READS_TABLE, EdgeType.READS_VIEW)
WRITING = (EdgeType.WRITES_TABLE,)
USING = (*READING, *WRITING, EdgeType.MAPS_TO, EdgeType.FOREIGN_KEY, EdgeType.TRIGGER_ON)


@dataclass(frozen=True, slots=True)
class Affected:
    """Something that a change reaches.

    Attributes:
        distance: steps from what was changed, from 1.
        through: the node it depends on by the shortest way.
        edge_types: how it depends on that.
    """

    node: Node
    distance: int
    through: NodeId
    edge_types: tuple[EdgeType, ...]


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything that depends on what was changed.

    Attributes:
        affected: nearest first, then in display order.
        files: paths of the files that hold them, sorted; those of the changed nodes are not listed.
    """

    affected: tuple[Affected, ...]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableUse:
    """Who uses a table or view directly; each group in display order.

    Attributes:
        linked: classes mapped to it, tables that refer to it, triggers on it.
    """

    readers: tuple[Node, ...]
    writers: tuple[Node, ...]
    linked: tuple[Node, ...]


def impact_of(
    graph: DependencyGraph,
    changed: Iterable[str],
    *,
    edges: Sequence[EdgeType] = (),
    visible: Visible = everything,
) -> Impact:
    """Return what depends on these nodes or files or on anything they define.

    Args:
        graph: the snapshot to walk.
        changed: identifiers; those that stand for nothing in sight are left out.
        edges: what to follow against its direction; the default set when empty.
        visible: what the request's rights let it see.
    """
    sight = Sight(graph, visible)
    steps = Steps(graph, sight, EdgePolicy(edges or None), Direction.USED_BY)
    roots = [graph.position(node_id) for node_id in sorted(set(changed)) if node_id in graph]
    roots = [root for root in roots if sight.sees(root)]
    origin = {part for root in roots for part in (root, *steps.family(root))}
    found = _reached(steps, origin)
    homes = {graph.nodes[position].path for position in origin}
    files = sorted({each.node.path for each in found} - homes - {""})
    return Impact(tuple(found), tuple(files))


def table_use(graph: DependencyGraph, table: str, visible: Visible = everything) -> TableUse:
    """Return who reads and who writes a table or view, itself named by identifier or name.

    Raises:
        NotFoundError: no such object in sight.
        AmbiguousNameError: the name stands for several.
    """
    sight = Sight(graph, visible)
    position = graph.position(graph.names.resolve(table, sight.sees_node).id)
    steps = Steps(graph, sight, EdgePolicy(USING), Direction.USED_BY).of(position)
    users = [(graph.nodes[step.other], set(types_of(step.mask))) for step in steps]
    writers = tuple(node for node, types in users if types & set(WRITING))
    readers = tuple(node for node, types in users if types & set(READING))
    linked = tuple(node for node, types in users if types.isdisjoint({*READING, *WRITING}))
    return TableUse(readers, writers, linked)


def _reached(steps: Steps, origin: set[int]) -> list[Affected]:
    seen = set(origin)
    found: list[Affected] = []
    level = sorted(origin)
    distance = 0
    while level:
        distance += 1
        fresh: dict[int, Affected] = {}
        for position in level:
            for step in steps.of(position, at_root=distance == 1):
                if step.other not in seen:
                    fresh.setdefault(step.other, _affected(steps, step.other, distance, position, step.mask))
        level = sorted(fresh)
        seen.update(level)
        found += [fresh[position] for position in level]
    return found


def _affected(steps: Steps, position: int, distance: int, through: int, mask: int) -> Affected:
    nodes = steps.graph.nodes
    return Affected(nodes[position], distance, nodes[through].id, types_of(mask))
