"""Dependency trees for other programs: GraphML, DOT and Mermaid."""

import io
from typing import TYPE_CHECKING

from search.graph.text import WORDS
from search.graph.xml_text import xml_text
from search.types.graph import DependencyTree, TreeNode

if TYPE_CHECKING:
    import networkx as nx


def tree_networkx(tree: DependencyTree) -> "nx.MultiDiGraph":
    """Return a tree's nodes and edges as a networkx graph; repeated lines are one node, keys are edge types."""
    import networkx as nx

    graph = nx.MultiDiGraph(root=tree.root)
    for node in tree.nodes:
        if node.id not in graph:
            graph.add_node(node.id, name=node.name, kind=node.kind, path=node.path, start_line=node.start_line)
    for edge in tree.edges:
        graph.add_edge(
            edge.from_id, edge.to_id, key=edge.edge_type.value, type=edge.edge_type.value, line=edge.line
        )
    return graph


def tree_graphml(tree: DependencyTree) -> str:
    """Return a tree's graph as GraphML, which yEd and Gephi read; characters that XML forbids are left out."""
    import networkx as nx

    graph = tree_networkx(tree)
    nx.relabel_nodes(graph, {node_id: xml_text(node_id) for node_id in graph}, copy=False)
    for _, values in graph.nodes(data=True):
        values.update({key: xml_text(value) for key, value in values.items() if isinstance(value, str)})
    graph.graph["root"] = xml_text(tree.root)
    target = io.BytesIO()
    nx.write_graphml(graph, target, encoding="utf-8", prettyprint=True)
    return target.getvalue().decode("utf-8")


def tree_dot(tree: DependencyTree) -> str:
    """Return a tree's graph in the language of Graphviz."""
    numbers = _numbers(tree)
    lines = ["digraph dependencies {", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  n{numbers[node.id]} [label={_dot_text(node.name, node.kind)}];" for node in _unique_nodes(tree)]
    lines += [
        f"  n{numbers[edge.from_id]} -> n{numbers[edge.to_id]} [label={_dot_text(WORDS[edge.edge_type])}];"
        for edge in tree.edges
    ]
    return "\n".join([*lines, "}", ""])


def tree_mermaid(tree: DependencyTree) -> str:
    """Return a tree's graph as a Mermaid flow chart, which Markdown viewers draw."""
    numbers = _numbers(tree)
    lines = ["flowchart LR"]
    lines += [
        f'  n{numbers[node.id]}["{_mermaid_text(node.name)}<br/>{_mermaid_text(node.kind)}"]'
        for node in _unique_nodes(tree)
    ]
    lines += [
        f"  n{numbers[edge.from_id]} -->|{WORDS[edge.edge_type]}| n{numbers[edge.to_id]}" for edge in tree.edges
    ]
    return "\n".join([*lines, ""])


def _unique_nodes(tree: DependencyTree) -> list[TreeNode]:
    first: dict[str, TreeNode] = {}
    for node in tree.nodes:
        first.setdefault(node.id, node)
    return list(first.values())


def _numbers(tree: DependencyTree) -> dict[str, int]:
    return {node.id: number for number, node in enumerate(_unique_nodes(tree))}


def _dot_text(*lines: str) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") for line in lines)
    return '"' + "\\n".join(escaped) + '"'


def _mermaid_text(text: str) -> str:
    """Return text with everything that Mermaid reads as syntax written as an entity."""
    return "".join(char if char.isalnum() or char in " ._-/" else f"#{ord(char)};" for char in text)
