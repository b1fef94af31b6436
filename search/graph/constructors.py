"""Which nodes of a graph are constructors: kinds tell it of some languages, names of others."""

from search.graph.dependency_graph import DependencyGraph

NAMES = {
    "python": frozenset(("__init__", "__new__", "__post_init__")),
    **dict.fromkeys(("javascript", "typescript", "tsx", "vue", "svelte"), frozenset(("constructor",))),
}
"""Names of methods that run when an object is made, by language."""

NAMED_AS_CLASS = frozenset(("c", "cpp"))
"""Languages in which they have the name of their class."""


class Constructors:
    """The positions of a graph's constructors, looked for once and cached with the graph."""

    def __init__(self, graph: DependencyGraph) -> None:
        self.positions = frozenset(each for each in range(len(graph)) if _is_constructor(graph, each))


def _is_constructor(graph: DependencyGraph, position: int) -> bool:
    node = graph.nodes[position]
    if node.kind != "method":
        return node.kind == "constructor"
    if node.language in NAMED_AS_CLASS:
        parent = graph.parent(position)
        return parent >= 0 and graph.nodes[parent].name == node.name
    return node.name in NAMES.get(node.language, ())
