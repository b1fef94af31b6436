"""What the graph says of one SQL script: tables, foreign keys, views, triggers and what these call."""

from dataclasses import dataclass, field
from pathlib import Path

from indexer.facts.extract import extract
from indexer.resolve.build import resolve
from indexer.types import ParsedFile
from search.types.graph import EdgeType
from tests.benchmarks.graph_oracles.graphs import SCOPE, SourceGraph

KINDS = ("tables", "foreign keys", "views", "triggers", "trigger functions")


@dataclass(slots=True)
class Schema:
    """Kind -> pairs of ``schema.name``; of tables, an empty name and the table."""

    edges: dict[str, set[tuple[str, str]]] = field(default_factory=dict)


def ours(text: str, path: str) -> Schema:
    """Return the graph's edges of a script, but those of what it drops again."""
    facts = extract(ParsedFile(path, "sql", text, "utf-8", ""))
    graph = SourceGraph(Path(), {path: facts}, resolve([facts], SCOPE))
    kind_of = {node_id: node.kind for node_id, node in graph.nodes.items() if not node.historic}

    def pairs(kind: str, *types: EdgeType) -> set[tuple[str, str]]:
        result = graph.pairs(*types)
        return {
            (a[4:], b[4:]) for a, b in result if kind_of.get(a) == kind and b in kind_of and b.startswith("sql:")
        }

    return Schema(
        {
            "tables": {("", each[4:]) for each, kind in kind_of.items() if kind == "table"},
            "foreign keys": pairs("table", EdgeType.FOREIGN_KEY),
            "views": pairs("view", EdgeType.READS_TABLE, EdgeType.READS_VIEW),
            "triggers": pairs("trigger", EdgeType.TRIGGER_ON),
            "trigger functions": pairs("trigger", EdgeType.CALLS),
        }
    )
