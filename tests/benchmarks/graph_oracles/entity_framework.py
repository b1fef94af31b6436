"""Entity Framework: entity and table, beside the snapshot of the model that Entity Framework itself wrote.

The index reads the snapshot too, so the graph that is measured is built without that file.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from search.types.graph import EdgeType, Origin
from tests.benchmarks.graph_oracles.graphs import SourceGraph, graph_of
from tests.benchmarks.graph_oracles.rows import Corpora, Demand, Row, compared, shown

DEMAND = Demand(0.98, 0.95)
CODE_FIRST = Demand(0.0, 0.95)
SNAPSHOT = "ModelSnapshot.cs"
SNAPSHOTS = ("bitwarden", "eshop", "eshoponweb")
ENTITY = re.compile(r'\.Entity\("([\w.]+)(?:<\w+>)?",\s*\w+\s*=>\s*\{(.*?)\n\s*\}\);', re.DOTALL)
TABLE = re.compile(r'\.ToTable\("(\w+)"')


def rows(corpora: Corpora) -> Iterator[Row]:
    """Yield for each corpus: entities beside the snapshots, and sets beside the sources' own words."""
    for corpus in SNAPSHOTS:
        root = corpora.folder(corpus)
        row = Row("EF entity to table", corpus, "model snapshot", DEMAND)
        if root is None:
            yield replace(row, missing="no corpus")
            continue
        graph = graph_of(root, without=SNAPSHOT)
        known = truth(root)
        entities = {entity for entity, _ in known}
        pairs = {pair for pair in mapped(graph) if pair[0] in entities}
        yield compared(row, pairs, known)
        yield sets_without_table(Row("EF sets with a table", corpus, "DbSet in the sources", CODE_FIRST), graph)


def mapped(graph: SourceGraph) -> set[tuple[str, str]]:
    """Return class name and table name of all mappings, in lower case."""
    return {
        (source.rpartition(".")[2].partition("@")[0].lower(), target.rpartition(".")[2])
        for source, target in graph.pairs(EdgeType.MAPS_TO)
        if source.startswith(("cs:", "ext:"))
    }


def truth(root: Path) -> set[tuple[str, str]]:
    """Return class name and table name that the snapshots below a folder agree on, in lower case."""
    tables: dict[str, set[str]] = {}
    for path in sorted(root.rglob(f"*{SNAPSHOT}")):
        text = path.read_text("utf-8-sig", "replace")
        for entity, body in ENTITY.findall(text):
            named = TABLE.search(body)
            if named:
                tables.setdefault(entity.rpartition(".")[2].lower(), set()).add(named.group(1).lower())
    return {(entity, next(iter(names))) for entity, names in tables.items() if len(names) == 1}


def sets_without_table(row: Row, graph: SourceGraph) -> Row:
    """Return how many of the entities in ``DbSet<T>`` properties have a table."""
    text_of = (graph.root / path for path, facts in graph.facts.items() if facts.language == "csharp")
    declared = {
        name.lower()
        for path in text_of
        for name in re.findall(
            r"public\s+(?:virtual\s+)?DbSet<(\w+)>\s+\w+\s*(?:\{|=>)", path.read_text("utf-8-sig", "replace")
        )
    }
    covered = declared & {source for source, _ in mapped(graph)}
    inferred = sum(node.origin is Origin.INFERRED for node in graph.graph.nodes)
    lost = shown({(name, "no table") for name in declared - covered})
    note = f"{row.oracle}, {inferred} inferred"
    return replace(row, oracle=note, truth=len(declared), covered=len(covered), lost=lost)
