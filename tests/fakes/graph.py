"""Small dependency graphs, written as one would draw them."""

from collections.abc import Iterable

from search.graph.dependency_graph import DependencyGraph
from search.types.graph import Edge, EdgeType, Node, Origin
from search.types.ids import FileId, NodeId, RootId

SCOPE = "shop@main"


def node(local_id: str, kind: str = "class", **more: object) -> Node:
    """Return a node such as ``cs:Shop.Cart.Add``; an ``ext:`` one is external."""
    external = local_id.startswith("ext:")
    language, _, name = local_id.partition(":")
    path = str(more.pop("path", "" if external else f"src/{name.split('.')[0]}.cs"))
    values: dict[str, object] = {
        "id": NodeId(local_id if external else f"{SCOPE}:{local_id}"),
        "kind": "package" if external else kind,
        "name": name.rsplit("/", 1)[-1] if kind == "file" else name.rsplit(".", 1)[-1].rsplit(":", 1)[-1],
        "qualname": name,
        "language": language,
        "repository": "shop",
        "branch": "main",
        "path_hash": RootId("r1"),
        "file_id": FileId(f"{SCOPE}:file:{path}" if path else ""),
        "path": path,
        "start_line": 1,
        "end_line": 9,
        "origin": Origin.EXTERNAL if external else Origin.SOURCE,
    }
    return Node(**{**values, **more})  # type: ignore[arg-type]  # a table of fields, as a test wants to override any


def file_node(path: str, **more: object) -> Node:
    """Return the node of a file."""
    return node(f"file:{path}", "file", path=path, **more)


def edge(source: Node, target: Node, edge_type: EdgeType = EdgeType.CALLS, **more: object) -> Edge:
    """Return an edge whose evidence stands in the source's file."""
    values: dict[str, object] = {
        "source": source.id,
        "target": target.id,
        "type": edge_type,
        "tier": "exact",
        "confidence": 1.0,
        "file_id": source.file_id,
        "path": source.path,
        "line": 5,
    }
    return Edge(**{**values, **more})  # type: ignore[arg-type]  # as above


def drawn(picture: Iterable[str], **kinds: str) -> DependencyGraph:
    """Return the graph of lines such as ``A calls B``; ``kinds`` gives the kinds of nodes that are no class."""
    nodes: dict[str, Node] = {}
    edges: list[Edge] = []
    for line in picture:
        source, edge_type, target = line.split()
        for name in (source, target):
            nodes.setdefault(name, node(f"cs:{name}", kinds.get(name.replace(".", "_"), "class")))
        edges.append(edge(nodes[source], nodes[target], EdgeType(edge_type)))
    return DependencyGraph(nodes.values(), edges)


def id_of(name: str) -> NodeId:
    """Return the identifier of a node that `drawn` made."""
    return NodeId(f"{SCOPE}:cs:{name}")
