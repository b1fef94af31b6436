"""Dependency trees for other programs: JSON, GraphML, DOT and Mermaid."""

import io
import re
from dataclasses import asdict

import networkx as nx

from search.graph.text import WORDS
from search.types.graph import DependencyTree, TreeEdge, TreeNode

Json = dict[str, object]

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Everything but the characters of XML 1.0, section 2.2."""


def tree_json(tree: DependencyTree) -> Json:
    """Return a tree as plain values: ``root``, ``direction``, ``nodes``, ``edges`` and ``debug``.

    Nodes stand in display order with their ``depth`` and ``parent_id``, so that a reader need not know the rules
    by which a graph was cut down to a tree. Edges run from the one that depends (``from_id``) to the other.
    """
    return {
        "root": tree.root,
        "direction": tree.direction.value,
        "nodes": [_node_json(node) for node in tree.nodes],
        "edges": [_edge_json(edge) for edge in tree.edges],
        "debug": asdict(tree.debug),
    }


def _node_json(node: TreeNode) -> Json:
    values = asdict(node)
    values["edge_types"] = [edge_type.value for edge_type in node.edge_types]
    values["state"] = node.state.value
    values["direction"] = node.direction.value
    return values


def _edge_json(edge: TreeEdge) -> Json:
    return {**asdict(edge), "edge_type": edge.edge_type.value}


def tree_networkx(tree: DependencyTree) -> "nx.MultiDiGraph":
    """Return a tree's nodes and edges as a networkx graph; repeated lines are one node, keys are edge types."""
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
    graph = tree_networkx(tree)
    nx.relabel_nodes(graph, {node_id: _xml_text(node_id) for node_id in graph}, copy=False)
    for _, values in graph.nodes(data=True):
        values.update({key: _xml_text(value) for key, value in values.items() if isinstance(value, str)})
    graph.graph["root"] = _xml_text(tree.root)
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


def _xml_text(text: str) -> str:
    return _NOT_IN_XML.sub("", text)
