"""Answers of the dependency graph as the documented JSON: the same from the command line and for agents."""

from collections.abc import Iterable, Sequence

from search.types.graph import DependencyPath, DependencyTree, Node
from search.types.graph_queries import Cycle, CycleScope, Dependent, Impact, TableUse, UnreadFile

Json = dict[str, object]

_TREE_FIELDS = ("id", "name", "kind", "path", "start_line", "depth", "parent_id", "edge_types", "state")
_TREE_MORE = ("hidden", "note", "direction", "incoming")

GROUPS = ("readers", "writers", "mapped", "refers_to", "referred_by", "triggers", "mentioned")
"""Of `TableUse`, in the order in which they are told."""


def tree_json(tree: DependencyTree) -> Json:
    """Return what ``tree --json`` shows: nodes in display order, edges with their evidence."""
    return {
        "root": tree.root,
        "direction": tree.direction,
        "nodes": [{name: getattr(node, name) for name in (*_TREE_FIELDS, *_TREE_MORE)} for node in tree.nodes],
        "edges": list(tree.edges),
        "debug": tree.debug,
    }


def path_json(path: DependencyPath | None) -> Json:
    """Return what ``path --json`` shows; ``found`` is false where there is no way."""
    if path is None:
        return {"found": False, "steps": []}
    steps = [{"from_id": step.source.id, "to_id": step.target.id, "edges": step.edges} for step in path.steps]
    return {"found": True, "from_id": path.source.id, "to_id": path.target.id, "steps": steps}


def impact_json(impact: Impact) -> Json:
    """Return what ``impact --json`` shows."""
    return {
        "changed": _nodes(impact.changed),
        "parts": _dependents(impact.parts),
        "affected": _dependents(impact.affected),
        "files": impact.files,
        "hidden": impact.hidden,
        "unknown": impact.unknown,
        "stale": impact.stale,
    }


def table_json(use: TableUse) -> Json:
    """Return what ``table --json`` shows."""
    groups = {name: _dependents(getattr(use, name)) for name in GROUPS}
    return {"table": _node(use.table), **groups, "hidden": use.hidden}


def cycles_json(rings: Sequence[Cycle], of: CycleScope, most: int) -> Json:
    """Return what ``cycles --json`` shows: the first ``most`` rings, and how many there are."""
    told = [{"members": _nodes(ring.members), "edges": ring.edges} for ring in rings[:most]]
    return {"of": of, "total": len(rings), "rings": told}


def unused_json(nodes: Sequence[Node], most: int) -> Json:
    """Return what ``unused --json`` shows: the first ``most`` definitions, and how many there are."""
    return {"total": len(nodes), "unused": _nodes(nodes[:most])}


def unreadable_json(files: Sequence[UnreadFile], most: int) -> Json:
    """Return what ``unreadable --json`` shows: the first ``most`` files, and how many there are."""
    return {"total": len(files), "files": list(files[:most])}


def _dependents(group: Iterable[Dependent]) -> list[Json]:
    return [
        {
            **_node(each.node),
            "name": each.name,
            "distance": each.distance,
            "through": each.through,
            "edges": each.edges,
        }
        for each in group
    ]


def _nodes(nodes: Iterable[Node]) -> list[Json]:
    return [_node(node) for node in nodes]


def _node(node: Node) -> Json:
    """Return what there is to know of a node without its rights."""
    fields = ("id", "name", "qualname", "kind", "repository", "path", "start_line", "end_line")
    return {name: getattr(node, name) for name in fields}
